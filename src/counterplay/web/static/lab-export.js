// Files: what the server writes, and PNG, which the browser paints from the SVG.
import { $, make, toast } from "./dom.js";

const FORMATS = [
  ["svg", "SVG, this step"], ["png", "PNG, this step"], ["html", "HTML, a page to step through"], ["tex", "LaTeX, to print"], ["json", "JSON, everything"], ["txt", "Text"],
];

/** `wanted(number)` tells which exercise, step and mode to export. */
export function fillMenu(panes, wanted) {
  $("#exports").replaceChildren(...panes.flatMap((name, number) => [
    panes.length > 1 ? make("p", { class: "soft small" }, name) : null,
    ...FORMATS.map(([format, words]) => make("button", { type: "button", class: "quiet", "data-format": format, "data-number": String(number), onclick: () => save(format, wanted(number)) }, words)),
  ]).filter(Boolean));
}

async function save(format, { exercise, number, step, quiz }) {
  $("#export-menu").open = false;
  try {
    const text = await fetched({ exercise, number, format: format === "png" ? "svg" : format, step: format === "svg" || format === "png" ? step : null, quiz });
    const kind = { svg: "image/svg+xml", html: "text/html", tex: "application/x-tex", json: "application/json", txt: "text/plain" }[format];
    download(format === "png" ? await painted(text) : new Blob([text], { type: kind }), `${exercise.searches[number].algorithm}.${format}`);
  } catch (error) {
    toast(error.message);
  }
}

async function fetched(body) {
  const response = await fetch("/api/lab/export", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.ok) return text;
  let sentence = "The file could not be made.";
  try { sentence = JSON.parse(text).error; } catch { /* as it is */ }
  throw new Error(sentence);
}

/** The SVG as pixels, two for each of its own. */
async function painted(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("This browser cannot paint the picture; save it as SVG."));
      image.src = address;
    });
    const scale = Math.min(2, 16000 / image.width, 16000 / image.height), canvas = document.createElement("canvas");
    canvas.width = Math.ceil(image.width * scale);
    canvas.height = Math.ceil(image.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for PNG; save it as SVG."))), "image/png"); });
  } finally {
    URL.revokeObjectURL(address);
  }
}

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
