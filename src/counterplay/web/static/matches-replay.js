// A game that was played, move by move: the board, the list of moves with their times, the way to the Play page.
import { address } from "./address.js";
import { $, announce, draw, make, picture, toast } from "./dom.js";
import { duration } from "./matches-words.js";

const LONGEST_LINE = 300;  // longer ones go into an address as the position itself

export class Replay {
  ply = 0;
  #positions = new Map();
  #asked = new Map();
  #buttons = [];

  /** `fetch(first)` gets positions from a ply on; `moved(ply)` hears where the board stands. */
  constructor(view, fetch, moved) {
    Object.assign(this, { view, fetch, moved, last: view.moves.length });
    this.opening = view.moves.filter((move) => move.opening).length;
    view.sides.forEach((side, number) => this.#side($(number ? "#far" : "#near"), side, view.players[number], number));
    $("#moves").replaceChildren(...view.moves.map((move, number) => this.#entry(move, number + 1)));
    if (!view.moves.length) $("#moves").append(make("li", { class: "soft small" }, "No move was made."));
    for (const [name, to] of [["first", () => 0], ["previous", () => this.ply - 1], ["next", () => this.ply + 1], ["last", () => this.last]]) {
      $(`#to-${name}`).addEventListener("click", () => this.go(to()));
    }
  }

  #side(element, side, player, number) {
    element.replaceChildren(make("span", { class: `token side-${number}`, "aria-hidden": "true" }), make("strong", {}, side), make("span", { class: "soft" }, player));
  }

  #entry(move, ply) {
    const time = move.opening ? "opening" : move.seconds === null ? "" : duration(move.seconds);
    const button = make(
      "button",
      { type: "button", class: "move", onclick: () => this.go(ply) },
      make("span", { class: "soft small numbers" }, `${ply}.`),
      make("span", { class: `token side-${move.player}`, "aria-hidden": "true" }),
      make("span", { class: "visually-hidden" }, `${this.#mover(move)}: `),
      make("span", { class: "name" }, move.move),
      make("span", { class: "soft small numbers" }, time),
    );
    this.#buttons.push(button);
    return make("li", {}, button);
  }

  #mover = (move) => this.view.sides[move.player] ?? "chance";

  /** Show the position after so many moves; a later wish overtakes an earlier one. */
  async go(wanted) {
    const ply = Math.max(0, Math.min(wanted, this.last));
    this.ply = ply;
    try {
      const found = await this.#position(ply);
      if (this.ply === ply) this.#show(found);
    } catch (error) {
      toast(error.message);
    }
  }

  async #position(ply) {
    if (!this.#positions.has(ply)) {
      const first = Math.max(0, ply - 8);
      if (!this.#asked.has(first)) this.#asked.set(first, this.fetch(first).finally(() => this.#asked.delete(first)));
      for (const one of (await this.#asked.get(first)).positions) this.#positions.set(one.ply, one);
    }
    return this.#positions.get(ply);
  }

  #show(found) {
    const drawing = picture(found.svg);
    drawing.classList.add("drawn");
    for (const box of found.last) drawing.append(draw("rect", { class: "last", x: box.x + 2, y: box.y + 2, width: Math.max(0, box.width - 4), height: Math.max(0, box.height - 4), rx: 10 }));
    $("#board").replaceChildren(drawing);
    $("#board").setAttribute("aria-label", `The position: ${found.position}`);
    const words = this.#words(found.ply);
    $("#caption").textContent = words;
    announce(words);
    this.#mark(found.ply);
    for (const name of ["first", "previous"]) $(`#to-${name}`).disabled = found.ply === 0;
    for (const name of ["next", "last"]) $(`#to-${name}`).disabled = found.ply === this.last;
    $("#analyse").href = this.#onwards(found);
    this.moved(found.ply);
  }

  #words(ply) {
    const { result } = this.view.game, named = this.view.players.some((player) => result.startsWith(player));  // a player is called as it is
    const end = ply === this.last ? ` ${named ? result : result[0].toUpperCase() + result.slice(1)}.` : "";
    if (ply === 0) return `0 of ${this.last}: the beginning.${end}`;
    const move = this.view.moves[ply - 1];
    const how = move.opening ? " (opening)" : move.seconds === null ? "" : ` (${duration(move.seconds)})`;
    return `${ply} of ${this.last}: ${this.#mover(move)} plays ${move.move}${how}.${end}`;
  }

  /** The list scrolls by itself, never the page. */
  #mark(ply) {
    const list = $("#moves");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.#buttons[ply - 1];
    if (!button) {
      list.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "step");
    const [outer, inner] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  }

  #onwards(found) {
    const { game, parameters } = this.view.play;
    if (found.ply > LONGEST_LINE) return address(game, { parameters, start: found.position });
    return address(game, { parameters, start: this.view.start, moves: this.view.moves.slice(0, found.ply).map((move) => move.move) });
  }
}
