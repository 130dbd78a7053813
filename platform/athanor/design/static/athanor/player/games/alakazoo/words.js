// What happened, in words: for the list beside the board and for screen readers.

import { listed } from "../../elements.js";
import { ABILITIES, creatureOf, isTommy, KEEPERS, MAGICIANS, pageOf, PARTS, partOf, runesOf, TOMMY } from "./material.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {(seat: number) => string} Names */

/** @param {string} name */
export const spaced = (name) => name.replaceAll("-", " ");
/** @param {number} count @param {string} one @param {string} [many] */
export const some = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const ORDINALS = ["first", "second", "third", "fourth"];

/** "dragon left ear"
 * @param {string|null} card */
export function cardWords(card) {
  if (!card) return "a card";
  return isTommy(card) ? `Tommy's ${TOMMY[card]?.name ?? spaced(card.slice(6))}` : `${creatureOf(card)} ${spaced(partOf(card))}`;
}

/** @param {(string|null)[]} cards */
export function cardsWords(cards) {
  const known = cards.filter((card) => card !== null);
  if (!known.length) return some(cards.length, "card");
  return listed(known.map(cardWords)) + (known.length < cards.length ? ` and ${cards.length - known.length} unknown` : "");
}

/** "the sun rune of the right ear"
 * @param {Table} table @param {number} seat @param {number} rune */
function runeWords(table, seat, rune) {
  const portal = table.players[seat].portal;
  return `the ${portal ? `${runesOf(portal)[rune]} ` : ""}rune of its ${spaced(PARTS[Math.floor(rune / 2)])}`;
}

/** "2 B, 1 D" of a page: "2 basilisk, 1 dragon and 1 of another"
 * @param {string} page @param {number} revision */
export function pageWords(page, revision) {
  const { first, second, lines } = pageOf(page, revision);
  return lines.map(([a, b, c]) => `${a} ${first}, ${b} ${second}, ${c} of one other`).join("; ");
}

const COUNTS = ["no", "one", "two", "three", "four"];

/** @type {[string, string][]} */
export const TERMS = [
  ["points", "points so far"], ["same", "lines of one creature"], ["different", "lines of three creatures"],
  ["pure", "nothing but its own creature"], ["book", "its page"], ["school", "its magician"],
];

/** @type {Record<string, string>} */
const SOLO_ENDS = {
  won: "The portal is mastered: the game is won.",
  darkness: "The fifth dark token: the game is lost.",
  "round-limit": "The last round is over: the game is lost.",
};

/** @param {any} told @param {Names} name */
function ending(told, name) {
  if (told.ranks.length === 1) return SOLO_ENDS[told.reason];
  const winners = told.ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [name(seat)] : []));
  const why = told.reason === "round-limit" ? "The last round is over. " : "";
  return `${why}${listed(winners)} ${winners.length > 1 ? "share the win" : "wins"} with ${some(told.scores[told.ranks.indexOf(1)], "point")}.`;
}

