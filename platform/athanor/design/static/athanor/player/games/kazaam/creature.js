// A tile: a part of a creature in one of seven materials, in a cell of 48. Beside one another on a slab the parts
// join to a body. The material is told by the lines of its texture, its colour only helps. A used part turns its
// back: a dark tile with the part as an outline.

import { at, svg } from "../../elements.js";
import { HOMUNCULI, homunculusOf, LETTERS, partOf, symbolsOf } from "./tiles.js";
import { tileWords } from "./words.js";

export const CELL = 48;

/** The right ones are the left ones in a mirror. @type {Record<string, string>} */
export const SHAPES = {
  ear: "M48 17C41 15 31 5 9 4C6 15 12 31 30 36C38 38 44 35 48 31z",
  head: "M17 48V42C9 39 5 34 4 31L0 31V17L5 17C8 9 15 4 24 4S40 9 43 17L48 17V31L44 31C43 34 39 39 31 42V48z",
  hand: "M48 9C37 7 25 9 18 17C14 22 13 27 9 31L3 39L11 36L10 45L17 38L22 45L23 35C27 28 35 26 48 27z",
  torso: "M17 0H31V4C35 8 42 8 48 9V27C43 28 41 32 40 38L38 48H10L8 38C7 32 5 28 0 27V9C6 8 13 8 17 4z",
  leg: "M48 2C36 1 24 4 20 14C17 22 19 30 17 36C12 37 6 39 4 44H30C31 35 30 27 34 20C37 16 42 15 48 15z",
  tail: "M10 0H38C41 2 44 2 48 2V15C42 16 36 17 32 18C31 25 22 29 25 35C28 40 34 38 37 34L34 32L45 27L45 39L41 37C37 46 23 48 19 39C15 31 19 25 16 18C12 17 6 16 0 15V2C4 2 7 2 10 0z",
};
/** What makes a part look like itself: lines upon it. @type {Record<string, string>} */
export const DETAILS = {
  ear: "M42 24C32 22 24 14 15 11C16 18 22 25 31 29",
  head: "M13 21q4-5 8 0q-4 4-8 0zM27 21q4-5 8 0q-4 4-8 0zM17 32q7 5 14 0M24 24v4",
  hand: "M11 36l4-4M17 38l2-6",
  torso: "M24 10v26M16 17q8 5 16 0M16 25q8 5 16 0M17 33q7 4 14 0",
  leg: "M10 44v-4M17 44v-4M24 44v-4",
  tail: "M20 24l8 2M19 31l6 0",
};

/** The textures: lines on a square that repeats. @type {Record<string, {size: number, lines: string}>} */
export const TEXTURES = {
  insect: { size: 9, lines: "M0 2.600L2.250 1.300L6.750 1.300L9 2.600M2.250 1.300L4.500-1.300L6.750 1.300M0 2.600V6.400L2.250 7.700H6.750L9 6.400V2.600M4.500 10.300L2.250 7.700M6.750 7.700L4.500 10.300" },
  fire: { size: 12, lines: "M1 12C-1 8 4 6 2 1C6 4 7 8 5 12M7 6C6 3 9 2 8-1M8 12C7 9 11 8 10 4C13 7 12 10 12 12" },
  wood: { size: 14, lines: "M2 0C0 5 4 9 2 14M6 0C5 3 4 5 5 7S6 11 6 14M9 0C10 3 12 5 11 7S10 11 9.500 14M12.500 0C13.500 5 12.500 9 12.500 14M8 5.500C9.500 6 9.500 8 8 8.500C7 8 7 6 8 5.500" },
  fur: { size: 10, lines: "M1 1L3 5M4 0L5 3M7 2L9 6M2 7L4 10M6 6L7 9M9 8L10 10" },
  reptile: { size: 10, lines: "M0 0A5 5 0 0 0 10 0M-5 5A5 5 0 0 0 5 5A5 5 0 0 0 15 5M0 10A5 5 0 0 0 10 10" },
  bone: { size: 13, lines: "M2 3a1.300 1.300 0 1 0 2.600 0a1.300 1.300 0 1 0-2.600 0M8.500 9.500a1.300 1.300 0 1 0 2.600 0a1.300 1.300 0 1 0-2.600 0M8 3.500l3.500-1.500M1.500 10l3.500-1" },
  stone: { size: 16, lines: "M0 4L6 5L9 0M6 5L8 11L16 9M8 11L4 16M0 12L3.500 10L8 11M11 4L16 4M9 0L11 4L12 9.900" },
};

