// The server's JSON API. A refusal is an Error whose message is the server's sentence.

export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function ask(method, path, body, signal) {
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The server does not answer. Is it still running?");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer.error ?? `The server refused (${response.status}).`);
  return answer;
}

export const get = (path, signal) => ask("GET", path, undefined, signal);
export const post = (path, body = {}, signal) => ask("POST", path, body, signal);
export const patch = (path, body, signal) => ask("PATCH", path, body, signal);
export const remove = (path, signal) => ask("DELETE", path, undefined, signal);
