// The review of a game: the moves that lost most, and what would have been better.
import { make } from "./dom.js";
import { inParts, lossOf } from "./play-words.js";

const MOST = 6;
const LEAST_SHARE = 0.08;

/**
 * The largest losses of a game, in its order. `line` is its positions, each `{node, analysis}`, the analysis null where nothing is known;
 * `scale` is what a win is worth.
 */
export function losses(line, scale) {
  const found = [];
  for (let i = 0; i + 1 < line.length; i++) {
    const { node, analysis } = line[i];
    const best = analysis?.lines[0];
    const next = line[i + 1];
    if (!best || analysis.turn < 0) continue;
    const after = next.node.over ? next.node.payoffs[analysis.turn] : valueFor(analysis.turn, next.analysis);
    const loss = after === null ? 0 : best.value - after;
    if (best.move !== next.node.move && loss >= LEAST_SHARE * scale) found.push({ node, loss, lost: lossOf(best.value, after), turn: analysis.turn, played: next.node.move, better: inParts(best).slice(0, 6) });
  }
  const worst = found.map((one) => one.loss).sort((a, b) => b - a)[MOST - 1] ?? 0;
  return found.filter((one) => one.loss >= worst).slice(0, MOST);
}

function valueFor(player, analysis) {
  const best = analysis?.lines[0];
  return best ? (analysis.turn === player ? best.value : -best.value) : null;
}

/** Show them; a click goes to the position before the move. */
export function showReview(element, found, players, go) {
  element.hidden = !found.length;
  element.replaceChildren(...found.map(({ node, lost, turn, played, better }) => {
    const number = players.length === 2 ? Math.floor(node.ply / 2) + 1 : node.ply + 1;
    const words = [
      make("span", { class: "number soft" }, `${number}${turn === 1 ? "…" : "."}`),
      make("b", {}, played),
      make("span", { class: "badge numbers" }, lost),
      make("span", { class: "soft" }, `better ${better.map(({ number, move }) => (number ? `${number} ${move}` : move)).join(" ")}`),
    ];
    const spoken = `${players[turn]} played ${played} (${lost}); better was ${better[0].move}`;
    return make("li", {}, make("button", { type: "button", class: "quiet", "aria-label": spoken, onclick: () => go(node) }, ...words));
  }));
}
