// Stepping: forward, back, play, pause. It knows nothing of trees.

/** `show(step)` is called with every new step, `changed(playing)` when playing begins or ends. */
export class Stepper {
  constructor(last, show, changed = () => {}) {
    Object.assign(this, { last, show, changed, at: 0, milliseconds: 900, timer: null });
  }

  get playing() { return this.timer !== null; }

  /** To a step; whoever steps by hand stops the playing. */
  go(step) {
    this.pause();
    this.move(step);
  }

  move(step) {
    this.at = Math.max(0, Math.min(this.last, step));
    this.show(this.at);
  }

  play() {
    if (this.at === this.last) this.move(0);
    this.timer ??= 0;
    clearInterval(this.timer);
    this.timer = setInterval(() => { if (this.at >= this.last) this.pause(); else this.move(this.at + 1); }, this.milliseconds);
    this.changed(true);
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = null;
    this.changed(false);
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  speed(milliseconds) {
    this.milliseconds = milliseconds;
    if (this.playing) this.play();
  }
}
