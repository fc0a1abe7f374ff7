// The Lab: an exercise, its searches side by side, stepped through together; the quiz; files; the link.
import { get, post } from "./api.js";
import { $, announce, make, toast } from "./dom.js";
import { add } from "./keys.js";
import { address, nameOf, read } from "./lab-exercise.js";
import { fillMenu } from "./lab-export.js";
import { NodePanel } from "./lab-node.js";
import { Pane } from "./lab-pane.js";
import { QuizMode } from "./lab-quiz.js";
import { Setup } from "./lab-setup.js";
import { canWait, timeline } from "./lab-timeline.js";
import { Stepper } from "./tree-stepper.js";

const lab = { exercise: null, text: null, panes: [], pairs: [[0]], active: 0, change, go, stepOf, editAsTree };
const node = new NodePanel(lab);
const quiz = new QuizMode(() => remember());
const stepper = new Stepper(0, show, (playing) => {
  $("#play").textContent = playing ? "Pause" : "Play";
  $("#play").setAttribute("aria-label", playing ? "Pause" : "Play");
  for (const pane of lab.panes) pane.sentence.setAttribute("aria-live", playing && stepper.milliseconds < 1000 ? "off" : "polite");
});
const PATIENCE_MILLISECONDS = 250;  // what is there sooner needs no word that it is coming
let setup, examples, asking = null;

// ── Exercises ──
/** Another exercise: ask the server for its traces. `keep` the step and the chosen node where that makes sense. */
async function change(exercise, { keep = false, step = 0, push = true, quizzed = null } = {}) {
  const chosen = keep ? chosenPaths() : [];
  stepper.pause();
  let answer;
  try {
    answer = await compute(exercise);
  } catch (error) {
    if (error.name !== "AbortError") refuse(error.message, exercise);
    return;
  }
  $("#refusal").hidden = true;
  $("#work").classList.remove("nothing-yet");
  Object.assign(lab, { exercise, text: answer.tree, active: Math.min(lab.active, exercise.searches.length - 1) });
  setup.fill(exercise, answer.tree);
  showPanes(answer);
  const at = keep ? (stepper.at === stepper.last ? Infinity : stepper.at) : step;
  stepper.last = lab.pairs.length - 1;
  $("#slider").max = stepper.last;
  restore(chosen);
  const one = lab.panes.length === 1 ? lab.panes[0].view : null;
  if (quizzed !== null) { quiz.kinds = quizzed; quiz.asking = true; } else if (!keep) quiz.asking = false;
  quiz.take(one, lab.panes.length > 1 ? "The quiz is on one search" : one.data.growing ? "Nobody can guess random games: no quiz on Monte Carlo" : Object.keys(one.data.nodes).length > 2 ? "This tree is too big for a quiz" : "There is nothing to fill in");
  if (quiz.asking) fitPanes();
  for (const pane of lab.panes) pane.beginAtRoot();
  stepper.move(at);
  if (push) history.pushState(null, "", here()); else remember();
}

/** The traces of an exercise. Another question ends this one, on the server, too: it looks whether somebody still waits. */
async function compute(exercise) {
  asking?.abort();
  const mine = (asking = new AbortController());
  $("#work").setAttribute("aria-busy", "true");
  $("#computing").hidden = true;
  $("#computing-words").textContent = `Searching: ${setup.words(exercise)} …`;
  if (!lab.exercise) setup.fill(exercise);
  $("#stop").onclick = () => { mine.abort(); refuse("Stopped. A smaller depth takes less time.", exercise); };
  const patience = setTimeout(() => { $("#computing").hidden = false; $("#refusal").hidden = true; }, PATIENCE_MILLISECONDS);
  try {
    const answer = await post("/lab/trace", exercise, mine.signal);
    mine.signal.throwIfAborted();  // also of an answer that was half here
    return answer;
  } finally {
    clearTimeout(patience);
    if (mine === asking) {
      asking = null;
      $("#computing").hidden = true;
      $("#work").removeAttribute("aria-busy");
    }
  }
}

