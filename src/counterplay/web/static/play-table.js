// One game at the board: the position that is shown, the seats, the game's tree, and an engine that answers.
import { address, read } from "./address.js";
import { get, patch, post } from "./api.js";
import { $, announce, toast } from "./dom.js";
import { address as labAddress, suited, whole } from "./lab-exercise.js";
import { Board } from "./play-board.js";
import { MoveList } from "./play-moves.js";
import { Panel } from "./play-panel.js";
import { enginesAlone, Pause } from "./play-pause.js";
import { fillSeat, sideOf } from "./play-seats.js";
import { Tree } from "./play-tree.js";
import { certainty, countIn } from "./play-words.js";

const FAVOURITE = "connect_four";
const WATCHING_MILLISECONDS = 400;

export class Table {
  constructor() {
    this.board = new Board($("#board"), $("#choices"), (move) => this.play(move));
    this.list = new MoveList($("#moves"), (node) => this.go(node));
    this.pause = new Pause(this);
    this.views = new Map();
    this.thinking = null;
    this.sayings = { compiling: "", hint: "", seats: "" };
  }

  // ── Arriving ──

  async arrive() {
    const wanted = read(location);
    if (!wanted.game) {
      location.replace(address(lastGame()));
      return;
    }
    this.name = wanted.game;
    const line = { game: wanted.game, parameters: wanted.parameters, start: wanted.start, moves: wanted.moves };
    const [info, { levels, programs }, view] = await Promise.all([
      get(`/games/${encodeURIComponent(wanted.game)}`),
      get(`/levels?game=${encodeURIComponent(wanted.game)}`),
      wanted.session ? null : post("/position", line),
    ]);
    if (view) this.views.set(JSON.stringify(line), view);
    Object.assign(this, { info, opponents: { levels, programs, networks: [] } });
    try { localStorage.setItem("last game", wanted.game); } catch { /* not remembered */ }
    document.title = `${info.title} · counterplay`;
    $("#title").textContent = info.title;
    $("#rules").replaceChildren(...paragraphs(info.rules));
    this.panel = new Panel(this);
    await this.open(wanted);
    addEventListener("popstate", () => this.open(read(location)).catch((error) => toast(error.message)));
  }

  /** Show what an address says: one of your games, or a position, which people play unless `sides` are given. */
  async open(wanted, sides = null) {
    this.interrupt();
    const session = wanted.session ? await this.sessionOf(wanted.session) : null;
    this.pause.wanted = history.state?.paused ?? false;
    if (session) {
      if (session !== this.session) this.adopt(session);
      await this.findNetworks();
      const left = this.tree.at(session.current);
      await this.go(wanted.asLeft ? left : this.tree.find(wanted.moves) ?? left, { address: "replace" });
      return;
    }
    const line = { game: wanted.game, parameters: wanted.parameters, start: wanted.start, moves: wanted.moves };
    const view = this.views.get(JSON.stringify(line)) ?? (await post("/position", line));
    const fresh = !wanted.moves.length && wanted.start === null;
    Object.assign(this, {
      session: null,
      parameters: wanted.parameters,
      start: view.start,
      clock: null,
      lost: null,
      tree: Tree.ofLine(view.plies),
      against: wanted.against,
    });
    await this.findNetworks();
    const rival = this.opponents.networks.some((one) => one.id === wanted.against) ? `network:${wanted.against}` : "medium";
    const usual = view.players.map((_, player) => sideOf(fresh && player > 0 ? rival : "human"));
    const kept = history.state?.sides;  // who played here before the page was loaded again
    this.sides = sides ?? (kept?.length === view.players.length ? kept : usual);
    const alone = view.players.length > 1 && !view.over && this.sides.every((side) => side.kind === "human");
    this.sayings.seats = alone ? "People play all sides here: to play against the engine, choose it beside a name." : "";
    const node = this.tree.nodes.at(-1);
    this.views.set(this.key(node), view);
    await this.go(node, { address: "replace" });
  }

  /** One of your games; null if it is somebody else's or gone: then the address still says the position. */
  async sessionOf(id) {
    return id === this.session?.id ? this.session : get(`/sessions/${encodeURIComponent(id)}`).catch(() => null);
  }

  /** What was learned and plays this game, on a board of this size. A run may have learned more since, so that is asked again. */
  async findNetworks() {
    const { networks } = await post("/networks", { game: this.name, parameters: this.parameters }).catch(() => ({ networks: [] }));
    this.opponents = { ...this.opponents, networks };
    this.panel.sight.offer(networks);
  }

  adopt(session) {
    Object.assign(this, {
      session,
      name: session.game,
      parameters: session.parameters,
      start: session.start,
      sides: session.sides,
      clock: session.clock,
      tree: new Tree(session.nodes),
      since: performance.now() - 1000 * session.waited,
      lost: session.lost_on_time,
    });
    this.tree.playedLast(this.tree.at(session.current));
    this.sayings.seats = "";
  }

