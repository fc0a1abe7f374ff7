"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const svg = document.querySelector("#stage > svg");
  const last = data.steps.length - 1;
  const nodes = new Map([...svg.querySelectorAll("g[data-node]")].map((g) => [g.dataset.node, g]));
  const edges = new Map([...svg.querySelectorAll("g[data-edge]")].map((g) => [g.dataset.edge, g]));
  const kinds = new Map([...nodes].map(([index, g]) => [index, g.classList[1]]));
  const cutEdges = new Set([...edges].filter(([, g]) => g.classList.contains("cut")).map(([index]) => index));
  const line = new Set(data.line.map(String));
  let at = 0, timer = null, chosen = null, quizzing = false;
  svg.querySelectorAll(".halo").forEach((halo) => halo.remove());

  // ── Drawing a step ──
  const lookAt = (index, step) => {
    const history = data.looks[index] || [];
    let low = 0, high = history.length;
    while (low < high) { const middle = (low + high) >> 1; if (history[middle][0] <= step) low = middle + 1; else high = middle; }
    if (low) return history[low - 1].slice(1);
    return ["unseen", data.nodes[index].foreseen, [], [], ""];
  };
  const spans = (text, letter, values) => {
    text.replaceChildren();
    const add = (content, name, gap) => {
      const span = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
      span.textContent = content; span.setAttribute("class", name); if (gap) span.setAttribute("dx", 4);
      text.append(span);
    };
    if (!values.length) return;
    add(letter, "letter", false);
    values.forEach((value, i) => add(value, i < values.length - 1 ? "old" : "now", true));
  };
  const paint = (index, look, classes) => {
    const g = nodes.get(index), [status, value, alphas, betas, note] = look;
    g.setAttribute("class", ["node", kinds.get(index), status, ...classes].join(" "));
    const text = g.querySelector(".value"); if (text) text.textContent = value || "\u00a0";
    const alpha = g.querySelector(".bound.alpha"), beta = g.querySelector(".bound.beta"), noted = g.querySelector(".note");
    if (alpha) spans(alpha, "α", alphas);
    if (beta) spans(beta, "β", betas);
    if (noted) noted.textContent = note;
    const edge = edges.get(index);
    if (edge) edge.setAttribute("class", ["edge-group", status, cutEdges.has(index) ? "cut" : "", classes.includes("line") ? "line" : ""].join(" "));
  };
  const show = (step) => {
    at = Math.max(0, Math.min(last, step));
    const [current, , sentence] = data.steps[at];
    for (const index of nodes.keys()) {
      const classes = [];
      if (index === String(current)) classes.push("current");
      if (index === chosen) classes.push("chosen");
      if (at === last && line.has(index)) classes.push("line");
      paint(index, lookAt(index, at), classes);
    }
    by("sentence").textContent = sentence;
    by("slider").value = at;
    by("counter").textContent = `${at + 1} / ${last + 1}`;
    by("first").disabled = by("back").disabled = at === 0;
    by("last").disabled = by("forward").disabled = at === last;
    follow(String(current));
    describe(chosen ?? String(current));
  };
  const follow = (index) => {
    const g = nodes.get(index), stage = by("stage");
    if (!g || (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight)) return;
    const box = g.getBoundingClientRect(), frame = stage.getBoundingClientRect();
    const off = (from, to, low, high) => (from < low + 30 || to > high - 30 ? (from + to) / 2 - (low + high) / 2 : 0);
    stage.scrollBy({ left: off(box.left, box.right, frame.left, frame.right), top: off(box.top, box.bottom, frame.top, frame.bottom) });
  };

  // ── The chosen node ──
  const describe = (index) => {
    const panel = by("details"), node = data.nodes[index];
    panel.replaceChildren();
    if (quizzing || !node) return;
    const title = document.createElement("h2");
    title.textContent = `${node.place[0].toUpperCase()}${node.place.slice(1)}: ${node.state}`;
    const list = document.createElement("ol");
    data.steps.forEach(([where, , sentence], i) => {
      if (String(where) !== index) return;
      const item = document.createElement("li"), button = document.createElement("button"), number = document.createElement("span");
      number.className = "number"; number.textContent = i + 1;
      button.type = "button"; button.append(number, sentence);
      button.addEventListener("click", () => { pause(); show(i); });
      if (i === at) item.setAttribute("aria-current", "step");
      item.append(button); list.append(item);
    });
    if (!list.children.length) { const none = document.createElement("p"); none.textContent = "The search never comes here."; panel.append(title, none); return; }
    panel.append(title, list);
    const now = list.querySelector("[aria-current]");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  for (const [index, g] of nodes) g.addEventListener("click", () => { if (!quizzing) { chosen = chosen === index ? null : index; show(at); } });
  document.querySelectorAll(".overview g[data-node]").forEach((g) => g.addEventListener("click", () => {
    chosen = g.dataset.node; show(at); nodes.get(chosen)?.scrollIntoView({ block: "center", inline: "center" });
  }));

  // ── Playing ──
  const pause = () => { clearInterval(timer); timer = null; by("play").textContent = "▶ Play"; by("play").setAttribute("aria-label", "Play"); };
  const play = () => {
    if (at === last) show(0);
    chosen = null;
    clearInterval(timer);
    timer = setInterval(() => { if (at >= last) pause(); else show(at + 1); }, Number(by("speed").value));
    by("play").textContent = "⏸ Pause"; by("play").setAttribute("aria-label", "Pause");
  };
  const toggle = () => (timer ? pause() : play());
  const go = (step) => { pause(); show(step); };
  by("slider").max = last;
  by("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  by("speed").addEventListener("change", () => { if (timer) play(); });
  by("first").addEventListener("click", () => go(0));
  by("last").addEventListener("click", () => go(last));
  by("back").addEventListener("click", () => go(at - 1));
  by("forward").addEventListener("click", () => go(at + 1));
  by("play").addEventListener("click", toggle);
  by("help-button").addEventListener("click", () => by("help").showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || by("help").open) return;
    const typing = event.target.closest("input[type=text], select");
    if (event.key === "?" && !typing) { by("help").showModal(); event.preventDefault(); return; }
    if (quizzing || typing) return;
    const keys = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last), " ": toggle };
    if (event.key === " " && event.target.closest("button, summary")) return;
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  const fit = (whole) => { by("stage").classList.toggle("fit", whole); if (data.steps.length) follow(String(data.steps[at][0])); };
  by("fit").addEventListener("click", () => fit(true));
  by("full").addEventListener("click", () => fit(false));

  // ── The quiz: the answers come with the page; here they are only compared ──
  const questions = data.quiz.map(([key, kind, node, text, answer, shown, why]) => ({ key, kind, node: String(node), text, answer, shown, why }));
  const blanks = new Map(), marked = new Set();
  const never = new Set(["", "-", "–", "—", "x"]);
  const number = (text) => {
    const plain = text.trim().replaceAll("−", "-").toLowerCase();
    if (/^[+-]?(∞|inf|infinity|oo)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
    const [over, under, ...rest] = plain.split("/");
    const one = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/;
    if (rest.length || !one.test(over) || (under !== undefined && !one.test(under))) return NaN;
    return Number(over) / (under === undefined ? 1 : Number(under));
  };
  const read = (text) => text.trim().replace(/^[([<\s]+|[)\]>\s]+$/g, "").split(/[,;\s]+/).map(number);
  const near = (a, b) => a === b || Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= Math.max(5e-3, 5e-3 * Math.abs(b));
  const isRight = (question) => {
    if (question.kind === "cut") return marked.has(question.node) === question.answer;
    const text = blanks.get(question.key).value;
    if (never.has(text.trim().toLowerCase())) return question.answer === null;
    if (question.answer === null) return false;
    const given = read(text), answer = [question.answer].flat().map(Number);
    return given.length === answer.length && given.every((one, i) => near(one, answer[i]));
  };
  for (const question of questions) if (typeof question.answer === "string") question.answer = question.answer.endsWith("inf") ? (question.answer === "-inf" ? -Infinity : Infinity) : question.answer;

  const blank = (question, x, y, width, letter) => {
    const place = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
    for (const [name, value] of Object.entries({ x, y, width: width + (letter ? 14 : 0), height: 24, class: "asked" })) place.setAttribute(name, value);
    const row = document.createElement("p"), input = document.createElement("input");
    row.className = "letters"; input.type = "text"; input.className = "blank"; input.autocomplete = "off"; input.setAttribute("aria-label", question.text);
    input.title = question.text;
    if (letter) row.append(letter);
    row.append(input); place.append(row);
    blanks.set(question.key, input);
    nodes.get(question.node).append(place);
  };
  const addBlanks = () => {
    for (const question of questions) {
      if (question.kind === "cut") continue;
      const shape = nodes.get(question.node).querySelector(".shape").getBBox(), vector = Array.isArray(question.answer);
      const kind = kinds.get(question.node), width = vector ? Math.max(64, shape.width - 40) : 34;
      const middle = kind === "max" ? 9 : kind === "min" ? -9 : 0;
      if (question.kind === "value") blank(question, (vector ? 12 : 0) - width / 2, middle - 11, width);
      else blank(question, shape.x + shape.width + 2, question.kind === "alpha" ? -24 : 1, 38, question.kind === "alpha" ? "α" : "β");
    }
    for (const [index, edge] of edges) {
      const question = questions.find((one) => one.key === `cut:${index}`);
      edge.setAttribute("role", "checkbox");
      edge.setAttribute("aria-label", question ? question.text : "Is this branch cut?");
      const flip = () => { if (!quizzing || !data.bounds) return; marked.has(index) ? marked.delete(index) : marked.add(index); unmark(); mark(); };
      edge.addEventListener("click", flip);
      edge.addEventListener("keydown", (event) => { if (quizzing && (event.key === " " || event.key === "Enter")) { event.preventDefault(); flip(); } });
    }
  };
  const mark = () => edges.forEach((edge, index) => { edge.classList.toggle("marked", marked.has(index)); edge.setAttribute("aria-checked", marked.has(index)); });
  const unmark = () => { svg.querySelectorAll(".good, .bad").forEach((one) => one.classList.remove("good", "bad")); by("marks").hidden = true; by("score").textContent = ""; };
  const check = () => {
    unmark();
    const wrong = questions.filter((question) => !isRight(question));
    for (const question of questions) {
      const right = !wrong.includes(question);
      if (question.kind === "cut") { if (!right || marked.has(question.node)) edges.get(question.node).classList.add(right ? "good" : "bad"); }
      else blanks.get(question.key).classList.add(right ? "good" : "bad");
    }
    // Branches that are searched and were left alone are no merit.
    const counted = questions.filter((question) => question.kind !== "cut" || question.answer || marked.has(question.node)).length;
    by("score").textContent = wrong.length ? `${counted - wrong.length} of ${counted} right` : `All ${counted} right. Well done!`;
    const list = document.createElement("ul");
    for (const question of wrong) { const item = document.createElement("li"); item.textContent = `${question.text} ${question.why}`; list.append(item); }
    const title = document.createElement("h2"); title.textContent = "What was wrong, and why";
    by("marks").replaceChildren(title, list); by("marks").hidden = !wrong.length;
  };
  const solve = () => {
    marked.clear();
    for (const question of questions) question.kind === "cut" ? question.answer && marked.add(question.node) : (blanks.get(question.key).value = question.shown || "–");
    mark(); check();
  };
  const clear = () => { marked.clear(); blanks.forEach((input) => { input.value = ""; }); mark(); unmark(); };
  by("check").addEventListener("click", check);
  by("solve").addEventListener("click", solve);
  by("clear").addEventListener("click", clear);

  const enter = (quiz) => {
    quizzing = quiz; pause();
    document.body.classList.toggle("quizzing", quiz);
    by("quiz").hidden = !quiz; by("player").hidden = quiz; by("summary").hidden = quiz; by("marks").hidden = true;
    by("mode-quiz").setAttribute("aria-pressed", quiz); by("mode-steps").setAttribute("aria-pressed", !quiz);
    svg.querySelectorAll(".asked").forEach((one) => { one.style.display = quiz ? "" : "none"; });
    svg.querySelectorAll("title").forEach((one) => { one.textContent = quiz ? "" : one.dataset.told ?? (one.dataset.told = one.textContent); });
    edges.forEach((edge) => (quiz && data.bounds ? edge.setAttribute("tabindex", "0") : edge.removeAttribute("tabindex")));
    if (!quiz) { show(at); return; }
    for (const index of nodes.keys()) paint(index, [data.nodes[index].leaf ? "open" : "blank-node", data.nodes[index].leaf ? data.nodes[index].foreseen : "", [], [], ""], []);
    edges.forEach((edge) => edge.classList.remove("cut"));
    mark(); describe(null);
  };
  by("task").textContent = data.bounds
    ? "Do the search by hand. Write the value of every inner node and its α and β when the search leaves it (leave them empty where it never goes), and choose the branches that are cut."
    : "Do the search by hand: write the value of every inner node.";
  svg.querySelectorAll("title").forEach((one) => { one.dataset.told = one.textContent; });
  by("modes").hidden = !questions.length;
  by("mode-steps").addEventListener("click", () => enter(false));
  by("mode-quiz").addEventListener("click", () => enter(true));
  addBlanks();
  fit(svg.viewBox.baseVal.width <= 1.35 * by("stage").clientWidth);
  show(0);
  enter(data.quizFirst && questions.length > 0);
})();
