// The table after an event. Every kind of event that the engine tells has its entry.

import { isTommy, keeperOf, PARTS, placeOf, START_HAND, TOMMY } from "./material.js";
import { everybody, gain, inScene, keeperDark, keeperMagic, limits, lose, moved, put, revealed, scene, withPlayer, without } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../../frames.js").Viewer} Viewer */

/** A new action of a seat, unless one is going on already of which this is a part.
 * @param {Table} table @param {string} kind @param {number} seat @param {Partial<import("./table.js").Scene>} [also] @returns {Table} */
function act(table, kind, seat, also = {}) {
  return { ...table, acted: true, scene: scene(kind, seat, also) };
}

/** Is the keeper at work that has just been paid?
 * @param {Table} table */
const keeping = ({ scene: now }) => now?.kind === "keeper";

/** A special action of the keeper finds its name.
 * @param {Table} table @param {string} kind @param {(scene: import("./table.js").Scene) => Partial<import("./table.js").Scene>} change */
function keeps(table, kind, change) {
  return inScene(table, (now) => ({ kind: now.kind === "keeper" ? kind : now.kind, ...change(now) }));
}

/** What comes after the abilities: an expansion that asks, or the first turn.
 * @param {Table} table @param {string[]} phases @returns {Table} */
function nextPhase(table, phases) {
  const asks = phases.find((phase) => (phase === "university" ? table.options.university : table.options.book !== "off"));
  return asks ? { ...table, phase: asks, toAct: everybody(table), scene: scene(asks, null) } : { ...table, toAct: [] };
}

/** All have chosen a card: the picks go to the hands, the packs to the left; a last card goes with them.
 * @param {Table} table @returns {Table} */
function passPacks(table) {
  const { players, seats } = table;
  const left = players[0].pack.length;
  let after = { ...table, toAct: left > 1 ? everybody(table) : [] };
  after.players = players.map((player, seat) => ({
    ...player,
    hand: [...player.hand, player.pick, ...(left === 1 ? players[(seat + seats - 1) % seats].pack : [])],
    pack: left > 1 ? players[(seat + seats - 1) % seats].pack : [],
  }));
  for (const seat of everybody(table)) {
    for (const card of after.players[seat].pack) after = moved(after, { thing: "card", card, from: ["hand", (seat + seats - 1) % seats], to: ["hand", seat] });
  }
  return after;
}

/** A card is gone from its column.
 * @param {Table} table @param {string} card @param {string} [instead] */
function outOfColumn(table, card, instead) {
  return {
    ...table,
    columns: table.columns.map((column) => (instead ? column.map((each) => (each === card ? instead : each)) : column.filter((each) => each !== card))),
  };
}

/** A spell lies at its position of a portal.
 * @param {Table} table @param {number} seat @param {string} spell */
const onPortal = (table, seat, spell) => withPlayer(table, seat, ({ spells }) => ({ spells: put(spells, placeOf(spell), spell) }));

/** A token comes on a rune, or leaves it.
 * @param {Table} table @param {number} seat @param {number} rune @param {boolean} on */
const onRune = (table, seat, rune, on) => withPlayer(table, seat, ({ covered }) => ({ covered: put(covered, rune, on) }));

/** One of the dice is done with.
 * @param {Table} table @param {string} face @param {string} done @returns {{table: Table, die: number}} */
function resolved(table, face, done) {
  const die = table.dice.findIndex((each) => each.face === face && !each.done);
  return { table: die < 0 ? table : { ...table, dice: put(table.dice, die, { face, done }) }, die };
}

/** @param {number[]|undefined} to @param {Viewer} viewer */
const sees = (to, viewer) => viewer === "all" || (typeof viewer === "number" && to?.includes(viewer));

