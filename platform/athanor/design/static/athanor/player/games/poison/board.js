// The table of Poison: cauldrons in the middle, seats around them. `show` draws one table; when it is told how the
// table was before and that there is time for it, cards travel from where they were to where they are.

import { at, round, svg } from "../../elements.js";
import { Sheet } from "../../sheet.js";
import { Cauldron } from "./cauldron.js";
import { flask, HEIGHT, WIDTH } from "./flask.js";
import { tall, wide } from "./layout.js";
import { Plaque } from "./plaque.js";
import { kindOf } from "./table.js";
import { PLACES } from "./words.js";

export class Board extends Sheet {
  /** @param {HTMLElement} host @param {import("../../frames.js").Replay} replay @param {(seat: number) => string} name */
  constructor(host, replay, name) {
    super(host, replay, name, "poison");
    this.begin();
  }

  layoutFor(room, narrow) {
    return narrow ? tall(this.seats, Math.max(room, 300)) : wide(this.seats);
  }

  build() {
    const { cauldrons } = this.layout;
    this.cauldrons = cauldrons.map(() => new Cauldron());
    this.plaques = this.layout.seats.map((place, seat) => new Plaque(seat, this.titles[seat], place));
    this.piles = svg("g", { class: "piles" });
    // Under the plaques: the trail ends where the taker's begins.
    this.trail = svg("g", { class: "trail" });
    this.lying = svg("g", { class: "lying" });
    this.flying = svg("g", { class: "flying" });
    return [
      this.rings(),
      this.piles,
      this.trail,
      ...this.cauldrons.map((cauldron, k) =>
        svg("g", { transform: `translate(${cauldrons[k].x} ${cauldrons[k].y}) scale(${cauldrons[k].scale})` }, cauldron.node)),
      ...this.plaques.map((plaque) => plaque.node),
      this.lying,
      this.flying,
    ].filter((node) => node !== null);
  }

  /** A ring burnt into the table: something to look at that says nothing. */
  rings() {
    const { width, height } = this.layout;
    if (this.shape !== "wide") return null;
    const [x, y] = [width / 2, height / 2];
    return svg("g", { class: "burnt" },
      svg("ellipse", { cx: x, cy: y, rx: 404, ry: 132 }), svg("ellipse", { cx: x, cy: y, rx: 396, ry: 126 }));
  }

  /** Where the i-th of n flasks under a cauldron stands.
   * @param {number} k @param {number} i @param {number} n */
  spot(k, i, n) {
    const { cauldrons, cards } = this.layout;
    const { x, y, scale } = cauldrons[k];
    const row = Math.floor(i / cards.inRow);
    const inThisRow = Math.min(cards.inRow, n - row * cards.inRow);
    const middle = x + 100 * scale;
    const left = middle - ((inThisRow - 1) * cards.pitch + WIDTH * cards.size) / 2;
    const drop = cards.drop ? cards.drop * scale : 202 * scale;
    return { x: left + (i % cards.inRow) * cards.pitch, y: y + drop + row * (HEIGHT * cards.size + 2) };
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Table|null} before
   * @param {{viewer: any, motion: number, clocks: import("../../records.js").Clock[]}} options */
  show(table, before, options) {
    const motion = before && table.round === before.round ? options.motion : 0;
    const start = motion && table.played ? this.startOf(table, before) : null;
    this.shown = { table, options };
    this.cauldrons.forEach((cauldron, k) => cauldron.update(table.cauldrons[k], motion));
    this.drawPiles(table);
    this.plaques.forEach((plaque, seat) => plaque.update(table, options.clocks[seat]));
    this.lay(table, start, motion);
    this.spill(table, before, motion);
  }

  /** From where the card that is played comes.
   * @param {import("./table.js").Table} table @param {import("./table.js").Table} before */
  startOf(table, before) {
    const { seat, card } = table.played;
    const { hand, count } = before.players[seat];
    const plaque = this.plaques[seat];
    plaque.measure(count);
    return plaque.slot(hand ? Math.max(hand.indexOf(card), 0) : count - 1);
  }

  /** The flasks under the cauldrons.
   * @param {import("./table.js").Table} table @param {{x: number, y: number}|null} start @param {number} motion */
  lay(table, start, motion) {
    const { size } = this.layout.cards;
    this.lying.replaceChildren();
    table.cauldrons.forEach((cards, k) => {
      if (!cards.length) this.lying.append(this.hint(k));
      cards.forEach((card, i) => {
        const spot = this.spot(k, i, cards.length);
        const newest = table.played?.cauldron === k && i === cards.length - 1;
        const drawn = svg("g", { class: newest ? "newest" : null }, flask(card));
        this.lying.append(svg("g", { transform: `translate(${spot.x} ${spot.y}) scale(${size})` }, drawn));
        if (newest && start && motion) this.travel(drawn, (start.x - spot.x) / size, (start.y - spot.y) / size, motion);
      });
    });
  }

