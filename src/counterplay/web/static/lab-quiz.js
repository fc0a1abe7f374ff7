// Quiz mode: the blanks of the tree, checked and explained.
import { $, make } from "./dom.js";
import { TreeQuiz, task } from "./tree-quiz.js";

export class QuizMode {
  /** `changed()` is called when the quiz begins, ends, or asks something else. */
  constructor(changed) {
    Object.assign(this, { changed, quiz: null, asking: false, kinds: new Set(["value", "bounds", "cut"]) });
    $("#check").addEventListener("click", () => this.check());
    $("#solve").addEventListener("click", () => { this.forget(); this.quiz.solve(); this.quiz.check(); $("#score").textContent = "This is the solution. Step through the search to see how it comes about."; });
    $("#clear").addEventListener("click", () => { this.forget(); this.quiz.clear(); });
    for (const box of $("#asked-kinds").querySelectorAll("input")) {
      box.addEventListener("change", () => {
        this.kinds = new Set([...$("#asked-kinds").querySelectorAll("input:checked")].map((one) => one.value));
        if (!this.kinds.size) { this.kinds.add(box.value); box.checked = true; }
        this.ask(true);
        this.changed();
      });
    }
  }

  /** Another exercise: its questions, or null where there are none (two searches, Monte Carlo, too many nodes). */
  take(view, why) {
    this.quiz = view && view.data.quiz.length ? new TreeQuiz(view) : null;
    this.why = why;
    if (this.quiz) this.quiz.onedit = () => this.forget();
    $("#mode-quiz").disabled = !this.quiz;
    $("#mode-quiz").title = this.quiz ? "Do the search by hand (q)" : why;
    if (!this.quiz) this.asking = false;
    this.ask(this.asking);
  }

  ask(asking) {
    this.asking = asking && this.quiz !== null;
    if (this.quiz) { this.quiz.kinds = this.kinds; this.quiz.ask(this.asking); }
    const bounds = this.quiz?.view.data.bounds ?? false;
    for (const box of $("#asked-kinds").querySelectorAll("input")) box.checked = this.kinds.has(box.value);
    $("#asked-kinds").hidden = !bounds;
    $("#task").textContent = task(bounds, this.kinds);
    $("#quiz").hidden = !this.asking;
    $("#work").classList.toggle("asking", this.asking);
    $("#mode-steps").setAttribute("aria-pressed", !this.asking);
    $("#mode-quiz").setAttribute("aria-pressed", this.asking);
    this.forget();
  }

  forget() {
    $("#score").textContent = "";
    $("#marks").hidden = true;
  }

  check() {
    const { right, counted, wrong } = this.quiz.check();
    $("#score").textContent = wrong.length ? `${right} of ${counted} right.` : `All ${counted} right. Well done!`;
    $("#marks").replaceChildren(make("h2", {}, "What was wrong, and why"), make("ul", {}, ...wrong.map((one) => make("li", {}, make("button", { type: "button", class: "quiet", onclick: () => this.goTo(one) }, one.text), make("p", {}, one.why)))));
    $("#marks").hidden = !wrong.length;
  }

  goTo(question) {
    const target = question.kind === "cut" ? this.quiz.view.edges.get(question.node) : this.quiz.blanks.get(question.key);
    target.scrollIntoView({ block: "center", inline: "center" });
    target.focus();
  }
}
