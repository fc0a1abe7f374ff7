// Small helpers for pages: elements, pictures from the server, words for people.

/** An element with attributes and children. `on…` are listeners; null and false leave an attribute out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (selector, root = document) => root.querySelector(selector);

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const ALLOWED = new Set(
  "svg g defs symbol use rect circle ellipse line polyline polygon path text tspan title desc linearGradient radialGradient stop clipPath mask pattern marker".split(" "),
);

/** A picture that a game drew, as elements of this page: shapes and words only, no script, nothing from elsewhere. `classes` keeps those of our own drawings. */
export function picture(text, { classes = false } = {}) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.namespaceURI !== SVG) return draw("svg");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.namespaceURI !== SVG || !ALLOWED.has(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      if (/^on/i.test(name) || (name === "class" && !classes) || (/href$/i.test(name) && !value.startsWith("#"))) element.removeAttribute(name);
      if (name === "style") {  // the page's policy allows no style in markup, but by hand it may be given
        element.removeAttribute(name);
        element.style.cssText = value;
      }
    }
  }
  return document.importNode(root, true);
}

/** Tell people who listen to the page. */
export function announce(words) {
  const place = $("#announcer");
  place.textContent = "";
  setTimeout(() => { place.textContent = words; }, 30);
}

let hiding = 0;

/** A short word at the edge of the page; refusals of the server come here. */
export function toast(words) {
  const place = $("#toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, Math.min(9000, 2500 + 60 * words.length));
}
