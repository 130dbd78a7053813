// Small signs, drawn around 0: symbols of dice, elements, what a figure is for, combat cards.

import { svg } from "../../elements.js";
import { cardOf } from "./geometry.js";

/** The symbols of the dice, about 20 across. @type {Record<string, string>} */
const SYMBOLS = {
  sword: "M-1.500-10h3l.500 12h4v3H2v5h-4v-5h-4V2h4z",
  axe: "M-1.500-10h3v2.500c3.500 0 6 2.500 6.500 6.500-2.500-1.200-4.500-1.500-6.500-1.500V10h-3V-2.500c-2 0-4 .300-6.500 1.500.500-4 3-6.500 6.500-6.500z",
  mace: "M-2-10h4l1 2.200 2.600-.200.400 2.800 2.200 1.700-1.500 2.300.300 2.700-2.700.700L2.500 4.500H1.500V10h-3V4.500h-1l-1.800-2.300L-7 1.500l.300-2.700-1.500-2.300L-6-5.200l.400-2.800L-3-7.800z",
};

/** @type {Record<string, string>} */
const ELEMENTS = {
  air: "M-9-3H3a3 3 0 1 0-3-3M-9 1H7a3 3 0 1 1-3 3M-9 5h7",
  water: "M0-9C4-4 6-1 6 3A6 6 0 0 1-6 3C-6-1-4-4 0-9z",
  earth: "M0-8L8 7H-8zM-5 1.500H5",
  fire: "M1-9C2-4 7-2 6 4A6 5.500 0 0 1-6 4C-6 1-4 0-3-3-1-1 1-3 1-9z",
};

/** What a figure is for, seen from above, about 40 across. @type {Record<string, string>} */
const ROLES = {
  alchemist: "M-5-18h10v3h-2v9l11 17a5 5 0 0 1-4 8h-20a5 5 0 0 1-4-8L-3-6v-9h-2zM-8 6h16l4 7h-24z",
  shooter: "M-12-17C2-16 10-8 10 0S2 16-12 17l2-4C-2 11 5 7 5 0S-2-11-10-13zM-16-1.500H8v-4L18 0 8 5.500v-4h-24z",
  reach: "M-3-19L0-24l3 5v6h-1.500V20h-3v-33H-3zM-9-8h18v3H-9z",
  stealth: "M0-18c10 0 14 9 14 18v16c-4 0-6-3-7-6-3 5-11 5-14 0-1 3-3 6-7 6V0c0-9 4-18 14-18zM-8-2q4-4 6 1-3 3-6-1zM8-2q-4-4-6 1 3 3 6-1z",
  heavy: "M0-18l15 5V1C15 10 8 15 0 19-8 15-15 10-15 1v-14zM-2-11v10h-7v4h7v9h4v-9h7v-4H2v-10z",
  fighter: "M-16-13l3-3L2-2l3-3 3 3-3 3 9 9-4 4-9-9-3 3-3-3 3-3zM16-13l-3-3-6 6 3 3zM-6 2l3 3-9 9-4-4z",
};
const CROWN = "M-12 6L-15-7l7 5L0-10l8 8 7-5-3 13z";

/** @type {Record<string, string>} */
const CARDS = {
  brutal: "M-4-26h8v5c11 0 19 8 20 20-8-4-14-5-20-5v32h-8V-6c-6 0-12 1-20 5 1-12 9-20 20-20z",
  normal: "M-3-28h6l2 32h12v7H4v15h-8V11h-13V4h12z",
  quick: "M6-28L-14 4H0l-6 24L16-6H2z",
  parry: "M0-26l22 7V2C22 15 12 22 0 28-12 22-22 15-22 2v-21zM-3-14V-1h-10v6h10v12h6V5h10v-6H3v-13z",
  inactive: "M-16-16H14v6L-4 8h18v7H-18V9L0-9h-16z",
};

/** @param {string} name @param {string} [css] */
export const symbol = (name, css = "symbol") => svg("path", { d: SYMBOLS[name], class: css });

/** @param {string} name @param {string} [css] */
export const element = (name, css = "") => svg("path", { d: ELEMENTS[name] ?? ELEMENTS.earth, class: `element ${name} ${css}` });

/** @param {string} name */
export const combatCard = (name) => svg("path", { d: CARDS[name], class: "card-sign", "fill-rule": "evenodd" });

/** @param {string} profile */
export function roleOf(profile) {
  const card = cardOf(profile);
  if (!card) return "fighter";
  if (card.alchemy) return "alchemist";
  if (card.ranged) return "shooter";
  if (card.skills.includes("reach")) return "reach";
  if (card.skills.includes("stealth")) return "stealth";
  return card.size > 2 || card.skills.some((/** @type {string} */ skill) => skill.startsWith("tough")) ? "heavy" : "fighter";
}

/** @param {string} name */
export const role = (name) => svg("path", { d: ROLES[name], class: "role", "fill-rule": "evenodd" });

export const crown = () => svg("path", { d: CROWN, class: "crown" });

/** A die as it lies, 40 across.
 * @param {{colour: string, number: number, symbol: string}} die @param {boolean} kept */
export function die({ colour, number, symbol: name }, kept) {
  return svg("g", { class: `die die-${colour} ${kept ? "kept" : "spare"}` },
    svg("title", {}, `${colour}: ${number}, ${name}${kept ? "" : ", not kept"}`),
    svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 7, class: "die-body" }),
    svg("text", { x: -4, y: 8, class: "die-number" }, number),
    svg("g", { transform: "translate(10 -7) scale(.75)" }, symbol(name, "die-symbol")));
}
