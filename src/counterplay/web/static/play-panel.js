// The panel of the analysis: verdict, best lines, evaluation bar, values on the board, plot; and when to search for what.
import { $, make } from "./dom.js";
import { Analyst } from "./play-analysis.js";
import { plot } from "./play-plot.js";
import { losses, showReview } from "./play-review.js";
import { Sight } from "./play-sight.js";
import { remember, remembered } from "./play-memory.js";
import { brief, certainty, forFirst, inParts, inPoints, label, outlook, short, verdict, worth, written } from "./play-words.js";

const USUAL_SECONDS = 5;
const QUICK_SECONDS = 0.4;
const EVERY_MOVE = 256;

export class Panel {
  /** `table` is the page: its view, node, tree, `lineOf(node)`, `go`, `preview(moves)`, `play(move)`. */
  constructor(table) {
    this.table = table;
    this.analyst = new Analyst((question) => this.#news(question));
    this.sight = new Sight(table, () => this.#afterSight());
    this.scale = 1;
    this.seconds = USUAL_SECONDS;
    this.on = remembered("analyse") === "yes";
    this.values = remembered("values") === "yes";
    $("#analyse").checked = this.on;
    $("#values").checked = this.values;
    $("#line-count").value = remembered("lines") ?? "3";
    $("#analyse").addEventListener("change", () => this.toggle($("#analyse").checked));
    $("#values").addEventListener("change", () => this.toggleValues($("#values").checked));
    $("#line-count").addEventListener("change", () => { remember("lines", $("#line-count").value); this.look(); });
    $("#deeper").addEventListener("click", () => this.deeper());
    $("#lines").addEventListener("pointerleave", () => table.preview(null));
    $("#lines").addEventListener("focusout", (event) => { if (!$("#lines").contains(event.relatedTarget)) table.preview(null); });
    this.#reserve();
  }

  toggle(on = !this.on) {
    this.on = on;
    $("#analyse").checked = on;
    remember("analyse", on ? "yes" : "no");
    this.look();
  }

  toggleValues(on = !this.values) {
    this.values = on;
    $("#values").checked = on;
    remember("values", on ? "yes" : "no");
    if (on) this.sight.toggle(false);
    if (on && !this.on) this.toggle(true);
    else this.look();
  }

  deeper() {
    if ($("#deeper").disabled) return;
    this.seconds = Math.min(60, this.seconds * 4);
    this.look();
  }

  /** Look briefly at every position of this game, for the plot; then at the one on the board again. */
  analyseGame() {
    if ($("#analyse-game").disabled) return;
    this.on = true;
    $("#analyse").checked = true;
    remember("analyse", "yes");
    this.#reserve();
    this.wholeGame = true;
    this.#fillPlot();
  }

  /** The board shows another position. */
  moved() {
    this.seconds = USUAL_SECONDS;
    this.look();
  }

  look() {
    const { view, node } = this.table;
    this.#reserve();
    this.sight.look();
    $("#legend").hidden = !this.values;
    $("#legend-pieces").hidden = !view.moves.some((one) => !one.boxes.length && one.squares.length > 1);
    this.filling = null;
    if (!this.on || view.over || view.turn < 0) {
      this.analyst.stop();
      this.#show(view.over ? null : this.analyst.about(this.table.lineOf(node)));
      this.#plot();
      return;
    }
    this.analyst.ask(this.table.lineOf(node), { lines: this.#wanted(), seconds: this.seconds });
  }

  /** The network has looked, or does not any more: only one of the two puts numbers on the board. */
  #afterSight() {
    if (this.sight.on && this.values) this.toggleValues(false);
    else this.table.board.showValues(this.sight.on ? this.sight.values : null);
    if (!this.sight.on && this.values) this.look();
  }

  #wanted() {
    return this.values ? EVERY_MOVE : Number($("#line-count").value);
  }

  /** Room for the lines, so that nothing jumps when they come. */
  #reserve() {
    $("#lines").style.setProperty("--count", $("#line-count").value);
    $(".analysis").classList.toggle("off", !this.on);
  }

  #news(question) {
    if (this.filling === question.key) {
      this.#plot();
      if (!["waiting", "searching"].includes(question.state)) this.#fillPlot();
      return;
    }
    if (JSON.stringify(this.table.lineOf(this.table.node)) !== JSON.stringify(question.line)) return;
    this.#show(question);
    this.#plot();
    if (["done", "others wait"].includes(question.state)) this.#fillPlot();
  }

  /** When the position on the board is done, look briefly at those of this game that nothing is known about. */
  #fillPlot() {
    this.filling = null;
    if (!this.on) return;
    const { tree, node } = this.table;
    for (const one of tree.line(node)) {
      if (!this.#isUnknown(one)) continue;
      const line = this.table.lineOf(one);
      this.filling = JSON.stringify([line.game, line.parameters, line.start, line.moves]);
      this.analyst.ask(line, { lines: 1, seconds: QUICK_SECONDS });
      return;
    }
    if (this.wholeGame) {
      this.wholeGame = false;
      this.look();
    }
  }

