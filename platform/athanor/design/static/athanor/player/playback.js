// One match on its board, and the reader's hand on it: to any move, on and on, as anybody.

import { Controls, SPEEDS } from "./controls.js";
import { html, still } from "./elements.js";
import { frameAt, framesOf, placeOf, tablesOf, wordsOf } from "./frames.js";
import { keyboard, swiping } from "./keyboard.js";
import { Narration } from "./narration.js";
import { clocksOf, nameOf } from "./records.js";
import { Room } from "./room.js";

const PACE = 1000;
const MOTION = 240;

export class Player {
  /** @param {HTMLElement} root @param {import("./frames.js").Game} game @param {import("./frames.js").Replay} replay */
  constructor(root, game, replay) {
    this.root = root;
    this.gone = new AbortController();
    this.game = game;
    this.replay = replay;
    this.small = root.dataset.player === "small";
    this.name = nameOf(replay);
    this.frames = framesOf(game, replay);
    this.clocks = clocksOf(replay, this.frames);
    this.index = 0;
    this.pace = 1;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {import("./frames.js").Viewer} */
    this.viewer = this.widest;
    this.build();
    this.see(this.viewer, false);
  }

  build() {
    const seek = (/** @type {number} */ index) => this.seek(index);
    this.room = this.small ? null : new Room(this.root, this.gone.signal);
    this.controls = new Controls(this.frames, this.replay.seats, this.name, {
      seek,
      toggle: () => this.toggle(),
      speed: (speed) => this.setSpeed(speed),
      view: (viewer) => this.see(viewer),
      link: () => this.copyLink(),
    }, this.small, this.sign(), this.room?.nodes);
    this.controls.speed.select.value = "1";
    this.narration = new Narration(seek);
    this.live = html("p", { class: "out-of-sight", "aria-live": "polite" });
    this.stage = html("div", { class: "player-stage" });
    const hadFocus = this.root.contains(document.activeElement);
    this.root.replaceChildren(
      html("div", { class: "player-main" }, this.stage, this.controls.node, this.live,
        !this.small && html("details", { class: "player-legend" }, html("summary", {}, "How to read this table"), this.game.legend(), keyHelp())),
      ...(this.small ? [] : [html("div", { class: "player-side" }, this.narration.list)]),
    );
    this.root.classList.add("ready");
    this.room?.keepClear(this.controls.node, this.gone.signal);
    // Whoever has clicked on the board is inside the player: its keys work.
    if (!this.small) this.root.tabIndex = -1;
    // A live match has become its replay: who was in its controls stays in the player.
    if (hadFocus) this.root.focus({ preventScroll: true });
    this.board = new this.game.Board(this.stage, this.replay, this.name);
    keyboard(this.root, this, this.gone.signal);
    swiping(this.stage, this, this.gone.signal);
  }

  /** Looks on as someone else: what they did not see is not there.
   * @param {import("./frames.js").Viewer} viewer @param {boolean} [draw] */
  see(viewer, draw = true) {
    this.viewer = viewer;
    this.controls.viewer.select.value = String(viewer);
    this.tables = tablesOf(this.game, this.replay, this.frames, viewer);
    this.words = this.frames.map((frame, i) => wordsOf(this.game, frame, viewer, this.tables[i], this.name));
    this.narration.write(this.lines(0));
    if (draw) this.draw(null, true);
  }

  /** What the narration says, from a frame on.
   * @param {number} from */
  lines(from) {
    return this.frames.slice(from).map((frame) => ({
      words: this.words[frame.index],
      seat: frame.happenings.map(({ event }) => this.game.actor(event, this.tables[frame.index])).find((seat) => seat !== null) ?? null,
      place: frame.part ? "" : String(frame.ply),
      heading: frame.heading,
      mark: frame.mark?.kind ?? null,
    }));
  }

  /** Who sees all that this player has. @returns {import("./frames.js").Viewer} */
  get widest() {
    return "all";
  }

  /** What stands among the controls besides. @returns {HTMLElement|null} */
  sign() {
    return null;
  }

  /** Milliseconds that a frame is shown. */
  get beat() {
    return PACE / this.pace;
  }

  /** Makes room for another player in the same place. */
  leave() {
    window.clearTimeout(this.timer);
    this.gone.abort();
  }

  /** A frame that shows what the game is about, for a board that stands still. */
  get liveliest() {
    const marked = this.frames.filter((frame) => frame.mark && frame.mark.seat !== null);
    return (marked[Math.floor(marked.length / 2)] ?? this.frames[0]).index;
  }

  get last() {
    return this.frames.length - 1;
  }

