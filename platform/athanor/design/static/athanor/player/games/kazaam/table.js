// What lies on the table, folded from the events. A hand is a list with a place for each tile; null is a tile that
// this viewer does not know.

import { INGREDIENTS, PARTS } from "./tiles.js";

export const ACTIONS = 3;
const COUNTERS = { single: 16, "some-double": 20 };

/** @typedef {Record<string, number>} Units */
/**
 * @typedef {Object} Player
 * @property {string|null} alchemist
 * @property {(string|null)[]} hand
 * @property {Units} units
 * @property {import("./tiles.js").Slab} slab
 */
/**
 * @typedef {Object} Use  An ability, or a head against one: an item of the stack.
 * @property {number} seat
 * @property {string} part
 * @property {string} tile
 * @property {number|null} target
 * @property {string|null} targetPart
 * @property {Units|null} take
 * @property {number|null} asked  Who is asked about it now.
 * @property {number[]} passed
 * @property {number|null} against  The place in the chain of what a head would cancel.
 * @property {boolean} over  It is off the stack before its effect: cancelled, or a head that has cancelled.
 * @property {boolean} prevailed  A head that has cancelled.
 */
/**
 * @typedef {Object} Scene  What is going on: one action, from its start to its end.
 * @property {string} kind
 * @property {number} seat
 * @property {string|null} tile
 * @property {Units} units  Got or paid.
 * @property {Use[]} chain  The stack; what is taken off it stays until the next action.
 * @property {boolean} settled
 * @property {(string|null)[]|null} tiles  What was seen: a hand, the discard.
 * @property {string|null} thrown  Discarded to make room, or by a tail.
 * @property {number} reshuffled
 */
/**
 * @typedef {Object} Table
 * @property {number} seats
 * @property {Record<string, any>} options
 * @property {number} round
 * @property {number} turn
 * @property {number} actions
 * @property {number|null} toAct
 * @property {number} deck
 * @property {number} discard
 * @property {string|null} top  The tile that came to the discard last, if it is surely there.
 * @property {Units} supply
 * @property {Player[]} players
 * @property {Scene|null} scene
 * @property {{seat: number, left: number}|null} quit  Who ended the turn before this one, with how many actions left.
 * @property {{scores: number[], ranks: number[], reason: string, completed_by?: number, breakdown: any[]}|null} result
 */

/** @param {number} each */
const all = (each) => Object.fromEntries(INGREDIENTS.map((name) => [name, each]));

/** @param {import("../../frames.js").Replay} replay @returns {Table} */
export function begin({ seats, options }) {
  return {
    seats,
    options,
    round: 1,
    turn: 0,
    actions: ACTIONS,
    toAct: null,
    deck: 70,
    discard: 0,
    top: null,
    supply: all(COUNTERS[/** @type {"single"|"some-double"} */ (options.counters)] ?? COUNTERS.single),
    players: Array.from({ length: seats }, () => ({ alchemist: null, hand: [], units: all(0), slab: {} })),
    scene: null,
    quit: null,
    result: null,
  };
}

/** @param {Table} table @param {number} seat @param {(player: Player) => Partial<Player>} change @returns {Table} */
function withPlayer(table, seat, change) {
  return { ...table, players: table.players.map((player, i) => (i === seat ? { ...player, ...change(player) } : player)) };
}

/** @param {Units} units @param {Units} by @param {number} sign @returns {Units} */
function changed(units, by, sign) {
  return Object.fromEntries(INGREDIENTS.map((name) => [name, units[name] + sign * (by[name] ?? 0)]));
}

/** Units that move from the supply to a seat, or back.
 * @param {Table} table @param {number} seat @param {Units} units @param {number} sign @returns {Table} */
function paid(table, seat, units, sign) {
  const after = withPlayer(table, seat, (player) => ({ units: changed(player.units, units, sign) }));
  return { ...after, supply: changed(table.supply, units, -sign) };
}

/** @param {(string|null)[]} hand @param {string} tile */
function without(hand, tile) {
  const place = hand.includes(tile) ? hand.indexOf(tile) : hand.indexOf(null);
  return place < 0 ? hand.slice(1) : hand.toSpliced(place, 1);
}

/** Nobody here saw which tile went: what was known of the others is not sure any more.
 * @param {(string|null)[]} hand */
const withoutOne = (hand) => hand.slice(1).map(() => null);

/** @param {string} kind @param {number} seat @param {Partial<Scene>} [also] @returns {Scene} */
function scene(kind, seat, also = {}) {
  return { kind, seat, tile: null, units: {}, chain: [], settled: true, tiles: null, thrown: null, reshuffled: 0, ...also };
}