  #isUnknown(node) {
    const known = this.analyst.about(this.table.lineOf(node));
    return !node.over && !(known && (known.analysis || known.state === "failed" || known.state === "done"));
  }

  // ── What is shown ──

  #show(question) {
    const { view, board } = this.table;
    const analysis = this.on ? question?.analysis : null;
    const best = analysis?.lines[0] ?? null;
    if (analysis) this.scale = Math.max(this.scale, ...analysis.lines.map((line) => Math.abs(line.value)));
    $("#verdict").textContent = view.over ? view.result : best ? verdict(view, best) : this.on ? (question?.error ? "" : "…") : "";
    $("#effort").textContent = this.#effort(question, analysis);
    $("#lines").replaceChildren(...(analysis?.lines ?? []).slice(0, Number($("#line-count").value)).map((line) => this.#line(line)));
    if (question?.error && this.on) $("#lines").replaceChildren(make("li", { class: "soft small" }, question.error));
    $("#deeper").disabled = !(this.on && analysis && !analysis.exact && ["done", "others wait"].includes(question.state) && this.seconds < 60);
    board.showArrows(analysis && !view.over ? analysis.lines.slice(0, Number($("#line-count").value)).map((line) => line.move) : []);
    board.showValues(this.sight.on ? this.sight.values : this.values && analysis ? this.#boardValues(analysis) : null);
    this.#bar(view, best);
    this.table.notice(this.analyst.compiling && this.on);
  }

  #effort(question, analysis) {
    if (!this.on || !question || question.error) return "";
    if (!analysis) return question.state === "waiting" ? "waiting …" : "";
    const depth = analysis.algorithm === "mcts" ? `${short(analysis.nodes)} games` : `depth ${analysis.depth} · ${short(analysis.nodes)}`;
    return `${certainty(analysis.lines[0])} · ${depth}${question.state === "others wait" ? " · others wait" : ""}`;
  }

  #line(line) {
    const { table } = this;
    const item = make("li", { tabindex: 0, "aria-label": `${certainty(line)} ${outlook(table.view, line)}: ${line.written ?? line.line.join(" ")}` });
    const steps = inParts(line).slice(0, 30).flatMap(({ number, move }, i) => [
      number ? make("span", { class: "number" }, `${number} `) : null,
      make("span", { class: "step", onpointerenter: () => table.preview(line.line.slice(0, i + 1)) }, move),
      " ",
    ]);
    item.append(make("span", { class: `badge numbers${line.exact ? " exact" : ""}` }, outlook(table.view, line)), make("span", { class: "steps-of-line" }, ...steps));
    item.addEventListener("focus", () => table.preview(line.line.slice(0, 30)));
    item.addEventListener("click", () => table.play(line.move));
    item.addEventListener("keydown", (event) => { if (event.key === "Enter") table.play(line.move); });
    return item;
  }

  #boardValues(analysis) {
    const first = analysis.lines[0];
    const values = {};
    for (const line of analysis.lines) {
      values[line.move] = {
        value: line.value,
        exact: line.exact,
        label: worth(this.table.view, line),
        share: 0.5 + (0.5 * Math.max(-this.scale, Math.min(this.scale, line.value))) / this.scale,
        best: line.value === first.value && line.distance === first.distance,
      };
    }
    return values;
  }

  #bar(view, best) {
    const bar = $("#bar");
    const end = this.table.ending();
    const value = end ? (end.payoffs[0] - end.payoffs[1]) / 2 : best ? forFirst(view, best.value) : null;
    bar.hidden = !view.zero_sum;
    bar.classList.toggle("unknown", value === null);
    bar.classList.toggle("flipped", this.table.board.isTurned);
    bar.classList.toggle("second-ahead", value < 0);
    const most = end ? Math.abs(value) || 1 : Math.max(this.scale, Math.abs(value));  // at the end the bar is full, or half for a draw
    $("#bar-fill").style.height = `${(50 + (50 * value) / most).toFixed(1)}%`;
    $("#bar-value").textContent = end ? written(view, end.payoffs) : onBar(view, best);
    bar.setAttribute("aria-label", end ? `The end: ${end.result}` : `Evaluation: ${whoIsAhead(view, best, value)}`);
  }

  #plot() {
    const { tree, node, view } = this.table;
    $(".plot").hidden = !view.zero_sum;
    if (!view.zero_sum) return;
    const line = tree.line(node);
    const points = line.map((one) => this.#pointOf(one));
    $("#analyse-game").disabled = !line.some((one) => this.#isUnknown(one));
    this.#review(line);
    plot($("#plot"), points.map((value) => (value === null ? null : Math.max(-1, Math.min(1, value / this.scale)))), node.ply, view.players, (ply) => this.table.go(line[ply]));
  }

  /** Where value was lost in this game, as far as it is known. */
  #review(line) {
    const { table } = this;
    const found = losses(line.map((one) => ({ node: one, analysis: one.over ? null : this.analyst.about(table.lineOf(one))?.analysis ?? null })), this.scale);
    showReview($("#review"), found, table.view.players, (node) => table.go(node));
  }

  #pointOf(node) {
    if (node.over) return node.payoffs[0];
    const analysis = this.analyst.about(this.table.lineOf(node))?.analysis;
    const best = analysis?.lines[0];
    return best ? (analysis.turn === 1 ? -best.value : best.value) : null;
  }
}

/** What the bar says in its narrow place; who is ahead is seen by the end at which it stands. */
function onBar(view, best) {
  if (!best) return "";
  if (best.distance != null) return worth(view, best).replace(/^[+−]/, "");
  return brief(Math.abs(best.exact ? best.value : inPoints(best.value)));
}

function whoIsAhead(view, best, value) {
  if (value === null) return "not known";
  if (value === 0) return "even";
  return `${value > 0 ? view.players[0] : view.players[1]} is ahead by ${label(Math.abs(value), best.exact)}`;
}