  /** @param {number} index @param {boolean} [playing]  Reached by playing on, not by the reader's hand. */
  seek(index, playing = false) {
    const to = Math.max(0, Math.min(this.last, index));
    if (!playing && this.timer !== undefined) this.pause();
    const before = to === this.index + 1 ? this.tables[this.index] : null;
    this.index = to;
    this.draw(before, !playing || Boolean(this.frames[to].heading));
  }

  /** A step is told once: not beside the slider, which tells it itself, and of what plays on its own only the rounds.
   * @param {any} before @param {boolean} aloud */
  draw(before, aloud) {
    const frame = this.frames[this.index];
    const table = this.tables[this.index];
    const motion = before && !still() ? Math.min(MOTION, this.beat * 0.6) : 0;
    this.board.show(table, before, { viewer: this.viewer, motion, clocks: this.clocks[this.index], words: this.words[this.index] });
    this.board.root.setAttribute("aria-label", this.game.state(table, this.name, this.viewer));
    this.controls.moveTo(this.index, String(frame.ply), this.words[this.index]);
    this.narration.moveTo(this.index);
    if (aloud && document.activeElement !== this.controls.range) this.live.textContent = this.words[this.index];
    if (this.timer === undefined) this.note();
  }

  /** Keeps the address a link to what is shown. */
  note() {
    if (this.small || !this.started) return;
    window.history.replaceState(null, "", this.hash());
  }

  hash() {
    const as = this.viewer === "all" ? "" : `&as=${this.viewer}`;
    return `#ply=${placeOf(this.frames[this.index])}${as}`;
  }

  /** Goes where the address points. */
  follow() {
    const asked = new URLSearchParams(window.location.hash.slice(1));
    const as = asked.get("as");
    const seat = Number(as);
    if (as === "public" || as === "all") this.see(as, false);
    else if (as !== null && Number.isInteger(seat) && seat >= 0 && seat < this.replay.seats) this.see(seat, false);
    const place = asked.get("ply");
    if (place !== null) this.index = frameAt(this.frames, place);
    this.draw(null, false);
    this.started = true;
  }

  /** Goes on where another player was; without a place, at the end.
   * @param {import("./frames.js").Frame|null} frame */
  resume(frame) {
    this.index = frame ? frameAt(this.frames, placeOf(frame)) : this.last;
    this.draw(null, false);
    this.started = true;
  }

  async copyLink() {
    window.history.replaceState(null, "", this.hash());
    try {
      await navigator.clipboard.writeText(window.location.href);
      return true;
    } catch {
      return false;
    }
  }

  toggle() {
    if (this.timer === undefined) this.play();
    else this.pause();
  }

  play() {
    if (this.index === this.last) this.seek(0);
    this.controls.running(true);
    const beat = () => {
      if (this.index >= this.last) return this.arrived();
      this.seek(this.index + 1, true);
      // A look at the points takes longer than a move.
      const linger = this.frames[this.index].mark?.kind === "scored" ? 2.5 : 1;
      this.timer = window.setTimeout(beat, this.beat * linger);
      return undefined;
    };
    this.timer = window.setTimeout(beat, this.beat / 2);
  }

  /** Playing on, it has come to the last frame. */
  arrived() {
    this.pause();
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.controls.running(false);
    this.note();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.pace = speed;
    this.controls.speed.select.value = String(speed);
  }

  /** One step faster or slower.
   * @param {number} by */
  shift(by) {
    const place = SPEEDS.indexOf(this.pace) + by;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))]);
  }

  /** To the next or the previous section.
   * @param {number} by */
  leap(by) {
    const heads = this.frames.filter((frame) => frame.heading).map((frame) => frame.index);
    const to = by > 0 ? heads.find((index) => index > this.index) : heads.findLast((index) => index < this.index);
    this.seek(to ?? (by > 0 ? this.last : 0));
  }

  /** The next viewer in turn. */
  turnView() {
    const views = ["all", "public", ...Array.from({ length: this.replay.seats }, (_, seat) => seat)];
    this.see(/** @type {any} */ (views[(views.indexOf(this.viewer) + 1) % views.length]));
  }
}

function keyHelp() {
  const keys = [["Space", "play or pause"], ["← →", "one move"], ["Shift ← →", "ten moves"], ["↑ ↓", "round before, round after"],
    ["Home End", "start, end"], ["+ −", "faster, slower"], ["V", "look on as the next seat"], ["T", "theatre: all of the width"], ["F", "full screen"]];
  return html("dl", { class: "player-keys" },
    ...keys.map(([key, does]) => html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, does))));
}
