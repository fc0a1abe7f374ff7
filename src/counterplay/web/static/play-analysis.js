// Analysis as it happens: one WebSocket, one question at a time; the newest answer to each question is kept.

export class Analyst {
  /** `news(question)` is called when `question.analysis`, `.state` or `.error` has changed. */
  constructor(news) {
    Object.assign(this, { news, socket: null, number: 0, current: null, known: new Map(), waiting: null, pause: 500, compiling: false });
  }

  /** What is known about a position; `ask` finds out more. */
  about(line) {
    return this.known.get(keyOf(line)) ?? null;
  }

  ask(line, { lines, seconds }) {
    const key = keyOf(line);
    const before = this.known.get(key);
    const enough = before?.analysis && (before.analysis.exact || (before.seconds >= seconds && before.state !== "stopped"));
    if (enough && (before.lines >= lines || before.analysis.lines.length < before.lines)) {
      this.stop();
      this.current = before;
      this.news(before);
      return;
    }
    const question = { key, want: ++this.number, line, lines, seconds, state: "waiting", analysis: before?.analysis ?? null, error: null };
    if (this.current && this.current.state !== "done") this.current.state = "stopped";
    this.current = question;
    this.known.set(key, question);
    if (this.known.size > 2000) this.known.delete(this.known.keys().next().value);
    this.#send({ want: question.want, line, lines, seconds });
    this.news(question);
  }

  stop() {
    if (this.current && ["waiting", "searching"].includes(this.current.state)) {
      this.current.state = "stopped";
      this.#send({ want: ++this.number });
    }
    this.current = null;
  }

  #send(message) {
    this.waiting = message;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      this.waiting = null;
    } else if (!this.socket) this.#connect();
  }

  #connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/analysis`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = 500;
      if (this.waiting) this.#send(this.waiting);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      const question = this.current;
      if (!question || !["waiting", "searching"].includes(question.state)) return;
      setTimeout(() => {  // the server was started again, or the connection broke: ask once more
        if (this.current === question && !this.socket) this.#send({ want: question.want, line: question.line, lines: question.lines, seconds: question.seconds });
      }, this.pause);
      this.pause = Math.min(10_000, this.pause * 2);
    });
  }

  #hear(message) {
    this.compiling = message.compiling ?? this.compiling;
    const question = this.current;
    if (!question || message.want !== question.want) return;
    if (message.error) Object.assign(question, { error: message.error, state: "failed" });
    if (message.state) question.state = message.state;
    if (message.analysis) question.analysis = message.analysis;
    this.news(question);
  }
}

const keyOf = (line) => JSON.stringify([line.game, line.parameters, line.start, line.moves]);