/** @param {Table} table @param {Partial<Scene>} change @returns {Table} */
const inScene = (table, change) => (table.scene ? { ...table, scene: { ...table.scene, ...change } } : table);

/** Changes the item that is on top of the stack.
 * @param {Table} table @param {(use: Use) => Partial<Use>} change */
function onTop(table, change) {
  if (!table.scene) return table;
  const { chain } = table.scene;
  const top = chain.findLastIndex((use) => !use.over);
  return inScene(table, { chain: chain.map((use, i) => (i === top ? { ...use, ...change(use) } : use)) });
}

/** The ability's effect has happened.
 * @param {Table} table @param {Partial<Scene>} [also] @returns {Table} */
function effect(table, also = {}) {
  return { ...inScene(onTop(table, () => ({ asked: null })), { settled: true, ...also }), toAct: table.turn };
}

/** @param {Table} table @param {number} seat @param {string[]} parts @param {string} face @returns {Table} */
function turned(table, seat, parts, face) {
  return withPlayer(table, seat, ({ slab }) => ({
    slab: Object.fromEntries(Object.entries(slab).map(([part, lying]) => [part, parts.includes(part) ? { ...lying, face } : lying])),
  }));
}

/** @param {Table} table @param {number} seat @param {string|null} tile */
const handed = (table, seat, tile) => withPlayer(table, seat, ({ hand }) => ({ hand: [...hand, tile] }));
/** What was just handed face down is known after all.
 * @param {Table} table @param {number} seat @param {string} tile */
const revealed = (table, seat, tile) => withPlayer(table, seat, ({ hand }) => ({ hand: [...hand.slice(0, -1), tile] }));

