// What happened and how things stand, in words: for the list beside the board and for screen readers.

import { listed } from "../../elements.js";
import { asked } from "./table.js";
import { ALCHEMISTS, homunculusOf, INGREDIENTS, PARTS, partOf, worth } from "./tiles.js";

/** "fire left hand"; the second of two alike is said to be that.
 * @param {string|null} tile */
export function tileWords(tile) {
  if (!tile) return "a tile";
  return `${homunculusOf(tile)} ${partOf(tile).replace("-", " ")}${tile.endsWith("-2") ? " (second)" : ""}`;
}

/** Many tiles, shorter: "insect head, torso; fire tail".
 * @param {string[]} tiles */
export function manyWords(tiles) {
  if (tiles.length < 4) return listed(tiles.map(tileWords));
  const homunculi = [...new Set(tiles.map(homunculusOf))];
  return homunculi.map((name) => {
    const parts = tiles.filter((tile) => homunculusOf(tile) === name).map((tile) => tileWords(tile).slice(name.length + 1));
    return `${name} ${parts.join(", ")}`;
  }).join("; ");
}

/** @param {string} name */
const spaced = (name) => name.replace("-", " ");

/** "2 mercury, 1 sulphur"
 * @param {Record<string, number>} units */
export function unitWords(units) {
  const some = INGREDIENTS.filter((name) => units[name]).map((name) => `${units[name]} ${spaced(name)}`);
  return some.length ? listed(some) : "nothing";
}

/** @param {number} count @param {string} one @param {string} [many] */
const some = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string} name */
const title = (name) => name[0].toUpperCase() + name.slice(1);

/** What an ability is aimed at.
 * @param {any} told @param {(seat: number) => string} name */
function aim(told, name) {
  if (told.take) return ` for ${unitWords(told.take)}`;
  if (told.target_part) return ` at ${told.target === told.seat ? "its own" : `${name(told.target)}'s`} ${spaced(told.target_part)}`;
  return told.target === undefined ? "" : ` at ${name(told.target)}'s hand`;
}

/** @type {Record<string, (told: any, name: (seat: number) => string, table: import("./table.js").Table) => string|null>} */
export const SENTENCES = {
  started: (told, name) =>
    `${told.alchemists.map((/** @type {string} */ who, /** @type {number} */ seat) => `${name(seat)} is ${title(who)}`).join(", ")}. Three tiles are dealt to each.`,
  dealt: (told, name) => `${name(told.seat)} gets ${listed(told.tiles.map(tileWords))}.`,
  turn(told, name, table) {
    const ends = table.quit ? `${name(table.quit.seat)} ends the turn${table.quit.left ? ` with ${some(table.quit.left, "action")} left` : ""}. ` : "";
    if (told.seat === 0 && told.round > 1) return `${ends}Round ${told.round}: ${name(0)} begins.`;
    return `${ends}Now ${name(told.seat)}.`;
  },
  discarded: (told, name, table) =>
    told.source === "hand"
      ? `${name(told.seat)} makes room: ${tileWords(told.tile)} goes to the discard.`
      : `It strikes ${table.scene?.seat === told.seat ? "its own" : `${name(told.seat)}'s`} ${tileWords(told.tile)} off the slab.`,
  reshuffled: (told) => `The discard is shuffled: ${some(told.count, "tile")} in the new deck.`,
  drew: (told, name) => `${name(told.seat)} draws.`,
  drew_tile: (told) => `It is ${tileWords(told.tile)}.`,
  played: (told, name) => `${name(told.seat)} plays ${tileWords(told.tile)} for ${unitWords(told.paid)}.`,
  extracted: (told, name) => `${name(told.seat)} extracts ${unitWords(told.gained)} from ${tileWords(told.tile)}.`,
  refreshed: (told, name) => `${name(told.seat)} refreshes: ${listed(told.parts.map(spaced))} up again.`,
  used: (told, name) =>
    told.part === "head"
      ? `${name(told.seat)}'s ${tileWords(told.tile)} says no.`
      : `${name(told.seat)} uses ${tileWords(told.tile)}${aim(told, name)}.`,
  asked: (told, name) => `${name(told.seat)} may cancel.`,
  passed: (told, name) => `${name(told.seat)} lets it happen.`,
  cancelled: (told, name) => `${name(told.seat)}'s ${spaced(told.part)} comes to nothing.`,
  looked: (told, name) => `${name(told.seat)} looks at ${name(told.target)}'s hand.`,
  saw_hand: (told) => `In it: ${manyWords(told.tiles)}.`,
  stole: (told, name) => `${name(told.seat)} takes a tile from ${name(told.target)}.`,
  stole_tile: (told) => `It is ${tileWords(told.tile)}.`,
  gained: (told, name) => `${name(told.seat)} gets ${unitWords(told.ingredients)}.`,
  flipped: (told, name) => `${name(told.seat)}'s ${tileWords(told.tile)} is turned down.`,
  searched: (told, name) => `${name(told.seat)} looks through the discard.`,
  saw_discard: (told) => `In it: ${manyWords(told.tiles)}.`,
  took: (told, name) => `${name(told.seat)} takes a tile from the discard.`,
  took_tile: (told) => `It is ${tileWords(told.tile)}.`,
  declined: (told, name) => `${name(told.seat)} takes nothing.`,
  ended(told, name) {
    const winners = told.ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [name(seat)] : []));
    const why = told.reason === "kazaam" ? `Kazaam! ${name(told.completed_by)} has completed its creature.` : "The last round is over.";
    const won = `${listed(winners)} ${winners.length > 1 ? "share the win" : "wins"} with ${some(told.scores[told.ranks.indexOf(1)], "point")}.`;
    return `${why} ${won}`;
  },
};

