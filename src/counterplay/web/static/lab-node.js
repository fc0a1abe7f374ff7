// The chosen node: what is known of it, its history, its place among its siblings, and what may be changed of it.
import { $, announce, make, toast } from "./dom.js";
import { addChild, removeNode, setChances, setPlayer, setValue, swapsWithout } from "./lab-edit.js";
import { GROWING, suited } from "./lab-exercise.js";

const without = (swaps, path) => swaps.filter((swap) => JSON.stringify(swap.path) !== JSON.stringify(path));
const capital = (words) => words[0].toUpperCase() + words.slice(1);

export class NodePanel {
  /** `lab` has: exercise, text (the tree that can be edited, or null), change(exercise), go(pane, step), stepOf(pane, step), editAsTree(). */
  constructor(lab) {
    Object.assign(this, { lab, key: "" });
  }

  show(pane) {
    const { view } = pane, index = view.chosen ?? view.current, node = view.data.nodes[index], panel = $("#node");
    const [status, value, alphas, betas, note, formula] = view.look(index);
    const chosen = view.chosen !== null, history = view.history(index);
    const facts = [];
    if (value) facts.push([view.data.growing ? view.data.record : "value", value]);
    if (alphas.length) facts.push(["α", alphas.join(" → ")], ["β", betas.join(" → ")]);
    const words = status === "skipped" ? "Cut: the search never comes here." : status === "unseen" ? "The search has not been here yet." : "";
    const list = make("ol", { class: "history", tabindex: "0", "aria-label": "What happened here" }, ...history.map(([step, sentence]) => make("li", { "aria-current": step === view.at ? "step" : null },
      make("button", { type: "button", onclick: () => this.lab.go(pane, step) }, make("span", { class: "numbers" }, String(this.lab.stepOf(pane, step) + 1)), make("span", {}, sentence)))));
    panel.replaceChildren(...[
      make("header", {}, make("p", { class: "eyebrow" }, chosen ? "Chosen" : "Where the search is"), make("h2", {}, capital(node.place)),
        chosen ? make("button", { type: "button", class: "quiet icon", "aria-label": "Let go of this node", title: "Let go (Escape)", onclick: () => view.choose(null) }, "×") : null),
      this.board(view, index),
      make("dl", { class: "facts" }, ...facts.map(([name, told]) => make("div", {}, make("dt", {}, name), make("dd", { class: "numbers" }, told)))),
      words ? make("p", { class: "soft small" }, words) : null,
      formula ? this.formula(note, formula) : null,
      chosen ? this.changes(pane, index) : null,
      history.length ? list : null,
      chosen ? null : make("p", { class: "soft small hint" }, "Choose any node to see its story and to change it."),
    ].filter(Boolean));
    const now = list.querySelector("[aria-current]");
    if (now) {
      const row = now.getBoundingClientRect(), frame = list.getBoundingClientRect();
      list.scrollTop += (row.top + row.bottom - frame.top - frame.bottom) / 2;
    }
  }

  board(view, index) {
    const board = view.nodes.get(index)?.querySelector(".board > svg");
    if (!board) return null;
    const copy = board.cloneNode(true);
    copy.removeAttribute("x");
    copy.removeAttribute("y");
    copy.setAttribute("width", 132);
    copy.setAttribute("height", 132);
    copy.setAttribute("class", "drawn");
    return make("div", { class: "node-board" }, copy);
  }

  formula(note, formula) {
    const [exploitation, exploration, total] = note.split(/ \+ | = /);
    return make("section", { class: "ucb" }, make("h3", {}, "UCB1"),
      make("dl", { class: "facts" },
        ...[["mean payoff so far", exploitation], ["bonus for being rarely tried", exploration], ["sum", total]].map(([name, told]) => make("div", {}, make("dt", {}, name), make("dd", { class: "numbers" }, told)))),
      make("p", { class: "small soft formula" }, formula));
  }