/** @type {Record<string, (table: Table, told: any, viewer: import("../../frames.js").Viewer) => Table>} */
export const HAPPENS = {
  started: (table, told) => ({
    ...table,
    deck: 70 - 3 * told.seats,
    players: table.players.map((player, seat) => ({ ...player, alchemist: told.alchemists[seat], hand: [null, null, null] })),
  }),
  dealt: (table, told) => withPlayer(table, told.seat, () => ({ hand: told.tiles })),
  turn(table, told) {
    const ended = table.toAct !== null && (table.actions > 0 || Object.keys(table.players[table.turn].slab).length === PARTS.length);
    const quit = ended ? { seat: table.turn, left: table.actions } : null;
    const now = told.seat === 0 ? null : quit ? scene("end-turn", table.turn) : table.scene;
    return { ...table, turn: told.seat, toAct: told.seat, round: told.round, actions: ACTIONS, quit, scene: now };
  },
  discarded(table, told) {
    const after = { ...table, discard: table.discard + 1, top: told.tile };
    if (told.source === "hand") {
      return { ...withPlayer(after, told.seat, ({ hand }) => ({ hand: without(hand, told.tile) })), scene: scene("draw", told.seat, { thrown: told.tile }) };
    }
    const gone = withPlayer(after, told.seat, ({ slab }) => ({
      slab: Object.fromEntries(Object.entries(slab).filter(([, { tile }]) => tile !== told.tile)),
    }));
    return effect(gone, { thrown: told.tile });
  },
  reshuffled: (table, told) => ({
    ...table,
    deck: told.count,
    discard: 0,
    top: null,
    scene: table.scene?.kind === "draw" && table.scene.thrown ? { ...table.scene, reshuffled: told.count } : scene("draw", table.turn, { reshuffled: told.count }),
  }),
  drew(table, told) {
    const under = table.scene?.kind === "draw" && !table.scene.tiles && (table.scene.thrown || table.scene.reshuffled) ? table.scene : scene("draw", told.seat);
    return { ...handed(table, told.seat, null), deck: table.deck - 1, actions: table.actions - 1, scene: { ...under, tiles: [null] } };
  },
  drew_tile: (table, told) => inScene(revealed(table, told.seat, told.tile), { tile: told.tile, tiles: [told.tile] }),
  played(table, told) {
    const after = withPlayer(paid(table, told.seat, told.paid, -1), told.seat, ({ hand, slab }) => ({
      hand: without(hand, told.tile),
      slab: { ...slab, [told.part]: { tile: told.tile, face: "up" } },
    }));
    return { ...after, actions: table.actions - 1, scene: scene("play", told.seat, { tile: told.tile, units: told.paid }) };
  },
  extracted(table, told) {
    const after = withPlayer(paid(table, told.seat, told.gained, 1), told.seat, ({ hand }) => ({ hand: without(hand, told.tile) }));
    return {
      ...after,
      discard: table.discard + 1,
      top: told.tile,
      actions: table.actions - 1,
      scene: scene("extract", told.seat, { tile: told.tile, units: told.gained }),
    };
  },
  refreshed: (table, told) => ({
    ...turned(table, told.seat, told.parts, "up"),
    actions: table.actions - 1,
    scene: scene("refresh", told.seat, { tiles: told.parts }),
  }),
  used(table, told) {
    /** @type {Use} */
    const use = {
      seat: told.seat,
      part: told.part,
      tile: told.tile,
      target: told.target ?? null,
      targetPart: told.target_part ?? null,
      take: told.take ?? null,
      asked: null,
      passed: [],
      against: null,
      over: false,
      prevailed: false,
    };
    const after = turned(table, told.seat, [told.part], "down");
    if (told.part !== "head" || !table.scene) {
      return { ...after, actions: table.actions - 1, scene: scene("use", told.seat, { tile: told.tile, chain: [use], settled: false }) };
    }
    const quiet = onTop(after, () => ({ asked: null }));
    const { chain } = table.scene;
    const against = chain.findLastIndex(({ over }) => !over);
    return inScene({ ...quiet, toAct: table.turn }, { chain: [...(quiet.scene?.chain ?? []), { ...use, against }] });
  },
  asked: (table, told) => ({ ...onTop(table, () => ({ asked: told.seat })), toAct: told.seat }),
  passed: (table, told) => ({ ...onTop(table, ({ passed }) => ({ asked: null, passed: [...passed, told.seat] })), toAct: table.turn }),
  cancelled(table) {
    if (!table.scene) return table;
    // The head on top has done its work: it and what lies under it are off the stack.
    const live = table.scene.chain.flatMap((use, i) => (use.over ? [] : [i]));
    const [under, head] = live.slice(-2);
    const chain = table.scene.chain.map((use, i) => {
      if (i !== under && i !== head) return use;
      return { ...use, asked: null, over: true, prevailed: i === head };
    });
    return { ...inScene(table, { chain, settled: live.length <= 2 }), toAct: table.turn };
  },
  looked: (table, told) => effect(table, { tiles: table.players[told.target].hand.map(() => null) }),
  saw_hand(table, told) {
    // A look does not tell the order of a hand; who knows it already keeps it.
    const known = table.players[told.target].hand.every((tile) => tile !== null);
    const after = known ? table : withPlayer(table, told.target, () => ({ hand: told.tiles }));
    return inScene(after, { tiles: told.tiles });
  },
  stole(table, told, viewer) {
    const after = effect(table, { tiles: [null] });
    if (viewer === "all" || viewer === told.seat || viewer === told.target) return after;
    return handed(withPlayer(after, told.target, ({ hand }) => ({ hand: withoutOne(hand) })), told.seat, null);
  },
  stole_tile: (table, told) =>
    inScene(handed(withPlayer(table, told.target, ({ hand }) => ({ hand: without(hand, told.tile) })), told.seat, told.tile), { tiles: [told.tile] }),
  gained: (table, told) => effect(paid(table, told.seat, told.ingredients, 1), { units: told.ingredients }),
  flipped: (table, told) => effect(turned(table, told.seat, [told.part], told.face)),
  searched: (table, told) => ({ ...effect(table, { tiles: null, settled: false }), toAct: told.seat }),
  saw_discard: (table, told) => inScene(table, { tiles: told.tiles }),
  took: (table, told) => ({ ...effect(handed(table, told.seat, null), { tiles: [null] }), discard: table.discard - 1, top: null }),
  took_tile: (table, told) => inScene(revealed(table, told.seat, told.tile), { tiles: [told.tile] }),
  declined: (table) => effect(table, { tiles: [] }),
  ended: (table, told) => ({ ...table, toAct: null, actions: 0, scene: null, result: told }),
};

/** @param {Table} table @param {any} event @param {import("../../frames.js").Viewer} viewer @returns {Table} */
export function reduce(table, event, viewer) {
  const [[name, told]] = Object.entries(event);
  return HAPPENS[name] ? HAPPENS[name](table, told, viewer) : table;
}

/** Whose head is asked whether to cancel. It may be that of whose turn it is, against another head.
 * @param {Table} table @returns {number|null} */
export const asked = ({ scene: now }) => now?.chain.findLast((use) => !use.over)?.asked ?? null;

/** Is a leg looking through the discard?
 * @param {Table} table */
export const choosing = ({ scene: now }) => Boolean(now?.chain.length && !now.settled && now.tiles && now.chain[0].part.endsWith("leg"));
