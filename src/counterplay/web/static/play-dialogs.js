// The dialogs of the play page: a new game with its parameters, and copy and paste.
import { address } from "./address.js";
import { get, post } from "./api.js";
import { $, announce, make } from "./dom.js";
import { sideOf, sideSelect } from "./play-seats.js";

const GAME_ROWS = 12;  // of PGN: who played, how it ended, and the first moves

/** The field for one parameter of a game; `read()` is its value. */
function field(parameter) {
  const id = `parameter-${parameter.name}`;
  let input;
  let read;
  if (parameter.kind === "yes or no") {
    input = make("input", { type: "checkbox", id, checked: parameter.value });
    read = () => input.checked;
  } else if (parameter.kind === "whole number" || parameter.kind === "number") {
    input = make("input", { type: "number", id, value: String(parameter.value), step: parameter.kind === "number" ? "any" : "1" });
    read = () => {
      if (input.value === "") throw new Error(`${parameter.label}: give a number.`);  // nothing is not 0
      return Number(input.value);
    };
  } else if (parameter.kind === "whole numbers") {
    input = make("input", { type: "text", id, value: parameter.value.join(", "), spellcheck: "false" });
    read = () => input.value.split(/[\s,;]+/).filter(Boolean).map(Number);
  } else if (parameter.kind === "word") {
    input = make("input", { type: "text", id, value: parameter.value, spellcheck: "false" });
    read = () => input.value;
  } else {
    const rows = Array.isArray(parameter.value) ? 3 : 1;
    input = make("textarea", { id, rows: String(rows), spellcheck: "false" }, JSON.stringify(parameter.value));
    read = () => JSON.parse(input.value || "null");
  }
  const label = make("label", { class: parameter.kind === "yes or no" ? "check" : null }, parameter.label, input);
  return { name: parameter.name, usual: JSON.stringify(parameter.value), read, element: parameter.lot ? withLot(label, input, parameter) : label };
}

/** A field for a number, and a button beside it that draws one by lot; what the number takes with it is set, too. */
function withLot(label, input, { label: name, lot }) {
  Object.assign(input, { min: lot.least, max: lot.most });
  label.firstChild.textContent = `${name}, ${lot.least} to ${lot.most}`;
  const draw = () => {
    input.value = String(lot.least + Math.floor(Math.random() * (lot.most - lot.least + 1)));
    for (const [other, value] of Object.entries(lot.others)) $(`#parameter-${other}`).checked = value;
    $("#new-start").value = "";  // a position that was typed in would go before it
    announce(`${name} ${input.value}.`);
  };
  return make("div", { class: "field-row" }, label, make("button", { type: "button", "aria-label": `${name}: draw one at random`, onclick: draw }, "Random"));
}

/** Ask for a new game: parameters, sides, clock, first position; then go there. */
export function openNewGame(table) {
  const dialog = $("#new-dialog");
  const fields = table.info.parameters.map((parameter) => field({ ...parameter, value: table.parameters[parameter.name] ?? parameter.value }));
  const usual = new Map(table.info.parameters.map((parameter) => [parameter.name, JSON.stringify(parameter.value)]));
  $("#new-title").textContent = `New game of ${table.info.title}`;
  $("#new-parameters").replaceChildren(...fields.map((one) => one.element));
  let sides = table.sides.map((side) => ({ ...side }));
  const fillSides = () => $("#new-sides").replaceChildren(
    ...sides.map((side, player) => {
      const words = make("span", { class: "level-words" });
      const tell = (chosen) => { words.textContent = chosen.kind === "human" ? "somebody at this page" : chosen.program ? "another program, by UCI" : chosen.network ? table.opponents.networks.find((one) => one.id === chosen.network)?.how ?? "" : table.opponents.levels.find((level) => level.name === chosen.level)?.words ?? ""; };
      tell(side);
      const select = sideSelect(side, table.opponents, `Who plays ${table.view.players[player]}`, (chosen) => { sides[player] = chosen; tell(chosen); });
      return make("label", {}, table.view.players[player] ?? `Player ${player + 1}`, select, words);
    }),
  );
  fillSides();
  $("#new-start").value = table.start ?? "";
  $("#new-problem").textContent = "";
  $("#new-cancel").onclick = () => dialog.close();
  $("#new-form").onsubmit = async (event) => {
    event.preventDefault();
    try {
      const parameters = {};
      for (const one of fields) {
        const value = one.read();
        if (JSON.stringify(value) !== usual.get(one.name)) parameters[one.name] = value;
      }
      const start = $("#new-start").value.trim() || null;
      const view = await post("/position", { game: table.name, parameters, start });
      const time = $("#new-clock").value;
      const [seconds, increment] = time.split("+").map(Number);
      sides = view.players.map((_, player) => sides[player] ?? sideOf("medium"));
      await table.begin({ parameters, view, sides, clock: time ? { seconds, increment } : null });
      dialog.close();
    } catch (error) {
      $("#new-problem").textContent = error instanceof SyntaxError ? "A parameter is no JSON: write numbers, [lists], \"texts\"." : error.message;
    }
  };
  dialog.showModal();
}

/** Copy the link, the position, the game; paste one of them. */
export async function openShare(table) {
  const dialog = $("#share-dialog");
  const line = table.lineOf(table.node);
  $("#copy-link").value = new URL(address(line.game, line), location.origin).href;
  $("#copy-position").value = table.view.position;
  const last = table.tree.line(table.node).at(-1);
  const whole = { game: table.name, parameters: table.parameters, start: table.start, moves: table.tree.moves(last) };
  const asked = table.session ? get(`/sessions/${table.session.id}/written?node=${last.number}`) : post("/written", whole);
  const written = await asked.catch(() => ({ text: null }));  // PGN, where the game has it
  $("#copy-game").value = written.text ?? JSON.stringify(whole);
  $("#copy-game").rows = Math.min(GAME_ROWS, $("#copy-game").value.split("\n").length + 2);  // long lines are broken
  $("#paste").value = "";
  $("#paste-problem").textContent = "";
  for (const button of dialog.querySelectorAll("[data-copy]")) {
    button.onclick = async () => {
      const source = $(`#${button.dataset.copy}`);
      source.select();
      try {
        await navigator.clipboard.writeText(source.value);
      } catch {
        document.execCommand("copy");
      }
      announce("Copied.");
      button.textContent = "Copied ✓";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
  }
  $("#paste-form").onsubmit = async (event) => {
    event.preventDefault();
    try {
      const pasted = await post("/paste", { game: table.name, parameters: table.parameters, text: $("#paste").value });
      if (pasted.game !== table.name) location.href = address(pasted.game, pasted);
      else {
        await table.paste(pasted);
        dialog.close();
      }
    } catch (error) {
      $("#paste-problem").textContent = error.message;
    }
  };
  $("#share-close").onclick = () => dialog.close();
  dialog.showModal();
}
