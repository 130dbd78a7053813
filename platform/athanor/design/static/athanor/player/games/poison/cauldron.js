// An iron cauldron, cut open so that its level can be seen. It fills to 13 and glows from 10.

import { svg } from "../../elements.js";
import { kindOf, sumOf } from "./table.js";

export const WIDTH = 200;
export const HEIGHT = 196;
export const FULL = 13;
const HOT = 10;
const [FLOOR, BRIM] = [160, 58];

const BODY = "M27 46C8 84 14 128 42 154c12 12 30 17 58 17s46-5 58-17c28-26 34-70 15-108z";
const CAVITY = "M40 54C24 86 29 122 52 144c10 10 25 14 48 14s38-4 48-14c23-22 28-58 12-90z";
const FLAME = "M0 0c-5-4-7-8-5-13 1 2 2 3 3 3-1-5 1-9 4-13 0 5 6 9 5 15 1 0 2-2 2-3 2 5 0 9-4 11z";

let cauldrons = 0;

/** How hot it is: 0 cold, 1 from ten, 4 at thirteen.
 * @param {number} sum */
export const heatOf = (sum) => (sum < HOT ? 0 : Math.min(sum, FULL) - HOT + 1);

/** Where the surface stands.
 * @param {number} sum */
export const surface = (sum) => FLOOR - ((FLOOR - BRIM) * Math.min(sum, FULL)) / FULL;

export class Cauldron {
  constructor() {
    cauldrons += 1;
    const clip = `cavity-${cauldrons}`;
    this.halo = [1, 2, 3, 4].map((k) => svg("path", { d: BODY, class: `halo halo-${k}` }));
    this.liquid = svg("rect", { x: 10, y: 0, width: 180, height: 120, class: "liquid-body" });
    this.light = svg("path", { d: "M20 0h160", class: "liquid-light" });
    this.bubbles = svg("path", { d: "M70 22v.1M92 44v.1M128 30v.1M112 64v.1M80 74v.1M140 58v.1", class: "liquid-bubbles" });
    this.level = svg("g", { class: "level" }, this.liquid, this.bubbles, this.light);
    this.number = svg("text", { x: 100, y: 118, class: "sum" });
    this.fire = svg("g", { class: "fire" }, ...[68, 86, 100, 114, 132].map((x, i) =>
      svg("path", { d: FLAME, transform: `translate(${x} 195) scale(${[0.6, 0.8, 1, 0.8, 0.6][i]})` })));
    this.node = svg(
      "g",
      { class: "cauldron" },
      svg("ellipse", { cx: 100, cy: 191, rx: 84, ry: 8, class: "floor" }),
      ...this.halo,
      this.fire,
      svg("path", { d: "M48 150l-12 42h13l10-32zM152 150l12 42h-13l-10-32z", class: "iron" }),
      svg("path", { d: "M24 66a13 13 0 1 0-6 24M176 66a13 13 0 1 1 6 24", class: "handle" }),
      svg("path", { d: BODY, class: "iron" }),
      svg("path", { d: CAVITY, class: "cavity" }),
      svg("clipPath", { id: clip }, svg("path", { d: CAVITY })),
      svg("g", { "clip-path": `url(#${clip})` }, this.level),
      this.scale(),
      svg("path", { d: "M18 42h164a6 6 0 0 1 0 12H18a6 6 0 0 1 0-12z", class: "rim" }),
      this.number,
    );
    this.sum = -1;
  }

  scale() {
    const ticks = [2, 4, 6, 8, 10, 12].map((value) => `M${value === HOT ? 150 : 156} ${surface(value)}h10`).join("");
    return svg("path", { d: ticks, class: "ticks", "clip-path": null });
  }

  /** @param {string[]} cards @param {number} motion  Milliseconds that the level may take. */
  update(cards, motion) {
    const sum = sumOf(cards);
    const kind = kindOf(cards) ?? (cards.length ? "poison" : "empty");
    const from = this.sum < 0 ? 0 : this.sum;
    this.node.setAttribute("class", `cauldron holds-${kind} heat-${heatOf(sum)}`);
    this.level.setAttribute("transform", `translate(0 ${surface(sum)})`);
    this.level.setAttribute("visibility", sum ? "visible" : "hidden");
    this.number.textContent = sum ? String(sum) : "";
    if (motion && from !== sum && sum) {
      this.level.animate(
        [{ transform: `translate(0, ${surface(from)}px)` }, { transform: `translate(0, ${surface(sum)}px)` }],
        { duration: motion, easing: "ease-out" },
      );
    }
    this.sum = sum;
  }
}
