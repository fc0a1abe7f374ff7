// What all pages share: the theme, and the list of keys.
import { $ } from "./dom.js";
import { add, show } from "./keys.js";

const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function toggle() {
  root.dataset.theme = isDark() ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* it holds for this page only */ }
}

$(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });  // on a telephone the navigation scrolls
$("#theme").addEventListener("click", toggle);
$("#show-keys").addEventListener("click", show);
add("?", "show the keys", show);
add("t", "dark or light", toggle);
