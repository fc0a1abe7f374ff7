// A curve: what was measured, over games or over time, with the value that the pointer is at.
import { draw, make } from "./dom.js";

const [WIDTH, HEIGHT] = [360, 190];
const EDGE = { left: 46, right: 10, top: 8, bottom: 24 };

/** A few round numbers from `low` to `high`. */
function ticks(low, high, count = 4) {
  const raw = (high - low) / count || 1;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * size).find((one) => one >= raw);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + 1e-9 * step; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

const UNITS = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];

function short(number) {
  for (const [size, unit] of UNITS) if (number >= size) return `${Number((number / size).toPrecision(3))}${unit}`;
  return String(number);
}

/** `40 s`, `12 min`, `3.5 h`. */
export function time(seconds) {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export const worded = (chart, value) => (chart.percent ? `${(100 * value).toFixed(1)} %` : value.toFixed(Math.abs(value) >= 10 ? 1 : 3));

/** What a point says: `0.62 after 2,500 games, 3 min`. */
function spoken(chart, point) {
  const spread = point.error === null ? "" : ` ± ${worded(chart, point.error)}`;
  return `${worded(chart, point.value)}${spread} after ${point.games.toLocaleString("en")} games${point.seconds === null ? "" : `, ${time(point.seconds)}`}`;
}

/** The figure of a chart; `over` is "games" or "seconds". */
export function figure(chart, over) {
  const points = chart.points.filter((point) => point[over] !== null);
  const last = points.at(-1);
  const reading = make("p", { class: "reading small soft numbers" }, last ? spoken(chart, last) : "Nothing has been measured yet.");
  return make(
    "figure",
    { class: "panel chart" },
    make("h3", {}, chart.title, make("output", {}, last ? worded(chart, last.value) : "–")),
    make("figcaption", { class: "about small soft" }, chart.about),
    plotted(chart, points, over, (point) => { reading.textContent = spoken(chart, point); }),
    reading,
  );
}

function plotted(chart, points, over, read) {
  const said = points.length ? `${chart.title}: ${spoken(chart, points.at(-1))}` : `${chart.title}: nothing has been measured yet`;
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said });
  const ends = points.flatMap((point) => [point.value - (point.error ?? 0), point.value + (point.error ?? 0)]);
  if (chart.middle !== null) ends.push(chart.middle);
  let [low, high] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
  const margin = (high - low) * 0.08 || Math.abs(high) * 0.1 || 0.1;
  [low, high] = [low - margin, high + margin];
  const most = Math.max(1, ...points.map((point) => point[over]));
  const x = (at) => EDGE.left + (at / most) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value) => EDGE.top + ((high - value) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const words = (text, attributes) => { const element = draw("text", attributes); element.textContent = text; return element; };
  for (const value of ticks(low, high, 6)) {
    svg.append(draw("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }));
    svg.append(words(chart.percent ? `${Math.round(100 * value)} %` : String(value), { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }));
  }
  const along = over === "games" ? ticks(0, most, 4) : clockTicks(most);
  for (const at of along) svg.append(words(over === "games" ? short(at) : time(at), { x: x(at), y: HEIGHT - 6, "text-anchor": at === 0 ? "start" : x(at) > WIDTH - 40 ? "end" : "middle" }));
  if (chart.middle !== null) svg.append(draw("line", { class: "middle", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(chart.middle), y2: y(chart.middle) }));
  const path = (value) => points.map((point) => `${x(point[over]).toFixed(1)} ${y(value(point)).toFixed(1)}`);
  if (points.some((point) => point.error !== null)) {
    const band = [...path((point) => point.value + (point.error ?? 0)), ...path((point) => point.value - (point.error ?? 0)).reverse()];
    svg.append(draw("path", { class: "band", d: `M${band.join("L")}Z` }));
  }
  if (points.length > 1) svg.append(draw("path", { class: "curve", d: `M${path((point) => point.value).join("L")}` }));
  const dots = points.length <= 60 ? points : points.filter((point) => point.hollow);
  for (const point of dots) svg.append(draw("circle", { class: `dot${point.hollow ? " hollow" : ""}`, cx: x(point[over]), cy: y(point.value), r: 2.8 }));
  if (points.length) {
    const here = draw("circle", { class: "here", r: 4.5, cx: -20, cy: -20 });
    svg.append(here);
    svg.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.x) / box.width) * WIDTH;
      const nearest = points.reduce((best, point) => (Math.abs(x(point[over]) - at) < Math.abs(x(best[over]) - at) ? point : best));
      here.setAttribute("cx", x(nearest[over]));
      here.setAttribute("cy", y(nearest.value));
      read(nearest);
    });
    svg.addEventListener("pointerleave", () => { here.setAttribute("cx", -20); read(points.at(-1)); });
  }
  return svg;
}

/** Round times: seconds, minutes or hours. */
function clockTicks(most) {
  const unit = most < 100 ? 1 : most < 5400 ? 60 : 3600;
  return ticks(0, most / unit, 4).map((at) => at * unit);
}
