// A game with hidden information: the cards are on the server, this page shows what you may see, and afterwards what decisions cost.
import { get, post } from "./api.js";
import { read } from "./address.js";
import { $, announce, make, picture, toast } from "./dom.js";
import { add } from "./keys.js";

const MOST_BUTTONS = 120;
const SMALL = 0.002;
let table = null;
let busy = false;

const signed = (number) => (Math.abs(number) < 5e-4 ? "0" : `${number > 0 ? "+" : "−"}${Math.abs(number).toFixed(3).replace(/\.?0+$/, "")}`);

function row(option, best) {
  return make(
    "tr",
    { class: option.chosen ? "chosen" : null },
    make("td", {}, option.chosen ? `${option.move} (you)` : option.move),
    make("td", { class: "numbers" }, option.value === null ? "–" : `${signed(option.value)}${option.value > best - SMALL ? " ★" : ""}`),
    make("td", { class: "numbers" }, `${Math.round(100 * option.probability)}%`),
  );
}

function lossWords(loss) {
  if (loss === null) return make("p", { class: "soft small" }, "The equilibrium never leads here, so nothing can be said.");
  if (loss < SMALL) return make("p", { class: "loss good" }, "Cost you nothing.");
  return make("p", { class: "loss bad" }, `Cost you ${loss.toFixed(3)} on average.`);
}

function decision(one, number) {
  const best = Math.max(...one.options.map((option) => option.value ?? -Infinity));
  const options = [...one.options].sort((a, b) => (b.value ?? 0) - (a.value ?? 0)).filter((option, place) => place < 12 || option.chosen);
  return make(
    "li",
    { class: "decision" },
    make("strong", {}, `Decision ${number + 1}`),
    make("pre", {}, one.text),
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, make("th", {}, "action"), make("th", { class: "numbers" }, "worth"), make("th", { class: "numbers" }, "equilibrium plays"))),
      make("tbody", {}, ...options.map((option) => row(option, best))),
    ),
    lossWords(one.loss),
  );
}

function showReview() {
  const { decisions, over, reviewed } = table;
  $("#review").replaceChildren(...decisions.map(decision));
  if (!reviewed) $("#review-words").textContent = "This opponent plays at random: there is no equilibrium to compare with.";
  else if (!over) $("#review-words").textContent = "When the deal is over, you see here what every action was worth against the equilibrium, given all you could know.";
  else if (!decisions.length) $("#review-words").textContent = "You had nothing to decide in this deal.";
  else {
    const total = decisions.reduce((sum, one) => sum + (one.loss ?? 0), 0);
    $("#review-words").textContent = `Together ${total < SMALL ? "your decisions cost nothing" : `they cost ${total.toFixed(3)}`}. The cards that fell are luck; this is not.`;
  }
}

function show() {
  const { title, players, side, opponent, over, result, payoffs, moves, deals, score } = table;
  $("#title").textContent = title;
  $("#opponent").textContent = `Your opponent ${opponent}.`;
  $("#side").replaceChildren(...players.map((name, player) => make("option", { value: String(player), selected: player === side }, name)));
  const drawing = picture(table.svg);
  drawing.classList.add("drawn");
  if (!over) for (const place of drawing.querySelectorAll("[data-action]")) place.addEventListener("click", () => play(place.dataset.action));
  $("#board").replaceChildren(drawing);
  const drawn = new Set([...drawing.querySelectorAll("[data-action]")].map((place) => place.dataset.action));
  $("#moves").replaceChildren(...moves.slice(0, MOST_BUTTONS).map((move) => make("button", { type: "button", class: drawn.has(move) ? "drawn-too" : null, onclick: () => play(move) }, move)));
  const ending = over ? `${result}. You ${payoffs[side] > 0 ? `win ${payoffs[side]}` : payoffs[side] < 0 ? `lose ${-payoffs[side]}` : "come out even"}.` : `Your turn, ${players[side]}.`;
  $("#status").textContent = ending;
  $("#score").textContent = `Deal ${deals}; so far you ${score < 0 ? "have lost" : "have won"} ${Math.abs(score)}.`;
  $("#again").disabled = false;
  showReview();
  announce(ending);
}

async function change(path, body) {
  if (busy) return;
  busy = true;
  try {
    table = await post(path, body);
    show();
  } catch (error) {
    toast(error.message);
  } finally {
    busy = false;
  }
}

const play = (move) => change(`/hidden/${table.id}/moves`, { move });
const again = () => table && change(`/hidden/${table.id}/deals`, { side: Number($("#side").value) });

async function begin() {
  const { game, parameters, session } = read(location);
  if (session) {
    try {
      table = await get(`/hidden/${encodeURIComponent(session)}`);
      show();
      return;
    } catch { /* cleared away: a new table */ }
  }
  await change("/hidden", { game, parameters });
  if (!table) return;
  const query = new URLSearchParams(location.search);
  query.set("g", table.id);
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

$("#again").addEventListener("click", again);
$("#side").addEventListener("change", again);
add("n", "deal again", again);
begin();