function refuse(sentence, exercise) {
  $("#refusal").textContent = sentence;
  $("#refusal").hidden = false;
  $("#setup").open = true;
  if (!lab.exercise) { setup.fill(exercise); return; }
  setup.exercise = structuredClone(exercise); // what is drawn stays; the form keeps what was asked for, to be mended
  setup.searches();
}

function showPanes(answer) {
  lab.panes = answer.searches.map((traced, number) => new Pane(lab.exercise.searches[number], traced));
  $("#panes").replaceChildren(...lab.panes.map((pane) => pane.element));
  $("#tallies").replaceChildren(...lab.panes.map((pane) => pane.tally));
  for (const id of ["#panes", "#tallies"]) $(id).classList.toggle("two", lab.panes.length === 2);
  $("#work").classList.toggle("comparing", lab.panes.length === 2);
  lab.panes.forEach((pane, number) => {
    pane.view.onchoose = (index) => { lab.active = number; twin(pane, index); node.show(pane); };
    pane.stage.addEventListener("focusin", () => { lab.active = number; });
  });
  fitPanes();
  const views = lab.panes.map((pane) => pane.view), waiting = canWait(views);
  $("#together-label").hidden = !waiting;
  lab.pairs = timeline(views, waiting && $("#together").checked);
  $("#phases").hidden = !lab.panes.some((pane) => pane.view.data.growing);
  fillMenu(lab.panes.map((pane) => nameOf(pane.search)), (number) => ({ exercise: lab.exercise, number, step: lab.panes[number].view.at, quiz: quiz.asking }));
}

const chosenPaths = () => lab.panes.map((pane) => (pane.view.chosen === null ? null : pane.view.path(pane.view.chosen)));

function restore(paths) {
  lab.panes.forEach((pane, number) => {
    if (!paths[number]) return;
    const wanted = JSON.stringify(paths[number]);
    pane.view.chosen = Object.keys(pane.view.data.nodes).find((index) => JSON.stringify(pane.view.path(index)) === wanted) ?? null;
  });
}

/** The same node in the other tree. */
function twin(pane, index) {
  const other = lab.panes.find((one) => one !== pane);
  if (!other) return;
  const wanted = index === null ? null : JSON.stringify(pane.view.path(index));
  other.view.chosen = wanted && (Object.keys(other.view.data.nodes).find((one) => JSON.stringify(other.view.path(one)) === wanted) ?? null);
  other.view.show(other.view.at);
}

async function editAsTree() {
  try {
    const { text } = await post("/lab/tree", lab.exercise);
    const searches = lab.exercise.searches.map((search) => ({ ...search, order: "written", swaps: [] }));
    await change({ source: { kind: "tree", text }, depth: null, searches }, { keep: true });
    announce("This is a tree of your own now.");
  } catch (error) {
    toast(error.message);
  }
}

// ── Steps ──
function show(step) {
  const now = lab.pairs[step], before = lab.pairs[step - 1];
  lab.panes.forEach((pane, number) => {
    const other = 1 - number, waits = lab.panes.length === 2 && before !== undefined && before[number] === now[number] && before[other] !== now[other] && now[number] < pane.view.last;
    pane.show(now[number], waits);
  });
  const growing = lab.panes.find((pane) => pane.view.data.growing);
  if (growing) for (const item of $("#phases").children) item.toggleAttribute("aria-current", item.dataset.phase === growing.view.data.steps[growing.view.at][1]);
  $("#slider").value = step;
  $("#slider").setAttribute("aria-valuetext", `Step ${step + 1} of ${stepper.last + 1}: ${lab.panes[lab.active].sentence.textContent}`);
  $("#counter").textContent = `${step + 1} / ${stepper.last + 1}`;
  for (const id of ["#first", "#back", "#event-back"]) $(id).disabled = step === 0;
  for (const id of ["#last", "#forward", "#event-forward"]) $(id).disabled = step === stepper.last;
  if (!quiz.asking) node.show(lab.panes[lab.active]);
  keepInSight();
  if (!stepper.playing) remember();
}

/** Scroll the page so that the node the search is at does not lie below the window, nor under the transport. */
function keepInSight() {
  const { view, stage } = lab.panes[lab.active], box = view.nodes.get(view.current)?.querySelector(".shape")?.getBoundingClientRect();
  const seen = quiz.asking ? innerHeight : $("#transport").getBoundingClientRect().top;  // a quiz has no transport
  const below = box && Math.min(box.bottom, stage.getBoundingClientRect().bottom) + 28 - seen;
  if (below > 0) window.scrollBy({ top: below, behavior: "smooth" });
}

