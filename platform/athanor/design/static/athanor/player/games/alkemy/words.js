// What happens, and how the table stands, in words.

import { listed } from "../../elements.js";
import { FACTIONS, FORMULAS } from "./data.js";
import { boxesOf, cardOf, inches } from "./geometry.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {(seat: number) => string} Name */

/** @param {number} count @param {string} word */
export const some = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** @param {string} id */
export const spaced = (id) => id.replaceAll("-", " ");
/** @param {string} words */
export const title = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

/** Tells the figures apart that a side has of one profile: 1, 2 and so on; 0 of the only one.
 * @param {Table} table @param {number} id */
export function numberOf(table, id) {
  const { seat, profile } = table.figures[id];
  const alike = table.figures.flatMap((one, i) => (one.seat === seat && one.profile === profile ? [i] : []));
  return alike.length > 1 ? alike.indexOf(id) + 1 : 0;
}

/** The printed name, and its number.
 * @param {Table} table @param {number} id */
export function called(table, id) {
  const figure = table.figures[id];
  if (!figure) return `figure ${id}`;
  const name = cardOf(figure.profile)?.name ?? spaced(figure.profile);
  return `${name} ${numberOf(table, id) || ""}`.trim();
}

/** "the west marker": where they lie on the middle line.
 * @param {number} marker */
export const markerWords = (marker) => `the ${["west", "middle", "east"][marker] ?? ""} marker`;

/** @param {string} formula */
const formulaName = (formula) => /** @type {any} */ (FORMULAS)[formula]?.name ?? spaced(formula);

/** @param {any} army */
function armyWords(army) {
  const faction = /** @type {any} */ (FACTIONS)[army.faction]?.name ?? spaced(army.faction);
  const cards = army.cards.map((/** @type {any} */ { profile, figures }) => (figures > 1 ? `${figures} ${cardOf(profile)?.name ?? profile}` : cardOf(profile)?.name ?? profile));
  return `${faction}: ${listed(cards)}`;
}

/** @type {Record<string, (told: any, who: (id: number) => string) => string>} */
const ORDERS = {
  walk: (told, who) => `${who(told.figure)} walks${told.free ? " for nothing" : ""}${told.jump ? " and jumps down" : ""}`,
  run: (told, who) => `${who(told.figure)} runs`,
  charge: (told, who) => `${who(told.figure)} charges ${listed(told.targets.map(who))}`,
  engage: (told, who) => `${who(told.figure)} engages ${listed(told.targets.map(who))}`,
  shoot: (told, who) => `${who(told.figure)} shoots at ${who(told.target)}${told.marksman ? ", as a marksman" : ""}`,
  fight: (told, who) => `${who(told.figure)} fights ${who(told.target)}`,
  concentrate: (told, who) => `${who(told.figure)} concentrates`,
  prepare: (told, who) => `${who(told.figure)} prepares ${formulaName(told.formula)}`,
  control: (told, who) => `${who(told.figure)} works ${markerWords(told.marker)}`,
  harvest: (told, who) => `${who(told.figure)} harvests`,
  stand: (told, who) => `${who(told.figure)} stands up`,
};

/** @param {any} reaction @param {(id: number) => string} who */
function reactionWords(reaction, who) {
  if (reaction.shoot) return `shoots back at ${listed(reaction.shoot.at.map(who))}`;
  if (reaction.engage) return `will engage ${who(reaction.engage.target)}`;
  return reaction.move ? "will move out of the line of fire" : "does not react";
}

/** @param {any} cover @param {(id: number) => string} who @param {Table} table */
function coverWords(cover, who, table) {
  if (cover.piece !== undefined) return `the ${table.pieces[cover.piece]?.piece ?? "scenery"}`;
  if (cover.figure !== undefined) return who(cover.figure);
  return cover.melee ? "the melee" : "stealth";
}

/** "4 sword and 5 axe of 3 dice".
 * @param {any} told */
function diceWords({ dice, kept }) {
  const shown = kept.map((/** @type {number} */ i) => `${dice[i].number} ${dice[i].symbol}`);
  return dice.length > kept.length ? `${listed(shown)} of ${dice.length} ${dice[0].colour} dice` : `${listed(shown)}, ${dice[0].colour}`;
}

/** @type {Record<string, string>} */
const WHY = {
  deployment: "to deploy second", initiative: "for the initiative", immunity: "against diplomatic immunity", fear: "against fear",
  disengage: "to break away", strike: "to strike who leaves", "first-blow": "for the first blow", attack: "to hit", combo: "to hit once more",
  counter: "to strike back", parry: "to parry", shot: "to hit with the shot", alchemy: "for the formula", resist: "to resist",
};
/** @type {Record<string, string>} */
const RESULTS = { hit: "hits", miss: "misses", "out-of-range": "falls short" };
/** @type {Record<string, string>} */
export const REASONS = {
  "victory-points": "Three victory points are enough.", "turn-limit": "The last turn is over.", "wipe-out": "One side has no figure left.", "ply-limit": "The game has gone on for too long.",
};

