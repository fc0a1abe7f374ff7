// One search on the page: its name, its sentence, its tree, its counts.
import { draw, make, picture } from "./dom.js";
import { nameOf, orderOf } from "./lab-exercise.js";
import { TreeView } from "./tree-view.js";

const SMALLEST = 0.72, SMALLEST_TO_WRITE_ON = 1, LARGEST = 1.15;

export class Pane {
  constructor(search, traced) {
    Object.assign(this, { search, traced, size: 1, zoomed: false });
    const svg = picture(traced.svg, { classes: true });
    const overview = traced.overview ? picture(traced.overview, { classes: true }) : null;
    svg.querySelectorAll(".board").forEach((board) => board.classList.add("drawn"));
    this.natural = { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
    this.sentence = make("p", { class: "sentence", role: "status", "aria-live": "polite" });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group", "aria-label": `The tree of ${nameOf(search)}` }, svg);
    this.tally = make("section", { class: "tally panel", "aria-label": `How much ${nameOf(search)} looked at` });
    this.way = make("nav", { class: "way soft small", "aria-label": "The way from the root", hidden: true });
    this.overview = overview ? make("div", { class: "overview", "aria-hidden": "true" }, overview) : null;
    this.element = make("article", { class: "pane panel" },
      make("header", {}, make("h2", {}, nameOf(search)), make("span", { class: "soft small" }, orderOf(search)), this.way),
      this.sentence,
      this.overview,
      this.stage, legend(traced, new Set([...svg.querySelectorAll("g.node")].map((g) => g.classList[1]))));
    this.view = new TreeView(svg, traced.data, overview);
    this.leavesBy = [];
    let leaves = 0;
    for (const [, kind] of traced.data.steps) this.leavesBy.push((leaves += kind === "terminal" || kind === "evaluate" ? 1 : 0));
    this.prepareTally();
    this.dragToScroll();
  }

  show(step, waits = false) {
    this.view.show(step);
    this.element.classList.toggle("waits", waits);
    this.sentence.textContent = waits ? "Waits: it never looks there." : this.view.sentence;
    this.follow(this.opened ? "auto" : "instant");
    this.opened = true;
    this.showWay();
    this.showTally();
  }

  /** Where a tree is first seen: its root in the middle, at once. A wide stage begins at the tree's left edge, and gliding from there takes seconds.
      The first step that is shown goes from there to the node at work, at once too: a link may lead far into the tree. */
  beginAtRoot() {
    const box = this.view.boxOf(String(this.view.root)), frame = this.stage.getBoundingClientRect();
    this.stage.scrollBy({ left: (box.left + box.right - frame.left - frame.right) / 2, behavior: "instant" });
    this.opened = false;
  }

  follow(behavior = "auto") {
    const { view, overview } = this, bar = view.bars.get(view.current)?.getBoundingClientRect();
    view.follow(this.stage, view.current, behavior);
    if (!bar) return;
    const frame = overview.getBoundingClientRect();
    overview.scrollTop += Math.min(0, bar.top - frame.top) + Math.max(0, bar.bottom - frame.bottom);
  }

  /** Where the tree is larger than its stage: the moves that lead from the root to where the search is, each a way back there. */
  showWay() {
    const { view, stage } = this;
    this.way.hidden = view.blank || (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight);
    const way = view.way(view.current);
    if (way.join() === this.wayShown) return;
    this.wayShown = way.join();
    const focused = [...this.way.children].indexOf(document.activeElement);
    this.way.replaceChildren(...way.map((index, depth) => make("button", {
      type: "button",
      class: "quiet",
      title: depth ? "Show this node" : "Show the root",
      onclick: () => { view.choose(index); view.reveal(index); },
    }, depth ? view.data.nodes[index].action : "root")));
    if (focused >= 0) this.way.children[Math.min(focused, way.length - 1)].focus({ preventScroll: true });  // whoever was on the way stays on it
  }

  // ── Size ──
  /** The size at which the whole tree is seen. */
  get fitting() {
    const room = this.stage.clientWidth - 10, height = Math.max(300, parseFloat(getComputedStyle(this.stage).maxHeight) - 10);
    return Math.min(room / this.natural.width, height / this.natural.height, LARGEST);
  }

  /** The size to begin with: small print stays readable, then the stage scrolls. */
  get automatic() {
    return Math.max(this.view.blank ? SMALLEST_TO_WRITE_ON : SMALLEST, this.fitting);
  }

  scale(size) {
    this.size = size;
    this.view.svg.setAttribute("width", Math.round(this.natural.width * size));
    this.view.svg.setAttribute("height", Math.round(this.natural.height * size));
    this.follow();
    this.showWay();
  }

  dragToScroll() {
    const { stage } = this;
    let from = null;
    stage.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest("input, .node, .edge-group")) return;
      from = { x: event.clientX + stage.scrollLeft, y: event.clientY + stage.scrollTop };
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => { if (from) stage.scrollTo({ left: from.x - event.clientX, top: from.y - event.clientY, behavior: "instant" }); });
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => { from = null; });
  }

  // ── Counts ──
  prepareTally() {
    const { counts } = this.traced;
    this.tally.hidden = !counts;
    if (!counts) return;
    this.tally.append(make("h2", {}, `${nameOf(this.search)}, ${orderOf(this.search)}`));
    const whole = counts.leaves, b = short(counts.branching), d = counts.depth, sign = counts.uniform ? "=" : "≈";
    const rows = [
      ["Leaves looked at", null, "looked"],
      [`All leaves, b^d ${sign} ${b}^${d}`, whole, "full", counts.complete ? "" : "over "],
      ["Best order, b^⌈d/2⌉ + b^⌊d/2⌋ − 1", counts.fewest, "fewest"],
      ["b^(d/2)", counts.half, "half"],
    ].filter(([, number, name]) => number !== null || name === "looked");
    this.tally.append(...rows.map(([words, number, name, before = ""]) => {
      const bar = make("span", { class: `bar-fill ${name}` }), told = make("span", { class: "numbers" }, number === null ? "" : before + short(number));
      if (number !== null) bar.style.width = `${Math.max(1, (100 * Math.min(number, whole)) / whole)}%`;
      if (name === "looked") Object.assign(this, { looked: bar, lookedTold: told });
      const label = make("span", { class: "tally-label" });
      label.append(...powers(words));
      return make("div", { class: `tally-row ${name}` }, label, make("span", { class: "bar-track" }, bar), told);
    }));
    this.wholeTally = whole;
  }

  showTally() {
    if (!this.looked) return;
    const now = this.leavesBy[this.view.at], { leaves } = this.traced.counts;
    this.looked.style.width = `${(100 * now) / this.wholeTally}%`;
    this.lookedTold.textContent = `${now}`;
    this.looked.parentElement.title = `${now} of ${leaves} leaves`;
  }
}

