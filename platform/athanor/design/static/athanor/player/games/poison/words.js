// What happened and how things stand, in words: for the list beside the board and for screen readers.

import { listed } from "../../elements.js";
import { colourOf, kindOf, roundPoints, sumOf, totalOf, valueOf } from "./table.js";

export const PLACES = ["left", "middle", "right"];

/** @param {string} card */
export const cardWords = (card) => (card === "poison" ? "poison" : `${colourOf(card)} ${valueOf(card)}`);

/** "3 red, 1 poison"
 * @param {string[]} cards */
export function tally(cards) {
  const counts = ["red", "blue", "purple", "poison"]
    .map((colour) => ({ colour, count: cards.filter((card) => colourOf(card) === colour).length }))
    .filter(({ count }) => count > 0)
    .map(({ colour, count }) => `${count} ${colour}`);
  return counts.join(", ") || "nothing";
}

/** @param {number} count @param {string} one @param {string} [many] */
const some = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @type {Record<string, (told: any, name: (seat: number) => string, table: any) => string|null>} */
export const SENTENCES = {
  dealt: (told, name) =>
    `${name(told.dealer)} deals${told.aside ? `; ${told.aside} cards are set aside` : ""}${
      told.pile ? `; ${told.pile} cards in the pile` : ""
    }.`,
  hand: () => null,
  played: (told, name) =>
    `${name(told.seat)} plays ${cardWords(told.card)} into the ${PLACES[told.cauldron]} cauldron: ${told.sum}.`,
  overflowed: (told) => `It overflows: takes ${listed(told.cards.map(cardWords))}.`,
  drew: (told) => `Draws; ${some(told.pile, "card")} left.`,
  got: (told) => `It is ${cardWords(told.card)}.`,
  scored: (told, name) =>
    told.players
      .map((/** @type {any} */ player, /** @type {number} */ seat) => {
        const spared = player.majorities.length ? ` (most ${listed(player.majorities)})` : "";
        return `${name(seat)} ${some(player.points, "point")}${spared}`;
      })
      .join("; ")
      .concat("."),
  ended: (told, name) => {
    const winners = told.ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [name(seat)] : []));
    return `${listed(winners)} ${winners.length > 1 ? "share the win" : "wins"} with ${some(told.scores[told.ranks.indexOf(1)], "point")}.`;
  },
};

/** @param {any} event @param {(seat: number) => string} name @param {any} table */
export function words(event, name, table) {
  const [[kind, told]] = Object.entries(event);
  return SENTENCES[kind] ? SENTENCES[kind](told, name, table) : null;
}

/** The whole table for a reader who does not see it.
 * @param {import("./table.js").Table} table @param {(seat: number) => string} name
 */
export function state(table, name) {
  const pots = table.cauldrons.map((cards, k) => {
    if (!cards.length) return `${PLACES[k]} cauldron empty`;
    const kind = kindOf(cards) ?? "poison only";
    return `${PLACES[k]} cauldron ${kind}, ${sumOf(cards)} of 13`;
  });
  const seats = table.players.map((player, seat) => {
    const hand = player.hand ? `holds ${tally(player.hand)}` : `holds ${some(player.count, "card")}`;
    const taken = table.hidden ? `has taken ${some(player.taken.length, "card")}` : `has taken ${tally(player.taken)}`;
    const now = table.hidden || table.scored ? "" : `, ${roundPoints(table, seat)} this round so far`;
    return `${name(seat)} ${hand}, ${taken}${now}, ${some(totalOf(player), "point")} in all`;
  });
  const turn = table.turn === null ? "" : `${name(table.turn)} is to play. `;
  return `Round ${table.round + 1} of ${table.rounds}. ${pots.join("; ")}. ${turn}${seats.join(". ")}.`;
}
