// What the page remembers from visit to visit, where the browser allows that.

export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

export function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* for this page only */ }
}
