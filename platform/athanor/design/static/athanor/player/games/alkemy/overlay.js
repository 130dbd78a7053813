// What a chosen figure sees: a line to everybody it sees, a veil over the ground where a figure of common size would be
// out of its sight.

import { svg } from "../../elements.js";
import { BOARD, RADIUS } from "./data.js";
import { baseOf, groundOf, radiusOf, shown } from "./geometry.js";
import { hiddenGround, lineBetween } from "./sight.js";
import { fillOf } from "./textures.js";

const STEP = 50;
const SIZE = 2;

/** Whom it sees and whom it does not.
 * @param {import("./table.js").Table} table @param {number} id */
export function sightOf(table, id) {
  const ground = groundOf(table);
  const eye = baseOf(table.figures[id], id);
  const others = ground.bases.filter((base) => base.id !== id).map((base) => ({ id: base.id, line: lineBetween(ground, eye, base) }));
  return { ground, eye, seen: others.filter(({ line }) => line), hidden: others.filter(({ line }) => !line) };
}

/** @param {import("./table.js").Table} table @param {number} id */
export function overlay(table, id) {
  const { ground, eye, seen, hidden } = sightOf(table, id);
  const rows = hiddenGround(ground, eye, { radius: RADIUS[SIZE], size: SIZE, step: STEP, width: BOARD.width, height: BOARD.height });
  const veil = rows.map((row, i) => runs(row).map(([from, to]) => `M${from * STEP} ${BOARD.height - (i + 1) * STEP}h${(to - from) * STEP}v${STEP}h${(from - to) * STEP}z`).join("")).join("");
  return svg("g", { class: "sight" },
    svg("path", { d: veil, class: "veil" }),
    svg("path", { d: veil, class: "veil-lines", fill: fillOf("hidden") }),
    ...seen.map(({ line }) => {
      const [from, to] = [shown(/** @type {any} */ (line).from), shown(/** @type {any} */ (line).to)];
      return svg("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "beam" });
    }),
    ...hidden.map(({ id: other }) => {
      const { x, y } = shown(table.figures[other]);
      return svg("circle", { cx: x, cy: y, r: radiusOf(table.figures[other].profile) + 14, class: "unseen" });
    }));
}

/** Where a row is hidden, from and to.
 * @param {boolean[]} row @returns {number[][]} */
function runs(row) {
  /** @type {number[][]} */
  const found = [];
  row.forEach((isHidden, i) => {
    const last = found[found.length - 1];
    if (isHidden && last && last[1] === i) last[1] = i + 1;
    else if (isHidden) found.push([i, i + 1]);
  });
  return found;
}