  // ── Changing ──
  changes(pane, index) {
    const { view, search } = pane, node = view.data.nodes[index], path = view.path(index);
    const above = node.parent === null ? null : view.data.nodes[node.parent], parts = [];
    const isChance = above && view.kinds.get(String(node.parent)) === "chance";
    if (above && !isChance && !GROWING.has(search.algorithm) && above.children.length > 1) {
      const place = above.children.indexOf(Number(index));
      parts.push(make("div", { class: "line" },
        make("button", { type: "button", disabled: place === 0, title: "Search it earlier (,)", onclick: () => this.move(pane, index, -1) }, "← Earlier"),
        make("button", { type: "button", disabled: place === above.children.length - 1, title: "Search it later (.)", onclick: () => this.move(pane, index, 1) }, "Later →")));
    }
    if (this.lab.text !== null) parts.push(this.edits(pane, index, node, path));
    else if (!GROWING.has(search.algorithm)) parts.push(make("button", { type: "button", class: "quiet", onclick: () => this.lab.editAsTree() }, "Turn this position into a tree to edit"));
    return parts.length ? make("div", { class: "changes" }, ...parts) : null;
  }

  edits(pane, index, node, path) {
    const kind = pane.view.kinds.get(index), parts = [];
    if (node.leaf) {
      const input = make("input", { type: "text", value: node.foreseen.replaceAll("−", "-"), "aria-label": "Value of this leaf", id: "leaf-value" });
      parts.push(make("form", { class: "line", onsubmit: (event) => { event.preventDefault(); this.edit((text) => setValue(text, path, input.value)); } }, make("label", { class: "wide" }, "Value", input), make("button", {}, "Set")));
    } else if (kind !== "player") {
      parts.push(make("label", {}, "Who decides here", make("select", { id: "node-player", onchange: (event) => this.edit((text) => setPlayer(text, path, event.target.value), (swaps) => (event.target.value === "chance" ? without(swaps, path) : swaps)) },
        ...["max", "min", "chance"].map((name) => make("option", { value: name, selected: name === kind }, capital(name))))));
      if (kind === "chance") {
        const odds = node.children.map((child) => pane.view.svg.querySelector(`g[data-edge="${child}"] .label`)?.textContent.split(": ").at(-1) ?? "");
        const input = make("input", { type: "text", value: odds.join(", "), "aria-label": "Probabilities" });
        parts.push(make("form", { class: "line", onsubmit: (event) => { event.preventDefault(); this.edit((text) => setChances(text, path, input.value)); } }, make("label", { class: "wide" }, "Probabilities", input), make("button", {}, "Set")));
      }
    }
    parts.push(make("div", { class: "line" },
      make("button", { type: "button", title: "Add a child (a)", onclick: () => this.add(pane) }, "Add a child"),
      path.length ? make("button", { type: "button", class: "quiet", title: "Remove it (Delete)", onclick: () => this.remove(pane) }, "Remove") : null));
    return make("div", { class: "edits" }, ...parts);
  }

  add(pane) { this.edit((text) => addChild(text, pane.view.path(pane.view.chosen))); }

  remove(pane) {
    const path = pane.view.path(pane.view.chosen);
    pane.view.chosen = null;
    const { text } = this.lab;
    this.edit((before) => removeNode(before, path), (swaps) => swapsWithout(text, path, swaps));
  }

  /** A new text of the tree; `reorder` says what becomes of the orders that were chosen before. */
  edit(work, reorder = (swaps) => swaps) {
    if (this.lab.text === null) return;
    try {
      const text = work(this.lab.text), { exercise } = this.lab;
      const source = { kind: "tree", text }, searches = exercise.searches.map((search) => ({ ...search, swaps: reorder(search.swaps) }));
      this.lab.change({ ...exercise, source, searches: suited(searches, source, []) }, { keep: true });
    } catch (error) {
      toast(error.message);
    }
  }

  /** Change places with a sibling: in this search only, so that two orders can be compared. */
  move(pane, index, by) {
    const { view } = pane, node = view.data.nodes[index];
    if (node.parent === null || GROWING.has(pane.search.algorithm)) return;
    const above = view.data.nodes[node.parent], names = above.children.map((child) => view.data.nodes[child].action);
    const place = above.children.indexOf(Number(index)), to = place + by;
    if (to < 0 || to >= names.length) return;
    [names[place], names[to]] = [names[to], names[place]];
    const path = view.path(String(node.parent)), key = JSON.stringify(path);
    const number = this.lab.panes.indexOf(pane);
    const searches = this.lab.exercise.searches.map((search, i) => (i !== number ? search
      : { ...search, swaps: [...search.swaps.filter((swap) => JSON.stringify(swap.path) !== key), { path, first: names }] }));
    announce(`${node.action} is now branch ${to + 1} of ${names.length}.`);
    this.lab.change({ ...this.lab.exercise, searches }, { keep: true });
  }
}
