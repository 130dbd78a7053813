// Who sees whom, by the rules AK-40, AK-42, AK-45, AK-46 and AK-49 to AK-53, as the engine decides it: all numbers are
// whole, and the greatest product here stays under 2^53, so that they are exact. A test holds this against the engine.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{kind: string, size: number, height: number, polygon: Point[], disc: {x: number, y: number, r: number}|null}} Part */
/** @typedef {{id: number, x: number, y: number, radius: number, size: number}} Base  A figure's base; `size` is the printed one. */
/** @typedef {{parts: Part[], bases: Base[]}} Ground */
/** @typedef {{from: Point, to: Point}} Line */

/** The nine test points of a base (AK-42).
 * @param {{x: number, y: number, radius: number}} base @returns {Point[]} */
export function nine({ x, y, radius: r }) {
  const e = Math.floor((707 * r) / 1000);
  return [[0, 0], [r, 0], [e, e], [0, r], [-e, e], [-r, 0], [-e, -e], [0, -r], [e, -e]].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
}

/** Of every edge PQ of a counter-clockwise polygon, where the point lies: positive on the inner side.
 * @param {Point[]} polygon @param {Point} point */
function sides(polygon, { x, y }) {
  return polygon.map((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
  });
}

/** Is a point in a part, its edge included? (AK-40)
 * @param {Part} part @param {Point} point */
export function holds(part, point) {
  if (part.disc) {
    const [dx, dy] = [point.x - part.disc.x, point.y - part.disc.y];
    return dx * dx + dy * dy <= part.disc.r * part.disc.r;
  }
  return sides(part.polygon, point).every((side) => side >= 0);
}

/** dist(P, AB) < r (AK-39)
 * @param {Point} p @param {Point} a @param {Point} b @param {number} r */
export function closer(p, a, b, r) {
  const [dx, dy, vx, vy] = [b.x - a.x, b.y - a.y, p.x - a.x, p.y - a.y];
  const [t, length] = [vx * dx + vy * dy, dx * dx + dy * dy];
  if (length === 0 || t <= 0) return vx * vx + vy * vy < r * r;
  if (t >= length) return (p.x - b.x) ** 2 + (p.y - b.y) ** 2 < r * r;
  return (dx * vy - dy * vx) ** 2 < r * r * length;
}

/** Has a segment a point in the open interior of a part? (AK-40)
 * @param {Part} part @param {Point} a @param {Point} b */
export function meets(part, a, b) {
  if (part.disc) return closer(part.disc, a, b, part.disc.r);
  const [of_a, of_b] = [sides(part.polygon, a), sides(part.polygon, b)];
  // The open interval of the segment that is inside of every edge so far, as two fractions.
  let [low, lowOf, high, highOf] = [0, 1, 1, 1];
  for (let i = 0; i < of_a.length; i += 1) {
    const [from, to] = [of_a[i], of_b[i]];
    if (from <= 0 && to <= 0) return false;
    if (from <= 0 && -from * lowOf > low * (to - from)) [low, lowOf] = [-from, to - from];
    if (to <= 0 && from * highOf < high * (from - to)) [high, highOf] = [from, from - to];
  }
  return low * highOf < high * lowOf;
}

/** The size that counts for sight: one more on top of something (AK-46).
 * @param {Ground} ground @param {Base} base */
export function sizeForSight(ground, base) {
  return base.size + (ground.parts.some((part) => part.size >= 1 && part.kind !== "hindering" && holds(part, base)) ? 1 : 0);
}

/** Does a part stand in the way of two, of whom the taller has this size? (AK-51)
 * @param {Part} part @param {number} tall */
function screens(part, tall) {
  if (part.kind === "hill") return true;
  if (part.kind === "obstructing") return part.size >= 4 || part.size > tall;
  return (part.kind === "hindering" || part.kind === "cluttered") && part.size > tall;
}

/** What blocks between two: parts (AK-51) and third figures (AK-52).
 * @param {Ground} ground @param {Base} a @param {Base} b */
function blockers(ground, a, b) {
  const tall = Math.max(sizeForSight(ground, a), sizeForSight(ground, b));
  return {
    parts: ground.parts.filter((part) => screens(part, tall) && !holds(part, a) && !holds(part, b)),
    bases: ground.bases.filter((base) => base.id !== a.id && base.id !== b.id && sizeForSight(ground, base) > tall),
  };
}

/** The first line of the 81 that nothing blocks, from the middles outward; null: they do not see each other (AK-50).
 * @param {Ground} ground @param {Base} a @param {Base} b @returns {Line|null} */
export function lineBetween(ground, a, b) {
  const { parts, bases } = blockers(ground, a, b);
  for (const from of nine(a)) {
    for (const to of nine(b)) {
      if (!parts.some((part) => meets(part, from, to)) && !bases.some((base) => closer(base, from, to, base.radius))) return { from, to };
    }
  }
  return null;
}

/** Would a figure of this size and radius be out of sight there? For a grid of places, row by row.
 * @param {Ground} ground @param {Base} eye @param {{radius: number, size: number, step: number, width: number, height: number}} whom
 * @returns {boolean[][]} */
export function hiddenGround(ground, eye, { radius, size, step, width, height }) {
  return Array.from({ length: height / step }, (_, row) =>
    Array.from({ length: width / step }, (_, column) => {
      const [x, y] = [(column + 0.5) * step, (row + 0.5) * step];
      return !lineBetween(ground, eye, { id: -1, x, y, radius, size });
    }));
}
