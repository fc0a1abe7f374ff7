// Matches: the table of all, one with its standing and games, or a game move by move. Which of them stands in the address.
import { get } from "./api.js";
import { $, make, toast } from "./dom.js";
import { add } from "./keys.js";
import { list, match } from "./matches-tables.js";
import { Replay } from "./matches-replay.js";
import { place } from "./matches-words.js";

/** The way back: all matches, this match, this game. */
function trail(...steps) {
  $("#trail").hidden = false;
  $("#trail").replaceChildren(...steps.flatMap(([words, href], number) => [number ? make("span", { "aria-hidden": "true" }, "›") : null, href ? make("a", { href }, words) : make("span", { "aria-current": "page" }, words)]).filter(Boolean));
}

function head(title, about) {
  $("#title").textContent = title;
  $("#about").textContent = about;
  document.title = `${title} · counterplay`;
}

async function showList() {
  const found = await get("/matches");
  $("#list").replaceChildren(...list(found));
  $("#list").hidden = false;
}

async function showMatch(id, begin) {
  const view = await get(`/matches/${encodeURIComponent(id)}?begin=${begin}`);
  const title = view.match.standing.players.join(" against ");
  head(title, view.match.game);
  trail(["Matches", "/matches"], [title]);
  $("#match").replaceChildren(...match(view, begin));
  $("#match").hidden = false;
}

async function showGame(id, number, ply) {
  const base = `/matches/${encodeURIComponent(id)}/games/${number}`;
  const view = await get(base);
  head(`Game ${number}: ${view.players.join(" against ")}`, `${view.match.title}: ${view.game.result}`);
  trail(["Matches", "/matches"], [view.match.standing.players.join(" against "), place(id)], [`Game ${number}`]);
  $("#replay").hidden = false;
  const replay = new Replay(view, (first) => get(`${base}/positions?first=${first}`), (now) => {
    history.replaceState(null, "", place(id, { game: number, ply: now }));
  });
  add("ArrowLeft", "one move back", () => replay.go(replay.ply - 1));
  add("ArrowRight", "one move on", () => replay.go(replay.ply + 1));
  add("Home", "to the beginning", () => replay.go(0));
  add("End", "to the end", () => replay.go(Infinity));
  add("a", "analyse from here", () => $("#analyse").click());
  for (const [key, words, selector, to] of [["p", "the game before", "#game-before", view.previous], ["n", "the next game", "#game-after", view.next]]) {
    const link = $(selector);
    link.hidden = to === null;
    if (to === null) continue;
    link.href = place(id, { game: to });
    add(key, words, () => link.click());
  }
  await replay.go(ply ?? replay.opening);
}

/** A whole number from the address, or what stands for it. */
const whole = (text, otherwise) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : otherwise);

async function show() {
  const query = new URLSearchParams(location.search);
  const id = query.get("match");
  if (!id) return showList();
  if (query.has("game")) return showGame(id, whole(query.get("game"), 1), whole(query.get("ply"), null));
  return showMatch(id, Math.max(1, whole(query.get("from"), 1)));
}

show().catch((error) => {
  const id = new URLSearchParams(location.search).get("match");
  head(id ? "This match cannot be shown" : "The matches cannot be shown", error.message);
  if (id) trail(["Matches", "/matches"], ["This match"]);
  toast(error.message);
});
