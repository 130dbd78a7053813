// Where things stand: a wide table with the seats clockwise around its middle, and a tall one for a phone.

/** @typedef {{x: number, y: number, scale: number}} Spot */
/**
 * @typedef {Object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} tall
 * @property {Spot[]} seats  The upper left corner of each plaque.
 * @property {{width: number, height: number}} plaque  Before it is scaled.
 * @property {Spot} round
 * @property {Spot} deck
 * @property {Spot} discard
 * @property {{x: number, y: number, columns: number, across: number, down: number}} supply
 * @property {{x: number, y: number, width: number, height: number}} scene
 */

export const PLAQUE = { width: 270, height: 262 };
const GAP = 10;
const WIDTH = 860;

/** The middle as a column of its own.
 * @param {number} x @param {number} y @param {number} width @param {number} height */
function column(x, y, width, height) {
  const roomy = height > 300;
  const scene = { x, y: y + (roomy ? 84 : 22), width, height: roomy ? 210 : 116 };
  const narrow = width < 240;
  const low = y + height - (roomy ? 178 : narrow ? 138 : 112);
  const middle = x + width / 2;
  const [columns, across] = narrow ? [3, 60] : [6, 42];
  return {
    round: { x: middle, y: roomy ? scene.y - 20 : y + 14, scale: 1 },
    deck: { x: middle - 62, y: low, scale: 0.9 },
    discard: { x: middle + 18, y: low, scale: 0.9 },
    supply: { x: middle - (columns / 2) * across + (narrow ? 18 : 10), y: low + (roomy ? 104 : 90), columns, across, down: 26 },
    scene,
  };
}

/** @param {number} seats @returns {Layout} */
export function wide(seats) {
  const { width: across, height: down } = PLAQUE;
  const [left, middle, right] = [GAP, (WIDTH - across) / 2, WIDTH - across - GAP];
  const spot = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y, scale: 1 });
  if (seats === 2) {
    const scale = 1.1;
    const room = WIDTH - 2 * across * scale - 4 * GAP;
    const height = down * scale + 2 * GAP;
    return {
      width: WIDTH,
      height,
      tall: false,
      plaque: PLAQUE,
      seats: [{ x: GAP, y: GAP, scale }, { x: WIDTH - across * scale - GAP, y: GAP, scale }],
      ...column(GAP * 2 + across * scale, GAP, room, height - 2 * GAP),
    };
  }
  if (seats === 3) {
    const band = 132;
    return {
      width: WIDTH,
      height: band + down + GAP,
      tall: false,
      plaque: PLAQUE,
      seats: [spot(left, band), spot(middle, band), spot(right, band)],
      round: { x: 92, y: 22, scale: 1 },
      deck: { x: 32, y: 38, scale: 0.95 },
      discard: { x: 112, y: 38, scale: 0.95 },
      supply: { x: WIDTH - 148, y: 44, columns: 3, across: 50, down: 42 },
      scene: { x: 200, y: 8, width: WIDTH - 400, height: band - 14 },
    };
  }
  const [far, near] = [GAP, GAP * 2 + down];
  const places = seats === 4
    ? [spot(left, near), spot(left, far), spot(right, far), spot(right, near)]
    : [spot(middle, near), spot(left, near), spot(left, far), spot(right, far), spot(right, near)];
  return {
    width: WIDTH,
    height: near + down + GAP,
    tall: false,
    plaque: PLAQUE,
    seats: places,
    ...column(middle, far, across, seats === 4 ? 2 * down + GAP : down),
  };
}

/** @param {number} seats @param {number} width @returns {Layout} */
export function tall(seats, width) {
  const plaque = { width: width - 16, height: 162 };
  const top = 172;
  const across = Math.min(43, (width - 96) / 6);
  return {
    width,
    height: top + seats * (plaque.height + 8),
    tall: true,
    plaque,
    seats: Array.from({ length: seats }, (_, seat) => ({ x: 8, y: top + seat * (plaque.height + 8), scale: 1 })),
    round: { x: 48, y: 18, scale: 1 },
    deck: { x: 12, y: 25, scale: 0.6 },
    discard: { x: 50, y: 25, scale: 0.6 },
    supply: { x: width - 6 * across, y: 38, columns: 6, across, down: 26 },
    scene: { x: 8, y: 72, width: width - 16, height: 96 },
  };
}