/** What the signs of a tree mean: only those that it has. */
function legend({ data, points }, kinds) {
  const sign = (name, shape) => draw("svg", { viewBox: "0 0 17 15", "aria-hidden": "true" }, draw("g", { class: `node ${name}` }, shape));
  const rows = [
    [kinds.has("max"), sign("max", draw("path", { class: "shape", d: "M8.5 1.5l7 12h-14z" })), "Max takes the largest"],
    [kinds.has("min"), sign("min", draw("path", { class: "shape", d: "M8.5 13.5l7-12h-14z" })), "Min takes the smallest"],
    [kinds.has("chance"), sign("chance", draw("circle", { class: "shape", cx: 8.5, cy: 7.5, r: 6 })), "chance takes the average"],
    [kinds.has("player") && !data.growing, sign("player", draw("rect", { class: "shape", x: 1, y: 2, width: 15, height: 11, rx: 5.5 })), "each player takes what is best for them"],
    [data.bounds, make("b", {}, "α"), "what Max can have elsewhere"],
    [data.bounds, make("b", {}, "β"), "what Min can have elsewhere"],
    [data.bounds, draw("svg", { viewBox: "0 0 17 15", "aria-hidden": "true" }, draw("path", { d: "M3 11l5-7M8 11l5-7", stroke: "currentColor", "stroke-width": 2, fill: "none" })), "cut: never searched"],
    [data.bounds, make("b", {}, points ? "≤+0.25" : "≤2"), `after a cut: at most ${points ? "+0.25" : "2"} is all that is known`],
    [points, make("b", {}, "+0.25"), `in ${points}, ${kinds.has("player") ? "for each player" : "as Max sees it"}; M where the game is won`],
    [data.growing, make("b", {}, "3/5"), `${data.record}, for who moved there${data.ucb ? "; below it mean payoff + bonus = UCB1" : ""}`],
  ];
  return make("p", { class: "legend" }, ...rows.filter(([there]) => there).map(([, picture, words]) => make("span", {}, picture, words)));
}

const short = (number) => (Number.isInteger(number) ? number.toLocaleString("en") : number >= 1000 ? Math.round(number).toLocaleString("en") : number.toPrecision(3).replace(/\.?0+$/, ""));

/** `b^d` with real superscripts. */
const powers = (words) => words.split(/(\^(?:\([^)]*\)|⌈[^⌉]*⌉|⌊[^⌋]*⌋|[\w.]+))/).filter(Boolean).map((part) => (part.startsWith("^") ? make("sup", {}, part.slice(1).replace(/^\(|\)$/g, "")) : part));