  /** What somebody pasted. Who plays a position stays who plays; a whole game was played by others. */
  async paste(line) {
    const keeps = !line.moves.length && JSON.stringify(line.parameters) === JSON.stringify(this.parameters);
    history.pushState(null, "", address(this.name, line));
    await this.open(read(location), keeps ? this.sides : null);
  }

  /** A new game on disk, from the dialog. */
  async begin({ parameters, view, sides, clock }) {
    this.interrupt();
    const session = await post("/sessions", { game: this.name, parameters, start: view.start, sides, clock });
    this.views.clear();
    this.pause.wanted = false;
    this.adopt(session);
    await this.findNetworks();
    await this.go(this.tree.at(0), { address: "push" });
    announce(`New game. ${this.status()}`);
  }

  // ── The position on the board ──

  lineOf(node) {
    return { game: this.name, parameters: this.parameters, start: this.start, moves: this.tree.moves(node) };
  }

  key(node) {
    return JSON.stringify(this.lineOf(node));
  }

  async viewOf(node) {
    const key = this.key(node);
    if (!this.views.has(key)) {
      this.views.set(key, await post("/position", this.lineOf(node)));
      if (this.views.size > 1000) this.views.delete(this.views.keys().next().value);
    }
    return this.views.get(key);
  }

  /** Go to a node of the tree. `address` says whether that makes a step for the back button. */
  async go(node, { address: step = "replace" } = {}) {
    this.interrupt();
    this.wanted = node;
    const view = await this.viewOf(node);
    if (this.wanted !== node) return;
    Object.assign(this, { node, view });
    countIn(view.points);
    Object.assign(node, { over: view.over, payoffs: view.payoffs });
    this.tree.visit(node);
    const here = address(this.name, { ...this.lineOf(node), session: this.session?.id ?? null, against: this.session ? null : this.against });
    if (step === "push" && here !== location.pathname + location.search) history.pushState(this.kept(), "", here);
    else history.replaceState(this.kept(), "", here);
    this.sayings.hint = "";
    this.show();
    this.panel.moved();
    this.engineMayMove();
  }

  /** What the browser keeps with this entry of its history: whether engines wait; who plays, as long as no game on disk says that. */
  kept() {
    return { paused: this.pause.on, sides: this.session ? null : this.sides };
  }

  isOpen() {
    const { view } = this;
    return !view.over && !this.thinking && view.turn >= 0 && this.sides[view.turn].kind === "human" && this.lost == null;
  }

  show() {
    const { view, node, tree } = this;
    this.board.show(view, { open: this.isOpen() });
    this.list.show(tree, node, view.players.length === 2);
    $("#text").textContent = view.text;
    $("#status").textContent = this.status();
    $("#undo").disabled = node.parent === null || this.lost != null;
    $("#hint").disabled = view.over || view.turn < 0;
    $("#flip").hidden = !this.board.turns;
    ["--first", "--second"].forEach((name, side) => $(".table").style.setProperty(name, this.board.sides[side] ?? ""));
    this.showLab();
    $("#to-first").disabled = $("#to-previous").disabled = node.parent === null;
    $("#to-next").disabled = $("#to-last").disabled = node.children.length === 0;
    this.pause.show();
    this.showSeats();
    this.notice();
  }

  /** The way to the Lab: with a search that fits the game, where there is something to search. */
  showLab() {
    const link = $("#to-lab"), { hidden_information: hidden, simultaneous } = this.info.properties;
    link.hidden = hidden || simultaneous;
    const source = { kind: "position", ...this.lineOf(this.node) };
    link.toggleAttribute("aria-disabled", this.view.over);
    if (this.view.over) link.removeAttribute("href");
    else link.href = labAddress({ source, depth: null, searches: suited([whole({})], source, [this.info]) }, []);
  }

  status() {
    const { view } = this;
    if (view.over) return `${view.result}.`;
    if (this.lost != null) return view.players.length === 2 ? `${view.players[1 - this.lost]} wins on time.` : `${view.players[this.lost]}'s time is over.`;
    if (view.turn < 0) return "Chance moves.";
    const side = this.sides[view.turn];
    if (view.players.length === 1) return side.kind === "human" ? "Your move." : this.pause.on ? "The engine is paused." : "The engine moves.";
    const does = this.thinking ? "the engine thinks" : this.pause.on ? "paused" : "engine";
    return `${view.turn_name} to move${side.kind === "engine" ? ` (${does})` : ""}.`;
  }

