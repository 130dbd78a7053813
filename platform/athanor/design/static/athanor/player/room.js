// How much of the window a board has: what the page gives it, all of its width (theatre), or the whole screen.

import { html } from "./elements.js";
import { icon } from "./controls.js";

const KEPT = "athanor:theatre";

/** Storage may be blocked by the browser.
 * @template T @param {() => T} ask @returns {T|null} */
function allowed(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}

/** @param {string} sign @param {() => void} click */
const button = (sign, click) => html("button", { type: "button", class: `tool ${sign}`, click }, icon(sign));

/** @param {HTMLElement} node @param {string} words */
function call(node, words) {
  node.setAttribute("aria-label", words);
  node.setAttribute("title", words);
}

export class Room {
  /** @param {HTMLElement} root  The player, which stays when a live match becomes its replay. @param {AbortSignal} gone */
  constructor(root, gone) {
    this.root = root;
    this.theatre = button("theatre", () => this.turnTheatre());
    call(this.theatre, "Theatre (t)");
    this.full = button("full", () => this.turnFull());
    this.full.hidden = !document.fullscreenEnabled;
    document.addEventListener("fullscreenchange", () => this.told(), { signal: gone });
    this.widen(root.classList.contains("theatre") || allowed(() => window.localStorage.getItem(KEPT)) === "yes");
    this.told();
  }

  get nodes() {
    return [this.theatre, this.full];
  }

  get isFull() {
    return document.fullscreenElement === this.root;
  }

  /** Makes known how high the controls are, which stick to the bottom: what gets the focus on the board is scrolled
   * clear of them.
   * @param {HTMLElement} controls @param {AbortSignal} gone */
  keepClear(controls, gone) {
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty("--controls", `${controls.offsetHeight}px`);
    });
    observer.observe(controls);
    gone.addEventListener("abort", () => observer.disconnect());
  }

  turnTheatre() {
    // Where everything stands in one column, the board has the width already, and there is no button.
    if (!this.theatre.offsetParent) return;
    const wide = !this.root.classList.contains("theatre");
    this.widen(wide);
    allowed(() => (wide ? window.localStorage.setItem(KEPT, "yes") : window.localStorage.removeItem(KEPT)));
    if (wide) this.root.scrollIntoView({ block: "start" });
  }

  /** @param {boolean} wide */
  widen(wide) {
    this.root.classList.toggle("theatre", wide);
    this.theatre.setAttribute("aria-pressed", String(wide));
  }

  async turnFull() {
    if (this.full.hidden) return;
    // The browser may refuse; the board stays where it is then.
    await (this.isFull ? document.exitFullscreen() : this.root.requestFullscreen()).catch(() => undefined);
  }

  /** What the button does next. */
  told() {
    this.full.replaceChildren(icon(this.isFull ? "smaller" : "full"));
    call(this.full, this.isFull ? "Leave full screen (f)" : "Full screen (f)");
  }
}
