// The position is in the address: game, parameters, first position, moves, the game on disk if it is one of yours, and which network to play against.

const RESERVED = new Set(["start", "moves", "g", "against"]);

/** The address of a position: `/play/connect_four?rows=5&moves=4+4+3`. A game on disk without `moves` is shown where it was left. */
export function address(game, { parameters = {}, start = null, moves = null, session = null, against = null } = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(RESERVED.has(name) ? `_${name}` : name, JSON.stringify(value));
  if (start !== null) query.set("start", start);
  if (moves?.length || (moves && session)) query.set("moves", moves.some((move) => /\s|^\[/.test(move)) ? JSON.stringify(moves) : moves.join(" "));
  if (session) query.set("g", session);
  if (against) query.set("against", against);
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%3A", ":");
  return `/play/${encodeURIComponent(game)}${text ? `?${text}` : ""}`;
}

/** What an address says; the inverse of `address`. */
export function read(location) {
  const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const query = new URLSearchParams(location.search);
  const parameters = {};
  for (const [name, text] of query) {
    if (RESERVED.has(name)) continue;
    let value = text;
    try { value = JSON.parse(text); } catch { /* a bare word */ }
    parameters[RESERVED.has(name.slice(1)) ? name.replace(/^_/, "") : name] = value;
  }
  const text = query.get("moves") ?? "";
  let moves = text.split(/\s+/).filter(Boolean);
  if (text.startsWith("[")) {
    try { moves = JSON.parse(text).map(String); } catch { /* moves that begin so */ }
  }
  return { game, parameters, start: query.get("start"), moves, session: query.get("g"), against: query.get("against"), asLeft: !query.has("moves") };
}
