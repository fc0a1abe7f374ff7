// Quiescence and the horizon: the same position searched deeper and deeper, with a remedy and without. The example is in the address.
import { get, post } from "./api.js";
import { $, announce, make, picture } from "./dom.js";

const CLEAR = 60;  // hundredths of a pawn: less than this is about equal
const RETRY = 3000;  // milliseconds
const REMEDIES = { quiescence: "With quiescence", extensions: "With checks extended" };
const { examples } = await get("/horizon/examples");
let asked = null;  // what is being searched; another example ends it

async function show(position, words) {
  const seen = await post("/position", { game: "chess", parameters: {}, start: position, moves: [] });
  const svg = picture(seen.svg);
  svg.classList.add("drawn");
  $("#board").replaceChildren(svg);
  $("#shown").textContent = words;
}

function side(example) {
  return example.position.split(" ")[1] === "w" ? "White" : "Black";
}

function cell(answer, example, label) {
  if (!answer) return make("td", { class: "soft", "data-label": label }, "takes too long without machine code");
  const button = make(
    "button",
    {
      type: "button",
      class: "quiet answer",
      "aria-pressed": "false",
      "data-ahead": answer.ahead > CLEAR ? "yes" : answer.ahead < -CLEAR ? "no" : "equal",
      title: `${answer.nodes.toLocaleString("en")} nodes`,
    },
    make("span", { class: "value" }, answer.value.replace("-", "−")),
    make("span", { class: "moves" }, answer.written.replace(/(\d\.+) /g, "$1\u00a0")),  // a number stays with its move
  );
  button.addEventListener("click", () => {
    const chosen = button.getAttribute("aria-pressed") !== "true";  // chosen again: back to the beginning
    for (const other of document.querySelectorAll(".answer")) other.setAttribute("aria-pressed", String(chosen && other === button));
    if (chosen) show(answer.end, `After ${answer.written}.`);
    else show(example.position, `${side(example)} to move.`);
    $("#board").scrollIntoView({ block: "nearest", behavior: "smooth" });  // on a telephone it is far above the answers
  });
  return make("td", { "data-label": label }, button);
}

async function search(example, signal) {
  $("#rows").replaceChildren();
  $("#problem").textContent = $("#note").textContent = "";
  for (let depth = 1; depth <= example.depths; depth += 1) {
    let row;
    try {
      row = await post("/horizon", { position: example.position, remedy: example.remedy, depth }, signal);
    } catch (error) {
      if (error.name !== "AbortError") $("#problem").textContent = error.message;
      return;
    }
    if (row.compiling && (!row.without || !row.remedied)) {
      $("#note").textContent = "Machine code is being made; as soon as it is there, the search goes on by itself.";
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      if (signal.aborted) return;
      depth -= 1;
      continue;
    }
    $("#note").textContent = row.compiling ? "Machine code is being made; until then the searches run interpreted." : "";
    $("#rows").append(make("tr", {}, make("td", {}, String(depth)), cell(row.without, example, "Without"), cell(row.remedied, example, REMEDIES[example.remedy])));
    if (!row.without || !row.remedied) return;
  }
  announce("All depths are searched");
}

function choose(name) {
  const example = examples.find((one) => one.name === name) ?? examples[0];
  $("#example").value = example.name;
  history.replaceState(null, "", `/horizon?example=${example.name}`);
  $("#words").textContent = example.words;
  $("#answers-title").textContent = `What ${side(example)}, to move, believes: pawns ahead, and the best line`;
  $("#remedy").textContent = REMEDIES[example.remedy];
  $("#play").href = `/play/chess?${new URLSearchParams({ start: example.position })}`;
  show(example.position, `${side(example)} to move.`);
  asked?.abort();
  asked = new AbortController();
  search(example, asked.signal);
}

$("#example").append(...examples.map((one) => make("option", { value: one.name }, one.title)));
$("#example").addEventListener("change", () => choose($("#example").value));
choose(new URLSearchParams(location.search).get("example"));
