// The moves in words, beside the board: each a button that goes there. The Tab key stops at the current one alone, not at
// each of some hundred.

import { html, seatIcon } from "./elements.js";

export class Narration {
  /** @param {(index: number) => void} seek */
  constructor(seek) {
    this.seek = seek;
    this.list = html("div", { class: "player-words", tabindex: "0", role: "region", "aria-label": "Moves in words" });
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.current = -1;
  }

  /** @param {{words: string, seat: number|null, place: string, heading: string|null, mark: string|null}[]} frames */
  write(frames) {
    /** @type {HTMLElement|null} */
    this.section = null;
    this.lines = [];
    this.current = -1;
    this.list.replaceChildren();
    this.add(frames);
  }

  /** What came after; what is there stays as it is, and whoever reads it is not disturbed.
   * @param {{words: string, seat: number|null, place: string, heading: string|null, mark: string|null}[]} frames */
  add(frames) {
    for (const frame of frames) {
      const index = this.lines.length;
      if (frame.heading || !this.section) {
        this.section = html("ol", { "aria-label": frame.heading });
        this.list.append(html("section", {}, html("h2", {}, frame.heading ?? "Start"), this.section));
      }
      const line = html(
        "button",
        { type: "button", tabindex: -1, class: `line ${frame.mark ?? ""}`, click: () => this.seek(index) },
        html("span", { class: "line-place" }, frame.place),
        frame.seat === null ? html("span", { class: "seat-mark" }) : seatIcon(frame.seat),
        html("span", { class: "line-words" }, frame.words),
      );
      this.lines.push(line);
      this.section.append(html("li", {}, line));
    }
  }

  /** @param {number} index */
  moveTo(index) {
    this.lines[this.current]?.removeAttribute("aria-current");
    this.lines[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    const line = this.lines[index];
    if (!line) return;
    line.setAttribute("aria-current", "step");
    line.setAttribute("tabindex", "0");
    // Only this list scrolls, never the page.
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop + 28 || bottom > scrollTop + clientHeight) {
      this.list.scrollTop = top - clientHeight / 2;
    }
  }
}
