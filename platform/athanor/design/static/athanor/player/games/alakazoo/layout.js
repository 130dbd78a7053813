// Where things stand: wide tables with the seats around the columns, and a tall one for a phone.

/** @typedef {{x: number, y: number, scale: number}} Spot */
/**
 * @typedef {Object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} tall
 * @property {Spot[]} seats  The upper left corner of each plaque.
 * @property {{width: number, height: number}} plaque  Before it is scaled.
 * @property {{x: number, y: number}} round
 * @property {Spot} market  The columns.
 * @property {Spot} deck
 * @property {Spot} discard
 * @property {{x: number, y: number, down: number}} supply
 * @property {{x: number, y: number, width: number, scale: number}} stage  What is going on: dice, cards.
 * @property {{x: number, y: number, width: number}|null} tommy  His cards that hold.
 */

export const PLAQUE = { width: 270, height: 284 };
/** From one column to the next, and from a card to the one laid on it. */
export const PITCH = 50;
export const OVERLAP = 24;
const WIDTH = 860;
const GAP = 10;

/** @param {number} x @param {number} y @param {number} [scale] @returns {Spot} */
const spot = (x, y, scale = 1) => ({ x, y, scale });

/** The middle as a column of its own, around a line.
 * @param {number} middle @param {number} top @param {number} bottom @param {number} scale */
function column(middle, top, bottom, scale) {
  const cards = 126 * scale;
  const low = bottom - 50 * scale;
  const stage = top + 34 + cards + (low - top - 34 - cards - 84 * scale) / 2;
  return {
    round: { x: middle, y: top + 16 },
    market: spot(middle - 97 * scale, top + 28, scale),
    stage: { x: middle - 105 * scale, y: stage, width: 210 * scale, scale },
    deck: spot(middle - 98 * scale, low, 0.85 * scale),
    discard: spot(middle - 50 * scale, low, 0.85 * scale),
    supply: { x: middle + 22 * scale, y: low + 12 * scale, down: 24 * scale },
  };
}

/** @param {Omit<Layout, "tommy"|"plaque"|"width"|"tall">} table @param {boolean} tommy @returns {Layout} */
function finished(table, tommy) {
  const height = table.height + (tommy ? 26 : 0);
  return { ...table, width: WIDTH, tall: false, plaque: PLAQUE, height, tommy: tommy ? { x: GAP, y: height - 16, width: WIDTH - 2 * GAP } : null };
}

/** @param {number} seats @param {boolean} tommy @returns {Layout} */
export function wide(seats, tommy) {
  const { width: across, height: down } = PLAQUE;
  if (seats <= 2) {
    const scale = seats === 1 ? 1.25 : 1.12;
    const height = down * scale + 2 * GAP;
    const places = [spot(GAP, GAP, scale), spot(WIDTH - across * scale - GAP, GAP, scale)].slice(0, seats);
    const middle = seats === 1 ? (WIDTH + across * scale + GAP) / 2 : WIDTH / 2;
    return finished({ height, seats: places, ...column(middle, GAP, height - GAP, seats === 1 ? 1.2 : 1) }, tommy);
  }
  if (seats === 3) {
    const band = 170;
    const left = (WIDTH - 3 * across - 2 * GAP) / 2;
    return finished({
      height: band + down + GAP,
      seats: [0, 1, 2].map((seat) => spot(left + seat * (across + GAP), band)),
      round: { x: WIDTH / 2, y: 26 },
      market: spot(26, 22),
      stage: { x: 250, y: 44, width: 360, scale: 1.15 },
      deck: spot(WIDTH - 196, 20, 1),
      discard: spot(WIDTH - 136, 20, 1),
      supply: { x: WIDTH - 196 + 16, y: 108, down: 28 },
    }, tommy);
  }
  const [left, right, near] = [GAP, WIDTH - across - GAP, 2 * GAP + down];
  const places = [spot(left, near), spot(left, GAP), spot(right, GAP), spot(right, near)];
  return finished({ height: near + down + GAP, seats: places, ...column(WIDTH / 2, GAP, near + down, 1.3) }, tommy);
}

/** @param {number} seats @param {number} width @param {boolean} tommy @returns {Layout} */
export function tall(seats, width, tommy) {
  const plaque = { width: width - 16, height: 182 };
  const top = 258 + (tommy ? 36 : 0);
  return {
    width,
    height: top + seats * (plaque.height + 8),
    tall: true,
    plaque,
    seats: Array.from({ length: seats }, (_, seat) => spot(8, top + seat * (plaque.height + 8))),
    round: { x: 222 + (width - 230) / 2, y: 24 },
    market: spot(12, 12),
    deck: spot(228, 38, 0.85),
    discard: spot(276, 38, 0.85),
    supply: { x: 240, y: 108, down: 26 },
    stage: { x: 8, y: 160, width: width - 16, scale: 1 },
    tommy: tommy ? { x: 10, y: 266, width: width - 20 } : null,
  };
}
