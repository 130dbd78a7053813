// What stands on the table, folded from the events. What an order costs (AK-90) and how an effect ends (AK-238) are in
// no event; ledger.js and effects.js follow them. What happens right now is the scene, in scene.js.

import { MARKERS } from "./data.js";
import { boxesOf, cardOf, placed } from "./geometry.js";
import { afterBlow, afterCards, afterDamage, endOfTurn, given, stands, withEffect } from "./effects.js";
import { withAll, withFigure } from "./figures.js";
import { paidFor, paidForCards, paidForReaction, refunded, terms } from "./ledger.js";
import { FOLLOW, follow, nothingYet } from "./scene.js";

/** @typedef {import("./sight.js").Point} Point */
/** @typedef {{kind: string, by: number|null, lasting: boolean, hit: boolean}} Effect */
/**
 * @typedef {Object} Figure
 * @property {number} seat
 * @property {number} card
 * @property {string} profile
 * @property {"reserve"|"board"|"out"} status
 * @property {number} x
 * @property {number} y
 * @property {number} marked  Boxes ticked.
 * @property {number} ap
 * @property {boolean} masterUsed
 * @property {number} concentration
 * @property {number} stones
 * @property {number} components
 * @property {Effect[]} effects
 */
/** @typedef {{seat: number, profile: string, figures: number[], activated: boolean}} Card */
/** @typedef {{piece: string, seat: number, x: number, y: number, rotation: string, parts: import("./sight.js").Part[]}} Piece */
/**
 * @typedef {Object} Table
 * @property {Record<string, any>} options
 * @property {number} turn
 * @property {number|null} hand  The seat that has it.
 * @property {number[]} points
 * @property {(any|null)[]} armies
 * @property {Piece[]} pieces
 * @property {{seat: number, element: string, x: number, y: number}[]} tokens
 * @property {{x: number, y: number, control: number|null}[]} markers
 * @property {Card[]} cards
 * @property {Figure[]} figures
 * @property {{a: number, b: number}[]} combats
 * @property {{card: number, figures: number[]}|null} active
 * @property {any|null} owed  Combat cards that are revealed and not yet paid for.
 * @property {import("./scene.js").Scene} scene
 * @property {{scores: number[], ranks: number[], reason: string}|null} result
 */

const MOST_COMPONENTS = 12;

/** @param {import("../../frames.js").Replay} replay @returns {Table} */
export function begin({ options }) {
  /** @type {Table} */
  const table = {
    options,
    turn: 0,
    hand: null,
    points: [0, 0],
    armies: [null, null],
    pieces: [],
    tokens: [],
    markers: MARKERS.at.map(([x, y]) => ({ x, y, control: null })),
    cards: [],
    figures: [],
    combats: [],
    active: null,
    owed: null,
    scene: nothingYet(),
    result: null,
  };
  return options.armies?.length ? recruited({ ...table, armies: options.armies }) : table;
}

/** Cards and figures have numbers once both armies are known (AK-18).
 * @param {Table} table @returns {Table} */
function recruited(table) {
  if (table.armies.includes(null)) return table;
  /** @type {Card[]} */
  const cards = [];
  /** @type {Figure[]} */
  const figures = [];
  table.armies.forEach((army, seat) => {
    for (const { profile, figures: count } of army.cards) {
      const first = figures.length;
      for (let i = 0; i < count; i += 1) {
        figures.push({
          seat, card: cards.length, profile, status: "reserve", x: 0, y: 0, marked: 0, ap: 0, masterUsed: false,
          concentration: 0, stones: cardOf(profile)?.alchemy?.stones ?? 0, components: 0, effects: [],
        });
      }
      cards.push({ seat, profile, figures: figures.slice(first).map((_, i) => first + i), activated: false });
    }
  });
  return { ...table, cards, figures };
}

/** @param {Table} table @param {number} seat @returns {Table} */
const handedTo = (table, seat) => ({ ...table, hand: seat });

/** @param {Table} table @param {{figure: number, to: Point}} told */
const moved = (table, told) => withFigure(table, told.figure, () => told.to);

/** @param {{a: number, b: number}} pair */
const same = (pair) => (/** @type {{a: number, b: number}} */ other) => pair.a === other.a && pair.b === other.b;

