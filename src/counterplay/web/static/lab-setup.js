// The form of an exercise: where the tree comes from, which searches run on it.
import { $, make } from "./dom.js";
import { ALGORITHMS, GROWING, ORDERS, RANDOM, SEARCH, exampleOf, keyOf, nameOf, suited, whole } from "./lab-exercise.js";

const SOURCES = ["example", "tree", "random", "position"];

export class Setup {
  /** `change(exercise, keep)` is called with every new exercise; `keep` says that the tree is the same. */
  constructor(examples, games, change) {
    Object.assign(this, { examples, games, change, exercise: null, text: "" });
    $("#example").append(...examples.map((one) => make("option", { value: one.name }, one.title)));
    $("#game").append(...games.filter((game) => !game.properties.hidden_information && !game.properties.simultaneous).map((game) => make("option", { value: game.name }, game.title)));
    for (const button of $("#sources").querySelectorAll("button")) button.addEventListener("click", () => this.open(button.dataset.source));
    $("#example").addEventListener("change", () => this.takeExample());
    $("#tree-text").form.addEventListener("submit", (event) => { event.preventDefault(); this.takeTree(); });
    $("#tree-text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.takeTree(); });
    $("#random-seed").form.addEventListener("submit", (event) => { event.preventDefault(); this.takeRandom(); });
    $("#another").addEventListener("click", () => { $("#random-seed").value = Math.floor(Math.random() * 10_000); this.takeRandom(); });
    $("#game").addEventListener("change", () => { this.parameters(); $("#position-start").value = ""; $("#position-moves").value = ""; $("#position-depth").value = ""; this.takePosition(); });
    $("#game").form.addEventListener("submit", (event) => { event.preventDefault(); this.takePosition(); });
    $("#compare").addEventListener("click", () => this.compare());
  }

  /** Fill the form with an exercise; `text` is its tree as it can be edited. */
  fill(exercise, text = null) {
    this.exercise = structuredClone(exercise);
    const { source } = exercise, example = exampleOf(exercise, this.examples);
    this.open(example ? "example" : source.kind, false);
    if (example) $("#example").value = example.name;
    $("#example-words").textContent = (example ?? this.examples.find((one) => one.name === $("#example").value)).words;
    if (source.kind === "tree") $("#tree-text").value = source.text;
    else if (text) $("#tree-text").value = text;
    const random = source.kind === "random" ? source : RANDOM;
    for (const name of ["branching", "levels", "least", "most", "seed"]) $(`#random-${name}`).value = random[name];
    if (source.kind === "position") {
      $("#game").value = source.game;
      this.parameters(source.parameters);
      $("#position-start").value = source.start ?? "";
      $("#position-moves").value = (source.moves ?? []).join(" ");
      $("#position-depth").value = exercise.depth ?? "";
    } else if (!$("#game-parameters").children.length) this.parameters();
    $("#setup-summary").textContent = this.words(exercise);
    this.searches();
  }

  /** An exercise in a few words: what is searched, and how. */
  words(exercise) {
    const { source, depth, searches } = exercise;
    const name = exampleOf(exercise, this.examples)?.title ?? { tree: "your own tree", random: `a random tree, seed ${source.seed}`, position: this.games.find((game) => game.name === source.game)?.title ?? source.game }[source.kind];
    return `${name}${depth ? `, ${depth} ${depth === 1 ? "ply" : "plies"} deep` : ""} · ${searches.map(nameOf).join(" and ")}`;
  }

  /** Show one way to get a tree; nothing changes before something is chosen there. */
  open(source, focus = true) {
    for (const button of $("#sources").querySelectorAll("button")) button.setAttribute("aria-pressed", button.dataset.source === source);
    for (const part of document.querySelectorAll(".source")) part.hidden = part.dataset.source !== source;
    if (focus) document.querySelector(`.source[data-source="${source}"]`).querySelector("select, textarea, input").focus();
  }

  step(direction) {
    const open = SOURCES.findIndex((name) => !document.querySelector(`.source[data-source="${name}"]`).hidden);
    this.open(SOURCES[(open + direction + SOURCES.length) % SOURCES.length]);
  }

  // ── Trees ──
  takeExample() { this.change(structuredClone(this.examples.find((one) => one.name === $("#example").value).exercise)); }

  takeTree() { this.take({ kind: "tree", text: $("#tree-text").value.trim() || "?" }); }

  takeRandom() {
    const source = { kind: "random" };
    for (const name of ["branching", "levels", "least", "most", "seed"]) source[name] = Number($(`#random-${name}`).value || RANDOM[name]);
    this.take(source);
  }

  takePosition() {
    const parameters = {};
    for (const input of $("#game-parameters").querySelectorAll("input")) {
      if (input.type === "checkbox") parameters[input.name] = input.checked;
      else { try { parameters[input.name] = JSON.parse(input.value); } catch { parameters[input.name] = input.value; } }
      if (JSON.stringify(parameters[input.name]) === input.dataset.usual) delete parameters[input.name];
    }
    const source = { kind: "position", game: $("#game").value, parameters, start: $("#position-start").value.trim() || null, moves: $("#position-moves").value.split(/\s+/).filter(Boolean) };
    this.take(source, Number($("#position-depth").value) || null);
  }

  /** Another tree: the searches stay, but for what was said of the old tree's nodes. */
  take(source, depth = null) {
    const searches = this.exercise.searches.map((search) => ({ ...search, swaps: [], alpha: null, beta: null }));
    this.change({ source, depth, searches: suited(searches, source, this.games) });
  }

  parameters(given = {}) {
    const game = this.games.find((one) => one.name === $("#game").value);
    $("#game-parameters").replaceChildren(...(game?.parameters ?? []).filter((one) => one.kind !== "values").map((one) => {
      const usual = JSON.stringify(one.value), value = given?.[one.name] ?? one.value;
      if (one.kind === "yes or no") return make("label", { class: "check" }, make("input", { type: "checkbox", name: one.name, checked: value, "data-usual": usual }), one.label);
      return make("label", {}, one.label, make("input", { type: "text", name: one.name, value: typeof value === "string" ? value : JSON.stringify(value), "data-usual": usual }));
    }));
  }

  // ── Searches ──
  compare() {
    const { searches } = this.exercise;
    if (searches.length === 2) this.change({ ...this.exercise, searches: searches.slice(0, 1) }, true);
    else this.change({ ...this.exercise, searches: [...searches, whole({ ...searches[0], ...(searches[0].algorithm === "alphabeta" ? { algorithm: "minimax", hard: false, alpha: null, beta: null } : searches[0].algorithm === "minimax" ? { algorithm: "alphabeta" } : {}) })] }, true);
  }

  set(number, changes) {
    const searches = this.exercise.searches.map((search, i) => (i === number ? { ...search, ...changes } : search));
    this.change({ ...this.exercise, searches }, true);
  }

  searches() {
    const { searches } = this.exercise;
    $("#searches").replaceChildren(...searches.map((search, number) => this.block(search, number)));
    $("#compare").textContent = searches.length === 2 ? "− Only the first search" : "+ Compare with a second search";
  }

  block(search, number) {
    const field = (label, name, attributes) => make("label", {}, label, make("input", {
      type: "number", value: search[name] === null ? "" : String(search[name]), "data-field": name, ...attributes,
      onchange: (event) => this.set(number, { [name]: event.target.value === "" ? SEARCH[name] : Number(event.target.value) }),
    }));
    const select = (label, name, options, value, take) => make("label", { class: "wide" }, label, make("select", { "data-field": name, onchange: (event) => take(event.target.value) },
      ...options.map(([key, words]) => make("option", { value: key, selected: key === value }, words))));
    const algorithm = select(number ? "against" : "Algorithm", "algorithm", ALGORITHMS, keyOf(search), (key) => {
      const [name, hard] = key.split(" ");
      this.set(number, { algorithm: name, hard: Boolean(hard), ...(name === "alphabeta" ? {} : { alpha: null, beta: null }) });
    });
    const settings = GROWING.has(search.algorithm)
      ? [field("Simulations", "simulations", { min: 1, max: 1000 }), search.algorithm === "mcts" ? field("C of UCB1", "exploration", { min: 0, step: "any" }) : null, field("Seed", "seed", { min: 0 })]
      : [select("Order of moves", "order", ORDERS, search.order, (order) => this.set(number, { order, swaps: [] })),
        search.algorithm === "alphabeta" ? field("α", "alpha", { placeholder: "−∞", step: "any", title: "Alpha at the root: what Max has already (in chess, in pawns)" }) : null,
        search.algorithm === "alphabeta" ? field("β", "beta", { placeholder: "+∞", step: "any", title: "Beta at the root: what Min has already (in chess, in pawns)" }) : null];
    return make("div", { class: "search-block" }, algorithm, ...settings.filter(Boolean));
  }
}
