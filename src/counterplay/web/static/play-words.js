// Values in words and numbers.

const MOST = 0.99;  // as in points.py: beyond this an evaluation says no more than that the game is won
let points = null;  // what people count in: {name, half}; null where values are shown as they are

/** From now on estimates are told in what people count in, as pawns. */
export function countIn(counted) {
  points = counted;
}

/** An estimate in what people count in. */
export function inPoints(value) {
  const most = Math.max(-MOST, Math.min(MOST, value));
  return points ? (points.half * most) / (1 - Math.abs(most)) : value;
}

/** `+0.12` for an estimate, `+1`, `0`, `−3` for what is certain. */
export function label(value, exact) {
  return signed(exact ? value : inPoints(value), exact);
}

/** What somebody lost by a move before which the position was worth `before` and after which it was worth `after`. */
export function lossOf(before, after) {
  if (points && after < -MOST) return "lost";
  if (points && before > MOST) return "a win";
  return signed(inPoints(after) - inPoints(before), false);
}

/** A number with its sign. */
export function signed(value, exact) {
  const size = Math.abs(value);
  let digits = exact && Number.isInteger(value) ? 0 : 2;
  if (size >= 100) digits = 0;
  else if (size >= 10 && digits) digits = 1;
  const text = size.toFixed(digits);
  if (Number(text) === 0) return exact ? "0" : text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** Whether a value says who wins, or a draw, and not how much somebody gets. */
const isWonOrLost = (view, value) => view.zero_sum && Number.isInteger(value) && Math.abs(value) <= 1;

/** How a game ended, as chess players write it, the first player first: `1-0`, `½-½`, `0-1`; or how much the one who got more got. */
export function written(view, [first, second]) {
  if (!isWonOrLost(view, first)) return brief(Math.max(first, second));
  return first === second ? "½-½" : first > second ? "1-0" : "0-1";
}

/** How far the end of a line is: `7 plies`, or where a shorter way may have been overlooked, `at most 7 plies` (or less wordy: `≤ 7 plies`). */
function plies(line, atMost = "at most") {
  const many = line.distance ?? line.line.length;
  return `${line.at_most ? `${atMost} ` : ""}${many} ${many === 1 ? "ply" : "plies"}`;
}

/** How sure a value is; a win of which only the most is known that it takes is proven, but not called exact. */
export function certainty({ exact, at_most: atMost }) {
  return !exact ? "estimated" : atMost ? "proven" : "exact";
}

/** What is known, in words: `X wins in 5 plies`, `X wins in at most 5 plies`, `a draw`, `X expects +0.2`. */
export function verdict(view, best) {
  const mover = view.players[view.turn];
  if (view.players.length === 1 && best.distance != null) return `solved in ${best.distance} ${best.distance === 1 ? "move" : "moves"}`;
  if (best.exact && isWonOrLost(view, best.value)) {
    if (best.value === 0) return "a draw";
    const winner = best.value > 0 ? mover : view.players[1 - view.turn];
    return `${winner} wins in ${plies(best)}`;
  }
  if (points && !best.exact) {
    const ahead = inPoints(best.value);
    const size = signed(Math.abs(ahead), false).replace("+", "");
    return Number(size) === 0 ? "even" : `${ahead > 0 ? mover : view.players[1 - view.turn]} is ${size} ${points.name} ahead`;
  }
  return `${mover} ${best.exact ? "gets" : "expects"} ${label(best.value, best.exact)}`;
}

/** What a line is worth, in short: a value; or, where one player solves something, in how many moves. */
export function worth(view, line) {
  if (view.players.length === 1 && line.distance != null) return String(line.distance);
  if (points && line.distance != null && Math.abs(line.value) === 1) return `${line.value < 0 ? "−" : "+"}M${Math.ceil(line.distance / 2)}`;
  return label(line.value, line.exact);
}

/** What a line is worth, as long as there is room: `wins in 7 plies`, where the end is known. */
export function outlook(view, line) {
  if (view.players.length !== 2 || line.distance == null || Math.abs(line.value) !== 1) return worth(view, line);
  return `${line.value > 0 ? "wins" : "loses"} in ${plies(line, "≤")}`;
}

/** A number with at most one digit after the point, for narrow places. */
export function brief(value) {
  return Number.isInteger(value) || value >= 10 ? String(Math.round(value)) : value.toFixed(1);
}

/** The value for the first player, where one number says it all. */
export function forFirst(view, value) {
  return view.turn === 1 ? -value : value;
}

/** The moves of a line, each with the number that stands before it where people write one: `2.`, `12...`. */
export function inParts({ line, written }) {
  const words = (written ?? "").split(" ");
  let at = 0;
  const parts = line.map((move) => {
    const from = at, long = move.split(" ").length;
    while (at < words.length && words.slice(at, at + long).join(" ") !== move) at += 1;
    const number = words.slice(from, at).join(" ");
    at += long;
    return { number, move };
  });
  return at === words.length ? parts : line.map((move) => ({ number: "", move }));
}

const UNITS = [[1e9, " G"], [1e6, " M"], [1e3, " k"]];

/** 1 234 567 → `1.2 M`. */
export function short(number) {
  for (const [size, unit] of UNITS) if (number >= size) return `${(number / size).toFixed(number >= 10 * size ? 0 : 1)}${unit}`;
  return String(Math.round(number));
}

/** Seconds as a clock shows them. */
export function clock(seconds) {
  const left = Math.max(0, seconds);
  if (left > 0 && left < 20) return left.toFixed(1);
  const whole = Math.ceil(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
