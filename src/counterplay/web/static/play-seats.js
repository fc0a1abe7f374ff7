// The seats beside the board: who plays each side, whose turn it is, how much time is left.
import { make } from "./dom.js";
import { clock } from "./play-words.js";

const NAMES = { human: "Person", beginner: "Beginner", easy: "Easy", medium: "Medium", hard: "Hard", full: "Full strength" };

const PROGRAM = "program:";
const NETWORK = "network:";

/** One select for each side: a person, the engine at a level, another program, or something that was learned. */
export function sideSelect(side, { levels, programs, networks }, label, change) {
  const chosen = side.kind === "human" ? "human" : side.program ? PROGRAM + side.program : side.network ? NETWORK + side.network : side.level;
  const groups = [...new Set(networks.map((one) => one.group))];
  const network = (one) => make("option", { value: NETWORK + one.id, selected: chosen === NETWORK + one.id, title: one.how }, one.words);
  const gone = side.network && !networks.some((one) => one.id === side.network);
  return make(
    "select",
    { "aria-label": label, onchange: (event) => change(sideOf(event.target.value, side)) },
    make("option", { value: "human", selected: chosen === "human" }, NAMES.human),
    make("optgroup", { label: "Engine" }, ...levels.map((level) => make("option", { value: level.name, selected: chosen === level.name, title: level.words }, NAMES[level.name] ?? level.name))),
    programs.length ? make("optgroup", { label: "Other programs" }, ...programs.map((name) => make("option", { value: PROGRAM + name, selected: chosen === PROGRAM + name }, name))) : null,
    ...groups.map((group) => make("optgroup", { label: `Learned: ${group}` }, ...networks.filter((one) => one.group === group).map(network))),
    gone ? make("option", { value: chosen, selected: true }, "a network that is not here") : null,
  );
}

export function sideOf(value, before = {}) {
  if (value === "human") return { kind: "human" };
  const seconds = before.seconds ?? null;
  if (value.startsWith(NETWORK)) return { kind: "engine", network: value.slice(NETWORK.length), seconds };
  return value.startsWith(PROGRAM) ? { kind: "engine", program: value.slice(PROGRAM.length), seconds } : { kind: "engine", level: value, seconds };
}

/** Fill a seat. `left` is the time in seconds, or null without a clock. What can be chosen stays where it is from move to move: it may be open, or have the focus. */
export function fillSeat(element, { player, name, side, opponents, turn, thinking, left, won, change }) {
  const signature = JSON.stringify([player, name, side, opponents.networks.length]);
  if (element.dataset.signature !== signature) {
    element.dataset.signature = signature;
    const focused = element.contains(document.activeElement);
    element.replaceChildren(
      make("span", { class: `token side-${player}`, "aria-hidden": "true" }),
      make("strong", {}, name),
      sideSelect(side, opponents, `Who plays ${name}`, change),
      make("span", { class: "thinking soft small" }),
      make("output", { class: "clock numbers", "aria-label": `Time of ${name}` }),
    );
    if (focused) element.querySelector("select").focus();
  }
  element.className = `seat${turn ? " turn" : ""}`;
  const says = thinking ? "thinks …" : won ?? "", remark = element.querySelector(".thinking");
  if (remark.textContent !== says) remark.textContent = says;
  const time = element.querySelector(".clock");
  time.hidden = left === null;
  if (left !== null) {
    time.textContent = clock(left);
    time.classList.toggle("urgent", left < 20);
  }
}
