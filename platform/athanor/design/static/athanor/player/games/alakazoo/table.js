// What lies on the table, and how it changes hands. happenings.js folds it from the events. A hand is a list with a
// place for each card; null is a card that this viewer does not know.

import { COLUMNS, DARK, keeperOf, MAGIC, PARTS } from "./material.js";

/** @typedef {(string|number)[]} Place  Where a thing is: its kind, and which: ["rune", seat, rune], ["deck"]. */
/** @typedef {{thing: "magic"|"dark"|"card", card?: string|null, from: Place, to: Place}} Move */
/** @typedef {{move: Move, previous: Trail, count: number}|null} Trail  All moves so far, the last first. */
/**
 * @typedef {Object} Player
 * @property {string|null} portal
 * @property {(string|null)[]} spells  By position.
 * @property {boolean[]} covered  By rune.
 * @property {number} magic
 * @property {number} dark
 * @property {string[]} abilities
 * @property {number} points
 * @property {(string|null)[]} hand
 * @property {(string|null)[]} pack
 * @property {string|null} pick  What it chose last in the draft, where this viewer knows it.
 * @property {string[]|null} offer  What it gives in a trade that waits for the other seat, where this viewer knows it.
 * @property {{magicians: string[], keepers: string[]}|null} offered
 * @property {string|null} magician
 * @property {string|null} keeper
 * @property {boolean} hasPage  It has kept one, known or not.
 * @property {string[]} pages  Those offered; the one kept, once this viewer knows it.
 * @property {boolean[]|null} fulfilled  The lines of its page, when the game is over.
 * @property {any} judged
 */
/**
 * @typedef {Object} Scene  What is going on: one action, from its start to its end.
 * @property {string} kind
 * @property {number|null} seat
 * @property {number|null} other
 * @property {(string|null)[]} given  Cards that leave.
 * @property {(string|null)[]} gained  Cards that come.
 * @property {string|null} creature
 * @property {number|null} column
 * @property {{seat: number, place: number, points: number}[]} placed
 * @property {string[]} tommy
 */
/**
 * @typedef {Object} Table
 * @property {number} seats
 * @property {Record<string, any>} options
 * @property {number} revision
 * @property {string} phase  Before the first turn: portal, draft, university, book.
 * @property {number} round  From 0; before the first turn -1.
 * @property {number} turn
 * @property {number[]} toAct
 * @property {boolean} acted  In this turn.
 * @property {string[]} creatures
 * @property {number} magic  In the supply.
 * @property {number} dark
 * @property {number} deck
 * @property {string[]} discard
 * @property {string[][]} columns
 * @property {{face: string, done: string|null}[]} dice  Those of the last roll, and what became of each.
 * @property {string[]} tommy  His cards that hold.
 * @property {number} finisher
 * @property {Player[]} players
 * @property {Scene|null} scene
 * @property {Trail} trail
 * @property {{scores: number[], ranks: number[], reason: string}|null} result
 */

/** @param {import("../../frames.js").Replay} replay @returns {Table} */
export function begin({ seats, options, revision }) {
  const choose = options.portals === "choose";
  return {
    seats,
    options,
    revision,
    phase: choose ? "portal" : "draft",
    round: -1,
    turn: 0,
    toAct: choose ? [0] : [],
    acted: false,
    creatures: [],
    magic: MAGIC,
    dark: DARK,
    deck: 0,
    discard: [],
    columns: Array.from({ length: COLUMNS }, () => []),
    dice: [],
    tommy: [],
    finisher: -1,
    players: Array.from({ length: seats }, () => ({
      portal: null,
      spells: PARTS.map(() => null),
      covered: PARTS.flatMap(() => [false, false]),
      magic: 0,
      dark: 0,
      abilities: [],
      points: 0,
      hand: [],
      pack: [],
      pick: null,
      offer: null,
      offered: null,
      magician: null,
      keeper: null,
      hasPage: false,
      pages: [],
      fulfilled: null,
      judged: null,
    })),
    scene: null,
    trail: null,
    result: null,
  };
}

/** @param {Table} table */
export const everybody = ({ seats }) => Array.from({ length: seats }, (_, seat) => seat);

