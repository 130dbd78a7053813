// Targets, as arrows in the colour of whoever aims: dotted while somebody may still cancel, broken when it came to
// nothing.

import { round, svg } from "../../elements.js";
import { kindOf } from "./tiles.js";

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} from @param {Point} to @param {number} seat @param {string} css */
export function arrow(from, to, seat, css) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bow = Math.min(46, length * 0.18);
  const middle = { x: (from.x + to.x) / 2 - (dy / length) * bow, y: (from.y + to.y) / 2 + (dx / length) * bow };
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const tip = { x: to.x - Math.cos(angle) * 4, y: to.y - Math.sin(angle) * 4 };
  const wing = (/** @type {number} */ turn) => `${round(tip.x - Math.cos(angle + turn) * 14)} ${round(tip.y - Math.sin(angle + turn) * 14)}`;
  const neck = { x: tip.x - Math.cos(angle) * 9, y: tip.y - Math.sin(angle) * 9 };
  const line = `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(neck.x)} ${round(neck.y)}`;
  const head = `M${round(tip.x)} ${round(tip.y)}L${wing(0.45)}L${wing(-0.45)}z`;
  const half = { x: (from.x + 2 * middle.x + to.x) / 4, y: (from.y + 2 * middle.y + to.y) / 4 };
  return svg("g", { class: `arrow seat-line-${seat % 6} ${css}` },
    svg("path", { d: line, class: "shade" }),
    svg("path", { d: line, class: "shaft" }),
    svg("path", { d: head, class: "barb" }),
    svg("circle", { cx: round(from.x), cy: round(from.y), r: 4.500, class: "barb" }),
    css === "lost" && svg("path", { d: `M${round(half.x - 8)} ${round(half.y - 8)}l16 16m0-16l-16 16`, class: "cross" }));
}

/** From where to where an item of the chain points; null: at nothing that can be shown.
 * @param {import("./table.js").Use} use @param {import("./table.js").Scene} scene @param {import("./board.js").Board} board */
export function course(use, scene, board) {
  const own = board.plaques[use.seat];
  const from = own.cell(use.part);
  switch (kindOf(use.part)) {
    case "head": {
      const under = scene.chain[use.against ?? 0];
      return { from, to: board.plaques[under.seat].cell(under.part) };
    }
    case "tail":
      return { from, to: board.plaques[use.target ?? 0].cell(use.targetPart ?? "torso") };
    case "leg":
      return { from, to: board.middleOf("discard") };
    case "torso":
      return { from: board.supplyMiddle(), to: from };
    default:
      return { from, to: board.plaques[use.target ?? 0].handMiddle(board.shown?.table.players[use.target ?? 0].hand.length ?? 3) };
  }
}
