// The list of moves: the main line in rows, variations below the move that they replace.
import { make } from "./dom.js";

/** `go(node)` is called when a move is clicked; `mark(node)` is a short word beside it, or null. */
export class MoveList {
  constructor(element, go) {
    Object.assign(this, { element, go });
  }

  show(tree, current, alternates) {
    const rows = [];
    const width = alternates ? 2 : 1;
    let row = null;
    let node = tree.at(0);
    while (node.children.length) {
      const [main, ...others] = node.children;
      const slot = alternates ? main.player : 0;
      if (!row || slot === 0 || row.childElementCount > slot + 1 || row.interrupted) {
        row = make("div", { class: "row" }, make("span", { class: "number soft" }, `${alternates ? Math.ceil(main.ply / 2) : main.ply}.`));
        if (alternates && slot === 1) row.append(make("span", { class: "move none" }, "…"));
        rows.push(row);
      }
      row.append(this.#move(main, current));
      if (others.length) {
        rows.push(make("div", { class: "variations" }, ...others.map((other) => this.#variation(other, current, width))));
        row.interrupted = true;
      }
      node = main;
    }
    if (!rows.length) rows.push(make("p", { class: "soft small none-yet" }, "No move has been made yet."));
    this.element.replaceChildren(...rows);
    const shown = this.element.querySelector("[aria-current]");
    if (shown) this.#reveal(shown);
    else this.element.scrollTop = 0;
  }

  #variation(first, current, width) {
    const parts = [];
    let node = first;
    let begins = true;
    while (node) {
      const number = Math.ceil(node.ply / width);
      if (begins || width === 1 || node.player === 0) parts.push(make("span", { class: "number soft" }, `${number}${width === 2 && node.player === 1 ? "…" : "."}`));
      parts.push(this.#move(node, current));
      begins = false;
      const [main, ...others] = node.children;
      if (others.length) parts.push(make("div", { class: "variations" }, ...others.map((other) => this.#variation(other, current, width))));
      node = main;
    }
    return make("div", { class: "variation" }, ...parts);
  }

  #move(node, current) {
    const here = node === current;
    return make("button", { type: "button", class: "move", "aria-current": here ? "step" : null, onclick: () => this.go(node) }, node.move);
  }

  /** Scroll the list itself, never the page. */
  #reveal(element) {
    const list = this.element.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    if (box.top < list.top) this.element.scrollTop -= list.top - box.top + 8;
    else if (box.bottom > list.bottom) this.element.scrollTop += box.bottom - list.bottom + 8;
  }
}