/** The points, those of who won first.
 * @param {{scores: number[], ranks: number[]}} result */
export const byRank = ({ scores, ranks }) => scores.map((score, seat) => ({ score, rank: ranks[seat] })).sort((a, b) => a.rank - b.rank).map(({ score }) => score);

/** Has the other side one of the same name?
 * @param {Table} table @param {number} id */
const onBothSides = (table, id) => table.figures.some(({ seat, profile }) => seat !== table.figures[id]?.seat && profile === table.figures[id]?.profile);

/** @typedef {{name: Name, table: Table, who: (id: number) => string}} Telling  `who` says whose figure it is where that is not clear. */
/** @type {Record<string, (told: any, telling: Telling) => string|null>} */
export const SENTENCES = {
  army: (told, { name }) => `${name(told.seat)} takes the field with ${armyWords(told.army)}.`,
  terrain_first: (told, { name }) => `${name(told.seat)} places scenery first.`,
  terrain: (told, { name }) => `${name(told.seat)} places a ${told.piece}.`,
  component: (told, { name }) => `${name(told.seat)} lays a component of ${told.element}.`,
  deploy_first: (told, { name }) => `${name(told.seat)} deploys first.`,
  deploy: (told, { name, table }) => `${name(told.seat)} deploys ${cardOf(table.cards[told.card]?.profile)?.name ?? "a card"}.`,
  turn_begins: (told) => `Turn ${told.turn} begins.`,
  initiative_won: (told, { name }) => `${name(told.seat)} has the initiative.`,
  hand: (told, { name }) => `${name(told.seat)} has the hand.`,
  pass: (told, { name }) => (told.auto ? `${name(told.seat)} has nothing left to play.` : `${name(told.seat)} passes.`),
  activate: (told, { name, table }) => `${name(told.seat)} plays ${cardOf(table.cards[told.card]?.profile)?.name ?? "a card"}.`,
  reactivate: (told, { name, table }) => `${name(told.seat)} plays ${called(table, told.figure)} once more.`,
  activation_ends: () => null,
  orders: (told, { who }) => `${told.orders.map((/** @type {any} */ order) => Object.entries(order).map(([kind, of]) => ORDERS[kind](of, who))[0]).join("; ")}.`,
  order_lost: (told, { who }) => `${who(told.figure)}'s order comes to nothing.`,
  charge_annulled: (told, { who }) => `${who(told.figure)} dares not charge ${who(told.target)}.`,
  charge_failed: (told, { who }) => `${who(told.figure)}'s charge fails.`,
  react: (told, { who }) => `${who(told.figure)} ${reactionWords(told.reaction, who)}.`,
  move: (told, { who }) => `${who(told.figure)} moves ${inches(Math.hypot(told.to.x - told.from.x, told.to.y - told.from.y))} inches.`,
  pushed: (told, { who }) => `${who(told.figure)} is pushed ${inches(Math.hypot(told.to.x - told.from.x, told.to.y - told.from.y))} inches.`,
  fall: (told, { who }) => `${who(told.figure)} falls ${inches(told.height)} inches.`,
  disengaged: (told, { who }) => `${who(told.figure)} breaks away.`,
  combat_begins: (told, { who }) => `${who(told.a)} and ${who(told.b)} are in combat.`,
  combat_ends: (told, { who }) => `The combat of ${who(told.a)} and ${who(told.b)} is over.`,
  afraid: (told, { who }) => `${who(told.figure)} is afraid of ${who(told.of)}.`,
  cards: (told, { who }) => `${who(told.attacker)} plays ${told.attacker_card}, ${who(told.defender)} ${told.defender_card}.`,
  feint: (told, { who }) => `${who(told.figure)} feints: it is inactive instead.`,
  roll: (told, { who }) => `${who(told.figure)} rolls ${told.total} ${WHY[told.why] ?? ""} (${diceWords(told)}; ${told.stat} added).`,
  blow: (told, { who }) => (told.hit ? `${who(told.figure)} hits ${who(told.target)} for ${told.dom}.` : `${who(told.figure)} misses ${who(told.target)}.`),
  parried: (told, { who }) => `${who(told.figure)} parries ${who(told.against)} by ${told.margin}.`,
  nothing_happens: () => "Nothing happens between them.",
  shot: (told, { who }) => `${who(told.shooter)}'s shot at ${who(told.target)} ${RESULTS[told.result]}.`,
  cover_roll: (told, { who, table }) =>
    `${who(told.figure)} seeks cover from ${coverWords(told.use, who, table)}: ${told.dice.reduce((/** @type {number} */ all, /** @type {any} */ die) => all + die.number, 0)} against ${told.need}, ${told.saved ? "saved" : "in vain"}.`,
  damage: (told, { who }) => `${who(told.figure)} takes ${told.amount}.`,
  out_of_action: (told, { who }) => `${who(told.figure)} is out of action.`,
  heal: (told, { who }) => `${who(told.figure)} heals ${told.amount}.`,
  concentration: (told, { who }) => `${who(told.figure)}'s concentration is ${told.level}.`,
  harvest: (told, { who }) => `${who(told.figure)} gets ${some(told.amount, "component")} from ${told.element}.`,
  prepare: (told, { who }) => `${who(told.figure)} spends ${some(told.components, "component")}${told.stones ? ` and ${some(told.stones, "stone")}` : ""} on ${formulaName(told.formula)}.`,
  formula_fails: (told) => `${formulaName(told.formula)} fails: ${spaced(told.why)}.`,
  formula_works: (told, { who }) => `${formulaName(told.formula)} works${told.targets.length ? ` on ${listed(told.targets.map(who))}` : ""}.`,
  enhance: (told, { who }) => `${who(told.figure)} adds ${listed(told.take.map((/** @type {any} */ { id }) => spaced(id)))} for ${some(told.stones, "stone")}.`,
  effect: (told, { who }) => `${who(told.figure)} is under ${spaced(told.kind)}.`,
  stand: (told, { who }) => `${who(told.figure)} stands again.`,
  marker: (told, { who, name }) =>
    told.control === null || told.control === undefined
      ? `${who(told.figure)} frees ${markerWords(told.marker)}.`
      : `${who(told.figure)} takes ${markerWords(told.marker)} for ${name(told.control)}.`,
  score: (told, { name }) => `${name(told.seat)} scores ${some(told.points, "victory point")}.`,
  turn_ends: (told) => `Turn ${told.turn} ends.`,
  game_over(told, { name }) {
    const winners = told.ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [name(seat)] : []));
    const won = winners.length > 1 ? "It is a tie" : `${winners[0]} wins`;
    return `${REASONS[told.reason] ?? ""} ${won}, ${byRank(told).join(" to ")}.`.trim();
  },
};

