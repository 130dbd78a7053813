// A match that is still being played, as the public sees it: hands are backs of cards. While it follows, new frames
// are shown as they come, those of one poll spread over the time until the next; the reader may go back, and return.

import { html, still } from "./elements.js";
import { clocksOf, withoutEnd } from "./records.js";
import { framesOf, tablesOf, wordsOf } from "./frames.js";
import { Player } from "./playback.js";

export const POLL = 1000;
/** A frame is on the board for at least so long; where more come, some are passed over. */
const SHORTEST = 50;

export class LivePlayer extends Player {
  /** @param {HTMLElement} root @param {import("./frames.js").Game} game @param {import("./frames.js").Replay} replay  With at least one event. */
  constructor(root, game, replay) {
    super(root, game, replay);
    this.liveBeat = POLL;
    this.stride = 1;
    this.said = html("p", { class: "player-said", role: "status" });
    this.controls.node.after(this.said);
    this.index = this.last;
    this.draw(null, true);
    this.follows(true);
  }

  /** @returns {import("./frames.js").Viewer} */
  get widest() {
    return "public";
  }

  sign() {
    this.button = html("button", { type: "button", class: "tool words live-sign", click: () => this.seek(this.last) }, html("span", {}, "Live"));
    return this.button;
  }

  get beat() {
    return this.following ? this.liveBeat : super.beat;
  }

  /** @param {boolean} yes */
  follows(yes) {
    this.following = yes;
    this.controls.running(yes);
    this.button.classList.toggle("on", yes);
    this.button.firstChild.textContent = yes ? "Live" : "Back to live";
    this.button.setAttribute("aria-label", yes ? "Live: what is being played right now" : "Back to what is being played right now");
    if (yes) this.catchUp();
  }

  /** What has happened since.
   * @param {import("./frames.js").Happening[]} told */
  grow(told) {
    const happenings = withoutEnd(told);
    if (!happenings.length) return;
    const known = this.frames.length;
    const lastWords = this.words[known - 1];
    this.replay.events.push(...happenings);
    this.frames = framesOf(this.game, this.replay);
    this.clocks = clocksOf(this.replay, this.frames);
    this.tables = tablesOf(this.game, this.replay, this.frames, this.viewer);
    this.words = this.frames.map((frame, i) => wordsOf(this.game, frame, this.viewer, this.tables[i], this.name));
    if (this.words[known - 1] === lastWords) this.narration.add(this.lines(known));
    else this.narration.write(this.lines(0));
    this.controls.grow(this.frames);
    this.controls.moveTo(this.index, String(this.frames[this.index].ply), this.words[this.index]);
    if (!this.following) return;
    const behind = this.last - this.index;
    this.stride = Math.ceil((behind * SHORTEST) / POLL);
    this.liveBeat = Math.max(SHORTEST, (POLL * this.stride) / Math.max(behind, 1));
    this.catchUp();
  }

  catchUp() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    if (this.index >= this.last) return;
    if (still() || document.hidden) {
      this.index = this.last;
      this.draw(null, true);
      return;
    }
    this.timer = window.setTimeout(() => {
      super.seek(Math.min(this.index + this.stride, this.last), true);
      this.catchUp();
    }, this.liveBeat * 0.9);
  }

  /** Whether there is something that it follows and has not yet shown. */
  get busy() {
    return this.following && this.index < this.last;
  }

  /** @param {number} index @param {boolean} [playing] */
  seek(index, playing = false) {
    if (!playing) this.following = false;
    super.seek(index, playing);
    if (!playing) this.follows(this.index >= this.last);
  }

  toggle() {
    if (this.following || this.timer !== undefined) this.pause();
    else this.play();
  }

  play() {
    if (this.index >= this.last) this.follows(true);
    else super.play();
  }

  pause() {
    super.pause();
    this.follows(false);
  }

  arrived() {
    this.timer = undefined;
    this.follows(true);
  }

  /** @param {import("./frames.js").Viewer} _viewer */
  see(_viewer, draw = true) {
    super.see("public", draw);
  }

  turnView() {
    // There is only one view of a match that is being played.
  }

  /** Nothing more will happen. */
  end() {
    this.button.hidden = true;
  }

  /** @param {string} words */
  tell(words) {
    if (this.said.textContent !== words) this.said.textContent = words;
  }
}