/** @type {Record<string, (table: Table, told: any, viewer: Viewer) => Table>} */
export const HAPPENS = {
  portal(table, told) {
    const after = withPlayer(table, told.seat, () => ({ portal: told.portal }));
    const next = told.seat + 1 < table.seats ? [told.seat + 1] : [];
    return { ...after, toAct: table.options.portals === "choose" ? next : [], scene: scene("portal", told.seat, { creature: told.portal }) };
  },
  creatures(table, told) {
    const magic = keeperOf(table.seats).start;
    const solo = table.seats === 1;
    const unknown = Array(START_HAND).fill(null);
    return {
      ...table,
      phase: solo ? "deal" : "draft",
      toAct: solo ? [] : everybody(table),
      creatures: told.creatures,
      magic: table.magic - magic * table.seats,
      deck: told.creatures.length * PARTS.length - START_HAND * table.seats,
      players: table.players.map((player) => ({ ...player, magic, ...(solo ? { hand: unknown } : { pack: unknown }) })),
      scene: scene(solo ? "deal" : "draft", null),
    };
  },
  pack: (table, told) => withPlayer(table, told.seat, () => ({ pack: told.cards })),
  chose: (table, told) => withPlayer(table, told.seat, () => ({ pick: told.card })),
  picked(table, told) {
    const after = withPlayer({ ...table, toAct: table.toAct.filter((seat) => seat !== told.seat) }, told.seat, ({ pack, pick }) => {
      const seen = pick && pack.includes(pick);
      return { pick: seen ? pick : null, pack: seen ? without(pack, pick) : pack.slice(1).map(() => null) };
    });
    return after.toAct.length ? after : passPacks(after);
  },
  hand: (table, told) => withPlayer(table, told.seat, () => ({ hand: told.cards })),
  laid(table, told) {
    const after = { ...table, deck: table.deck - 1, columns: put(table.columns, told.column, [...table.columns[told.column], told.card]) };
    return moved(after, { thing: "card", card: told.card, from: ["deck"], to: ["column", told.column, table.columns[told.column].length] });
  },
  ability(table, told) {
    const after = withPlayer(table, told.seat, () => ({ abilities: told.abilities }));
    return told.seat === table.seats - 1 ? nextPhase(after, ["university", "book"]) : after;
  },
  turn(table, told) {
    const now = told.seat === 0 && table.round !== told.round ? scene("turn", told.seat) : table.scene;
    return { ...table, phase: "play", turn: told.seat, round: told.round, toAct: [told.seat], acted: false, scene: now };
  },
  skipped: (table, told) => act({ ...table, dice: [] }, "skipped", told.seat),
  lightened: (table, told) => keeps(keeperDark(table, told.seat, -told.count), "cleanse", () => ({})),
  rested: (table, told) => act({ ...table, dice: [] }, "rest", told.seat),
  rolled: (table, told) => act({ ...table, dice: told.faces.map((/** @type {string} */ face) => ({ face, done: null })) }, "roll", told.seat),
  activated(table, told) {
    const { table: after, die } = resolved({ ...table, magic: table.magic - 1 }, told.face, "rune");
    const lit = moved(onRune(after, told.seat, told.rune, true), { thing: "magic", from: die < 0 ? ["magic"] : ["die", die], to: ["rune", told.seat, told.rune] });
    return die < 0 ? keeps(lit, "kindle", () => ({})) : lit;
  },
  stored(table, told) {
    return keeps(keeperMagic(resolved(table, "wild", "slot").table, told.seat, 1), "hoard", () => ({}));
  },
  missed: (table, told) => resolved(table, told.face, "miss").table,
  darkened(table, told) {
    return keeperDark(told.magic_back ? keeperMagic(table, told.seat, -told.magic_back) : table, told.seat, 1);
  },
  paid(table, told) {
    const after = keeperMagic(table, told.seat, -told.count);
    return table.acted ? after : act({ ...after, dice: [] }, "keeper", told.seat);
  },
  took(table, told) {
    let after = { ...act({ ...table, dice: [] }, "take", told.seat, { gained: told.cards, column: told.column }), columns: put(table.columns, told.column, []) };
    told.cards.forEach((/** @type {string} */ card, /** @type {number} */ i) => { after = gain(after, told.seat, card, ["column", told.column, i]); });
    return after;
  },
  discarded(table, told) {
    const [first] = told.cards;
    let after = { ...table, discard: [...table.discard, ...told.cards] };
    if (isTommy(first)) return moved({ ...after, deck: table.deck - 1 }, { thing: "card", card: first, from: ["deck"], to: ["discard"] });
    for (const card of told.cards) after = lose(after, told.seat, card, ["discard"]);
    if (keeping(table)) return inScene(after, () => ({ given: told.cards }));
    return table.acted ? act(after, "discard", told.seat, { given: told.cards }) : act({ ...after, dice: [] }, "redraw", told.seat, { given: told.cards });
  },
  drew(table, told) {
    const after = gain({ ...table, deck: table.deck - 1 }, told.seat, null, ["deck"]);
    return keeps(after, "study", ({ gained }) => ({ gained: [...gained, null] }));
  },
  got(table, told) {
    const giver = told.to.find((/** @type {number} */ seat) => seat !== told.seat);
    if (giver === undefined) {
      const after = withPlayer(table, told.seat, ({ hand }) => ({ hand: told.cards.reduce(revealed, hand) }));
      return inScene(after, (now) => (now.seat === told.seat ? { gained: told.cards.reduce(revealed, now.gained) } : {}));
    }
    let after = table;
    for (const card of told.cards) {
      after = withPlayer(after, giver, ({ hand }) => ({ hand: without(hand, card) }));
      after = gain(after, told.seat, card, ["hand", giver]);
    }
    return inScene(after, (now) => {
      if (now.tommy.length || (now.kind !== "trade" && now.kind !== "swindle")) return {};
      return told.seat === now.seat ? { gained: told.cards } : { given: told.cards };
    });
  },
  reshuffled: (table, told) => moved({ ...table, deck: told.count, discard: [] }, { thing: "card", card: null, from: ["discard"], to: ["deck"] }),
  fetched(table, told) {
    const place = Math.max(table.columns[told.column].indexOf(told.card), 0);
    const after = gain(outOfColumn(table, told.card), told.seat, told.card, ["column", told.column, place]);
    return keeps(after, table.scene?.given.length ? "fetch" : "pluck", ({ gained }) => ({ gained: [...gained, told.card] }));
  },
  offers: (table, told) => withPlayer(table, told.seat, () => ({ offer: told.cards })),
  asked(table, told) {
    const given = table.players[told.seat].offer ?? Array(told.count).fill(null);
    const after = keeps(table, "trade", () => ({ other: told.other, creature: told.creature, given }));
    return { ...after, toAct: [told.other] };
  },
  exchanged(table, told, viewer) {
    const gained = Array(told.count).fill(null);
    const dealt = keeps(table, "swindle", ({ given }) => ({ other: told.other, gained, given: given.length ? given : gained }));
    const after = withPlayer({ ...dealt, toAct: [table.turn] }, told.seat, () => ({ offer: null }));
    if (sees([told.seat, told.other], viewer)) return after;
    // Which cards went is not seen: what was known of the two hands is not sure any more.
    return [[told.seat, told.other], [told.other, told.seat]].reduce((now, [from, to]) => moved(
      withPlayer(now, from, ({ hand }) => ({ hand: hand.map(() => null) })), { thing: "card", card: null, from: ["hand", from], to: ["hand", to] }), after);
  },
  revised(table, told) {
    const after = lose(onPortal(table, told.seat, told.card), told.seat, told.card, ["cell", told.seat, placeOf(told.card)]);
    return keeps(gain(after, told.seat, told.old, ["cell", told.seat, placeOf(told.old)]), "revise", () => ({ given: [told.old], gained: [told.card] }));
  },
  bartered(table, told) {
    const place = PARTS.indexOf(told.part);
    const after = onPortal(onPortal(table, told.seat, told.gained), told.other, told.lost);
    const there = moved(after, { thing: "card", card: told.gained, from: ["cell", told.other, place], to: ["cell", told.seat, place] });
    const back = moved(there, { thing: "card", card: told.lost, from: ["cell", told.seat, place], to: ["cell", told.other, place] });
    return keeps(back, "barter", () => ({ other: told.other, given: [told.lost], gained: [told.gained] }));
  },
  swapped(table, told) {
    const cell = ["cell", told.seat, placeOf(told.card)];
    const pile = told.column < 0 ? ["discard"] : ["column", told.column, Math.max(table.columns[told.column].indexOf(told.card), 0)];
    const swapped = told.column < 0
      ? { ...table, discard: [.../** @type {string[]} */ (without(table.discard, told.card)), told.old] }
      : outOfColumn(table, told.card, told.old);
    const there = moved(onPortal(swapped, told.seat, told.card), { thing: "card", card: told.card, from: pile, to: cell });
    const back = moved(there, { thing: "card", card: told.old, from: cell, to: pile });
    return keeps(back, "swap", () => ({ given: [told.old], gained: [told.card], column: told.column }));
  },
  placed(table, told) {
    const place = placeOf(told.card);
    let after = lose(onPortal(table, told.seat, told.card), told.seat, told.card, ["cell", told.seat, place]);
    for (const rune of [2 * place, 2 * place + 1]) {
      after = moved(onRune(after, told.seat, rune, false), { thing: "magic", from: ["rune", told.seat, rune], to: ["magic"] });
    }
    after = withPlayer({ ...after, magic: after.magic + 2 }, told.seat, ({ points }) => ({ points: points + told.points }));
    const now = table.scene?.kind === "place" && table.scene.seat === told.seat ? table.scene : null;
    const placed = [...(now?.placed ?? []), { seat: told.seat, place, points: told.points }];
    return act(after, "place", told.seat, { placed, gained: [...(now?.gained ?? []), told.card] });
  },
  finished(table, told) {
    return { ...withPlayer(table, told.seat, ({ points }) => ({ points: points + told.points })), finisher: told.seat };
  },
  uncovered(table, told) {
    let after = { ...table, magic: table.magic + told.runes.length };
    for (const rune of told.runes) after = moved(onRune(after, told.seat, rune, false), { thing: "magic", from: ["rune", told.seat, rune], to: ["magic"] });
    const excess = table.players[told.seat].covered.filter(Boolean).length - limits(table, told.seat).portal;
    if (table.scene?.tommy.length && excess !== told.runes.length) return after;
    return keeping(table) ? keeps(after, "extinguish", () => ({ other: told.seat })) : act(after, "trim", told.seat);
  },
  judged: (table, told) => ({ ...withPlayer(table, told.seat, () => ({ judged: told })), toAct: [], scene: scene("judged", null) }),
  ended: (table, told) => ({ ...table, toAct: [], dice: [], scene: null, result: told }),
  page: (table, told) => ({ ...withPlayer(table, told.seat, () => ({ pages: [told.page], fulfilled: told.lines })), toAct: [], scene: scene("judged", null) }),
  book_offer: (table, told) => withPlayer(table, told.seat, () => ({ pages: told.pages })),
  chose_page: (table, told) => withPlayer(table, told.seat, () => ({ pages: [told.page] })),
  kept: (table, told) => withPlayer({ ...table, toAct: table.toAct.filter((seat) => seat !== told.seat) }, told.seat, () => ({ hasPage: true })),
  tommy_shuffled: (table, told) => ({ ...table, deck: table.deck + told.count }),
  tommy(table, told) {
    const after = inScene({ ...table, deck: table.deck - 1, tommy: TOMMY[told.card]?.holds ? [...table.tommy, told.card] : table.tommy },
      (now) => ({ tommy: [...now.tommy, told.card] }));
    return moved(after, { thing: "card", card: told.card, from: ["deck"], to: ["tommy"] });
  },
  swept(table, told) {
    let after = { ...table, columns: table.columns.map((cards, column) => (told.columns.includes(column) ? [] : cards)) };
    for (const column of told.columns) {
      after.discard = [...after.discard, ...table.columns[column]];
      table.columns[column].forEach((card, i) => { after = moved(after, { thing: "card", card, from: ["column", column, i], to: ["discard"] }); });
    }
    return keeping(table) ? keeps(after, "sweep", () => ({ column: told.columns[0] })) : after;
  },
  passed_on(table, told, viewer) {
    if (sees([told.seat, told.other], viewer)) return table;
    const after = withPlayer(table, told.seat, ({ hand }) => ({ hand: hand.slice(1).map(() => null) }));
    return gain(after, told.other, null, ["hand", told.seat]);
  },
  school_offer: (table, told) => withPlayer(table, told.seat, () => ({ offered: { magicians: told.magicians, keepers: told.keepers } })),
  chose_school: (table, told) => withPlayer(table, told.seat, () => ({ offered: { magicians: [told.magician], keepers: [told.keeper] } })),
  enrolled: (table, told) => ({ ...table, toAct: table.toAct.filter((seat) => seat !== told.seat) }),
  school(table, told) {
    const after = withPlayer(table, told.seat, () => ({ offered: null, magician: told.magician, keeper: told.keeper }));
    return told.seat === table.seats - 1 ? nextPhase(after, ["book"]) : after;
  },
  recalled(table, told) {
    const after = lose({ ...table, discard: [.../** @type {string[]} */ (without(table.discard, told.card)), told.discard] }, told.seat, told.discard, ["discard"]);
    return keeps(gain(after, told.seat, told.card, ["discard"]), "recall", () => ({ given: [told.discard], gained: [told.card] }));
  },
  shifted(table, told) {
    const after = onRune(onRune(table, told.seat, told.from_rune, false), told.seat, told.to_rune, true);
    return keeps(moved(after, { thing: "magic", from: ["rune", told.seat, told.from_rune], to: ["rune", told.seat, told.to_rune] }), "shift", () => ({}));
  },
  borrowed(table, told) {
    const column = table.columns.findIndex((cards) => cards.includes(told.card));
    const place = ["column", column, table.columns[column]?.indexOf(told.card) ?? 0];
    const after = gain(lose(outOfColumn(table, told.card, told.give), told.seat, told.give, place), told.seat, told.card, place);
    return keeps(after, "borrow", () => ({ given: [told.give], gained: [told.card], column }));
  },
  snatched(table, told) {
    const after = withPlayer(withPlayer(table, told.other, ({ magic }) => ({ magic: magic - 1 })), told.seat, ({ magic }) => ({ magic: magic + 1 }));
    return keeps(moved(after, { thing: "magic", from: ["slot", told.other], to: ["slot", told.seat] }), "snatch", () => ({ other: told.other }));
  },
  cursed(table, told) {
    return keeps(keeperDark(table, told.seat, -1), "curse", () => ({ other: told.other }));
  },
};

/** @param {Table} table @param {any} event @param {Viewer} viewer @returns {Table} */
export function reduce(table, event, viewer) {
  const [[name, told]] = Object.entries(event);
  return HAPPENS[name] ? HAPPENS[name](table, told, viewer) : table;
}