/** To the step of one search, wherever the other is then. */
function go(pane, step) { stepper.go(stepOf(pane, step)); }

/** When, in the time of both searches, one of them comes to a step of its own. */
function stepOf(pane, step) {
  const number = lab.panes.indexOf(pane);
  let low = 0, high = lab.pairs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lab.pairs[middle][number] >= step) high = middle; else low = middle + 1;
  }
  return low;
}

/** To the next or last turning point: a new bound, a cut, a new simulation. */
function turn(by) {
  const isTurn = (index) => lab.panes.some((pane, number) => {
    if (index > 0 && lab.pairs[index][number] === lab.pairs[index - 1][number]) return false;
    const [where, kind] = pane.view.data.steps[lab.pairs[index][number]];
    return kind === "improve" || kind === "cut" || (kind === "select" && where === pane.view.root);
  });
  let at = stepper.at + by;
  while (at > 0 && at < stepper.last && !isTurn(at)) at += by;
  stepper.go(at);
}

// ── The address ──
const here = () => address(lab.exercise, examples, { step: stepper.at, quiz: quiz.asking ? quiz.kinds : null });
let writing = 0;
function remember() {
  clearTimeout(writing);
  writing = setTimeout(() => { if (lab.exercise) history.replaceState(null, "", here()); }, 150);
}

async function share() {
  const link = new URL(here(), location.href).href;
  history.replaceState(null, "", here());
  try {
    await navigator.clipboard.writeText(link);
    toast("The link is copied: it opens this exercise at this step.");
  } catch {
    toast(`This link opens the exercise: ${link}`);
  }
}

function openAddress(push = false) {
  const { exercise, step, quiz: quizzed, unknown } = read(location, examples);
  if (unknown !== null) toast(`There is no lecture exercise “${unknown}”; this is “${examples[0].title}”.`);
  return change(exercise, { step, quizzed, push });
}

// ── Modes and keys ──
function setMode(asking) {
  stepper.pause();
  quiz.ask(asking);
  fitPanes();
  if (!asking) stepper.move(stepper.at);
  remember();
  announce(asking ? "Quiz: fill in the blanks." : "Step by step.");
}

function choose(direction) {
  const { view } = lab.panes[lab.active], to = view.chosen === null ? view.current : view.beside(view.chosen, direction);
  view.choose(to);
  view.reveal(to);
  announce(view.told(to, view.look(to)));
}

/** The size that shows most of both trees, the same for both; unless somebody chose another. */
function fitPanes() {
  if (lab.panes.some((pane) => pane.zoomed)) return;
  const size = Math.min(...lab.panes.map((pane) => pane.automatic));
  for (const pane of lab.panes) pane.scale(size);
}

function zoom(factor) {
  const size = factor === null ? Math.min(...lab.panes.map((pane) => pane.fitting)) : Math.max(0.2, Math.min(3, lab.panes[0].size * factor));
  for (const pane of lab.panes) { pane.zoomed = true; pane.scale(size); }
}

