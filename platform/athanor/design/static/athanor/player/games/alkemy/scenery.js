// Scenery from above: each part filled with what it is made of, the roof, battlement or contour that tells the piece,
// and a mark with its height in inches.

import { at, svg } from "../../elements.js";
import { BOARD } from "./data.js";
import { inches, shown } from "./geometry.js";
import { fillOf } from "./textures.js";

/** @typedef {import("./sight.js").Part} Part */

/** Of a piece that is not made of one of these, the kind of its part decides. @type {Record<string, string>} */
const TEXTURE = { house: "tiles", tower: "stones", wall: "stones", hedge: "leaves", crag: "rock", boulders: "boulders", marsh: "marsh", rubble: "rubble", hill: "hill", pond: "water" };
/** @type {Record<string, string>} */
const TEXTURE_OF = { obstructing: "stones", hindering: "stones", cluttered: "rubble", water: "water", hill: "hill", open: "grass" };

/** @param {string} piece @param {Part} part */
const textureOf = (piece, part) => TEXTURE[piece] ?? TEXTURE_OF[part.kind];

/** @param {Part} part @returns {Record<string, string|number>} */
function shapeOf(part) {
  if (part.disc) return { ...circle(part.disc), tag: "circle" };
  return { tag: "polygon", points: part.polygon.map((point) => `${shown(point).x},${shown(point).y}`).join(" ") };
}

/** @param {{x: number, y: number, r: number}} disc */
const circle = ({ x, y, r }) => ({ cx: x, cy: BOARD.height - y, r });

/** @param {Part} part @param {string} css @param {string} [fill] */
function drawn(part, css, fill) {
  const { tag, ...shape } = shapeOf(part);
  return svg(String(tag), { ...shape, class: css, fill });
}

/** The middle of a part, how it is turned, and how long and wide it is: its drawing is made as if it lay straight.
 * @param {Part} part */
function frame(part) {
  if (part.disc) return { x: part.disc.x, y: part.disc.y, turn: 0, long: part.disc.r * 2, wide: part.disc.r * 2 };
  const [a, b, c] = part.polygon;
  const middle = part.polygon.reduce((sum, { x, y }) => ({ x: sum.x + x / part.polygon.length, y: sum.y + y / part.polygon.length }), { x: 0, y: 0 });
  return { ...middle, turn: (-Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI, long: Math.hypot(b.x - a.x, b.y - a.y), wide: Math.hypot(c.x - b.x, c.y - b.y) };
}

/** @type {Record<string, (long: number, wide: number) => (SVGElement|false)[]>} */
const DETAILS = {
  house: (long, wide) => [
    svg("path", { d: `M${-long / 2} 0H${long / 2}`, class: "ridge" }),
    svg("path", { d: `M${-long / 2} 0v${wide / 2}h${long}V0z`, class: "shaded" }),
    svg("rect", { x: long / 4 - 20, y: -wide / 4 - 16, width: 40, height: 32, class: "chimney" }),
  ],
  tower: (long) => [
    svg("circle", { r: long / 2 - 13, class: "battlement", "stroke-dasharray": `${(Math.PI * (long - 26)) / 24} ${(Math.PI * (long - 26)) / 24}` }),
    svg("circle", { r: long / 3.200, class: "well" }),
  ],
  crag: (long) => [svg("circle", { r: long / 3, class: "contour" }), svg("path", { d: `M${-long / 7}-10L0${-long / 6}l${long / 8} ${long / 7}-${long / 5} ${long / 12}z`, class: "peak" })],
  hill: (long, wide) => [1, 0.68, 0.38].slice(1).map((part) => svg("rect", { x: (-long * part) / 2, y: (-wide * part) / 2, width: long * part, height: wide * part, rx: wide * part * 0.4, class: "contour" })),
  wall: (long) => [svg("path", { d: `M${-long / 2} 0H${long / 2}`, class: "coping" })],
  pond: (long, wide) => [svg("rect", { x: -long / 2 + 14, y: -wide / 2 + 14, width: long - 28, height: wide - 28, rx: 60, class: "shore" })],
};

/** @param {import("./table.js").Piece} piece @param {number} number */
export function scenery(piece, number) {
  const details = piece.parts.map((part) => {
    const { x, y, turn, long, wide } = frame(part);
    const place = shown({ x, y });
    return svg("g", { transform: `translate(${place.x} ${place.y}) rotate(${turn})` }, ...(DETAILS[piece.piece] ?? (() => []))(long, wide));
  });
  return svg("g", { class: `scenery ${piece.piece}`, "data-piece": number },
    svg("title", {}, aboutPiece(piece)),
    ...piece.parts.map((part) => drawn(part, `part ${part.kind} of-size-${part.size}`)),
    ...piece.parts.map((part) => drawn(part, "fabric", fillOf(textureOf(piece.piece, part)))),
    ...details,
    ...piece.parts.map((part) => drawn(part, `outline ${part.kind}`)),
    ...piece.parts.filter(({ height }) => height > 0).map(heightMark));
}

/** @param {Part} part */
function heightMark(part) {
  const { x, y } = shown(frame(part));
  const words = `${inches(part.height)}″`;
  const width = 52 + words.length * 19;
  return at(x, y, "height", svg("g", { class: "readable" },
    svg("rect", { x: -width / 2, y: -25, width, height: 50, rx: 25 }),
    svg("path", { d: `M${-width / 2 + 14} 11l11-20 11 20z` }),
    svg("text", { x: 17, y: 14 }, words)));
}

/** @type {Record<string, string>} */
const KINDS = {
  open: "open ground", hindering: "hinders: crossing it costs an inch", cluttered: "cluttered: counts double", water: "water: nobody enters",
  hill: "a hill: hides those behind it", obstructing: "obstructs",
};

/** @param {import("./table.js").Piece} piece */
export function aboutPiece(piece) {
  const parts = piece.parts.map(({ kind, size, height }) => {
    const climbed = kind === "obstructing" ? (size < 3 ? ", may be climbed" : ", blocks the way") : "";
    return `${KINDS[kind]}${climbed}${size ? `, size ${size}` : ""}${height ? `, ${inches(height)} inches high` : ""}`;
  });
  return `${piece.piece}: ${parts.join("; ")}`;
}
