// Addresses and words of the pages of matches.

/** The address of a match, of some of its games, or of one of them at a ply. */
export function place(id, { game = null, ply = null, from = null } = {}) {
  const query = new URLSearchParams({ match: id });
  for (const [name, value] of Object.entries({ game, ply, from })) if (value !== null) query.set(name, value);
  return `/matches?${query}`;
}

/** A time that people can compare: `0.3 ms`, `12 ms`, `1.25 s`, `3 min`. */
export function duration(seconds) {
  if (seconds >= 120) return `${Math.round(seconds / 60)} min`;
  if (seconds >= 0.9995) return `${seconds.toPrecision(3)} s`;
  return `${Number((1000 * seconds).toPrecision(2))} ms`;
}

export const when = (text) => (text ? new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "");

const signed = (elo) => `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(0)}`;

/** `+88 [−34, +239]`: the difference in Elo and between what it lies with 95 %; `at least −234` where everything was won, `at most +234` where everything was lost. */
export function rating({ elo, interval, rating: words }) {
  if (words.includes("not known")) return "not known yet";
  const [low, high] = interval.map((bound) => (bound === null ? "no limit" : signed(bound)));
  if (elo === null) return interval[1] === null ? `at least ${low}` : `at most ${high}`;
  return `${signed(elo)} [${low}, ${high}]`;
}

export const percent = (share) => `${(100 * share).toFixed(1)} %`;
