// The board: the picture that the game drew, and over it the places where one can click, drag or press Enter.
//
// A move is played by its place (`boxes`), or by the squares that its name names: from, then to. Moves that the picture offers no place for
// become buttons below the board.
import { draw, make, picture } from "./dom.js";

/** The middle of a place, or of its upper end if it is tall: a column of Connect Four. */
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + (box.height > 1.5 * box.width ? box.width : box.height) / 2 });

/** The box around several. */
function around(boxes) {
  if (!boxes.length) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export class Board {
  /** `play(move)` is called when somebody chose a move. */
  constructor(element, choices, play) {
    Object.assign(this, { element, choices, play, flipped: false, open: false, values: null, arrows: [], selected: null, view: null, hint: null, lifted: null, offer: null });
    element.addEventListener("keydown", (event) => this.#key(event));
    // A click must not take the keyboard: arrows go through the game until somebody asks for the board (b, or Tab).
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    element.addEventListener("pointerup", (event) => this.#release(event));
    element.addEventListener("pointercancel", () => this.#drop());
  }

  /** Draw a position. `open`: moves may be played. `preview`: only to look at, from a line of the analysis. */
  show(view, { open = false, preview = false } = {}) {
    const hadFocus = [this.element, this.choices].some((part) => part.contains(document.activeElement)) || this.#lostFocus;
    const focused = document.activeElement?.dataset?.place ?? this.#lastPlace;
    Object.assign(this, { view, open: open && !view.over, selected: null, hint: null });
    this.svg = picture(view.svg);
    this.turns = this.svg.hasAttribute("data-turns");
    this.sides = this.svg.dataset.sides?.split(" ") ?? [];
    this.svg.classList.add("drawn");
    this.svg.setAttribute("role", "group");
    if (!this.svg.viewBox.baseVal.width) this.svg.setAttribute("viewBox", `0 0 ${parseFloat(this.svg.getAttribute("width")) || 300} ${parseFloat(this.svg.getAttribute("height")) || 300}`);
    this.svg.style.maxWidth = `${2.5 * this.svg.viewBox.baseVal.width}px`;
    this.svg.style.setProperty("--ratio", this.svg.viewBox.baseVal.width / this.svg.viewBox.baseVal.height);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    for (const target of this.svg.querySelectorAll("[data-action], [data-square]")) target.setAttribute("pointer-events", "none");
    this.over = draw("g", { class: "over" });
    this.svg.append(this.over);
    this.element.replaceChildren(this.svg);
    this.element.classList.toggle("preview", preview);
    this.element.classList.toggle("finished", view.over);
    if (this.isTurned) this.#turn();
    this.#fill();
    if (hadFocus && !preview) this.#focus(focused);
    this.#lostFocus = hadFocus && preview;
  }

  #lostFocus = false;
  #lastPlace = null;

  /** What each move is worth: `{move: {value, exact, label, share, best}}`, or null to show nothing. */
  showValues(values) {
    this.values = values;
    if (this.view) this.#fill(true);
  }

  /** Arrows for moves that go from one square to another, the best one first. */
  showArrows(moves) {
    if (moves.join() === this.arrows.join()) return;
    this.arrows = moves;
    if (this.view) this.#fill(true);
  }

  showHint(move) {
    this.hint = move;
    this.#fill(true);
  }

  /** Whether the other side is near: never where the picture has an up and a down. */
  get isTurned() {
    return this.flipped && this.turns;
  }

  flip() {
    if (!this.turns) return;
    this.flipped = !this.flipped;
    if (this.view) this.show(this.view, { open: this.open });
  }

  focus() {
    this.#focus(this.#lastPlace);
  }

  // ── Places ──

  /** What can be pressed now: moves with a place of their own, squares to start from, and where the chosen piece can go. */
  #places() {
    if (!this.open) return [];
    const places = new Map();
    const add = (name, boxes, label, run, kind) => boxes.length && !places.has(name) && places.set(name, { name, boxes, label, run, kind });
    for (const legal of this.view.moves) {
      if (legal.boxes.length) add(legal.move, legal.boxes, `play ${legal.move}${this.#spoken(legal.move)}`, () => this.play(legal.move), "move");
    }
    for (const legal of this.view.moves.filter((one) => !one.boxes.length && one.squares.length)) {
      const [from, to] = [legal.squares[0], legal.squares.at(-1)];
      if (from === to && legal.squares.length === 1) add(from, this.#square(from), `play ${legal.move}`, () => this.play(legal.move), "move");
      else if (this.selected === from) add(to, this.#square(to), `to ${to}${this.#spoken(legal.move)}`, () => this.#choose(from, to), "to");
    }
    for (const legal of this.view.moves.filter((one) => !one.boxes.length && one.squares.length > 1)) {
      const from = legal.squares[0];
      add(from, this.#square(from), from === this.selected ? `${from}, chosen` : `from ${from}`, () => this.#select(from), from === this.selected ? "chosen" : "from");
    }
    return [...places.values()];
  }

  #spoken(move) {
    const known = this.values?.[move];
    return known ? `, ${known.spoken ?? `${known.exact ? "worth" : "estimated"} ${known.label}`}` : "";
  }

  #square(name) {
    const found = this.svg.querySelector(`[data-square="${CSS.escape(name)}"]`);
    if (!found) return [];
    const { x, y, width, height } = found.getBBox();
    return [{ x, y, width, height }];
  }

  #select(square) {
    this.selected = this.selected === square ? null : square;
    this.#lastPlace = square;
    this.#fill(true);
  }

  /** Several moves may lead from one square to another: ask which. */
  #choose(from, to) {
    const meant = this.view.moves.filter((one) => !one.boxes.length && one.squares[0] === from && one.squares.at(-1) === to);
    if (meant.length === 1) this.play(meant[0].move);
    else this.#offer(meant.map((one) => one.move), to);
  }

  /** Moves to choose from, beside the square where they all end. */
  #offer(moves, square) {
    const there = this.svg.querySelector(`[data-square="${CSS.escape(square)}"]`).getBoundingClientRect();
    const board = this.element.getBoundingClientRect();
    this.offer = make("div", { class: "offer", role: "group", "aria-label": "Which of these moves?" }, ...moves.map((move) => make("button", { type: "button", onclick: () => this.play(move) }, move, this.#badge(move))));
    this.offer.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#fill(true);
      this.#focus(square);
    });
    const below = there.top - board.top < board.height / 2;
    this.offer.style.left = `${Math.max(0, Math.min(there.left - board.left, board.width - 150))}px`;
    if (below) this.offer.style.top = `${there.bottom - board.top + 4}px`;
    else this.offer.style.bottom = `${board.bottom - there.top + 4}px`;
    this.element.append(this.offer);
    this.offer.querySelector("button").focus({ preventScroll: true });
  }

  #badge(move) {
    const known = this.values?.[move];
    return known ? make("span", { class: `badge numbers${known.exact ? " exact" : ""}` }, known.label) : null;
  }

  // ── Drawing over the picture ──

  #fill(keep = false) {
    const focused = keep && this.element.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.offer?.remove();
    const choice = keep ? [...this.choices.children].indexOf(document.activeElement) : -1;
    const layer = [];
    for (const box of this.view.last) layer.push(draw("rect", { class: "last", ...this.#inset(box, -2), rx: 10 }));
    const places = this.#places();
    const hinted = places.find((place) => place.name === this.hint) ?? null;
    const hintSquares = this.hint ? this.view.moves.find((one) => one.move === this.hint)?.squares ?? [] : [];
    for (const box of hinted?.boxes ?? hintSquares.flatMap((square) => this.#square(square))) layer.push(draw("rect", { class: "hint", ...this.#inset(box, 3), rx: 8 }));
    const first = places.find((place) => place.name === (focused ?? this.#lastPlace)) ?? places[0];
    for (const place of places) {
      const group = draw("g", { class: `place ${place.kind}`, role: "button", tabindex: place === first ? 0 : -1, "aria-label": place.label, "data-place": place.name });
      for (const box of place.boxes) group.append(draw("rect", { ...this.#inset(box, 1.5), rx: 8 }));
      group.run = place.run;
      layer.push(group);
    }
    layer.push(...this.#arrows());
    if (this.values && !this.element.classList.contains("preview")) layer.push(...this.#labels());
    this.over.replaceChildren(...layer);
    const uncovered = this.open ? this.view.moves.filter((one) => !one.boxes.length && !one.squares.length).map((one) => one.move) : [];
    this.choices.hidden = uncovered.length === 0;
    this.choices.replaceChildren(...uncovered.map((move) => make("button", { type: "button", onclick: () => this.play(move) }, move, this.#badge(move))));
    if (focused) this.#focus(focused);
    this.choices.children[choice]?.focus({ preventScroll: true });
  }

  #inset(box, by) {
    return { x: box.x + by, y: box.y + by, width: Math.max(0, box.width - 2 * by), height: Math.max(0, box.height - 2 * by) };
  }

  /** Behind one another where several moves end on one square; the best one is the broadest. */
  #arrows() {
    const drawn = [];
    for (const [rank, move] of this.arrows.entries()) {
      const squares = this.view.moves.find((one) => one.move === move && !one.boxes.length)?.squares ?? [];
      const [from, to] = squares.length > 1 ? [this.#square(squares[0])[0], this.#square(squares.at(-1))[0]] : [];
      if (!from || !to) continue;
      const [start, end] = [centre(from), centre(to)];
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      if (!length) continue;
      const size = Math.min(to.width, to.height) * (rank ? 0.2 : 0.28);
      const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const at = (along, across) => `${(start.x + ux * along - uy * across).toFixed(1)} ${(start.y + uy * along + ux * across).toFixed(1)}`;
      const neck = Math.max(length - 1.5 * size, 0);
      const thick = size * 0.3;
      const shape = [at(size * 0.6, thick), at(neck, thick), at(neck, size * 0.8), at(length, 0), at(neck, -size * 0.8), at(neck, -thick), at(size * 0.6, -thick)];
      drawn.unshift(draw("path", { class: `arrow${rank ? "" : " best"}`, d: `M${shape.join("L")}Z`, "aria-hidden": "true" }));
    }
    return drawn;
  }

  #labels() {
    const labels = [];
    for (const legal of this.view.moves) {
      const known = this.values[legal.move];
      const box = around(legal.boxes) ?? (legal.squares.length ? this.#square(legal.squares.at(-1))[0] : null);
      const shown = legal.boxes.length || this.selected === legal.squares[0] || legal.squares.length === 1;
      if (!known || !box || !shown) continue;
      const { x, y } = centre(box);
      const size = Math.min(box.width, box.height, 56);
      const width = Math.max(size * 0.72, size * (0.2 + 0.13 * known.label.length));
      if (known.shade !== undefined) labels.unshift(this.#shade(box, known.shade));
      const group = draw("g", { class: `value${known.exact ? " exact" : ""}${known.best ? " best" : ""}${known.shade === undefined ? "" : " likely"}`, "aria-hidden": "true" });
      const plate = draw("rect", { x: x - width / 2, y: y - size * 0.18, width, height: size * 0.36, rx: size * 0.18 });
      plate.style.setProperty("--share", `${Math.round(known.share * 100)}%`);
      const words = draw("text", { x, y: y + size * 0.078, "font-size": size * 0.225, "text-anchor": "middle" });
      words.textContent = known.label;
      if (this.isTurned) group.setAttribute("transform", `rotate(180 ${x} ${y})`);
      group.append(plate, words);
      labels.push(group);
    }
    return labels;
  }

  /** The place of a move (of a column its upper end, so that stones keep their colours), the darker the likelier it looks. */
  #shade(box, share) {
    const height = box.height > 1.5 * box.width ? box.width : box.height;
    const shade = draw("rect", { class: "shade", ...this.#inset({ ...box, height }, 2), rx: 8 });
    shade.style.fillOpacity = (0.05 + 0.55 * share).toFixed(2);
    return shade;
  }

  /** The picture upside down, its words the right way up. */
  #turn() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const turned = draw("g", { transform: `rotate(180 ${x + width / 2} ${y + height / 2})` });
    turned.append(...this.svg.childNodes);
    this.svg.append(turned);
    for (const upright of turned.querySelectorAll("text, [data-piece]")) {
      const box = upright.getBBox();
      upright.setAttribute("transform", `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`);
    }
  }

  // ── Pointer and keys ──

  #place(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".place") ?? null;
  }

  #press(event) {
    const place = this.#place(event);
    this.pressed = place?.dataset.place ?? null;  // its name: the element may be drawn anew before the button is released
    if (!place) {
      if (this.selected && !event.target.closest(".offer")) this.#select(this.selected);  // beside everything: never mind
      return;
    }
    if (place.classList.contains("from")) {
      place.run();
      this.justChosen = true;
      this.#lift(event);
      event.preventDefault();
    }
    this.element.setPointerCapture(event.pointerId);
  }

  /** Take the piece that was chosen in hand, if the picture says which it is. */
  #lift(event) {
    const piece = this.svg.querySelector(`[data-piece="${CSS.escape(this.selected ?? "")}"]`);
    if (piece) this.lifted = { piece, x: event.clientX, y: event.clientY, upright: piece.getAttribute("transform") ?? "" };
  }

  /** A piece in hand follows the pointer. */
  #drag(event) {
    if (!this.lifted) return;
    const { piece, x, y, upright } = this.lifted;
    const scale = (this.isTurned ? -1 : 1) / this.svg.getScreenCTM().a;
    if (piece.nextElementSibling !== this.over) this.over.before(piece);  // above all others
    piece.classList.add("lifted");
    piece.setAttribute("transform", `translate(${(event.clientX - x) * scale} ${(event.clientY - y) * scale}) ${upright}`);
  }

  #drop() {
    const { piece, upright } = this.lifted ?? {};
    piece?.classList.remove("lifted");
    piece?.setAttribute("transform", upright);
    this.lifted = null;
  }

  #release(event) {
    const place = this.#place(event);
    const { pressed, justChosen } = this;
    this.#drop();
    this.pressed = null;
    this.justChosen = false;
    if (!place || pressed === null) return;
    const same = place.dataset.place === pressed;
    if (same && justChosen) return;
    if (same || place.classList.contains("to")) {
      this.#lastPlace = place.dataset.place;
      place.run();
    }
  }

  #key(event) {
    const place = document.activeElement?.closest?.(".place");
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      this.#lastPlace = place.dataset.place;
      this.#lostFocus = true;
      place.run();
    } else if (event.key === "Escape") {
      if (this.selected) this.#select(this.selected);
      else place.blur();
    } else if (event.key.startsWith("Arrow")) {
      this.#step(place, event.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest place in the direction of an arrow. */
  #step(place, key) {
    const from = place.getBoundingClientRect();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const other of this.over.querySelectorAll(".place")) {
      if (other === place) continue;
      const to = other.getBoundingClientRect();
      const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
      const along = x * dx + y * dy;
      const distance = along + 3 * Math.abs(x * dy + y * dx);
      if (along > 1 && distance < least) [best, least] = [other, distance];
    }
    if (best) this.#focus(best.dataset.place);
  }

  #focus(name) {
    const places = [...(this.over?.querySelectorAll(".place") ?? [])];
    const place = places.find((one) => one.dataset.place === name) ?? places[0];
    if (!place) {  // somebody else is to move, or all is buttons: the keyboard stays here
      (this.choices.querySelector("button") ?? this.element).focus({ preventScroll: true });
      return;
    }
    for (const one of places) one.setAttribute("tabindex", one === place ? "0" : "-1");
    this.#lastPlace = place.dataset.place;
    place.focus({ preventScroll: true });
  }
}

/** Whether the board (and not the list of moves) has the arrow keys now. */
export const boardHasFocus = () => Boolean(document.activeElement?.closest("#board .place"));