/** The textures as patterns; once on a page, in a drawing of no size, where every tile finds them. */
export function textures() {
  const known = document.getElementById("kazaam-textures");
  if (known) return;
  document.body.append(
    svg("svg", { id: "kazaam-textures", class: "kazaam-textures", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
      svg("defs", {}, ...HOMUNCULI.map((name) => {
        const { size, lines } = TEXTURES[name];
        return svg("pattern", { id: `kazaam-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
          svg("rect", { width: size, height: size, class: `skin-${name}` }),
          svg("path", { d: lines, class: `grain grain-${name}` }));
      }))),
  );
}

/** The shape of a part, with class names for what it is made of.
 * @param {string} part @param {string|null} homunculus  null: an outline of nothing yet. */
export function limb(part, homunculus) {
  const kind = part.slice(part.indexOf("-") + 1);
  const mirrored = part.startsWith("right-");
  return svg("g", { transform: mirrored ? `translate(${CELL} 0) scale(-1 1)` : null },
    svg("path", { d: SHAPES[kind], class: "limb", fill: homunculus ? `url(#kazaam-${homunculus})` : null }),
    svg("path", { d: DETAILS[kind], class: "detail" }));
}

/** A place of a slab with nothing on it.
 * @param {string} part */
export const gap = (part) =>
  svg("g", { class: "tile gap" }, svg("rect", { x: 1, y: 1, width: 46, height: 46, rx: 4, class: "ground" }), limb(part, null));

/** A tile on a slab.
 * @param {string} tile @param {string} face @param {string} [css] */
export function lying(tile, face, css = "") {
  const homunculus = homunculusOf(tile);
  return svg("g", { class: `tile of-${homunculus} face-${face} ${css}` },
    svg("title", {}, `${tileWords(tile)}, face ${face}`),
    svg("rect", { x: 1, y: 1, width: 46, height: 46, rx: 4, class: "ground" }),
    face === "down" && svg("path", { d: "M4 16L16 4M4 30L30 4M4 44L44 4M18 44L44 18M32 44L44 32", class: "back" }),
    limb(partOf(tile), face === "up" ? homunculus : null),
    face === "down" && swatch(homunculus, 38, 38, 6));
}

/** What one ingredient of a price takes on a tile: its letter must be read where the tile is small. */
const SYMBOL = { width: 15, height: 13.500 };

/** An ingredient as its letter on its colour; there is no room for its shape.
 * @param {string} name */
const symbol = (name) => svg("g", { class: `unit price unit-${name}` },
  svg("rect", { x: -7, y: -6.500, width: 14, height: 13, rx: 2, class: "unit-shape" }),
  svg("text", { y: 5, class: "unit-letter" }, LETTERS[name]));

/** At most three beside one another.
 * @param {string[]} symbols */
function inRows(symbols) {
  const first = symbols.length > 3 ? Math.ceil(symbols.length / 2) : symbols.length;
  return [symbols.slice(0, first), symbols.slice(first)].filter((row) => row.length);
}

/** A tile in a hand: with its symbols under it, 48 by 58. null: its back.
 * @param {string|null} tile @param {string} [css] @param {boolean} [isPriced]  Not where the symbols were too small to read. */
export function held(tile, css = "", isPriced = true) {
  if (!tile) {
    return svg("g", { class: `tile unknown ${css}` },
      svg("title", {}, "a tile that this viewer does not know"),
      svg("rect", { x: 1, y: 1, width: 46, height: 56, rx: 4, class: "ground" }),
      svg("path", { d: "M24 12c-8 9-12 14-12 20a12 12 0 0 0 24 0c0-6-4-11-12-20zM24 26c-4 4-5 6-5 8a5 5 0 0 0 10 0c0-2-1-4-5-8z", class: "seal" }));
  }
  const symbols = symbolsOf(tile);
  const rows = isPriced ? inRows(symbols) : [];
  const top = 57 - rows.length * SYMBOL.height;
  const scale = Math.min(0.88, (top - 2) / CELL);
  const homunculus = homunculusOf(tile);
  return svg("g", { class: `tile of-${homunculus} face-up ${css}` },
    svg("title", {}, `${tileWords(tile)}: ${symbols.join(", ").replaceAll("-", " ")}`),
    svg("rect", { x: 1, y: 1, width: 46, height: 56, rx: 4, class: "ground" }),
    svg("g", { transform: `translate(${24 - 24 * scale} ${1.500 + (top - 1.500 - CELL * scale) / 2}) scale(${scale})` }, limb(partOf(tile), homunculus)),
    ...rows.flatMap((row, y) => row.map((name, x) => at(24 + (x - (row.length - 1) / 2) * SYMBOL.width, top + (y + 0.5) * SYMBOL.height, "", symbol(name)))));
}

/** A round sample of a material.
 * @param {string} homunculus @param {number} x @param {number} y @param {number} r */
export const swatch = (homunculus, x, y, r) => svg("circle", { cx: x, cy: y, r, class: "swatch", fill: `url(#kazaam-${homunculus})` });
