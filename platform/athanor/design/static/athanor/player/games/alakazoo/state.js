// How things stand, in words, for a reader who does not see the table.

import { listed } from "../../elements.js";
import { ABILITIES, creatureOf, isTommy, keeperOf, linesOf, PARTS, runesOf, TOMMY } from "./material.js";
import { cardsWords, cardWords, ORDINALS, some, spaced } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Player} Player */

/** "left ear: basilisk; head: star covered, wave open"
 * @param {Player} player */
function portalWords(player) {
  if (!player.portal) return "no portal yet";
  const runes = runesOf(player.portal);
  const positions = PARTS.map((part, place) => {
    const spell = player.spells[place];
    if (spell) return `${spaced(part)} ${creatureOf(spell)}`;
    const covered = [2 * place, 2 * place + 1].filter((rune) => player.covered[rune]);
    return covered.length ? `${spaced(part)} ${covered.length === 2 ? "ready" : `${runes[covered[0]]} covered`}` : null;
  }).filter((words) => words !== null);
  const lines = linesOf(player.spells);
  const worth = [["same", "of one creature"], ["different", "of three creatures"]].flatMap(([kind, words]) => {
    const count = lines.filter((line) => line === kind).length;
    return count ? [some(count, `line ${words}`, `lines ${words}`)] : [];
  });
  return `portal of the ${player.portal}, ${player.spells.filter(Boolean).length} of 9 spells: ${[...positions, ...worth].join(", ") || "nothing on it"}`;
}

/** @param {Player} player @param {number} seats */
function keeperWords(player, seats) {
  const { slots } = keeperOf(seats);
  const cards = [...player.abilities.map((held) => ABILITIES[held]?.name ?? held), player.magician, player.keeper].filter(Boolean);
  const tokens = `${player.magic} magic and ${player.dark} dark of ${slots} slots`;
  return `keeper ${tokens}${cards.length ? `, with ${listed(/** @type {string[]} */ (cards))}` : ""}`;
}

/** @param {Table} table @param {number} seat */
function seatWords(table, seat) {
  const player = table.players[seat];
  const said = [portalWords(player), keeperWords(player, table.seats), player.hand.length ? `in hand ${cardsWords(player.hand)}` : "no card in hand"];
  if (player.pack.length) said.push(`in the pack ${cardsWords(player.pack)}`);
  if (player.pages.length) said.push(`the page ${player.pages.map(spaced).join(" or ")}${player.fulfilled ? `, ${player.fulfilled.filter(Boolean).length} of 3 lines fulfilled` : ""}`);
  else if (player.hasPage) said.push("a hidden page of the Book");
  if (table.result) said.push(table.seats > 1 ? `${some(table.result.scores[seat], "point")}, rank ${table.result.ranks[seat]}` : table.result.scores[0] ? "won" : "lost");
  else if (table.seats > 1) said.push(`${some(player.points, "point")} so far`);
  return said.join("; ");
}

/** @param {Table} table @param {(seat: number) => string} name */
function doing(table, name) {
  if (table.result) return "The game is over.";
  if (table.round < 0) {
    return table.toAct.length ? `Before the first round. ${listed(table.toAct.map(name))} ${table.toAct.length > 1 ? "choose" : "chooses"}.` : "Before the first round.";
  }
  const asked = table.toAct.filter((seat) => seat !== table.turn);
  const dice = table.dice.filter(({ done }) => !done).map(({ face }) => face);
  return `Round ${table.round + 1}. ${name(table.turn)}'s turn.${asked.length ? ` ${name(asked[0])} chooses what to give.` : ""}${dice.length ? ` Dice: ${listed(dice)}.` : ""}`;
}

/** @param {Table} table @param {(seat: number) => string} name */
export function state(table, name) {
  const columns = table.columns.map((cards, column) => `${ORDINALS[column]} ${cards.map(cardWords).join(", ") || "empty"}`).join("; ");
  const holding = table.tommy.length ? ` Tommy's cards: ${listed(table.tommy.map((card) => TOMMY[card]?.does ?? card))}.` : "";
  const discard = table.discard.length ? ` (${cardWords(table.discard[table.discard.length - 1])} last)` : "";
  const piles = `${some(table.deck, "card")} in the deck, ${table.discard.filter((card) => !isTommy(card)).length} discarded${discard}; supply ${table.magic} magic, ${table.dark} dark.`;
  return `${doing(table, name)} Columns: ${columns}. ${piles}${holding} ${table.players.map((_, seat) => `${name(seat)}: ${seatWords(table, seat)}`).join(". ")}.`;
}
