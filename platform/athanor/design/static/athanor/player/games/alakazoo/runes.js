// Runes, magic and dark tokens, dice: signs centred on 0.

import { svg } from "../../elements.js";

/** Each about 14 across. @type {Record<string, string>} */
export const GLYPHS = {
  sun: "M0-3.600A3.600 3.600 0 1 1 0 3.600A3.600 3.600 0 1 1 0-3.600zM-.7-7.500h1.400l.3 2.700h-2zM-.7 7.500h1.400l.3-2.700h-2zM-7.500-.7v1.400l2.700.3v-2zM7.500-.7v1.400l-2.700.3v-2zM-5.800-4.800l1-1 1.700 2-.7.7zM5.800-4.800l-1-1-1.700 2 .7.7zM-5.800 4.800l1 1 1.700-2-.7-.7zM5.800 4.800l-1 1-1.700-2 .7-.7z",
  moon: "M2.500-7A7 7 0 1 0 6.800 4.500A6.200 6.200 0 0 1 2.500-7z",
  star: "M0-7.500L2-2.500L7.300-2.300L3.200 1.100L4.600 6.300L0 3.400L-4.600 6.300L-3.200 1.100L-7.300-2.300L-2-2.500z",
  wave: "M-7.500-1.500C-5-6-2.500-6 0-3S5 0 7.500-4.500V-1C5 3 2.500 3 0 .2S-5-2.500-7.500 2zM-7.500 5C-5 .5-2.500.5 0 3.500S5 6.500 7.500 2V5.500C5 8.500 2.500 8.500 0 6.500S-5 5-7.500 8z",
  leaf: "M6.500-7C7.500 1 4 6 -2.500 5.500L-5.500 8L-6.800 6.700L-4.500 4C-6-2.500-1-6.500 6.500-7zM-4 4.600L4-4.200L4.600-3.600L-3.300 5.200z",
  wild: "M0-8L1.800-3.100L6.900-4L3.600 0L6.900 4L1.800 3.100L0 8L-1.800 3.100L-6.900 4L-3.600 0L-6.900-4L-1.800-3.100z",
};

/** @param {string} kind @param {number} [size]  1: 15 across. */
export const glyph = (kind, size = 1) =>
  svg("path", { d: GLYPHS[kind], class: `glyph glyph-${kind}`, transform: size === 1 ? null : `scale(${size})`, "fill-rule": "evenodd" });

/** A rune of a position: a stone with its glyph; covered it shines.
 * @param {string} kind @param {boolean} covered */
export function rune(kind, covered) {
  return svg("g", { class: `rune rune-${kind} ${covered ? "covered" : ""}` },
    svg("title", {}, `${kind} rune${covered ? ", covered" : ""}`),
    covered && svg("circle", { r: 10.500, class: "rune-halo" }),
    svg("circle", { r: 8.500, class: "rune-stone" }),
    glyph(kind, 0.68));
}

/** A magic token: a spark, 16 across. */
export const spark = () => svg("g", { class: "magic-token" },
  svg("circle", { r: 8, class: "magic-disc" }), svg("path", { d: "M0-6.500L1.600-1.600L6.500 0L1.600 1.600L0 6.500L-1.600 1.600L-6.500 0L-1.600-1.600z", class: "magic-star" }));

/** A dark token: a disc with a ring that has a gap. */
export const shade = () => svg("g", { class: "dark-token" },
  svg("circle", { r: 8, class: "dark-disc" }), svg("path", { d: "M2.500-4.500A5 5 0 1 0 5 1.500A4 4 0 0 1 2.500-4.500z", class: "dark-moon" }));

/** @param {string} name  magic or dark. */
export const token = (name) => (name === "dark" ? shade() : spark());

/** @type {Record<string, string>} */
const BECAME = { rune: "a rune is covered", slot: "to the keeper", miss: "nothing" };

/** A die, 36 across.
 * @param {string|null} face @param {string|null} [done] */
export function die(face, done = null) {
  return svg("g", { class: `die ${face ?? "die-rest"} ${done ? `done done-${done}` : ""}` },
    face && svg("title", {}, `${face}${done ? `: ${BECAME[done]}` : ""}`),
    svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 8, class: "die-body" }),
    svg("rect", { x: -14, y: -14, width: 28, height: 28, rx: 10, class: "die-face" }),
    face && glyph(face, 1.450),
    done === "miss" && svg("path", { d: "M-13 13L13-13", class: "die-miss" }),
    done && done !== "miss" && svg("g", { transform: "translate(13 13)" }, svg("circle", { r: 7, class: "die-tick" }), svg("path", { d: "M-3 0L-1 2.500L3.500-2.500", class: "die-tick-mark" })));
}