/** @type {Record<string, (table: Table, told: any) => Table>} */
const HAPPENS = {
  army: (table, told) => recruited({ ...table, armies: table.armies.map((army, seat) => (seat === told.seat ? told.army : army)) }),
  terrain: (table, { seat, piece, x, y, rotation }) => ({ ...table, pieces: [...table.pieces, { seat, piece, x, y, rotation, parts: placed(piece, x, y, rotation) }] }),
  component: (table, told) => ({ ...table, tokens: [...table.tokens, told] }),
  deploy: (table, { card, positions }) =>
    table.cards[card].figures.reduce((now, id, i) => withFigure(now, id, () => ({ ...positions[i], status: "board" })), table),
  turn_begins: (table, { turn }) => withAll({
    ...table,
    turn,
    hand: null,
    cards: table.cards.map((card) => ({ ...card, activated: false })),
  }, ({ profile }) => ({ ap: cardOf(profile).ap, masterUsed: false })),
  hand: (table, { seat }) => handedTo(table, seat),
  pass: (table) => ({ ...table, active: null }),
  activate: (table, { card }) => ({
    ...table,
    cards: table.cards.map((one, i) => (i === card ? { ...one, activated: true } : one)),
    active: { card, figures: table.cards[card].figures.filter((id) => table.figures[id].status === "board") },
  }),
  reactivate: (table, { figure }) => ({
    ...withFigure(table, figure, ({ ap }) => ({ ap: ap - 1 })),
    active: { card: table.figures[figure].card, figures: [figure] },
  }),
  activation_ends: (table) => ({ ...table, active: null }),
  orders: (table, { orders }) => orders.reduce(paidFor, table),
  charge_annulled: (table, { figure }) => refunded(table, figure, 1),
  react: (table, { figure, reaction }) => paidForReaction(table, figure, reaction),
  move: moved,
  pushed: moved,
  combat_begins: (table, pair) => ({ ...table, combats: [...table.combats.filter((other) => !same(pair)(other)), pair] }),
  combat_ends: (table, pair) => ({ ...table, combats: table.combats.filter((other) => !same(pair)(other)) }),
  cards(table, told) {
    const { isFree, isOpen } = terms(table, told);
    const owing = { ...table, owed: { ...told, isFree } };
    return isOpen ? owing : settled(owing);
  },
  feint: (table, { figure }) => ({ ...table, owed: table.owed && givenUp(table.owed, figure) }),
  roll: (table, told) => afterBlow(table, told),
  parried: (table, { figure, margin }) => given(table, figure, margin),
  damage: (table, told) => afterDamage(withFigure(table, told.figure, ({ marked, profile }) => ({ marked: Math.min(boxesOf(profile), marked + told.amount) })), told),
  heal: (table, { figure, amount }) => withFigure(table, figure, ({ marked }) => ({ marked: Math.max(0, marked - amount) })),
  out_of_action: (table, { figure }) => ({
    ...withFigure(table, figure, ({ profile }) => ({ status: "out", ap: 0, marked: boxesOf(profile), effects: [] })),
    combats: table.combats.filter(({ a, b }) => a !== figure && b !== figure),
    active: table.active && { ...table.active, figures: table.active.figures.filter((id) => id !== figure) },
  }),
  concentration: (table, { figure, level }) => withFigure(table, figure, () => ({ concentration: level })),
  harvest: (table, { figure, amount }) => ({
    ...withFigure(table, figure, ({ components }) => ({ components: Math.min(MOST_COMPONENTS, components + amount) })),
    tokens: table.tokens.filter((_, i) => i !== harvested(table, figure)),
  }),
  prepare: (table, told) => withFigure(table, told.figure, ({ components, stones }) => ({ components: components - told.components, stones: stones - told.stones })),
  enhance: (table, told) => withFigure(table, told.figure, ({ stones }) => ({ stones: stones - told.stones })),
  effect: (table, told) => withEffect(table, told),
  stand: (table, { figure }) => stands(table, figure),
  marker: (table, { marker, control }) => ({ ...table, markers: table.markers.map((one, i) => (i === marker ? { ...one, control } : one)) }),
  score: (table, { seat, points }) => ({ ...table, points: table.points.map((had, i) => (i === seat ? had + points : had)) }),
  turn_ends: (table) => endOfTurn({ ...table, active: null, hand: null }),
  game_over: (table, result) => ({ ...table, result, active: null, hand: null }),
};

/** The kinds of events that are told in words alone: what they bring about comes in events of its own. */
const TOLD_ALONE = ["deploy_first", "fall", "initiative_won", "nothing_happens", "terrain_first"];

/** The kinds of events that this table knows: those that change it, or what is seen of what goes on, and the others. */
export const CHANGES = [...new Set([...Object.keys(HAPPENS), ...Object.keys(FOLLOW), ...TOLD_ALONE])];

/** The token that a figure was ordered to take (the event does not say which).
 * @param {Table} table @param {number} figure */
function harvested(table, figure) {
  const order = table.scene.orders.find((one) => one.harvest?.figure === figure);
  return order?.harvest.token ?? -1;
}

/** A feint turns a card into Inactive, which costs nothing (AK-286).
 * @param {any} cards @param {number} figure */
const givenUp = (cards, figure) => ({ ...cards, [figure === cards.attacker ? "attacker_card" : "defender_card"]: "inactive" });

/** Cards are paid for, and have their effect, when no feint can come any more.
 * @param {Table} table @returns {Table} */
function settled(table) {
  const { owed } = table;
  return owed ? { ...afterCards(paidForCards(table, owed), owed), owed: null } : table;
}

/** @param {Table} before @param {any} event @param {import("../../frames.js").Viewer} _viewer @param {boolean} opens @returns {Table} */
export function reduce(before, event, _viewer, opens) {
  const [[kind, told]] = Object.entries(event);
  const table = kind === "feint" ? before : settled(before);
  const after = HAPPENS[kind] ? HAPPENS[kind](table, told) : table;
  return { ...after, scene: follow(table.scene, kind, told, opens) };
}
