// A drawn tree that shows a search step by step. The drawing and every look come from the trace; here they are only put on.

/** The tree in `svg`, with the data of `moving.py`; `overview` is the icicle of a big tree, or null. */
export class TreeView {
  constructor(svg, data, overview = null) {
    Object.assign(this, { svg, data, overview, at: 0, chosen: null, blank: false, last: data.steps.length - 1, onchoose: () => {} });
    this.nodes = new Map([...svg.querySelectorAll("g[data-node]")].map((g) => [g.dataset.node, g]));
    this.edges = new Map([...svg.querySelectorAll("g[data-edge]")].map((g) => [g.dataset.edge, g]));
    this.bars = new Map([...(overview?.querySelectorAll("g[data-node]") ?? [])].map((g) => [g.dataset.node, g]));
    this.kinds = new Map([...this.nodes].map(([index, g]) => [index, g.classList[1]]));
    this.cut = new Set([...this.edges].filter(([, g]) => g.classList.contains("cut")).map(([index]) => index));
    this.line = new Set(data.line.map(String));
    this.painted = new Map();
    svg.querySelectorAll(".halo").forEach((halo) => halo.remove());
    svg.querySelectorAll("g.node > title").forEach((title) => title.remove()); // they would tell the end of the story
    svg.classList.toggle("growing", data.growing);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The tree");
    for (const [index, g] of this.nodes) {
      g.setAttribute("role", "button");
      g.setAttribute("tabindex", "-1");
      const flip = () => { if (!this.blank) this.choose(this.chosen === index ? null : index); };
      g.addEventListener("click", flip);
      g.addEventListener("keydown", (event) => {
        if (event.target !== g || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        event.stopPropagation();
        flip();
      });
    }
    this.nodes.get(String(this.root)).setAttribute("tabindex", "0");
    for (const [index, bar] of this.bars) bar.addEventListener("click", () => { this.choose(index); this.reveal(index); });
  }

  get root() { return Number(this.nodes.keys().next().value); }
  get current() { return this.last < 0 ? String(this.root) : String(this.data.steps[this.at][0]); }
  get sentence() { return this.last < 0 ? "" : this.data.steps[this.at][2]; }

  /** How a node looks at a step: status, value, alphas, betas, note, and the long form of the note. */
  look(index, step = this.at) {
    const history = this.data.looks[index] ?? [];
    let low = 0, high = history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history[middle][0] <= step) low = middle + 1; else high = middle;
    }
    if (low) return history[low - 1].slice(1);
    return ["unseen", this.data.nodes[index].foreseen, [], [], "", ""];
  }

  show(step) {
    this.at = Math.max(0, Math.min(this.last, step));
    const phases = this.data.growing ? this.phases() : new Map(), current = this.current;
    for (const index of this.nodes.keys()) {
      const classes = [];
      if (index === current) classes.push("current");
      if (index === this.chosen) classes.push("chosen");
      if (this.at === this.last && this.line.has(index)) classes.push("line");
      if (phases.has(index)) classes.push(`phase-${phases.get(index)}`);
      this.paint(index, this.blank ? this.blankLook(index) : this.look(index), this.blank ? [] : classes);
    }
    this.playout();
  }

  blankLook(index) {
    const { leaf, foreseen } = this.data.nodes[index];
    return [leaf ? "open" : "blank-node", leaf ? foreseen : "", [], [], "", ""];
  }

  paint(index, look, classes) {
    const key = JSON.stringify([look, classes]);
    if (this.painted.get(index) === key) return;
    this.painted.set(index, key);
    const g = this.nodes.get(index), [status, value, alphas, betas, note] = look;
    g.setAttribute("class", ["node", this.kinds.get(index), status, ...classes].join(" "));
    g.setAttribute("aria-label", this.told(index, look));
    g.setAttribute("aria-pressed", index === this.chosen);
    const put = (name, write) => { const text = g.querySelector(`:scope > .${name}`); if (text) write(text); };
    put("value", (text) => { text.textContent = value || "\u00a0"; });
    put("bound.alpha", (text) => spans(text, "α", alphas));
    put("bound.beta", (text) => spans(text, "β", betas));
    put("note", (text) => { text.textContent = note; });
    const kept = classes.filter((name) => name === "line" || name.startsWith("phase-"));
    this.edges.get(index)?.setAttribute("class", ["edge-group", status, this.cut.has(index) && !this.blank ? "cut" : "", ...kept].join(" "));
    this.bars.get(index)?.setAttribute("class", [status, ...classes].join(" "));
  }

  /** A node in words, for people who listen. */
  told(index, [status, value, alphas, betas, note]) {
    const words = [this.data.nodes[index].place];
    if (status === "skipped") words.push("cut, never searched");
    else if (status === "unseen") words.push("not searched yet");
    if (value) words.push(this.data.growing ? value : `value ${value}`);
    if (alphas.length) words.push(`alpha ${alphas.at(-1)}`, `beta ${betas.at(-1)}`);
    if (note) words.push(`UCB1 ${note}`);
    return words.join(", ");
  }

  // ── Monte Carlo: the four phases ──
  /** The nodes of the simulation that is going on, each with the last phase that touched it. */
  phases() {
    const steps = this.data.steps, found = new Map();
    let first = this.at;
    while (first > 0 && !(steps[first][1] === "select" && steps[first][0] === this.root)) first -= 1;
    for (let step = first; step <= this.at && step >= 0; step += 1) found.set(String(steps[step][0]), steps[step][1]);
    return found;
  }

  /** While a playout runs: a wavy line below its node, and how it ended. */
  playout() {
    this.svg.querySelector(".playout")?.remove();
    if (!this.data.growing || this.last < 0 || this.data.steps[this.at][1] !== "simulate") return;
    const node = this.nodes.get(this.current), group = element("g", { class: "playout" });
    const noted = this.look(this.current)[4] ? 16 : 0, bottom = node.querySelector(".shape").getBBox().height / 2 + noted;
    group.append(element("path", { d: `M0 ${bottom + 2}q6 4 0 8t0 8t0 8` }), element("text", { y: bottom + 40, "text-anchor": "middle", "font-size": 12.5 }, this.data.steps[this.at][3]));
    node.append(group);
  }

  // ── Choosing ──
  choose(index) {
    this.chosen = index;
    this.show(this.at);
    this.onchoose(index);
  }

  /** The node beside one: "up", "down", "left" or "right"; itself where there is none. */
  beside(index, direction) {
    const node = this.data.nodes[index], above = node.parent === null ? null : this.data.nodes[node.parent];
    if (direction === "up") return above ? String(node.parent) : index;
    if (direction === "down") return String(node.children[0] ?? index);
    if (!above) return index;
    return String(above.children[above.children.indexOf(Number(index)) + (direction === "left" ? -1 : 1)] ?? index);
  }

  /** Scroll a node into the middle of its stage if it is near the edge or outside; with the root, where there is room for both. */
  follow(stage, index = this.current, behavior = "auto") {
    if (!this.nodes.has(index) || (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight)) return;
    const box = this.boxOf(index), root = this.boxOf(String(this.root)), frame = stage.getBoundingClientRect();
    const off = (from, to) => {
      const low = frame[from], high = frame[to], first = Math.min(box[from], root[from]), last = Math.max(box[to], root[to]);
      if (box[from] >= low + 40 && box[to] <= high - 60) return 0;
      return ((last - first <= high - low - 120 ? first + last : box[from] + box[to]) - low - high) / 2;
    };
    stage.scrollBy({ left: off("left", "right"), top: off("top", "bottom"), behavior });
  }

  /** Where the shape of a node is in the window. */
  boxOf(index) {
    const g = this.nodes.get(index);
    return (g.querySelector(".shape") ?? g).getBoundingClientRect();
  }

  reveal(index) { this.nodes.get(index)?.scrollIntoView({ block: "nearest", inline: "center" }); }

  /** The steps at a node: their numbers and sentences. */
  history(index) {
    const found = [];
    this.data.steps.forEach(([where, , sentence], step) => { if (String(where) === index) found.push([step, sentence]); });
    return found;
  }

  /** The nodes from the root to a node, both included. */
  way(index) {
    const found = [];
    for (let at = index; this.data.nodes[at]; at = this.data.nodes[at].parent) found.unshift(String(at));
    return found;
  }

  /** The moves from the root to a node. */
  path(index) { return this.way(index).slice(1).map((one) => this.data.nodes[one].action); }
}

const element = (tag, attributes, text = "") => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
};

/** The letter of a bound, its old values struck out, and the one that holds. */
const spans = (text, letter, values) => {
  text.replaceChildren();
  if (!values.length) return;
  text.append(element("tspan", { class: "letter" }, letter));
  values.forEach((value, i) => text.append(element("tspan", { class: i < values.length - 1 ? "old" : "now", dx: 4 }, value)));
};
