// Two searches in lock-step: which step of the one goes with which step of the other.

/** Pairs of steps. Where one search does everything the other does and more, it waits: `waits` tells which one, at each pair. */
export function timeline(views, together) {
  if (views.length === 1) return views[0].data.steps.map((_, step) => [step]);
  return (together && aligned(...views)) || race(...views);
}

/** Whether one can wait for the other at all. */
export const canWait = (views) => views.length === 2 && aligned(...views) !== null;

/** Step by step, whoever is done first stays. */
function race(one, other) {
  const length = Math.max(one.last, other.last) + 1;
  return Array.from({ length }, (_, step) => [Math.min(step, one.last), Math.min(step, other.last)]);
}

/** The steps of a search in pieces, each beginning where a node is entered or left. */
function pieces(view) {
  const found = [];
  view.data.steps.forEach(([node, kind], step) => {
    if (kind === "enter" || kind === "leave" || !found.length) found.push({ key: `${kind} ${JSON.stringify(view.path(String(node)))}`, from: step, to: step });
    else found.at(-1).to = step;
  });
  return found;
}

function aligned(one, other) {
  if (one.data.growing || other.data.growing) return null;
  const first = pieces(one), second = pieces(other);
  const swapped = second.length > first.length, long = swapped ? second : first, short = swapped ? first : second;
  const pairs = [];
  let place = 0, rest = 0;
  for (const piece of long) {
    const partner = short[place]?.key === piece.key ? short[place++] : null;
    const length = Math.max(piece.to - piece.from, partner ? partner.to - partner.from : 0);
    for (let step = 0; step <= length; step += 1) {
      if (partner) rest = Math.min(partner.from + step, partner.to);
      const at = Math.min(piece.from + step, piece.to);
      pairs.push(swapped ? [rest, at] : [at, rest]);
    }
  }
  return place === short.length ? pairs : null;
}