  /** How the game ended at the position on the board: by the rules, or because the time of one of two was over; null where it goes on. */
  ending() {
    const { view } = this;
    if (view.over) return { payoffs: view.payoffs, result: view.result };
    if (this.lost == null || view.players.length !== 2 || this.node.number !== this.session?.current) return null;
    return { payoffs: this.lost === 0 ? [-1, 1] : [1, -1], result: this.status().replace(/\.$/, "") };
  }

  hasWon(player) {
    const { over, payoffs, players } = this.view;
    if (!over) return this.lost != null && players.length === 2 && player !== this.lost;
    return payoffs[player] === Math.max(...payoffs) && Math.min(...payoffs) < Math.max(...payoffs);
  }

  showSeats() {
    const { view } = this;
    const players = view.players.map((_, player) => player);
    const near = players.length === 2 && this.board.isTurned ? 1 : 0;
    const order = { "#seats-far": players.filter((player) => player !== near), "#seats-near": [near] };
    for (const [place, seated] of Object.entries(order)) {
      const element = $(place);
      while (element.childElementCount > seated.length) element.lastChild.remove();
      while (element.childElementCount < seated.length) element.append(document.createElement("div"));
      seated.forEach((player, i) => fillSeat(element.children[i], {
        player,
        name: view.players[player],
        side: this.sides[player],
        opponents: this.opponents,
        turn: view.turn === player,
        thinking: this.thinking && view.turn === player,
        left: this.timeLeft(player),
        won: this.hasWon(player) ? "wins" : null,
        change: (side) => this.changeSide(player, side),
      }));
    }
  }

  notice(compiling = null) {
    if (compiling !== null) this.sayings.compiling = compiling ? `Compiling ${this.info.title} for the first time; meanwhile everything works, more slowly.` : "";
    $("#notice").textContent = this.sayings.hint || this.sayings.compiling || this.sayings.seats;
    clearTimeout(this.asking);
    if (this.sayings.compiling) this.asking = setTimeout(() => get("/status").then(({ compiling: titles }) => this.notice(titles.includes(this.info.title))).catch(() => {}), 1000);
  }

  /** Show where a line of the analysis leads; null shows the position again. */
  async preview(moves) {
    this.previewed = moves;
    if (!moves) {
      if (this.board.element.classList.contains("preview")) {
        this.board.show(this.view, { open: this.isOpen() });
        this.panel.look();
      }
      return;
    }
    const line = this.lineOf(this.node);
    line.moves = [...line.moves, ...moves];
    const key = JSON.stringify(line);
    try {
      if (!this.views.has(key)) this.views.set(key, await post("/position", line));
    } catch { return; }
    if (this.previewed === moves) this.board.show(this.views.get(key), { preview: true });
  }

  // ── Playing ──

  async onDisk() {
    if (this.session) return this.session;
    const whole = this.tree.nodes.at(-1);  // all of the line, also what lies after the position on the board: both sides number its nodes alike
    this.beginning ??= post("/sessions", { ...this.lineOf(whole), sides: this.sides, clock: this.clock }).finally(() => { this.beginning = null; });
    const session = await this.beginning;  // one game, however many wait for it
    if (!this.session) {
      this.session = session;
      this.since = performance.now();
    }
    return this.session;
  }

  async play(move) {
    if (!this.isOpen() || this.sending) return;
    this.sending = true;
    try {
      await this.onDisk();
      const { node, view } = await post(`/sessions/${this.session.id}/moves`, { node: this.node.number, move });
      await this.arrived(node, view, "push");
    } catch (error) {
      if (error.status === 409) await this.reload();
      toast(error.message);
    } finally {
      this.sending = false;
    }
  }

  /** A move is on disk: show it. */
  async arrived(node, view, step) {
    const known = this.tree.add(node);
    this.tree.playedLast(known);
    this.views.set(this.key(known), view);
    this.since = performance.now();
    this.session.current = node.number;
    const mover = view.players[node.player] ?? "Chance";
    const alone = view.players.length === 1;
    announce(`${alone ? "Move" : `${mover} plays`} ${node.move}. ${view.over ? view.result : alone ? "Your move" : `${view.turn_name} to move`}.`);
    this.sending = false;
    await this.go(known, { address: step });
  }

  /** The engine (or chance) moves where the game stands or a line ends, never in the middle of one that is only looked at. */
  async engineMayMove() {
    const { view, node } = this;
    const engine = !view.over && (view.turn < 0 || this.sides[view.turn].kind === "engine");
    const goesOn = node.children.length === 0 || node.number === this.session?.current;
    if (!engine || !goesOn || this.lost != null || this.pause.on) return;
    const abort = new AbortController();
    this.thinking = abort;
    this.show();
    try {
      await this.onDisk();
      if (enginesAlone(this.sides)) await new Promise((go) => setTimeout(go, WATCHING_MILLISECONDS));  // people want to see it
      if (this.thinking !== abort) return;
      const moved = await post(`/sessions/${this.session.id}/engine`, { node: node.number }, abort.signal);
      if (this.thinking !== abort) return;
      this.thinking = null;
      if (moved.compiled === false) this.notice(true);
      await this.arrived(moved.node, moved.view, "replace");
    } catch (error) {
      if (error.name === "AbortError" || this.thinking !== abort) return;
      this.thinking = null;
      if (error.status === 409) await this.reload();
      this.show();
      toast(error.message);
    }
  }

