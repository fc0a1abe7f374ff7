// Engines that play each other can be paused: no person's turn stops them.
import { patch } from "./api.js";
import { $, announce, toast } from "./dom.js";

/** Whether no person plays. */
export const enginesAlone = (sides) => sides.every((side) => side.kind === "engine");

export class Pause {
  /** `table` is the page: its sides, session, tree, `interrupt`, `go`, `show`. */
  constructor(table) {
    Object.assign(this, { table, wanted: false });
  }

  /** Whether nobody moves now. A pause ends with the first person who plays. */
  get on() {
    return this.wanted && enginesAlone(this.table.sides);
  }

  show() {
    const { view, sides, lost } = this.table;
    const button = $("#pause");
    button.hidden = !enginesAlone(sides);
    button.disabled = view.over || lost != null;
    button.textContent = this.on ? "Resume" : "Pause";
    button.title = this.on ? "Let the engines go on (p)" : "Let the engines wait (p)";
  }

  /** Pause, or go on from where the game stands, also if another position of it is on the board. */
  async toggle(wanted = !this.on) {
    const { table } = this;
    if ($("#pause").hidden || $("#pause").disabled) return;
    this.wanted = wanted;
    table.interrupt();
    table.show();
    try {
      const { id, current } = await table.onDisk();
      table.learn(await patch(`/sessions/${id}`, { current }));  // a move that was on its way comes too late; what was waited is on nobody's clock
      table.since = performance.now();
      history.replaceState(table.kept(), "");
      if (this.wanted === wanted && !wanted) await table.go(table.tree.at(current));
    } catch (error) {
      toast(error.message);
    }
    announce(`${this.on ? "Paused" : "The engines go on"}. ${table.status()}`);
  }
}
