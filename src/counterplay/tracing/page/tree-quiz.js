// The quiz on a tree: blanks at the nodes, branches to mark. The answers come from the trace; here they are only compared.

const NEVER = new Set(["", "-", "–", "—", "x"]);

const WON = 10_000;  // as in model.py: a game that is won, where people count in pawns

const number = (text) => {
  const plain = text.trim().replaceAll("−", "-").toLowerCase();
  if (/^[+-]?(∞|inf|infinity|oo)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  if (/^[+-]?m$/.test(plain)) return plain.startsWith("-") ? -WON : WON;
  const [over, under, ...rest] = plain.split("/");
  const one = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/;
  if (rest.length || !one.test(over) || (under !== undefined && !one.test(under))) return NaN;
  return Number(over) / (under === undefined ? 1 : Number(under));
};

/** Numbers as people write them: 3, −1, 1/2, inf, (1, 2, 6). */
const read = (text) => text.trim().replace(/^[([<\s]+|[)\]>\s]+$/g, "").split(/[,;\s]+/).map(number);
const near = (a, b) => a === b || (Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= Math.max(5e-3, 5e-3 * Math.abs(b)));
const infinite = (answer) => (answer === "inf" ? Infinity : answer === "-inf" ? -Infinity : answer);

/** The blanks of a `TreeView`. `kinds` says what is asked: value, bounds, cut. */
export class TreeQuiz {
  constructor(view) {
    this.view = view;
    this.all = view.data.quiz.map(([key, kind, node, text, answer, shown, why]) => ({ key, kind, node: String(node), text, answer: infinite(answer), shown, why }));
    this.kinds = new Set(["value", "bounds", "cut"]);
    this.blanks = new Map();
    this.marked = new Set();
    this.asking = false;
    this.onedit = () => {};
    for (const question of this.all) if (question.kind !== "cut") this.addBlank(question);
    for (const [index, edge] of view.edges) this.addMark(index, edge);
    this.ask(false);
  }

  get questions() { return this.all.filter(({ kind }) => this.kinds.has(kind === "alpha" || kind === "beta" ? "bounds" : kind)); }

  addBlank(question) {
    const g = this.view.nodes.get(question.node), shape = g.querySelector(".shape").getBBox();
    const kind = this.view.kinds.get(question.node), vector = Array.isArray(question.answer);
    const letter = { alpha: "α", beta: "β" }[question.kind] ?? "";
    let x = shape.x + shape.width + 2, y = question.kind === "alpha" ? -24 : 1, width = 38;
    if (!letter) {
      width = vector ? Math.max(64, shape.width - 40) : 34;
      x = (vector ? 12 : 0) - width / 2;
      y = (kind === "max" ? 9 : kind === "min" ? -9 : 0) - 11;
    }
    const place = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
    for (const [name, value] of Object.entries({ x, y, width: width + (letter ? 14 : 0), height: 24, class: `asked ${question.kind}` })) place.setAttribute(name, value);
    const row = document.createElement("p"), input = document.createElement("input");
    row.className = "letters";
    Object.assign(input, { type: "text", className: "blank", autocomplete: "off", title: question.text });
    input.setAttribute("aria-label", question.text);
    input.setAttribute("inputmode", "text");
    input.addEventListener("input", () => { this.unmark(); this.onedit(); });
    input.addEventListener("click", (event) => event.stopPropagation());
    row.append(letter, input);
    place.append(row);
    this.blanks.set(question.key, input);
    g.append(place);
  }

  addMark(index, edge) {
    const question = this.all.find((one) => one.key === `cut:${index}`);
    edge.setAttribute("aria-label", question?.text ?? "Is this branch cut?");
    const flip = () => {
      if (!this.asking || !this.kinds.has("cut")) return;
      if (!this.marked.delete(index)) this.marked.add(index);
      this.unmark();
      this.mark();
      this.onedit();
    };
    edge.addEventListener("click", flip);
    edge.addEventListener("keydown", (event) => {
      if (!this.asking || (event.key !== " " && event.key !== "Enter")) return;
      event.preventDefault();
      event.stopPropagation();
      flip();
    });
  }

  /** Show the blanks, or hide them and show the search again. */
  ask(asking) {
    this.asking = asking;
    this.view.blank = asking;
    const cuts = asking && this.view.data.bounds && this.kinds.has("cut"), asked = new Set(this.questions.map((one) => one.key));
    for (const [key, input] of this.blanks) input.closest(".asked").style.display = asking && asked.has(key) ? "" : "none";
    for (const [, edge] of this.view.edges) {
      edge.removeAttribute("aria-hidden");
      if (cuts) { edge.setAttribute("tabindex", "0"); edge.setAttribute("role", "checkbox"); }
      else { for (const name of ["tabindex", "role", "aria-checked"]) edge.removeAttribute(name); edge.setAttribute("aria-hidden", "true"); }
    }
    this.view.svg.classList.toggle("quizzing", asking);
    this.view.svg.classList.toggle("asks-cuts", cuts);
    this.view.painted.clear();
    this.view.show(this.view.at);
    if (asking) this.mark();
  }

  mark() {
    for (const [index, edge] of this.view.edges) {
      edge.classList.toggle("marked", this.marked.has(index));
      if (edge.hasAttribute("role")) edge.setAttribute("aria-checked", this.marked.has(index));
    }
  }

  unmark() {
    this.view.svg.querySelectorAll(".good, .bad, .unread").forEach((one) => one.classList.remove("good", "bad", "unread"));
    this.view.svg.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  }

  /** "right", "wrong" or, where nobody can tell what was meant, "unread". */
  verdict(question) {
    if (question.kind === "cut") return this.marked.has(question.node) === question.answer ? "right" : "wrong";
    const text = this.blanks.get(question.key).value;
    if (NEVER.has(text.trim().toLowerCase())) return question.answer === null ? "right" : "wrong";
    const given = read(text), answer = [question.answer].flat().map(Number);
    if (given.some(Number.isNaN)) return "unread";
    if (question.answer === null) return "wrong";
    return given.length === answer.length && given.every((one, i) => near(one, answer[i])) ? "right" : "wrong";
  }

  /** Mark every answer: how many were right of how many, and the wrong ones with the reason why. */
  check() {
    this.unmark();
    const wrong = [];
    let counted = 0, right = 0;
    for (const question of this.questions) {
      const verdict = this.verdict(question), isMarked = this.marked.has(question.node);
      const merit = question.kind !== "cut" || question.answer || isMarked; // a branch that is searched and was left alone is no merit
      counted += merit ? 1 : 0;
      right += merit && verdict === "right" ? 1 : 0;
      if (verdict === "unread") wrong.push({ ...question, why: `“${this.blanks.get(question.key).value}” is not a number: write 3, −1, 1/2 or inf.` });
      else if (verdict === "wrong") wrong.push(question);
      const sign = { right: "good", wrong: "bad", unread: "unread" }[verdict];
      if (question.kind === "cut") { if (merit) this.view.edges.get(question.node).classList.add(sign); }
      else {
        this.blanks.get(question.key).classList.add(sign);
        this.blanks.get(question.key).setAttribute("aria-invalid", verdict !== "right");
      }
    }
    return { right, counted, wrong };
  }

  /** Fill in what the search did. */
  solve() {
    this.clear();
    for (const question of this.questions) {
      if (question.kind === "cut") { if (question.answer) this.marked.add(question.node); }
      else this.blanks.get(question.key).value = question.shown || "–";
    }
    this.mark();
  }

  clear() {
    this.marked.clear();
    this.blanks.forEach((input) => { input.value = ""; });
    this.unmark();
    this.mark();
  }
}

/** What the student is asked to do; `kinds` as those of the quiz. */
export const task = (bounds, kinds) => {
  if (!bounds) return "Do the search by hand: write the value of every inner node.";
  const blanks = [kinds.has("value") ? "the value of every inner node" : "", kinds.has("bounds") ? "its α and β when the search leaves it" : ""].filter(Boolean);
  const write = blanks.length ? `write ${blanks.join(" and ").replace(/^its/, "at every inner node its")} (nothing where it never goes)` : "";
  return `Do the search by hand: ${[write, kinds.has("cut") ? "choose the branches that are cut" : ""].filter(Boolean).join(", and ")}.`;
};
