// The play page: buttons and keys for the game at the board.
import { address, read } from "./address.js";
import { $, make } from "./dom.js";
import * as keys from "./keys.js";
import { boardHasFocus } from "./play-board.js";
import { openNewGame, openShare } from "./play-dialogs.js";
import { Table } from "./play-table.js";

const table = new Table();
const to = (find) => () => {
  const node = find(table.node, table.tree);
  if (node) table.go(node);
};
const previous = to((node, tree) => tree.parent(node));
const next = to((node) => node.children.find((child) => child.visited) ?? node.children[0]);
const first = to((node, tree) => tree.at(0));
const last = to((node, tree) => tree.line(node).at(-1));

/** Buttons and keys work as soon as there is something to work on. */
function connect() {
  $("#to-first").addEventListener("click", first);
  $("#to-previous").addEventListener("click", previous);
  $("#to-next").addEventListener("click", next);
  $("#to-last").addEventListener("click", last);
  $("#undo").addEventListener("click", () => table.undo());
  $("#pause").addEventListener("click", () => table.pause.toggle());
  $("#hint").addEventListener("click", () => table.hint());
  $("#flip").addEventListener("click", () => table.flip());
  $("#analyse-game").addEventListener("click", () => table.panel.analyseGame());
  $("#new").addEventListener("click", () => openNewGame(table));
  $("#share").addEventListener("click", () => openShare(table));

  keys.add("b", "to the board: arrows choose, Enter plays, Escape leaves", () => table.board.focus());
  keys.add("ArrowLeft", "one move back", () => boardHasFocus() || previous());
  keys.add("ArrowRight", "one move on", () => boardHasFocus() || next());
  keys.add("Home", "to the beginning", first);
  keys.add("End", "to the end", last);
  keys.add("u", "take back (the engine's answer, too)", () => table.undo());
  keys.add("p", "pause, or go on, where engines play each other", () => table.pause.toggle());
  keys.add("h", "hint", () => table.hint());
  keys.add("f", "turn the board", () => table.flip());
  keys.add("a", "analysis on or off", () => table.panel.toggle());
  keys.add("v", "value of every move on or off", () => table.panel.toggleValues());
  keys.add("s", "what the network sees, on or off", () => table.panel.sight.toggle());
  keys.add("d", "search deeper", () => table.panel.deeper());
  keys.add("w", "analyse the whole game", () => table.panel.analyseGame());
  keys.add("l", "this position in the Lab", () => $("#to-lab[href]")?.click());
  keys.add("n", "new game", () => openNewGame(table));
  keys.add("c", "copy or paste", () => openShare(table));
}

table.arrive().then(() => {
  connect();
  setInterval(() => table.tick(), 100);
}).catch((error) => {
  const { game } = read(location);
  $("#title").textContent = error.status === 404 ? "There is no such game" : "This position cannot be shown";
  $("#status").textContent = error.message;
  $(".play-actions").remove();
  $(".table").replaceWith(make("p", { class: "empty" },
    error.status === 422 ? make("a", { class: "button primary", href: address(game) }, "Play from the beginning") : null,
    make("a", { class: "button", href: "/" }, "To the games")));
});
