// The page that is a file: a tree, its steps, its quiz. It loads nothing.
import { TreeView } from "./tree-view.js";
import { Stepper } from "./tree-stepper.js";
import { TreeQuiz, task } from "./tree-quiz.js";

const by = (id) => document.getElementById(id);
const data = JSON.parse(by("data").textContent);
const view = new TreeView(document.querySelector("#stage > svg"), data, document.querySelector(".overview svg"));
const quiz = new TreeQuiz(view);
const stepper = new Stepper(view.last, show, (playing) => {
  by("play").textContent = playing ? "⏸ Pause" : "▶ Play";
  by("play").setAttribute("aria-label", playing ? "Pause" : "Play");
});

function show(step) {
  view.show(step);
  by("sentence").textContent = view.sentence;
  by("slider").value = step;
  by("slider").setAttribute("aria-valuetext", `Step ${step + 1} of ${view.last + 1}: ${view.sentence}`);
  by("counter").textContent = `${step + 1} / ${view.last + 1}`;
  by("first").disabled = by("back").disabled = step === 0;
  by("last").disabled = by("forward").disabled = step === view.last;
  view.follow(by("stage"));
  describe(view.chosen ?? view.current);
}

// ── The chosen node ──
function describe(index) {
  const panel = by("details"), node = data.nodes[index];
  panel.replaceChildren();
  if (quiz.asking || !node) return;
  const title = document.createElement("h2"), list = document.createElement("ol");
  title.textContent = `${node.place[0].toUpperCase()}${node.place.slice(1)}: ${node.state}`;
  for (const [step, sentence] of view.history(index)) {
    const item = document.createElement("li"), button = document.createElement("button"), number = document.createElement("span");
    number.className = "number";
    number.textContent = step + 1;
    button.type = "button";
    button.append(number, sentence);
    button.addEventListener("click", () => stepper.go(step));
    if (step === view.at) item.setAttribute("aria-current", "step");
    item.append(button);
    list.append(item);
  }
  const formula = view.look(index)[5];
  if (formula) {
    const words = document.createElement("p");
    words.textContent = formula;
    panel.append(title, words, list);
  } else panel.append(title, list);
  if (!list.children.length) list.replaceWith("The search never comes here.");
  const now = list.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}
view.onchoose = () => describe(view.chosen ?? view.current);

// ── Playing ──
by("slider").max = view.last;
by("slider").addEventListener("input", (event) => stepper.go(Number(event.target.value)));
by("speed").addEventListener("change", (event) => stepper.speed(Number(event.target.value)));
by("first").addEventListener("click", () => stepper.go(0));
by("last").addEventListener("click", () => stepper.go(view.last));
by("back").addEventListener("click", () => stepper.go(view.at - 1));
by("forward").addEventListener("click", () => stepper.go(view.at + 1));
by("play").addEventListener("click", () => stepper.toggle());
by("help-button").addEventListener("click", () => by("help").showModal());
const keys = {
  ArrowRight: () => stepper.go(view.at + 1), ArrowLeft: () => stepper.go(view.at - 1),
  Home: () => stepper.go(0), End: () => stepper.go(view.last), " ": () => stepper.toggle(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || by("help").open) return;
  const typing = event.target.closest("input[type=text], select");
  if (event.key === "?" && !typing) { by("help").showModal(); event.preventDefault(); return; }
  if (quiz.asking || typing || (event.key === " " && event.target.closest("button, summary"))) return;
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
const fit = (whole) => { by("stage").classList.toggle("fit", whole); view.follow(by("stage")); };
by("fit").addEventListener("click", () => fit(true));
by("full").addEventListener("click", () => fit(false));

// ── The quiz ──
const forget = () => { by("marks").hidden = true; by("score").textContent = ""; };
quiz.onedit = forget;
by("check").addEventListener("click", () => {
  const { right, counted, wrong } = quiz.check();
  by("score").textContent = wrong.length ? `${right} of ${counted} right` : `All ${counted} right. Well done!`;
  const list = document.createElement("ul"), title = document.createElement("h2");
  for (const question of wrong) { const item = document.createElement("li"); item.textContent = `${question.text} ${question.why}`; list.append(item); }
  title.textContent = "What was wrong, and why";
  by("marks").replaceChildren(title, list);
  by("marks").hidden = !wrong.length;
});
by("solve").addEventListener("click", () => { forget(); quiz.solve(); quiz.check(); by("score").textContent = "This is the solution."; });
by("clear").addEventListener("click", () => { forget(); quiz.clear(); });
const enter = (asking) => {
  stepper.pause();
  quiz.ask(asking);
  by("quiz").hidden = !asking; by("player").hidden = asking; by("summary").hidden = asking;
  forget();
  by("mode-quiz").setAttribute("aria-pressed", asking); by("mode-steps").setAttribute("aria-pressed", !asking);
  describe(view.chosen ?? view.current);
};
by("task").textContent = task(data.bounds, quiz.kinds);
by("modes").hidden = !quiz.all.length;
by("mode-steps").addEventListener("click", () => enter(false));
by("mode-quiz").addEventListener("click", () => enter(true));
fit(view.svg.viewBox.baseVal.width <= 1.35 * by("stage").clientWidth);
show(0);
enter(data.quizFirst && quiz.all.length > 0);