  /** The draw pile and the cards set aside: how many, for nobody sees them.
   * @param {import("./table.js").Table} table */
  drawPiles(table) {
    const { piles } = this.layout;
    const drawn = [];
    for (const [count, label, place] of /** @type {[number, string, {x: number, y: number}][]} */ ([
      [table.pile, "in the pile", piles[0]],
      [table.aside, "set aside", piles[1]],
    ])) {
      if (!count) continue;
      const backs = Array.from({ length: Math.min(3, count) }, (_, i) => at(i * 3 - WIDTH / 2 - 3, -i * 2, "", flask(null)));
      drawn.push(at(place.x, place.y, "", ...(this.shape === "wide" ? backs : []),
        svg("text", { x: 0, y: HEIGHT + 14, class: "hint" }, `${count} ${label}`)));
    }
    this.piles.replaceChildren(...drawn);
  }

  /** @param {number} k */
  hint(k) {
    const { x, y } = this.spot(k, 0, 1);
    const size = this.layout.cards.size;
    return svg("text", { x: x + (WIDTH * size) / 2, y: y + 16, class: "hint" }, `${PLACES[k]}`);
  }

  /** @param {SVGElement} node @param {number} x @param {number} y @param {number} motion */
  travel(node, x, y, motion) {
    node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }], {
      duration: motion,
      easing: "cubic-bezier(.2,.7,.3,1)",
    });
  }

  /** What overflowed: a trail of drops from the brim to the taker, and the cards on their way.
   * @param {import("./table.js").Table} table @param {import("./table.js").Table|null} before @param {number} motion */
  spill(table, before, motion) {
    this.flying.replaceChildren();
    this.trail.replaceChildren();
    if (!table.spilt) return;
    const { seat, cauldron, cards } = table.spilt;
    const { x, y, scale } = this.layout.cauldrons[cauldron];
    const heap = this.plaques[seat].heap;
    const side = heap.x < x + 100 * scale ? -1 : 1;
    const from = { x: x + (100 + side * 84) * scale, y: y + 56 * scale };
    const colour = kindOf(cards) ?? "poison";
    this.trail.append(...this.drops(from, heap, colour));
    this.flying.append(this.drip(from, side, scale, colour));
    if (!motion || !before) return;
    cards.forEach((card, i) => {
      const spot = this.spot(cauldron, i, cards.length);
      const ghost = svg("g", {}, flask(card));
      this.flying.append(svg("g", { transform: `translate(${spot.x} ${spot.y}) scale(${this.layout.cards.size})` }, ghost));
      ghost.animate(
        [
          { transform: "translate(0, 0)", opacity: 1 },
          { transform: `translate(${heap.x - spot.x}px, ${heap.y - spot.y}px) scale(.6)`, opacity: 0.2 },
        ],
        { duration: motion, delay: i * 20, easing: "ease-in", fill: "both" },
      );
    });
  }

  /** Over the brim and down the side.
   * @param {{x: number, y: number}} from @param {number} side @param {number} scale @param {string} colour */
  drip(from, side, scale, colour) {
    const shape = "M-52-13C-30-17-4-16 6-10c9 6 11 20 12 38 1 8-9 8-10 0-1-11-3-19-8-22-2 12 0 26-2 42-1 8-11 8-11 0 0-18 2-38-4-46-10-6-24-5-35-8-6-2-6-6 0-7z";
    const place = `translate(${from.x} ${from.y}) scale(${side * scale} ${scale})`;
    return svg("path", { d: shape, class: `spilt spilt-${colour}`, transform: place });
  }

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {string} colour */
  drops(from, to, colour) {
    const bend = { x: (from.x * 2 + to.x) / 3, y: (from.y + to.y) / 2 };
    return Array.from({ length: 8 }, (_, i) => {
      const t = 0.1 + (i * 0.86) / 7;
      const u = 1 - t;
      const x = u * u * from.x + 2 * u * t * bend.x + t * t * to.x;
      const y = u * u * from.y + 2 * u * t * bend.y + t * t * to.y;
      return svg("circle", { cx: round(x), cy: round(y), r: round(6 - i * 0.45 + (i % 3) * 0.8), class: `spilt spilt-${colour}` });
    });
  }
}