/** @param {any} event @param {(seat: number) => string} name @param {any} table */
export function words(event, name, table) {
  const [[kind, told]] = Object.entries(event);
  return SENTENCES[kind] ? SENTENCES[kind](told, name, table) : null;
}

/** A creature: "head wood up, tail bone down".
 * @param {import("./tiles.js").Slab} slab */
function slabWords(slab) {
  const lying = PARTS.filter((part) => slab[part]).map((part) => `${spaced(part)} ${homunculusOf(slab[part].tile)} ${slab[part].face}`);
  return lying.join(", ") || "nothing in play";
}

/** @param {(string|null)[]} hand */
function handWords(hand) {
  const known = hand.filter((tile) => tile !== null);
  if (!hand.length) return "no tile in hand";
  if (!known.length) return `${some(hand.length, "tile")} in hand`;
  return `in hand ${listed(known.map(tileWords))}${known.length < hand.length ? ` and ${hand.length - known.length} unknown` : ""}`;
}

/** The whole table for a reader who does not see it.
 * @param {import("./table.js").Table} table @param {(seat: number) => string} name */
export function state(table, name) {
  const seats = table.players.map((player, seat) => {
    const who = player.alchemist ? ` (${title(player.alchemist)}, favours ${ALCHEMISTS[player.alchemist].homunculus} and ${spaced(ALCHEMISTS[player.alchemist].ingredient)})` : "";
    const { parts, same, favourite } = worth(player.slab, player.alchemist, table.options.favourite_bonus === "all");
    const points = table.result ? table.result.scores[seat] : parts + same + favourite;
    return `${name(seat)}${who}: ${slabWords(player.slab)}; ${handWords(player.hand)}; has ${unitWords(player.units)}; ${some(points, "point")}${table.result ? "" : " so far"}`;
  });
  const turn = table.result ? "" : ` ${name(table.turn)}'s turn, ${some(table.actions, "action")} left.`;
  const head = asked(table);
  const question = head === null ? "" : ` ${name(head)} is asked whether to cancel.`;
  const piles = `${some(table.deck, "tile")} in the deck, ${table.discard} in the discard.`;
  return `Round ${table.round}.${turn}${question} ${piles} The supply has ${unitWords(table.supply)}. ${seats.join(". ")}.`;
}
