// A figure: its base to scale, what it is for in the colour of its seat, the boxes of its three states of health as a
// ring, and its action points.

import { at, seatSign, svg } from "../../elements.js";
import { HEALTH } from "./data.js";
import { cardOf, radiusOf } from "./geometry.js";
import { crown, role, roleOf } from "./glyphs.js";

const GAP = 9;
const BETWEEN = 26;

/** @param {number} r @param {number} degrees */
function rim(r, degrees) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${Math.round(Math.cos(angle) * r * 10) / 10} ${Math.round(Math.sin(angle) * r * 10) / 10}`;
}

/** Three arcs, white, yellow and red, a stroke each box; a ticked one is hollow.
 * @param {number[]} life @param {number} marked @param {number} r */
export function health(life, marked, r) {
  const boxes = life.flatMap((count, colour) => Array.from({ length: count }, (_, i) => ({ colour, last: i === count - 1 })));
  const gaps = boxes.reduce((sum, { last }) => sum + (last ? BETWEEN : GAP), 0);
  const each = (360 - gaps) / boxes.length;
  let from = BETWEEN / 2;
  return svg("g", { class: "health" },
    svg("circle", { r, class: "health-ground" }),
    ...boxes.map(({ colour, last }, i) => {
      const arc = svg("path", { d: `M${rim(r, from)}A${r} ${r} 0 0 1 ${rim(r, from + each)}`, class: `box box-${HEALTH[colour]} ${i < marked ? "ticked" : ""}` });
      from += each + (last ? BETWEEN : GAP);
      return arc;
    }));
}

/** White, yellow or red: the colour of the first box that is not ticked.
 * @param {number[]} life @param {number} marked */
export function stateOf(life, marked) {
  let left = marked;
  const colour = life.findIndex((count) => {
    left -= count;
    return left < 0;
  });
  return HEALTH[colour] ?? "red";
}

/** @param {number} ap @param {number} most @param {number} r */
function points(ap, most, r) {
  const first = (-(most - 1) * 15) / 2;
  return at(0, r * 0.66, "ap", ...Array.from({ length: most }, (_, i) => svg("circle", { cx: first + i * 15, r: 5.500, class: i < ap ? "ap-left" : "ap-spent" })));
}

/** @param {import("./table.js").Figure} figure @param {number} [number]  Tells figures of one profile apart. */
export function miniature(figure, number = 0) {
  const card = cardOf(figure.profile);
  const r = radiusOf(figure.profile);
  const knocked = figure.effects.some(({ kind }) => kind === "knocked");
  const scale = (r / 60) * 1.020;
  return svg("g", { class: `miniature seat-line-${figure.seat % 6} ${knocked ? "knocked" : ""}` },
    svg("circle", { r, class: "base" }),
    card && health(card.life, figure.marked, r - 7),
    svg("circle", { r: r - 14, class: "top" }),
    svg("g", { transform: `rotate(${knocked ? 90 : 0}) translate(0 ${-r * 0.1}) scale(${scale * 1.050})` }, role(roleOf(figure.profile))),
    card?.hero && svg("g", { transform: `translate(0 ${-r * 0.98}) scale(${scale * 1.1})` }, crown()),
    card && points(figure.ap, card.ap, r),
    number > 0 && at(r * 0.72, -r * 0.72, "number", svg("g", { class: "readable" }, svg("circle", { r: 18 }), svg("text", { y: 9 }, number))),
    figure.effects.length > 0 && at(-r * 0.72, -r * 0.72, "under", svg("circle", { r: 17 }), svg("path", { d: "M0-10l3 7 7 3-7 3-3 7-3-7-7-3 7-3z" })),
    at(-r * 0.74, r * 0.74, "whose", svg("circle", { r: 17 }), svg("g", { transform: "scale(1.5)" }, seatSign(figure.seat))));
}