function addKeys() {
  const key = (keys, words, run) => add(keys, words, (event) => { if (lab.exercise) run(event); });
  const steps = (run) => (event) => { if (!quiz.asking) run(event); };
  key("ArrowRight", "one step forward", steps((event) => (event.shiftKey ? choose("right") : stepper.go(stepper.at + 1))));
  key("ArrowLeft", "one step back", steps((event) => (event.shiftKey ? choose("left") : stepper.go(stepper.at - 1))));
  key(" ", "play or pause", steps(() => stepper.toggle()));
  key("Home", "to the beginning", steps(() => stepper.go(0)));
  key("End", "to the end", steps(() => stepper.go(stepper.last)));
  key(["n", "p"], "next, last turning point", steps((event) => turn(event.key === "n" ? 1 : -1)));
  key(["ArrowUp", "ArrowDown"], "with Shift: choose a node (also ← →)", steps((event) => {
    if (event.shiftKey) choose(event.key === "ArrowUp" ? "up" : "down");
    else window.scrollBy({ top: event.key === "ArrowUp" ? -60 : 60 });
  }));
  key("Escape", "let go of the chosen node", () => lab.panes[lab.active].view.choose(null));
  key([",", "."], "search the chosen branch earlier, later", steps((event) => { const pane = lab.panes[lab.active]; if (pane.view.chosen) node.move(pane, pane.view.chosen, event.key === "," ? -1 : 1); }));
  key("a", "add a child to the chosen node", steps(() => { const pane = lab.panes[lab.active]; if (pane.view.chosen) node.add(pane); }));
  key("v", "change the value of the chosen leaf", steps(() => $("#leaf-value")?.select()));
  key("Delete", "remove the chosen node", steps(() => { const pane = lab.panes[lab.active]; if (pane.view.chosen) node.remove(pane); }));
  key("q", "quiz, and back", () => { if (quiz.quiz) setMode(!quiz.asking); else toast(`${quiz.why}.`); });
  key("c", "compare with a second search", () => setup.compare());
  add("e", "another tree: next way to get one", () => { $("#setup").open = true; setup.step(1); });
  key(["+", "-", "0"], "larger, smaller, whole tree", (event) => zoom({ "+": 1.2, "-": 1 / 1.2, 0: null }[event.key]));
  key("l", "copy the link", share);
  key("x", "export", () => { $("#export-menu").open = true; $("#exports button").focus(); });
}

function listen() {
  $("#first").addEventListener("click", () => stepper.go(0));
  $("#last").addEventListener("click", () => stepper.go(stepper.last));
  $("#back").addEventListener("click", () => stepper.go(stepper.at - 1));
  $("#forward").addEventListener("click", () => stepper.go(stepper.at + 1));
  $("#event-back").addEventListener("click", () => turn(-1));
  $("#event-forward").addEventListener("click", () => turn(1));
  $("#play").addEventListener("click", () => stepper.toggle());
  $("#slider").addEventListener("input", (event) => stepper.go(Number(event.target.value)));
  $("#speed").addEventListener("change", (event) => stepper.speed(Number(event.target.value)));
  $("#mode-steps").addEventListener("click", () => setMode(false));
  $("#mode-quiz").addEventListener("click", () => setMode(true));
  $("#together").addEventListener("change", () => {
    const [first] = lab.pairs[stepper.at];
    lab.pairs = timeline(lab.panes.map((pane) => pane.view), $("#together").checked);
    stepper.last = lab.pairs.length - 1;
    $("#slider").max = stepper.last;
    stepper.go(Math.max(0, lab.pairs.findIndex(([step]) => step >= first)));
  });
  $("#smaller").addEventListener("click", () => zoom(1 / 1.2));
  $("#larger").addEventListener("click", () => zoom(1.2));
  $("#fit").addEventListener("click", () => zoom(null));
  $("#share").addEventListener("click", share);
  addEventListener("popstate", () => openAddress());
  addEventListener("resize", () => fitPanes());
  document.addEventListener("click", (event) => { if (!event.target.closest("#export-menu")) $("#export-menu").open = false; });
  $("#export-menu").addEventListener("keydown", (event) => {
    const items = [...$("#exports").querySelectorAll("button")], at = items.indexOf(document.activeElement);
    if (event.key === "Escape") { $("#export-menu").open = false; $("#export-menu summary").focus(); }
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") items.at((at + (event.key === "ArrowDown" ? 1 : -1)) % items.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

async function start() {
  const wide = matchMedia("(min-width: 760px)"); // there the exercise stands open; but a link to two searches gives them the room
  $("#setup").open = wide.matches && !new URLSearchParams(location.search).has("2.algorithm");
  wide.addEventListener("change", () => { $("#setup").open = wide.matches; });
  const [known, all] = await Promise.all([get("/lab/examples"), get("/games")]);
  examples = known.examples;
  setup = new Setup(examples, all.games, (exercise, keep = false) => change(exercise, { keep }));
  listen();
  addKeys();
  await openAddress();
}

start().catch((error) => {
  $("#panes").replaceChildren(make("p", { class: "empty panel" }, error.message));
});
