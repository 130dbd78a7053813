// Building HTML and SVG from values. Text is always set as text: a name is a stranger's.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string|number|boolean|((event: any) => void)|null|undefined>} Attributes */
/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** A group that stands at a place.
 * @param {number} x
 * @param {number} y
 * @param {string} [css]
 * @param {...Child} children
 */
export function at(x, y, css = "", ...children) {
  return svg("g", { transform: `translate(${round(x)} ${round(y)})`, class: css || null }, ...children);
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/** The sigils of the six seats, centred on 0, about 14 across. */
export const SIGILS = [
  "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6z",
  "M0-6.5 7 6H-7z",
  "M-5.500-5.500h11v11h-11z",
  "M-2.500-6.500h5v4h4v5h-4v4h-5v-4h-4v-5h4z",
  "M2.500-6.200A6.600 6.600 0 1 0 6.600 3A5.600 5.600 0 0 1 2.500-6.200z",
  "M0-7.200 2.100-2.300 7.400-1.800 3.400 1.700 4.600 6.900 0 4.100-4.600 6.900-3.400 1.700-7.400-1.800-2.100-2.300z",
];

/** @param {number} seat */
export function seatSign(seat) {
  return svg("path", { d: SIGILS[seat % 6], class: `seat-fill-${seat % 6}` });
}

/** The same sign as an image of its own.
 * @param {number} seat
 */
export function seatIcon(seat) {
  return svg("svg", { viewBox: "-8 -8 16 16", class: "seat-mark", "aria-hidden": "true" }, seatSign(seat));
}

/** Control and bidirectional characters could turn a line around.
 * @param {unknown} text
 */
export function plain(text) {
  return String(text ?? "").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "");
}

/** "1, 2 and 3"
 * @param {string[]} words
 */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** @param {number|null|undefined} ms */
export function duration(ms) {
  if (ms === null || ms === undefined || ms < 0) return "";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
