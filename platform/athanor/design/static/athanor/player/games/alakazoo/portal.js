// A portal: nine arches with two runes each, sparks on those that are covered, and the spells that are placed. Beside
// it stand marks at the lines that are worth a point.

import { at, svg } from "../../elements.js";
import { CELL, emblem, member } from "./creatures.js";
import { creatureOf, linesOf, PARTS, runesOf } from "./material.js";
import { rune } from "./runes.js";
import { placed } from "./spells.js";

const EDGE = 4;
const STEP = CELL + 1;
/** The outer side, before it is scaled. */
export const SIDE = 3 * STEP + 2 * EDGE - 1;

/** The middle of a position.
 * @param {number} place */
export const middleOf = (place) => ({ x: EDGE + (place % 3) * STEP + CELL / 2, y: EDGE + Math.floor(place / 3) * STEP + CELL / 2 });

/** The middle of a rune.
 * @param {number} which */
export function runeAt(which) {
  const { x, y } = middleOf(Math.floor(which / 2));
  return { x: x + (which % 2 ? 9.500 : -9.500), y: y + 6 };
}

/** An arch with its two runes, and faintly the part that it waits for.
 * @param {string} creature @param {number} place @param {boolean[]} covered */
function niche(creature, place, covered) {
  const kinds = runesOf(creature);
  const pair = [2 * place, 2 * place + 1];
  const ready = pair.every((which) => covered[which]);
  return svg("g", { class: ready ? "niche ready" : "niche" },
    svg("path", { d: "M1 39.500V18A19 17 0 0 1 39 18V39.500z", class: "niche-arch" }),
    svg("g", { class: "niche-ghost" }, member(creature, PARTS[place])),
    ...pair.map((which, i) => svg("g", { transform: `translate(${i ? 29.500 : 10.500} 26)` }, rune(kinds[which], covered[which]))));
}

/** @param {"same"|"different"|null} worth @param {number} line */
function lineMark(worth, line) {
  if (!worth) return null;
  const row = line < 3;
  const along = EDGE + (row ? line : line - 3) * STEP + 4;
  const words = worth === "same" ? "a line of one creature: 1 point" : "a line of three creatures: 1 point";
  const size = CELL - 8;
  const dots = [0, 1, 2].map((i) => svg("circle", { cx: row ? 3 : size * (0.17 + 0.33 * i), cy: row ? size * (0.17 + 0.33 * i) : 3, r: 3, class: "line-dot" }));
  const bar = svg("rect", { width: row ? 6 : size, height: row ? size : 6, rx: 3, class: "line-bar" });
  return at(row ? SIDE + 3 : along, row ? along : SIDE + 3, `line-mark ${worth}`, svg("title", {}, words), ...(worth === "same" ? [bar] : dots));
}

/** @param {import("./table.js").Table} table @param {number} seat
 * @returns {{node: SVGElement, cells: SVGElement[]}} */
export function portal(table, seat) {
  const player = table.players[seat];
  const creature = player.portal;
  const full = player.spells.every(Boolean);
  const frame = svg("rect", { width: SIDE, height: SIDE, rx: 6, class: "portal-frame" });
  if (!creature) {
    return { node: svg("g", { class: "portal closed" }, frame, svg("text", { x: SIDE / 2, y: SIDE / 2 + 4, class: "hint" }, "no portal yet")), cells: [] };
  }
  const fresh = table.scene?.placed.filter((one) => one.seat === seat) ?? [];
  const changed = ["revise", "swap", "barter"].includes(table.scene?.kind ?? "") ? [...(table.scene?.given ?? []), ...(table.scene?.gained ?? [])] : [];
  const cells = PARTS.map((_, place) => {
    const spell = player.spells[place];
    const isNew = fresh.some((one) => one.place === place) || (spell !== null && changed.includes(spell));
    return svg("g", { class: "cell" }, spell ? placed(spell, creatureOf(spell) === creature, isNew) : niche(creature, place, player.covered));
  });
  const lines = table.options.book === "instead" || table.seats === 1 ? [] : linesOf(player.spells).map(lineMark);
  const node = svg("g", { class: full ? "portal full" : "portal" },
    frame,
    ...cells.map((cell, place) => at(EDGE + (place % 3) * STEP, EDGE + Math.floor(place / 3) * STEP, "", cell)),
    ...lines,
    ...fresh.filter((one) => one.points).map(({ place, points }) => {
      const { x, y } = middleOf(place);
      return at(x, y + 14, "plus", svg("rect", { x: -13, y: -9, width: 26, height: 16, rx: 8 }), svg("text", { y: 4 }, `+${points}`));
    }),
    at(SIDE / 2, -7, "keystone", svg("title", {}, `the portal of the ${creature}`), emblem(creature, 11)));
  return { node, cells };
}
