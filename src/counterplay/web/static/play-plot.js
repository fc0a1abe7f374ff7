// The value over the game: above the middle the first player is ahead, below it the second. A click goes there.
import { draw } from "./dom.js";

const [WIDTH, HEIGHT, MIDDLE] = [360, 96, 48];

/** `points[i]` is the value after ply i between -1 and 1, or null; `here` is the ply shown on the board. */
export function plot(element, points, here, players, go) {
  const plies = Math.max(points.length - 1, 1);
  const x = (i) => 8 + (i * (WIDTH - 16)) / Math.max(plies, 8);
  const y = (value) => MIDDLE - value * (MIDDLE - 8);
  const known = points.map((value, i) => [value, i]).filter(([value]) => value !== null);
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words(points, players), preserveAspectRatio: "none" });
  if (known.length > 1) {
    const curve = known.map(([value, i]) => `${x(i)} ${y(value)}`).join("L");
    const area = `M${x(known[0][1])} ${MIDDLE}L${curve}L${x(known.at(-1)[1])} ${MIDDLE}Z`;
    for (const [side, top] of [["first", 0], ["second", MIDDLE]]) {
      const frame = draw("svg", { x: 0, y: top, width: WIDTH, height: MIDDLE, viewBox: `0 ${top} ${WIDTH} ${MIDDLE}`, preserveAspectRatio: "none" });
      frame.append(draw("path", { class: `area ${side}`, d: area }));
      svg.append(frame);
    }
    svg.append(draw("path", { class: "curve", d: `M${curve}`, "vector-effect": "non-scaling-stroke" }));
  }
  for (const [value, i] of known) svg.append(draw("ellipse", { class: "point", cx: x(i), cy: y(value), rx: 2.2, ry: 2.2 }));
  svg.append(draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE, "vector-effect": "non-scaling-stroke" }));
  svg.append(draw("line", { class: "here", x1: x(here), x2: x(here), y1: 4, y2: HEIGHT - 4, "vector-effect": "non-scaling-stroke" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = Math.round((((event.clientX - box.x) / box.width) * WIDTH - 8) / ((WIDTH - 16) / Math.max(plies, 8)));
    go(Math.max(0, Math.min(points.length - 1, at)));
  });
  element.replaceChildren(svg);
}

function words(points, players) {
  const last = points.filter((value) => value !== null).at(-1);
  if (last === undefined) return "The value over the game: nothing is known yet.";
  const ahead = last > 0.05 ? `${players[0]} is ahead` : last < -0.05 ? `${players[1] ?? "the other"} is ahead` : "even";
  return `The value over the game: ${ahead} at the end of what is known.`;
}
