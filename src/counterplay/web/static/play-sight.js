// What the network sees, before any search: how likely each move looks to it, or what it is worth one ply ahead; and the position's value.
import { post } from "./api.js";
import { $, make } from "./dom.js";
import { remember, remembered } from "./play-memory.js";
import { label } from "./play-words.js";

const SHOWN = 5;
const percent = (share) => (share < 0.005 ? "<1%" : `${Math.round(100 * share)}%`);

export class Sight {
  /** `news()` is called when what stands on the board is to change. */
  constructor(table, news) {
    Object.assign(this, { table, news, on: remembered("sight") === "yes", values: null, known: new Map(), asked: null, chosen: null });
    $("#see").checked = this.on;
    $("#see").addEventListener("change", () => this.toggle($("#see").checked));
    $("#see-network").addEventListener("change", () => { this.chosen = $("#see-network").value; this.look(); });
  }

  /** The networks of this game are known now. The last generation is the one to look through, unless the game comes with one. */
  offer(networks) {
    if (!networks.some((one) => one.id === this.chosen)) this.chosen = (networks.find((one) => one.id.startsWith("own:")) ?? networks.at(-1))?.id ?? null;
    const groups = [...new Set(networks.map((one) => one.group))];
    const option = (one) => make("option", { value: one.id, selected: one.id === this.chosen }, one.words);
    $("#see-network").replaceChildren(...groups.map((group) => make("optgroup", { label: group }, ...networks.filter((one) => one.group === group).map(option))));
    $("#see-network").hidden = networks.length < 2;
    $("#sight").hidden = !networks.length;
    if (!networks.length) this.on = false;
    else this.on = $("#see").checked;
  }

  toggle(on = !this.on) {
    if (on === this.on || (on && !this.chosen)) return;
    this.on = on;
    $("#see").checked = on;
    remember("sight", on ? "yes" : "no");
    this.look();
    this.news();
  }

  /** Look at the position on the board. */
  async look() {
    const { view, node } = this.table;
    this.values = null;
    const open = this.on && this.chosen && !view.over && view.turn >= 0;
    $("#seen").hidden = !this.on;
    if (!open) {
      this.asked = null;
      this.#tell(null, view.over ? "The game is over." : "Chance moves.");
      return;
    }
    const request = { ...this.table.lineOf(node), network: this.chosen };
    const key = JSON.stringify(request);
    this.asked = key;
    try {
      if (!this.known.has(key)) this.known.set(key, await post("/sight", request));
      if (this.known.size > 1000) this.known.delete(this.known.keys().next().value);
      if (this.asked !== key) return;
      const seen = this.known.get(key);
      this.values = this.#boardValues(seen);
      this.#tell(seen);
    } catch (error) {
      if (this.asked !== key) return;
      this.#tell(null, error.message);
    }
    this.news();
  }

  #share({ value }, most) {
    return Math.max(0, Math.min(1, 0.5 + (0.5 * value) / most));
  }

  #boardValues({ kind, moves, most }) {
    const first = moves[0];
    return Object.fromEntries(moves.map((one) => [one.move, kind === "policy"
      ? { label: percent(one.share), spoken: `the network likes it with ${percent(one.share)}`, share: one.share / first.share, shade: one.share, exact: false, best: one === first }
      : { label: label(one.value, one.exact), exact: one.exact, share: this.#share(one, most), best: one.value === first.value }]));
  }

  /** The panel: the value as a bar and in words, and the moves that it likes best. */
  #tell(seen, words = "") {
    const { players } = this.table.view;
    $("#sight-bar").hidden = !seen;
    if (seen) {
      const first = seen.turn === 0 ? seen.value : -seen.value;
      const share = this.#share({ value: first }, seen.most);
      $("#sight-fill").style.width = `${(100 * share).toFixed(1)}%`;
      const ahead = Math.abs(first) < 0.005 ? "Even" : `${players[first > 0 ? 0 : 1]} is ahead by ${Math.abs(first).toFixed(2)} of ${seen.most}`;
      $("#sight-bar").setAttribute("aria-label", `Value, before any search: ${ahead}`);
      words = `${ahead}, ${seen.kind === "policy" ? "before any search. On the board: how likely each move looks." : "one ply ahead. On the board: what each move is worth."}`;
    }
    $("#sight-words").textContent = words;
    $("#sight-moves").replaceChildren(...(seen?.moves ?? []).slice(0, SHOWN).map((one) => this.#row(seen, one)));
  }

  #row(seen, one) {
    const share = seen.kind === "policy" ? one.share : this.#share(one, seen.most);
    const fill = make("i", {});
    fill.style.width = `${(100 * share).toFixed(1)}%`;
    return make("li", {}, make("b", {}, one.move), make("span", { class: "track", "aria-hidden": "true" }, fill), make("span", { class: "numbers" }, seen.kind === "policy" ? percent(one.share) : label(one.value, one.exact)));
  }
}
