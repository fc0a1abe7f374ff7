// Runs that learn: all of them, one with its curves as they grow, its generations to play against. Which one stands in the address.
import { address } from "./address.js";
import { get } from "./api.js";
import { $, announce, make, toast } from "./dom.js";
import { add } from "./keys.js";
import { figure, time } from "./learning-chart.js";

const [BUSY_MILLISECONDS, IDLE_MILLISECONDS] = [2_000, 10_000];
const STATES = { running: "learns now", done: "done", stopped: "stopped", damaged: "damaged" };
const shown = new Map();
let over = new URLSearchParams(location.search).get("over") === "time" ? "seconds" : "games";
let states = null;

/** Fill a place anew if there is something new to see; whoever had the focus there has it still. */
function fill(selector, facts, build) {
  const text = JSON.stringify(facts);
  if (shown.get(selector) === text) return;
  shown.set(selector, text);
  const place = $(selector);
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  place.replaceChildren(...build());
  if (focused) place.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const wanted = () => new URLSearchParams(location.search).get("run");
const place = (run) => `/learning?${new URLSearchParams({ run, ...(over === "seconds" ? { over: "time" } : {}) })}`;
const number = (value) => value.toLocaleString("en");

function card(run, chosen) {
  const part = make("i", {});
  part.style.width = `${Math.min(100, (100 * run.games) / Math.max(1, run.goal)).toFixed(1)}%`;
  return make("li", {}, make(
    "a",
    { class: "panel", href: place(run.id), "aria-current": run.id === chosen ? "true" : null },
    make("span", { class: "card-head" }, make("strong", {}, `${run.title}: ${run.name}`), make("span", { class: `state ${run.state}` }, STATES[run.state])),
    make("span", { class: "soft small" }, run.kind),
    make("span", { class: "progress", "aria-hidden": "true" }, part),
    make("span", { class: "soft small numbers" }, `${number(run.games)} of ${number(run.goal)} games${run.seconds === null ? "" : `, ${time(run.seconds)}`}`),
  ));
}

/** How to begin, where nothing has been learned. */
function howTo() {
  return make(
    "div",
    { class: "empty" },
    make("p", {}, "Nothing learns here yet. Begin a run in a terminal, which says first what it will do and how long that takes:"),
    make("pre", { class: "panel command" }, "counterplay learn backgammon --games 20000 --save bg\ncounterplay zero connect_four --save c4"),
    make("p", {}, "and show it here, at once or later:"),
    make("pre", { class: "panel command" }, "counterplay serve --learned bg --learned c4"),
  );
}

function playLink(run, generation) {
  if (generation.problem) return make("p", { class: "broken" }, `${generation.words}: ${generation.problem}`);
  if (!run.play) return make("span", { class: "button", "aria-disabled": "true", title: "Its rules are in a file that was not named when the server was started." }, generation.words);
  return make("a", { class: "button", href: address(run.play.game, { parameters: run.play.parameters, against: generation.id }) }, generation.words);
}

function showRun({ run, settings, charts, generations, how }) {
  $("#run").hidden = false;
  $("#run-title").textContent = `${run.title}: ${run.name}`;
  $("#run-about").textContent = `${run.kind[0].toUpperCase()}${run.kind.slice(1)}. ${number(run.games)} of ${number(run.goal)} games.`;
  $("#run-state").textContent = run.words;
  $("#run-state").className = `run-state panel small ${run.state}`;
  const timed = charts.some((chart) => chart.points.some((point) => point.seconds !== null));
  $("#over-time").disabled = !timed;
  const along = timed ? over : "games";
  $("#over-games").setAttribute("aria-pressed", String(along === "games"));
  $("#over-time").setAttribute("aria-pressed", String(along === "seconds"));
  fill("#charts", [charts, along], () => charts.map((chart) => figure(chart, along)));
  $("#how").textContent = generations.length ? `Every generation is an opponent${how ? ` (${how})` : ""}, on this page and among those who play a side.` : "No generation has been kept yet.";
  fill("#generations", [generations, run.play], () => generations.map((one) => make("li", {}, playLink(run, one))));
  fill("#settings", settings, () => Object.entries(settings).map(([name, value]) => make("div", {}, make("dt", {}, name.replaceAll("_", " ")), make("dd", { class: "numbers" }, String(value)))));
}

function showShipped(shipped) {
  fill("#shipped", shipped, () => shipped.map((one) => make(
    "li",
    { class: "panel" },
    make("strong", {}, one.title),
    make("span", { class: "soft small" }, `${one.kind[0].toUpperCase()}${one.kind.slice(1)}, ${one.words}.`),
    make("a", { class: "button", href: address(one.game, { parameters: one.parameters, against: one.id }) }, "Play against it"),
  )));
}

/** Tell those who listen when a run ends. */
function tellChanges(runs) {
  const now = new Map(runs.map((run) => [run.id, run.state]));
  for (const run of runs) if (states?.get(run.id) === "running" && run.state !== "running") announce(`${run.title}, ${run.name}: ${run.words}`);
  states = now;
}

async function look() {
  const { runs, shipped } = await get("/learning");
  tellChanges(runs);
  const chosen = wanted() ?? runs[0]?.id ?? null;
  fill("#runs", [runs, chosen, over], () => (runs.length ? [make("ul", { class: "cards" }, ...runs.map((run) => card(run, chosen)))] : [howTo()]));
  showShipped(shipped);
  if (chosen) showRun(await get(`/learning/${encodeURIComponent(chosen)}`));
  return runs.some((run) => run.state === "running");
}

let waiting = 0;

async function keepLooking() {
  clearTimeout(waiting);
  let busy = false;
  try {
    busy = await look();
  } catch (error) {
    toast(error.message);
  }
  waiting = setTimeout(keepLooking, busy ? BUSY_MILLISECONDS : IDLE_MILLISECONDS);
}

function across(what) {
  over = what;
  if (wanted()) history.replaceState(null, "", place(wanted()));
  keepLooking();
}

$("#over-games").addEventListener("click", () => across("games"));
$("#over-time").addEventListener("click", () => across("seconds"));
add("g", "curves over games or time", () => across(over === "games" ? "seconds" : "games"));
keepLooking();
