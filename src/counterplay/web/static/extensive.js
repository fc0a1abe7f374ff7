// Trees with information sets: a pasted .efg file or a game's name goes to the server; the drawn tree and its equilibria are shown here.
// What is asked is in the address.
import { get, post } from "./api.js";
import { $, announce, make, picture } from "./dom.js";
import { add } from "./keys.js";

let question = { text: "stripped_down_poker" };
let answer = null;
let shown = 0;  // 0: the bare tree, otherwise the number of an equilibrium
let examples = [];

function file(link, content, kind) {
  if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.hidden = false;
}

function drawn() {
  const many = answer.equilibria.filter((each) => each.svg !== null).length;
  const text = shown ? answer.equilibria[shown - 1].svg : answer.svg;
  const svg = picture(text);
  svg.classList.add("drawn");
  svg.style.minWidth = `min(${svg.getAttribute("width")}px, 100rem)`;  // a large tree is scrolled rather than shrunk to nothing
  $("#tree").replaceChildren(svg);
  $("#showing").textContent = shown ? `Equilibrium ${shown} of ${many}` : many ? "Nothing played yet" : "";
  $("#back").disabled = shown === 0;
  $("#on").disabled = shown >= many;
  for (const [number, item] of [...$("#equilibria").children].entries()) item.toggleAttribute("data-shown", number + 1 === shown);
  file($("#save-svg"), text, "image/svg+xml");
}

function step(by) {
  if (!answer) return;
  const many = answer.equilibria.filter((each) => each.svg !== null).length;
  shown = Math.max(0, Math.min(many, shown + by));
  drawn();
}

function listed(each, number) {
  if (each.svg === null) return make("li", {}, each.words);
  const show = () => { shown = number + 1; drawn(); };
  return make("li", {}, each.words, " ", make("button", { type: "button", class: "quiet", onclick: show, "aria-label": `Show equilibrium ${number + 1} on the tree` }, "show"));
}

function show() {
  $("#tree-title").textContent = answer.title || "The tree";
  $("#comment").textContent = answer.comment;
  $("#equilibria-title").textContent = answer.heading;
  $("#value").textContent = answer.value ?? "";
  $("#equilibria").replaceChildren(...answer.equilibria.map(listed));
  $("#continua").textContent = answer.continua.join(" ");
  $("#remark").textContent = answer.remark || (answer.equilibria.length ? "Every regret, computed in fractions on the tree, is 0." : "");
  $("#facts").replaceChildren(...answer.facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  $("#matrix").hidden = answer.table === null;
  if (answer.table !== null) $("#matrix").href = `/matrix?${new URLSearchParams({ table: answer.table })}`;
  file($("#save-efg"), answer.efg, "text/plain");
  shown = answer.equilibria[0]?.svg ? 1 : 0;
  drawn();
  announce(`${answer.equilibria.length} equilibria`);
}

function remember() {
  const query = new URLSearchParams();
  if (question.game) {
    query.set("game", question.game);
    if (Object.keys(question.parameters ?? {}).length) query.set("parameters", JSON.stringify(question.parameters));
  } else query.set("tree", question.text);
  if ($("#want").value !== "best") query.set("want", $("#want").value);
  history.replaceState(null, "", `/extensive?${query}`);
}

async function ask() {
  remember();
  $("#problem").textContent = "";
  try {
    answer = await post("/extensive", { ...question, want: $("#want").value });
  } catch (error) {
    $("#problem").textContent = error.message;
    return;
  }
  $("#text").value = answer.efg;
  show();
}

function typed() {
  if (answer === null || $("#text").value !== answer.efg) question = { text: $("#text").value };
}

$("#ask").addEventListener("submit", (event) => {
  event.preventDefault();
  typed();
  ask();
});
$("#want").addEventListener("change", () => {
  typed();
  ask();
});
$("#example").addEventListener("change", () => {
  const chosen = examples[Number($("#example").value)];
  if (!chosen || $("#example").value === "") return;
  question = chosen.game ? { game: chosen.game, parameters: chosen.parameters } : { text: chosen.text };
  ask();
});
$("#file").addEventListener("change", async () => {
  const [chosen] = $("#file").files;
  if (!chosen) return;
  question = { text: await chosen.text() };
  $("#text").value = question.text;
  $("#example").value = "";
  ask();
});
$("#back").addEventListener("click", () => step(-1));
$("#on").addEventListener("click", () => step(1));
add("ArrowLeft", "the equilibrium before", () => step(-1));
add("ArrowRight", "the next equilibrium", () => step(1));

const query = new URLSearchParams(location.search);
if (query.has("game")) {
  let parameters = {};
  try { parameters = JSON.parse(query.get("parameters") ?? "{}"); } catch { /* the game's own */ }
  question = { game: query.get("game"), parameters };
} else if (query.has("tree")) question = { text: query.get("tree") };
if ([...$("#want").options].some((option) => option.value === query.get("want"))) $("#want").value = query.get("want");
ask();
({ examples } = await get("/extensive/examples"));
$("#example").append(...examples.map((each, number) => make("option", { value: String(number) }, each.title)));
const known = examples.findIndex((each) =>
  each.game ? each.game === question.game && JSON.stringify(each.parameters) === JSON.stringify(question.parameters) : each.text === question.text);
if (known >= 0) $("#example").value = String(known);
