// The keyboard: pages say which keys do what, and `?` lists them.
import { $, make } from "./dom.js";

const known = [];
const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space" };

/** `add("f", "turn the board", () => …)`; several keys for the same thing are an array. */
export function add(keys, words, run) {
  known.push({ keys: [keys].flat(), words, run });
}

/** A key that is explained in the list, but handled elsewhere. */
export const explain = (keys, words) => add(keys, words, null);

const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.(TYPING) || $("dialog[open]")) return;
  if ((event.key === " " || event.key === "Enter") && event.target.closest?.("button, a, summary, [role=button]")) return;
  const found = known.find((one) => one.run && one.keys.includes(event.key));
  if (!found) return;
  event.preventDefault();
  found.run(event);
});

/** The list of all keys of this page. */
export function show() {
  const list = $("#keys-list");
  list.replaceChildren(
    ...known.map(({ keys, words }) => make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, SHOWN[key] ?? key))), make("dd", {}, words))),
  );
  $("#keys").showModal();
}
