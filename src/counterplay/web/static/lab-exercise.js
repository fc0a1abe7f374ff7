// An exercise (a tree, one or two searches) and its address: whoever has the link has the exercise.

export const SEARCH = { algorithm: "alphabeta", hard: false, alpha: null, beta: null, simulations: 40, exploration: 1.4, seed: 1, order: "written", swaps: [] };
export const RANDOM = { kind: "random", branching: 3, levels: 3, least: -9, most: 9, seed: 1 };
export const GROWING = new Set(["monte_carlo", "mcts"]);
export const ALGORITHMS = [
  ["minimax", "Minimax"], ["alphabeta", "Alpha-beta, fail-soft"], ["alphabeta hard", "Alpha-beta, fail-hard"], ["expectiminimax", "Expectiminimax"],
  ["maxn", "Maxⁿ, several players"], ["shallow_maxn", "Maxⁿ with shallow cuts"], ["paranoid", "Paranoid, all against one"],
  ["monte_carlo", "Monte Carlo, flat"], ["mcts", "Monte Carlo tree search, UCT"],
];
export const ORDERS = [["written", "as written"], ["best", "best first"], ["worst", "worst first"], ["reversed", "reversed"]];

const NUMBERS = new Set(["alpha", "beta", "simulations", "exploration", "seed"]);
const SHORT = { exploration: "c" };

export const nameOf = (search) => ALGORITHMS.find(([key]) => key === keyOf(search))[1];
export const keyOf = ({ algorithm, hard }) => (algorithm === "alphabeta" && hard ? "alphabeta hard" : algorithm);
export const orderOf = ({ algorithm, order, swaps }) => {
  if (GROWING.has(algorithm)) return "";
  const words = ORDERS.find(([key]) => key === order)[1];
  return swaps.length ? `${words}, ${swaps.length} ${swaps.length === 1 ? "node" : "nodes"} changed` : words;
};

/** A search with nothing left out. */
export const whole = (search) => ({ ...SEARCH, ...search });

/** Searches that fit a tree: dice need expectiminimax, several players maxⁿ. Monte Carlo fits all. */
export function suited(searches, source, games) {
  const kind = games.find((game) => game.name === source.game)?.properties, text = source.text ?? "";
  const several = kind ? kind.players > 2 || kind.payoffs === "general-sum" : /\([^(),]*,[^()]*\)|"payoffs"|"players"/.test(text);
  const chance = kind ? kind.chance : text.includes('"chance"');
  return searches.map((search) => {
    if (search.algorithm === "shallow_maxn" || (search.algorithm === "paranoid" && !chance)) return search;
    if (GROWING.has(search.algorithm) || !(several || (chance && ["minimax", "alphabeta"].includes(search.algorithm)))) return search;
    return { ...search, algorithm: several ? "maxn" : "expectiminimax", hard: false, alpha: null, beta: null };
  });
}

const same = (a, b) => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
const ordered = (value) => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== null).map((key) => [key, ordered(value[key])]));
};

/** The lecture's exercise that this one is, if it is one. */
export const exampleOf = (exercise, examples) => examples.find((one) => same(one.exercise, exercise)) ?? null;

/** The address of an exercise at a step, in step or quiz mode. */
export function address(exercise, examples, { step = 0, quiz = null } = {}) {
  const query = new URLSearchParams(), { source, depth, searches } = exercise, example = exampleOf(exercise, examples);
  if (example) query.set("example", example.name);
  else {
    if (source.kind === "tree") query.set("tree", source.text.replace(/\s+/g, " "));
    else if (source.kind === "random") query.set("random", [source.branching, source.levels, source.least, source.most, source.seed].join(","));
    else {
      query.set("game", source.game);
      if (Object.keys(source.parameters ?? {}).length) query.set("parameters", JSON.stringify(source.parameters));
      if (source.start) query.set("start", source.start);
      if (source.moves?.length) query.set("moves", JSON.stringify(source.moves));
    }
    if (depth) query.set("depth", depth);
    searches.forEach((search, number) => {
      const before = number ? "2." : "";
      query.set(`${before}algorithm`, keyOf(search).replace(" ", "-"));
      for (const name of ["alpha", "beta", "simulations", "exploration", "seed", "order"]) {
        if (search[name] !== SEARCH[name]) query.set(before + (SHORT[name] ?? name), search[name]);
      }
      if (search.swaps.length) query.set(`${before}swaps`, JSON.stringify(search.swaps.map(({ path, first }) => [path, first])));
    });
  }
  if (quiz) query.set("quiz", [...quiz].join(","));
  else if (step) query.set("step", step + 1);
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%3A", ":");
  return text ? `/lab?${text}` : "/lab";
}

/** What an address says: exercise, step, quiz (a set of what is asked, or null), the name of an example that does not exist. Whatever is no good is as if it were not there. */
export function read(location, examples) {
  const query = new URLSearchParams(location.search), example = examples.find((one) => one.name === query.get("example"));
  let exercise = structuredClone((example ?? examples[0]).exercise);
  const json = (name, otherwise) => { try { return JSON.parse(query.get(name)) ?? otherwise; } catch { return otherwise; } };
  let source = null;
  if (query.has("tree")) source = { kind: "tree", text: query.get("tree") };
  else if (query.has("random")) {
    const numbers = query.get("random").split(",").map(Number);
    source = { ...RANDOM };
    ["branching", "levels", "least", "most", "seed"].forEach((name, i) => { if (Number.isInteger(numbers[i])) source[name] = numbers[i]; });
  } else if (query.has("game")) {
    const moves = query.get("moves") ?? "";
    source = { kind: "position", game: query.get("game"), parameters: json("parameters", {}), start: query.get("start"), moves: moves.startsWith("[") ? json("moves", []) : moves.split(/\s+/).filter(Boolean) };
  }
  if (source) {
    const searches = [readSearch(query, "")];
    if (query.has("2.algorithm")) searches.push(readSearch(query, "2."));
    exercise = { source, depth: Number(query.get("depth")) || null, searches };
  }
  exercise.searches = exercise.searches.map(whole);
  const asked = query.get("quiz"), kinds = (asked ?? "").split(",").filter((kind) => ["value", "bounds", "cut"].includes(kind));
  return { exercise, step: Math.max(0, (Number(query.get("step")) || 1) - 1), quiz: asked === null ? null : new Set(kinds.length ? kinds : ["value", "bounds", "cut"]), unknown: !source && !example ? query.get("example") : null };
}

function readSearch(query, before) {
  const search = whole({ swaps: [] }), [algorithm, hard] = (query.get(`${before}algorithm`) ?? "alphabeta").split("-");
  if (ALGORITHMS.some(([key]) => key === algorithm)) search.algorithm = algorithm;
  search.hard = hard === "hard";
  for (const name of Object.keys(SEARCH)) {
    const text = query.get(before + (SHORT[name] ?? name));
    if (text === null) continue;
    if (NUMBERS.has(name) && Number.isFinite(Number(text))) search[name] = Number(text);
    if (name === "order" && ORDERS.some(([key]) => key === text)) search.order = text;
    if (name === "swaps") { try { search.swaps = JSON.parse(text).map(([path, first]) => ({ path: path.map(String), first: first.map(String) })); } catch { /* as written */ } }
  }
  return search;
}
