// The table of all matches, and one match: its standing and its games.
import { make } from "./dom.js";
import { duration, percent, place, rating, when } from "./matches-words.js";

/** A table that scrolls by itself where the screen is narrow. */
function table(name, titles, rows) {
  return make(
    "div",
    { class: "panel rolls", role: "region", "aria-label": name, tabindex: "0" },
    make("table", {}, make("thead", {}, make("tr", {}, ...titles.map(([words, kind]) => make("th", { scope: "col", class: kind }, words)))), make("tbody", {}, ...rows)),
  );
}

/** Won, drawn and lost as a bar; the numbers stand beside it. */
function bar({ wins, draws, losses, games }) {
  const part = (kind, number) => {
    const element = make("span", { class: kind });
    element.style.flexGrow = number;
    return element;
  };
  return make("div", { class: "share", "aria-hidden": "true" }, ...(games ? [["won", wins], ["drawn-games", draws], ["lost", losses]].filter(([, number]) => number).map(([kind, number]) => part(kind, number)) : []));
}

function row(entry) {
  if (entry.problem) {
    return make("tr", { class: "broken" }, make("td", { colspan: "6" }, make("strong", {}, entry.file), make("p", { class: "soft small" }, entry.problem)));
  }
  const { standing } = entry;
  const [first, second] = standing.players;
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("a", { href: place(entry.id) }, `${first} against ${second}`)),
    make("td", { "data-title": "Game" }, make("span", { title: entry.game }, entry.title)),
    make("td", { class: "number", "data-title": "Games" }, String(standing.games)),
    make("td", { class: "number", "data-title": "Won – drawn – lost" }, `${standing.wins} – ${standing.draws} – ${standing.losses}`, bar(standing)),
    make("td", { class: "number", "data-title": "Elo [95 %]" }, rating(standing)),
    make("td", { class: "soft small when", "data-title": "Last game" }, make("time", { datetime: entry.ended }, when(entry.ended))),
  );
}

const TITLES = [["Players"], ["Game"], ["Games", "number"], ["Won – drawn – lost", "number"], ["Elo [95 %]", "number"], ["Last game"]];

export function list({ matches, left_out: left }) {
  if (!matches.length) {
    return [
      make(
        "div",
        { class: "empty" },
        make("p", {}, "No match has been played on this computer yet. For example:"),
        make("pre", { class: "panel command" }, "counterplay match connect_four level:3 random --games 20"),
        make("p", {}, "It appears here while it is played. Files of matches elsewhere: counterplay serve --match FILE."),
      ),
    ];
  }
  const more = left ? [make("p", { class: "soft small below" }, `${left} older ones are not listed.`)] : [];
  return [table("Matches", TITLES, matches.map(row)), ...more];
}

function standing(entry, settings) {
  const now = entry.standing;
  const [first, second] = now.players;
  const facts = [
    ["Games", String(now.games)],
    ["Won – drawn – lost", `${now.wins} – ${now.draws} – ${now.losses}`],
    ["Score", percent(now.score)],
    ["Elo, and its 95 % interval", rating(now)],
    [`${first} is the stronger one with`, percent(now.superiority)],
    ["Pairs with 0, ½, 1, 1½, 2 points", now.pairs.join(", ")],
    ["Last game", when(entry.ended)],
    ...Object.entries(settings).map(([name, value]) => [name[0].toUpperCase() + name.slice(1), name === "limit" ? `${value} s a move` : String(value)]),
  ];
  const failed = now.players.map((name, player) => (now.failures[player] ? `${name} lost ${now.failures[player]} by an error, an illegal move or its clock. ` : "")).join("");
  return make(
    "section",
    { class: "panel standing", "aria-label": "Standing" },
    make("p", { class: "who" }, make("strong", { class: "won-by" }, first), make("strong", { class: "lost-to" }, second)),
    bar(now),
    make("dl", {}, ...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", { class: "numbers" }, value)))),
    failed ? make("p", { class: "failed small" }, failed, now.failure ? `The first time: ${now.failure}` : "") : null,
  );
}

const SCORES = { 1: "1 – 0", 0.5: "½ – ½", 0: "0 – 1" };
const GAME_TITLES = [["Game", "number"], ["Score", "number"], ["How it ended"], ["First side"], ["Opening"], ["Moves", "number"], ["Time", "number"]];

function game(id, one) {
  return make(
    "tr",
    {},
    make("th", { scope: "row", class: "number" }, make("a", { href: place(id, { game: one.number }), "aria-label": `Game ${one.number}` }, String(one.number))),
    make("td", { class: "number" }, SCORES[one.score] ?? String(one.score)),
    make("td", {}, one.result),
    make("td", {}, one.first),
    make("td", { class: "opening", title: one.opening }, one.opening),
    make("td", { class: "number" }, String(one.moves)),
    make("td", { class: "number" }, duration(one.seconds)),
  );
}

export function match({ match: entry, settings, games, next }, begin) {
  const links = [
    begin > 1 ? make("a", { class: "button", href: place(entry.id) }, "The first games") : null,
    next ? make("a", { class: "button", href: place(entry.id, { from: next }) }, `Games from ${next} on`) : null,
  ].filter(Boolean);
  const shown = games.length ? table("Games", GAME_TITLES, games.map((one) => game(entry.id, one))) : make("p", { class: "empty" }, "No game has ended yet.");
  return [standing(entry, settings), make("h2", { class: "games-title" }, "Games"), shown, make("div", { class: "below" }, ...links)];
}