/** @type {Record<string, (told: any, name: Names, table: Table) => string|null>} */
export const SENTENCES = {
  portal: (told, name) => `${name(told.seat)} has the portal of the ${told.portal}.`,
  creatures: (told) => `In play: ${listed(told.creatures)}.`,
  pack: (told, name) => `${name(told.seat)} chooses from ${listed(told.cards.map(cardWords))}.`,
  picked(told, name, table) {
    const { pick } = table.players[told.seat];
    return `${name(told.seat)} keeps ${cardWords(pick)}.`;
  },
  hand: (told, name) => `${name(told.seat)} draws ${listed(told.cards.map(cardWords))}.`,
  laid: (told) => `${cardWords(told.card)} comes to the ${ORDINALS[told.column]} column.`,
  ability: (told, name) => `${name(told.seat)}'s keeper has ${listed(told.abilities.map((/** @type {string} */ held) => ABILITIES[held]?.name ?? spaced(held)))}.`,
  turn: (told, name) => (told.seat === 0 ? `Round ${told.round + 1}: ${name(0)} begins.` : `Now ${name(told.seat)}.`),
  skipped: (told, name) => `${name(told.seat)} is full of dark power and loses the turn.`,
  lightened: (told, name) => `${name(told.seat)} returns ${some(told.count, "dark token")}.`,
  rested: (told, name) => `${name(told.seat)} rests.`,
  rolled: (told, name) => `${name(told.seat)} rolls ${listed(told.faces)}.`,
  activated: (told, name, table) => `${name(told.seat)} covers ${runeWords(table, told.seat, told.rune)}${told.face === "wild" && table.scene?.kind === "roll" ? ", with a wild" : ""}.`,
  stored: (told, name) => `${name(told.seat)}'s keeper gets a magic token.`,
  missed: (told) => (told.face === "wild" ? "A wild has no place to go." : `No ${told.face} rune can be covered.`),
  darkened: (told, name) => `${name(told.seat)} takes a dark token${told.magic_back ? "; a magic token makes room for it" : ""}.`,
  paid: (told, name) => `${name(told.seat)}'s keeper pays ${some(told.count, "magic token")}.`,
  took: (told, name) => `${name(told.seat)} takes the ${ORDINALS[told.column]} column: ${listed(told.cards.map(cardWords))}.`,
  discarded: (told, name) =>
    isTommy(told.cards[0])
      ? `${cardWords(told.cards[0])} is drawn and goes on the discard pile.`
      : `${name(told.seat)} discards ${listed(told.cards.map(cardWords))}.`,
  drew: (told, name) => `${name(told.seat)} draws.`,
  got: (told, name) => `${name(told.seat)} gets ${listed(told.cards.map(cardWords))}.`,
  reshuffled: (told) => `${some(told.count, "card")} ${told.count === 1 ? "is" : "are"} shuffled to a new deck.`,
  fetched: (told, name) => `${name(told.seat)} takes ${cardWords(told.card)} out of the ${ORDINALS[told.column]} column.`,
  asked: (told, name) => `${name(told.seat)} offers ${some(told.count, "card")} to ${name(told.other)} and wants ${COUNTS[told.count]} of the ${told.creature}.`,
  exchanged: (told, name) => `${name(told.seat)} and ${name(told.other)} exchange ${some(told.count, "card")}.`,
  revised: (told, name) => `${name(told.seat)} puts ${cardWords(told.card)} in the place of ${cardWords(told.old)}, which goes to the hand.`,
  bartered: (told, name) => `${name(told.seat)} barters with ${name(told.other)}: ${cardWords(told.gained)} for ${cardWords(told.lost)}.`,
  swapped: (told, name) =>
    `${name(told.seat)} swaps ${cardWords(told.old)} for ${cardWords(told.card)} ${told.column < 0 ? "of the discard pile" : `of the ${ORDINALS[told.column]} column`}.`,
  placed: (told, name, table) => `${name(told.seat)} places ${cardWords(told.card)}${table.seats > 1 ? `: ${some(told.points, "point")}` : ""}.`,
  finished: (told, name) => `${name(told.seat)}'s portal is full: ${some(told.points, "point")}. This round is the last.`,
  uncovered: (told, name, table) =>
    `${name(told.seat)} loses the ${told.runes.length === 1 ? "token" : "tokens"} on ${listed(told.runes.map((/** @type {number} */ rune) => runeWords(table, told.seat, rune)))}.`,
  judged(told, name) {
    const parts = TERMS.filter(([term]) => told[term]).map(([term, words]) => `${told[term]} (${words})`);
    return `${name(told.seat)}: ${parts.length > 1 ? `${parts.join(" + ")} = ` : ""}${some(told.total, "point")}.`;
  },
  ended: ending,
  page(told, name) {
    const done = told.lines.filter(Boolean).length;
    return `${name(told.seat)} shows the page of ${listed(told.page.split("-"))}: ${done} of ${told.lines.length} lines fulfilled.`;
  },
  book_offer: (told, name, { revision }) => `${name(told.seat)} chooses from the pages ${listed(told.pages.map((/** @type {string} */ page) => `${spaced(page)} (${pageWords(page, revision)})`))}.`,
  kept(told, name, table) {
    const { pages } = table.players[told.seat];
    return pages.length === 1 ? `${name(told.seat)} keeps the page of ${listed(pages[0].split("-"))}.` : `${name(told.seat)} keeps a page.`;
  },
  tommy_shuffled: (told) => `${some(told.count, "card")} of Tommy the ferret are shuffled into the deck.`,
  tommy: (told) => `Tommy turns up: ${TOMMY[told.card]?.name ?? told.card}. ${capital(TOMMY[told.card]?.does ?? "")}${TOMMY[told.card]?.holds ? ", for the rest of the game" : ""}.`,
  swept: (told) => `The ${listed(told.columns.map((/** @type {number} */ column) => ORDINALS[column]))} column${told.columns.length === 1 ? " is" : "s are"} cleared.`,
  passed_on: (told, name) => `${name(told.seat)} passes a card to ${name(told.other)}.`,
  school_offer: (told, name) =>
    `${name(told.seat)} chooses a magician, ${told.magicians.join(" or ")}, and a keeper card, ${told.keepers.join(" or ")}.`,
  enrolled(told, name, table) {
    const { offered, magician, keeper } = table.players[told.seat];
    const chosen = offered?.magicians.length === 1 ? [offered.magicians[0], offered.keepers[0]] : [magician, keeper];
    return chosen[0] ? `${name(told.seat)} keeps the ${chosen[0]}, and ${chosen[1]}.` : `${name(told.seat)} has chosen.`;
  },
  school: (told, name) =>
    `${name(told.seat)} has the ${told.magician} (${MAGICIANS[told.magician]}), and ${told.keeper} (${KEEPERS[told.keeper]}).`,
  recalled: (told, name) => `${name(told.seat)} recalls ${cardWords(told.card)} from the discard pile for ${cardWords(told.discard)}.`,
  shifted: (told, name, table) =>
    `${name(told.seat)} shifts a token from ${runeWords(table, told.seat, told.from_rune)} to ${runeWords(table, told.seat, told.to_rune)}.`,
  borrowed: (told, name) => `${name(told.seat)} borrows ${cardWords(told.card)} from a column for ${cardWords(told.give)}.`,
  snatched: (told, name) => `${name(told.seat)}'s keeper snatches a magic token from ${name(told.other)}'s.`,
  cursed: (told, name) => `${name(told.seat)} hands a dark token on to ${name(told.other)}.`,
};

/** @param {string} words */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** @param {any} event @param {Names} name @param {Table} table */
export function words(event, name, table) {
  const [[kind, told]] = Object.entries(event);
  const said = SENTENCES[kind] ? SENTENCES[kind](told, name, table) : null;
  return said && (kind === "laid" ? capital(said) : said);
}
