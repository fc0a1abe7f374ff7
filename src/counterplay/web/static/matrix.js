// Matrix games: a typed or pasted table goes to the server; what follows from it is shown here. The table is in the address.
import { get, post } from "./api.js";
import { $, announce, make, picture } from "./dom.js";
import { add } from "./keys.js";

const FIRST = "\tSilent\tBetray\nSilent\t-1,-1\t-3,0\nBetray\t0,-3\t-2,-2";
let answer = null;
let round = 0;

function drawn(place, text) {
  const svg = picture(text);
  svg.classList.add("drawn");
  place.replaceChildren(svg);
}

function showRound() {
  const last = answer.rounds.length;
  const now = round ? answer.rounds[round - 1] : null;
  $("#round").textContent = last ? `Round ${round} of ${last}` : "No strategy is dominated.";
  $("#back").disabled = round === 0;
  $("#on").disabled = round === last;
  $("#sentences").replaceChildren(...(now?.sentences ?? []).map((words) => make("li", {}, words)));
  drawn($("#struck"), now?.svg ?? answer.table);
}

function step(by) {
  if (!answer) return;
  round = Math.max(0, Math.min(answer.rounds.length, round + by));
  showRound();
}

function show() {
  $("#kind").textContent = answer.kind;
  drawn($("#table"), answer.table);
  $("#value").textContent = answer.value === null ? "" : `Value: ${answer.value}`;
  $("#equilibria").replaceChildren(...answer.equilibria.map((words) => make("li", {}, words)));
  $("#continua").textContent = answer.continua.join(" ");
  $("#remark").textContent = answer.remark || "Every regret, computed in fractions, is 0.";
  $("#diagram-part").hidden = answer.diagram === null;
  if (answer.diagram !== null) drawn($("#diagram"), answer.diagram);
  round = 0;
  showRound();
  announce(`${answer.equilibria.length} equilibria`);
}

async function ask(remember = true) {
  const question = { text: $("#text").value, weak: $("#weak").checked };
  if (remember) {
    const query = new URLSearchParams({ table: question.text, ...(question.weak ? { weak: "1" } : {}) });
    history.replaceState(null, "", `/matrix?${query}`);
  }
  $("#problem").textContent = "";
  try {
    answer = await post("/matrix", question);
  } catch (error) {
    $("#problem").textContent = error.message;
    return;
  }
  show();
}

$("#ask").addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
$("#weak").addEventListener("change", () => ask());
$("#example").addEventListener("change", async () => {
  if (!$("#example").value) return;
  $("#text").value = $("#example").value;
  await ask();
  if (answer?.text) $("#text").value = answer.text;  // the address keeps the name, the field has the table to change
});
$("#back").addEventListener("click", () => step(-1));
$("#on").addEventListener("click", () => step(1));
add("ArrowLeft", "one round of elimination back", () => step(-1));
add("ArrowRight", "one round of elimination on", () => step(1));

const query = new URLSearchParams(location.search);
$("#text").value = query.get("table") ?? FIRST;
$("#weak").checked = query.has("weak");
ask(false);
const { names } = await get("/matrix/examples");
$("#example").append(...names.map((name) => make("option", { value: name }, name.replaceAll("_", " "))));
