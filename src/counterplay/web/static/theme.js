// Runs before the first paint, so that a page never flashes in the wrong colours. Not a module: modules wait.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch { /* no storage: as the system says */ }
