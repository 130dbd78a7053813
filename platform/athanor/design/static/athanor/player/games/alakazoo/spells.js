// Cards: a spell in a hand or a column, its back, a Tommy card, and a spell that lies on a portal.

import { svg } from "../../elements.js";
import { CELL, member } from "./creatures.js";
import { creatureOf, isTommy, partOf, placeOf, TOMMY } from "./material.js";
import { cardWords } from "./words.js";

export const CARD = { width: 44, height: 54 };

/** Where on a portal its part belongs, as nine dots.
 * @param {number} place */
function locator(place) {
  return svg("g", { class: "locator", transform: "translate(33 3)" }, ...Array.from({ length: 9 }, (_, i) =>
    svg("rect", { x: (i % 3) * 3, y: Math.floor(i / 3) * 3, width: 2.400, height: 2.400, rx: 0.5, class: i === place ? "here" : null })));
}

/** The head of a ferret, 22 across. */
export const ferret = () => svg("g", { class: "ferret" },
  svg("path", { d: "M-9-7A3.500 3.500 0 0 1-4-9C-1-10 1-10 4-9A3.500 3.500 0 0 1 9-7C10-3 9 2 5 6Q0 11-5 6C-9 2-10-3-9-7z", class: "ferret-head" }),
  svg("path", { d: "M-8-3Q-4-6 0-2.500Q4-6 8-3Q7 1 3.500 1.500Q1 1 0-.5Q-1 1-3.500 1.500Q-7 1-8-3z", class: "ferret-mask" }),
  svg("path", { d: "M-4-1.500h.1M4-1.500h.1", class: "ferret-eye" }), svg("path", { d: "M-1.500 4.500h3L0 6.500z", class: "ferret-nose" }));

/** A card, 44 by 54. null: its back.
 * @param {string|null} card @param {string} [css] */
export function card(card, css = "") {
  const ground = svg("rect", { x: 0.5, y: 0.5, width: CARD.width - 1, height: CARD.height - 1, rx: 4, class: "card-ground" });
  if (!card) {
    return svg("g", { class: `card back ${css}` }, svg("title", {}, "a card that this viewer does not know"), ground,
      svg("path", { d: "M10 46V24A12 12 0 0 1 34 24V46z", class: "card-arch" }),
      svg("path", { d: "M22 20L24 26L30 28L24 30L22 36L20 30L14 28L20 26z", class: "card-star" }));
  }
  if (isTommy(card)) {
    return svg("g", { class: `card tommy-card ${css}` }, svg("title", {}, `${cardWords(card)}: ${TOMMY[card]?.does ?? ""}`), ground,
      svg("g", { transform: "translate(22 27) scale(1.5)" }, ferret()));
  }
  const creature = creatureOf(card);
  return svg("g", { class: `card of-${creature} ${css}` }, svg("title", {}, cardWords(card)), ground,
    svg("text", { x: 5, y: 12, class: "card-letter" }, creature[0].toUpperCase()),
    locator(placeOf(card)),
    svg("g", { transform: "translate(4 14) scale(.9)" }, member(creature, partOf(card))));
}

/** A spell on its position of a portal, in a cell of 40.
 * @param {string} spell @param {boolean} own  Of the portal's own creature? @param {boolean} fresh */
export function placed(spell, own, fresh) {
  const creature = creatureOf(spell);
  return svg("g", { class: `spell of-${creature} ${fresh ? "fresh" : ""}` }, svg("title", {}, cardWords(spell)),
    svg("rect", { x: 0.5, y: 0.5, width: CELL - 1, height: CELL - 1, rx: 3, class: "spell-ground" }),
    svg("g", { transform: "translate(1.5 1.5) scale(.925)" }, member(creature, partOf(spell))),
    svg("g", { transform: spell.includes("-left-") ? "translate(2.5 2.5)" : `translate(${CELL - 14.5} 2.5)`, class: "spell-tag" },
      svg("rect", { width: 12, height: 12, rx: 2, class: own ? "tag own" : "tag" }),
      svg("text", { x: 6, y: 10, class: own ? "tag-letter own" : "tag-letter" }, creature[0].toUpperCase())));
}
