// A card, drawn as a small flask, 26 wide and 34 high. Colour is never the only sign: each colour has its own
// shape and its own pattern, and the value is written on it.

import { svg } from "../../elements.js";
import { colourOf, valueOf } from "./table.js";

export const WIDTH = 26;
export const HEIGHT = 34;

/** @type {Record<string, string>} */
const GLASS = {
  red: "M10.500 5v6.500L3 29a3 3 0 0 0 2.700 4h14.600A3 3 0 0 0 23 29l-7.500-17.500V5z",
  blue: "M10.500 5v6.300a11 11 0 1 0 5 0V5z",
  purple: "M10.500 5v5H6a3 3 0 0 0-3 3v17a3 3 0 0 0 3 3h14a3 3 0 0 0 3-3V13a3 3 0 0 0-3-3h-4.500V5z",
  poison: "M10.500 5v4.500L3 14.500l-1 10L7 33h12l5-8.500-1-10-7.500-5V5z",
  unknown: "M10.500 5v5.500c-4 1-7 3.500-7 8V28c0 3 2 5 5 5h9c3 0 5-2 5-5v-9.500c0-4.500-3-7-7-8V5z",
};

/** Set into each glass: stripes, waves, dots, a hatch. Clipped to the body by their own length.
 * @type {Record<string, string>} */
const PATTERN = {
  red: "M9 17l7-3M6.500 23.500l12.500-5.500M5 29.500l15.500-7M12 31.500l9.500-4",
  blue: "M5 18q2.500-2.500 5 0t5 0 5 0M3 23q2.500-2.500 5 0t5 0 5 0 5 0M5 28q2.500-2.500 5 0t5 0 5 0",
  purple: "M7 15v.1M13 15v.1M19 15v.1M7 22v.1M19 22v.1M7 29v.1M13 29v.1M19 29v.1",
  poison: "M5 16l16 14M21 16L5 30",
  unknown: "",
};

/** @param {string|null} card  null: it is not known.
 * @param {string} [css]
 */
export function flask(card, css = "") {
  const colour = card ? colourOf(card) : "unknown";
  return svg(
    "g",
    { class: `flask flask-${colour} ${css}` },
    svg("rect", { x: 10, y: 0.5, width: 6, height: 5.5, rx: 1.5, class: "flask-cork" }),
    svg("path", { d: GLASS[colour], class: "flask-glass" }),
    svg("path", { d: PATTERN[colour], class: `flask-pattern ${colour === "purple" ? "dots" : ""}` }),
    svg("path", { d: "M8.500 4.800h9", class: "flask-lip" }),
    card && svg("text", { x: 13, y: 28, class: "flask-value" }, valueOf(card)),
  );
}

/** The shape alone, small, for counting what was taken.
 * @param {string} colour
 */
export function token(colour) {
  return svg(
    "g",
    { class: `flask flask-${colour}` },
    svg("path", { d: GLASS[colour], class: "flask-glass" }),
    svg("path", { d: PATTERN[colour], class: `flask-pattern ${colour === "purple" ? "dots" : ""}` }),
    svg("path", { d: "M8.500 4.800h9", class: "flask-lip" }),
  );
}
