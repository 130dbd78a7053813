// Placed scenery as the events tell it, and what the drawings need of places and paths. y grows to the north in the
// game's documents, and downward on a screen.

import { BOARD, PIECES, PROFILES, RADIUS, ROTATIONS } from "./data.js";

/** @typedef {import("./sight.js").Point} Point */
/** @typedef {import("./sight.js").Part} Part */

/** The parts of a piece where it was placed (AK-66): the turns are in fifths, so corners stay whole.
 * @param {string} piece @param {number} x @param {number} y @param {string} rotation @returns {Part[]} */
export function placed(piece, x, y, rotation) {
  const { c, s } = /** @type {any} */ (ROTATIONS)[rotation];
  const turned = (/** @type {number} */ dx, /** @type {number} */ dy) => ({ x: x + (c * dx - s * dy) / 5, y: y + (s * dx + c * dy) / 5 });
  return /** @type {any[]} */ (/** @type {any} */ (PIECES)[piece] ?? []).map(({ kind, size, height, rect, disc }) => {
    if (disc) return { kind, size, height, polygon: [], disc: { ...turned(disc[0], disc[1]), r: disc[2] } };
    const [x0, y0, x1, y1] = rect;
    return { kind, size, height, polygon: [turned(x0, y0), turned(x1, y0), turned(x1, y1), turned(x0, y1)], disc: null };
  });
}

/** What a profile card says; a card that this page does not know has none of it.
 * @param {string} profile @returns {any} */
export const cardOf = (profile) => /** @type {any} */ (PROFILES)[profile];

/** @param {string} profile @returns {number} */
export const radiusOf = (profile) => /** @type {any} */ (RADIUS)[cardOf(profile)?.size ?? 2];

/** @param {string} profile */
export const boxesOf = (profile) => cardOf(profile).life.reduce((/** @type {number} */ all, /** @type {number} */ some) => all + some, 0);

/** What sight needs of the table.
 * @param {import("./table.js").Table} table @returns {import("./sight.js").Ground} */
export function groundOf(table) {
  return {
    parts: table.pieces.flatMap(({ parts }) => parts),
    bases: table.figures.flatMap((figure, id) => (figure.status === "board" ? [baseOf(figure, id)] : [])),
  };
}

/** @param {import("./table.js").Figure} figure @param {number} id @returns {import("./sight.js").Base} */
export function baseOf({ x, y, profile }, id) {
  return { id, x, y, radius: radiusOf(profile), size: cardOf(profile).size };
}

/** On the screen, in the units of the game.
 * @param {Point} point */
export const shown = ({ x, y }) => ({ x, y: BOARD.height - y });

/** As far as whole numbers of inches and halves go: "3.5".
 * @param {number} hundredths */
export const inches = (hundredths) => String(Math.round(hundredths) / 100);