/** @param {Table} table @param {number} seat @param {(player: Player) => Partial<Player>} change @returns {Table} */
export function withPlayer(table, seat, change) {
  return { ...table, players: table.players.map((player, i) => (i === seat ? { ...player, ...change(player) } : player)) };
}

/** @param {Table} table @param {Move} move @returns {Table} */
export const moved = (table, move) => ({ ...table, trail: { move, previous: table.trail, count: (table.trail?.count ?? 0) + 1 } });

/** The moves that one table has and the one before had not, the first first.
 * @param {Table} table @param {Table} before @returns {Move[]} */
export function movesSince(table, before) {
  const moves = [];
  for (let trail = table.trail; trail && trail.count > (before.trail?.count ?? 0); trail = trail.previous) moves.unshift(trail.move);
  return moves;
}

/** @param {(string|null)[]} hand @param {string} card */
export function without(hand, card) {
  const place = hand.includes(card) ? hand.indexOf(card) : hand.lastIndexOf(null);
  return place < 0 ? hand : hand.toSpliced(place, 1);
}

/** @template T @param {T[]} list @param {number} place @param {T} value @returns {T[]} */
export const put = (list, place, value) => list.map((each, i) => (i === place ? value : each));

/** The place of a card that is unknown and came last.
 * @param {(string|null)[]} hand @param {string} card */
export function revealed(hand, card) {
  const place = hand.lastIndexOf(null);
  return place < 0 ? hand : put(hand, place, card);
}

/** A card leaves a hand, for somewhere; or comes to it.
 * @param {Table} table @param {number} seat @param {string} card @param {Place} to */
export function lose(table, seat, card, to) {
  return moved(withPlayer(table, seat, ({ hand }) => ({ hand: without(hand, card) })), { thing: "card", card, from: ["hand", seat], to });
}
/** @param {Table} table @param {number} seat @param {string|null} card @param {Place} from */
export function gain(table, seat, card, from) {
  return moved(withPlayer(table, seat, ({ hand }) => ({ hand: [...hand, card] })), { thing: "card", card, from, to: ["hand", seat] });
}

/** Magic tokens of a keeper, to the supply or from it.
 * @param {Table} table @param {number} seat @param {number} by */
export function keeperMagic(table, seat, by) {
  let after = { ...withPlayer(table, seat, ({ magic }) => ({ magic: magic + by })), magic: table.magic - by };
  for (let i = 0; i < Math.abs(by); i += 1) {
    after = moved(after, by > 0 ? { thing: "magic", from: ["magic"], to: ["slot", seat] } : { thing: "magic", from: ["slot", seat], to: ["magic"] });
  }
  return after;
}

/** Dark tokens of a keeper, to the supply or from it.
 * @param {Table} table @param {number} seat @param {number} by */
export function keeperDark(table, seat, by) {
  let after = { ...withPlayer(table, seat, ({ dark }) => ({ dark: dark + by })), dark: table.dark - by };
  for (let i = 0; i < Math.abs(by); i += 1) {
    after = moved(after, by > 0 ? { thing: "dark", from: ["dark"], to: ["slot", seat] } : { thing: "dark", from: ["slot", seat], to: ["dark"] });
  }
  return after;
}

/** @param {string} kind @param {number|null} seat @param {Partial<Scene>} [also] @returns {Scene} */
export function scene(kind, seat, also = {}) {
  return { kind, seat, other: null, given: [], gained: [], creature: null, column: null, placed: [], tommy: [], ...also };
}

/** @param {Table} table @param {(scene: Scene) => Partial<Scene>} change @returns {Table} */
export const inScene = (table, change) => (table.scene ? { ...table, scene: { ...table.scene, ...change(table.scene) } } : table);

/** The limits that hold for a seat: of its hand, and of the tokens on its portal.
 * @param {Table} table @param {number} seat */
export function limits({ tommy, players }, seat) {
  const one = (/** @type {string} */ card) => Number(tommy.includes(card));
  const { magician } = players[seat];
  return {
    hand: 4 + one("tommy-big-hands") - one("tommy-small-hands") + Number(magician === "archivist"),
    portal: 6 + one("tommy-warm-portals") - one("tommy-cold-portals") + Number(magician === "warden"),
  };
}