  interrupt() {
    const abort = this.thinking;
    this.thinking = null;
    abort?.abort();
  }

  /** An engine that was interrupted may have moved already: then its move is in the game, as a variation. */
  learn(session) {
    if (session.id === this.session?.id) for (const node of session.nodes) this.tree.add(node);
  }

  async reload() {
    const { id } = this.session;
    this.adopt(await get(`/sessions/${id}`));
    await this.go(this.tree.at(this.session.current));
  }

  async undo() {
    if ($("#undo").disabled) return;
    this.interrupt();
    const people = new Set(this.sides.flatMap((side, player) => (side.kind === "human" ? [player] : [])));
    this.pause.wanted = !people.size;  // or else they would play on at once, and nothing be taken back
    let node = this.node;
    while (node.parent !== null) {
      const mover = node.player;
      node = this.tree.parent(node);
      if (people.has(mover) || !people.size) break;
    }
    if (this.session && this.node.number === this.session.current) {
      await post(`/sessions/${this.session.id}/undo`, { node: this.node.number }).then((session) => {
        this.learn(session);
        this.session.current = session.current;
        this.since = performance.now();
      }).catch((error) => toast(error.message));
    }
    await this.go(node, { address: "push" });
    announce(`Taken back. ${this.status()}`);
  }

  async hint() {
    if (this.view.over || this.view.turn < 0) return;
    const { node } = this;
    this.sayings.hint = "Looking for a good move …";
    this.notice();
    try {
      const found = await post("/hint", { ...this.lineOf(node), seconds: 1 });
      if (this.node !== node) return;
      const [best] = found.lines;
      this.sayings.hint = `Hint: ${best.move} (${certainty(best)}).`;
      this.board.showHint(best.move);
      announce(this.sayings.hint);
    } catch (error) {
      this.sayings.hint = error.message;
    }
    this.notice();
  }

  async changeSide(player, side) {
    const waits = this.pause.on ? this.session?.current : null;  // from now on the clock runs again
    const current = this.thinking ? this.node.number : waits ?? null;  // if the engine has moved already: here the game goes on
    this.interrupt();
    this.sayings.seats = "";
    this.sides = this.sides.map((one, number) => (number === player ? side : one));
    this.pause.wanted = this.pause.on;
    if (this.beginning) await this.onDisk().catch(() => null);  // with the sides of before; who asked for it tells what is wrong
    if (this.session) {
      try {
        const session = await patch(`/sessions/${this.session.id}`, { sides: this.sides, current });
        this.session.sides = session.sides;
        this.learn(session);
        if (current !== null) this.since = performance.now();
      } catch (error) {
        toast(error.message);
      }
    } else history.replaceState(this.kept(), "");
    this.show();
    this.engineMayMove();
  }

  flip() {
    this.board.flip();
    this.show();
    this.panel.look();
  }

  // ── Clock ──

  timeLeft(player) {
    const clocks = this.node.clocks;
    if (!this.clock || !clocks) return null;
    if (this.lost === player) return 0;
    const runs = !this.pause.on && this.view.turn === player && !this.view.over && this.lost == null && this.node.parent !== null && this.node.number === this.session?.current;
    return clocks[player] - (runs ? (performance.now() - this.since) / 1000 : 0);
  }

  async tick() {
    if (!this.clock || !this.view || this.view.over || this.lost != null || this.pause.on) return;
    this.showSeats();
    const left = this.timeLeft(this.view.turn);
    if (left !== null && left <= 0 && !this.flagging) {
      this.flagging = true;
      this.interrupt();
      try {
        const session = await post(`/sessions/${this.session.id}/flag`);
        this.lost = session.lost_on_time;
        announce(this.status());
        this.show();
        this.panel.look();
      } catch { /* the server's clock has a little left */ }
      this.flagging = false;
    }
  }
}

const paragraphs = (text) => text.replaceAll("`", "").split(/\n\s*\n/).map((words) => {
  const paragraph = document.createElement("p");
  paragraph.textContent = words.replace(/\s+/g, " ");
  return paragraph;
});

function lastGame() {
  try { return localStorage.getItem("last game") ?? FAVOURITE; } catch { return FAVOURITE; }
}