/** @param {any} event @param {Name} name @param {Table} table */
export function words(event, name, table) {
  const [[kind, told]] = Object.entries(event);
  const who = (/** @type {number} */ id) => (onBothSides(table, id) ? `${name(table.figures[id].seat)}'s ${called(table, id)}` : called(table, id));
  return SENTENCES[kind] ? SENTENCES[kind](told, { name, table, who }) : null;
}

/** "Captain Lee Ping: 4 of 10 boxes left, 2 AP, at 12 by 6 inches".
 * @param {Table} table @param {number} id */
export function figureWords(table, id) {
  const { profile, marked, ap, x, y, status, effects } = table.figures[id];
  if (status === "out") return `${called(table, id)}: out of action`;
  const boxes = boxesOf(profile);
  const where = status === "board" ? `${some(ap, "AP")}, ${inches(x)} by ${inches(y)} inches` : "in reserve";
  const under = effects.length ? `, under ${listed(effects.map(({ kind }) => spaced(kind)))}` : "";
  return `${called(table, id)}: ${boxes - marked} of ${boxes} boxes, ${where}${under}`;
}

/** The whole table for a reader who does not see it.
 * @param {Table} table @param {Name} name */
export function state(table, name) {
  const points = table.points.map((had, seat) => `${name(seat)} ${had}`).join(", ");
  const turn = table.result ? "The game is over." : table.turn ? `Turn ${table.turn}${table.hand === null ? "" : `, ${name(table.hand)} has the hand`}.` : "The table is being set.";
  const markers = table.markers.map(({ control }, i) => `${markerWords(i)} ${control === null ? "is free" : `is ${name(control)}'s`}`);
  const sides = table.armies.map((_, seat) => {
    const figures = table.figures.flatMap((figure, id) => (figure.seat === seat ? [figureWords(table, id)] : []));
    return figures.length ? `${name(seat)}: ${figures.join("; ")}.` : "";
  });
  const fights = table.combats.map(({ a, b }) => `${called(table, a)} fights ${called(table, b)}`);
  const pieces = table.pieces.length ? ` On the table: ${listed(table.pieces.map(({ piece, x, y }) => `${piece} at ${inches(x)} by ${inches(y)}`))}.` : "";
  return `${turn} Victory points: ${points}. ${title(listed(markers))}.${fights.length ? ` ${title(listed(fights))}.` : ""} ${sides.filter(Boolean).join(" ")}${pieces}`;
}
