// Where things stand: a wide table with the seats around it, and a tall one for a phone. Seats go round clockwise
// from the near side, as turns do.

/** `tall` is of the tall table; where that is narrow, what a seat has taken is counted `below` its hand.
 * @typedef {{x: number, y: number, width: number, height: number, tall: boolean, below?: boolean}} Place */
/**
 * @typedef {Object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Place[]} seats
 * @property {{x: number, y: number, scale: number}[]} cauldrons  The upper left corner of each.
 * @property {{x: number, y: number}[]} piles  Of the draw pile and of the cards set aside.
 * @property {{size: number, pitch: number, inRow: number, drop: number}} cards  Of the flasks under a cauldron.
 */

/** Which seats sit on the far and on the near side, from left to right.
 * @type {Record<number, {far: number[], near: number[]}>} */
const SIDES = {
  2: { far: [1], near: [0] },
  3: { far: [1, 2], near: [0] },
  4: { far: [1, 2], near: [0, 3] },
  5: { far: [1, 2, 3], near: [0, 4] },
  6: { far: [1, 2, 3], near: [0, 5, 4] },
};

const EDGE = 14;
/** From this width on the tall table has room for a name beside the counts. */
const BESIDE = 350;

/** @param {number} seats @returns {Layout} */
export function wide(seats) {
  const width = 860;
  const height = 562;
  const plaque = 118;
  const sides = SIDES[seats] ?? { far: [], near: Array.from({ length: seats }, (_, seat) => seat) };
  /** @type {Place[]} */
  const places = [];
  for (const [row, y] of /** @type {[number[], number][]} */ ([[sides.far, EDGE], [sides.near, height - plaque - EDGE]])) {
    const across = row.length > 2 ? 270 : 392;
    const gap = row.length > 1 ? (width - 2 * EDGE - row.length * across) / (row.length - 1) : 0;
    const left = row.length > 1 ? EDGE : (width - across) / 2;
    row.forEach((seat, i) => {
      places[seat] = { x: left + i * (across + gap), y, width: across, height: plaque, tall: false };
    });
  }
  const scale = 0.98;
  const cauldrons = [0, 1, 2].map((k) => ({ x: width / 2 + (k - 1) * 262 - 100 * scale, y: 138, scale }));
  const piles = [-1, 1].map((side) => ({ x: width / 2 + side * 131, y: 352 }));
  return { width, height, seats: places, cauldrons, piles, cards: { size: 1, pitch: 27, inRow: 7, drop: 206 } };
}

/** @param {number} seats @param {number} width @returns {Layout} */
export function tall(seats, width) {
  const across = (width - 16) / 3;
  const scale = across / 216;
  const top = 8 + 200 * scale + 62 + 8;
  const below = width < BESIDE;
  const plaque = below ? 102 : 76;
  const places = Array.from({ length: seats }, (_, seat) => ({
    x: 8,
    y: top + seat * (plaque + 8),
    width: width - 16,
    height: plaque,
    tall: true,
    below,
  }));
  const cauldrons = [0, 1, 2].map((k) => ({ x: 8 + k * across + (across - 200 * scale) / 2, y: 8, scale }));
  return {
    width,
    height: top + seats * (plaque + 8),
    seats: places,
    cauldrons,
    piles: [{ x: width / 6, y: top - 58 }, { x: (width * 5) / 6, y: top - 58 }],
    cards: { size: 0.8, pitch: 22, inRow: 5, drop: 0 },
  };
}
