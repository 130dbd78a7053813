// What a table is drawn on that is one picture: laid out for the room that its page gives it, and anew where another
// layout fits. A game's board says which layouts there are (`layoutFor`), and what lies on the table (`build`).

import { svg } from "./elements.js";

const NARROW = 620;

export class Sheet {
  /** @param {HTMLElement} host @param {import("./frames.js").Replay} replay @param {(seat: number) => string} name
   * @param {string} game */
  constructor(host, replay, name, game) {
    this.host = host;
    this.seats = replay.seats;
    this.name = name;
    this.titles = replay.titles;
    /** @type {{table: any, options: any}|null} */
    this.shown = null;
    this.root = svg("svg", { class: `board ${game}`, role: "img", focusable: "false" });
    host.append(this.root);
  }

  /** Once a board is ready to build: now, and whenever its room changes. */
  begin() {
    this.arrange();
    new ResizeObserver(() => this.arrange()).observe(this.host);
  }

  /** Chooses the layout that fits, and builds what stays from frame to frame. */
  arrange() {
    const room = Math.round(this.host.clientWidth) || 860;
    const narrow = room < NARROW;
    const shape = narrow ? `tall ${room}` : "wide";
    if (shape === this.shape) return;
    this.shape = shape;
    this.layout = this.layoutFor(room, narrow);
    const { width, height } = this.layout;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // The page makes it as wide as its height has room for. A tall one takes what there is, and scrolls.
    const player = /** @type {HTMLElement} */ (this.host.closest(".player") ?? this.host);
    if (narrow) player.style.removeProperty("--ratio");
    else player.style.setProperty("--ratio", String(width / height));
    this.root.replaceChildren(svg("rect", { width, height, rx: 10, class: "table-top" }), ...this.build());
    if (this.shown) this.show(this.shown.table, null, { ...this.shown.options, motion: 0 });
  }
}
