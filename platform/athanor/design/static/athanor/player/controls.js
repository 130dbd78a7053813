// The strip under the board: step, play, scrub, speed, as whom to look, and how large.

import { html, svg } from "./elements.js";

export const SPEEDS = [0.5, 1, 2, 4, 10];
const ACROSS = 1000;
/** Milliseconds that it is said what became of a link. */
const SAID = 4000;

/** @type {Record<string, string>} */
const ICONS = {
  first: "M4 3v10M13 3 6.500 8l6.500 5z",
  back: "M11 3 4.500 8l6.500 5z",
  play: "M5 2.500 13 8l-8 5.500z",
  pause: "M4.500 3h2.500v10H4.500zM9.500 3H12v10H9.500z",
  next: "M5 3l6.500 5L5 13z",
  last: "M12 3v10M3 3l6.500 5L3 13z",
  theatre: "M1.500 4h13v8h-13z",
  full: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  smaller: "M6 2v4H2M14 6h-4V2M10 14v-4h4M2 10h4v4",
  eye: "M1 8q7-9 14 0q-7 9-14 0zM8 6a2 2 0 1 0 .010 0",
  link: "M6.500 9.500l3-3M7 5l1.500-1.500a2.800 2.800 0 0 1 4 4L11 9M9 11l-1.500 1.500a2.800 2.800 0 0 1-4-4L5 7",
  copied: "M2.500 8.500l3.500 3.500 7.500-8",
  failed: "M8 2.500v7M8 12.500v1",
};

/** @param {string} name */
export const icon = (name) => svg("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/**
 * @typedef {Object} Orders  What the strip asks of the player.
 * @property {(index: number) => void} seek
 * @property {() => void} toggle
 * @property {(speed: number) => void} speed
 * @property {(viewer: import("./frames.js").Viewer) => void} view
 * @property {() => Promise<boolean>} link
 */

export class Controls {
  /** @param {import("./frames.js").Frame[]} frames @param {number} seats
   * @param {(seat: number) => string} name @param {Orders} orders @param {boolean} small
   * @param {HTMLElement|null} sign  Of a match that is being played: it is seen as the public does, and has no links yet.
   * @param {HTMLElement[]} sizes  The buttons of its room. */
  constructor(frames, seats, name, orders, small, sign = null, sizes = []) {
    this.frames = frames;
    this.orders = orders;
    this.index = 0;
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ click) =>
      html("button", { type: "button", class: `tool ${sign}`, "aria-label": label, title: label, click }, icon(sign));
    this.playing = button("play", "Play (space)", () => orders.toggle());
    this.range = /** @type {HTMLInputElement} */ (
      html("input", {
        type: "range",
        min: 0,
        max: frames.length - 1,
        value: 0,
        step: 1,
        "aria-label": "Move",
        input: () => orders.seek(Number(this.range.value)),
      })
    );
    this.drawing = svg("svg", { viewBox: `0 0 ${ACROSS} 14`, preserveAspectRatio: "none", class: "player-marks", "aria-hidden": "true" });
    this.mark();
    this.place = html("output", { class: "player-place", "aria-live": "off" });
    this.speed = this.choice("Speed", SPEEDS.map((speed) => [String(speed), `${speed}×`]), (value) => orders.speed(Number(value)));
    this.viewer = this.choice(
      "See as",
      [["all", "everyone"], ["public", "the public"], ...Array.from({ length: seats }, (_, seat) => [String(seat), name(seat)])],
      (value) => orders.view(value === "all" || value === "public" ? value : Number(value)),
    );
    this.viewer.node.prepend(icon("eye"));
    this.share = html("button", { type: "button", class: "tool words", title: "Copy a link to this move", "aria-label": "Copy a link to this move", click: () => this.copy() },
      icon("link"), html("span", {}, "Link"));
    this.said = html("span", { class: "share-said", role: "status" });
    this.node = html(
      "div",
      { class: "player-controls", role: "group", "aria-label": "Replay" },
      html("div", { class: "player-scrub" }, this.range, this.drawing),
      html(
        "div",
        { class: "player-tools" },
        html("div", { class: "tools" },
          button("first", "To the start (Home)", () => orders.seek(0)),
          button("back", "One back (left arrow)", () => orders.seek(this.index - 1)),
          this.playing,
          button("next", "One on (right arrow)", () => orders.seek(this.index + 1)),
          button("last", "To the end (End)", () => orders.seek(this.frames.length - 1))),
        sign,
        this.place,
        !small && html("div", { class: "tools choices" }, !sign && this.viewer.node, this.speed.node, !sign && html("span", { class: "share" }, this.share, this.said), ...sizes),
      ),
    );
  }

  /** @param {string} label @param {string[][]} options @param {(value: string) => void} chosen */
  choice(label, options, chosen) {
    const select = /** @type {HTMLSelectElement} */ (
      html("select", { change: () => chosen(select.value) }, ...options.map(([value, words]) => html("option", { value }, words)))
    );
    return { select, node: html("label", { class: "choice" }, html("span", {}, label), select) };
  }

  /** Overflows and ends of rounds, over the range. */
  mark() {
    this.drawing.replaceChildren(...this.frames.filter((frame) => frame.mark).map(({ index, mark }) => {
      const x = (ACROSS * index) / Math.max(this.frames.length - 1, 1);
      if (mark.seat === null) return svg("path", { d: `M${x} 0v14`, class: "mark-round" });
      return svg("path", { d: `M${x} 7v7`, class: `mark seat-line-${mark.seat % 6}` });
    }));
  }

  /** There are more frames than before.
   * @param {import("./frames.js").Frame[]} frames */
  grow(frames) {
    this.frames = frames;
    this.range.max = String(frames.length - 1);
    this.mark();
  }

  /** @param {number} index @param {string} place @param {string} words */
  moveTo(index, place, words) {
    this.index = index;
    this.range.value = String(index);
    this.range.setAttribute("aria-valuetext", words);
    this.place.replaceChildren(html("b", {}, place), html("span", {}, ` of ${this.frames[this.frames.length - 1].ply}`));
  }

  /** @param {boolean} running */
  running(running) {
    const label = running ? "Pause (space)" : "Play (space)";
    this.playing.replaceChildren(icon(running ? "pause" : "play"));
    this.playing.setAttribute("aria-label", label);
    this.playing.setAttribute("title", label);
    this.playing.classList.toggle("running", running);
  }

  /** Copies a link, and says for a while whether that was done: by a sign on the button, and in words. */
  async copy() {
    const done = await this.orders.link();
    const sign = done ? "copied" : "failed";
    window.clearTimeout(this.saying);
    this.share.replaceChild(icon(sign), this.share.children[0]);
    this.said.textContent = done ? "Link copied" : "Not copied. The link is in the address bar.";
    this.saying = window.setTimeout(() => {
      this.share.replaceChild(icon("link"), this.share.children[0]);
      this.said.textContent = "";
    }, SAID);
  }
}
