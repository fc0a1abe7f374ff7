// The gallery: every game with its board, what kind of game it is, and the games somebody has played.
import { get, remove } from "./api.js";
import { $, announce, make, picture, toast } from "./dom.js";
import { add } from "./keys.js";
import { address } from "./address.js";

const KINDS = [
  [(kind) => kind.players === 1, "1 player"],
  [(kind) => kind.players === 2, "2 players"],
  [(kind) => kind.players > 2, (kind) => `${kind.players} players`],
  [(kind) => kind.payoffs !== "zero-sum" && kind.players > 1, (kind) => kind.payoffs],
  [(kind) => kind.chance, "chance"],
  [(kind) => kind.hidden_information, "hidden information"],
  [(kind) => kind.simultaneous, "simultaneous moves"],
  [(kind) => !kind.finite, "may go on for ever"],
];

function tags(game) {
  const words = KINDS.filter(([holds]) => holds(game.properties)).map(([, word]) => (typeof word === "string" ? word : word(game.properties)));
  if (!game.properties.chance && !game.properties.hidden_information) words.push("perfect information");
  if (game.solved) words.push(`solved: ${game.solved}`);
  return make("ul", { class: "tags" }, game.own ? make("li", { class: "own" }, "yours") : null, ...words.map((word) => make("li", {}, word)));
}

function card(game) {
  const drawing = picture(game.svg);
  drawing.classList.add("drawn");
  drawing.setAttribute("aria-hidden", "true");
  return make(
    "li",
    {},
    make(
      "a",
      { class: "panel", href: address(game.name) },
      make("div", { class: "drawing" }, drawing),
      make("div", { class: "about" }, make("h2", {}, game.title), make("p", { class: "rules" }, firstSentences(game.rules)), tags(game)),
    ),
  );
}

const firstSentences = (rules) => rules.split(/\n\s*\n/)[0].replace(/\s+/g, " ").replaceAll("`", "");

function yourGame(session) {
  const item = make(
    "li",
    { class: "panel" },
    make(
      "a",
      { href: address(session.game, { parameters: session.parameters, start: session.start, session: session.id }) },
      make("strong", {}, session.title),
      make("span", { class: "soft small" }, session.sides.map((side) => (side.kind === "human" ? "person" : side.program ?? (side.network ? "a network" : side.level))).join(" – ")),
      make("span", { class: "soft small" }, session.result ?? `${session.moves} ${session.moves === 1 ? "move" : "moves"}`),
      make("time", { class: "soft small when" }, new Date(session.touched * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    ),
    make("button", { class: "quiet icon", "aria-label": `Delete this game of ${session.title}`, title: "Delete", onclick: () => forget(session, item) }, "×"),
  );
  return item;
}

async function forget(session, item) {
  try {
    await remove(`/sessions/${session.id}`);
    item.remove();
    announce("The game is deleted.");
  } catch (error) {
    toast(error.message);
  }
}

async function fill() {
  const { games } = await get("/games");
  const cards = games.map((game) => [game, card(game)]);
  $("#gallery").replaceChildren(...cards.map(([, element]) => element));
  const search = $("#search");
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const [game, element] of cards) {
      const text = `${game.title} ${game.name} ${game.kind} ${game.own ? "yours" : ""}`.toLowerCase();
      element.hidden = !words.every((word) => text.includes(word));
      found += element.hidden ? 0 : 1;
    }
    $("#found").textContent = `${found} games found`;
  });
  add("/", "search", () => search.focus());
  const { sessions } = await get("/sessions");
  $("#yours").hidden = sessions.length === 0;
  $("#your-games").replaceChildren(...sessions.map(yourGame));
}

fill().catch((error) => toast(error.message));
