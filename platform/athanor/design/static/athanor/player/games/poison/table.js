// What lies on the table, folded from the events.

export const COLOURS = ["red", "blue", "purple"];

/** @param {string} card */
export const colourOf = (card) => (card === "poison" ? "poison" : card.split("-")[0]);
/** @param {string} card */
export const valueOf = (card) => (card === "poison" ? 4 : Number(card.split("-")[1]));
/** @param {string[]} cards */
export const sumOf = (cards) => cards.reduce((sum, card) => sum + valueOf(card), 0);
/** The colour of the potions that lie in a cauldron now.
 * @param {string[]} cards */
export const kindOf = (cards) => cards.map(colourOf).find((colour) => colour !== "poison") ?? null;

const ORDER = ["red", "blue", "purple", "poison"];
/** @param {string} a @param {string} b */
const canonical = (a, b) => ORDER.indexOf(colourOf(a)) - ORDER.indexOf(colourOf(b)) || valueOf(a) - valueOf(b);

/**
 * @typedef {Object} Player
 * @property {string[]|null} hand  null: this viewer does not know it.
 * @property {number} count
 * @property {string[]} taken
 * @property {number[]} scores  Points of each finished round.
 * @property {string[]} majorities  Of the round just scored.
 */
/**
 * @typedef {Object} Table
 * @property {number} seats
 * @property {number} round
 * @property {number} rounds
 * @property {number} dealer
 * @property {number} pile
 * @property {number} aside
 * @property {number|null} turn  Who is to play; null between rounds.
 * @property {boolean} kept  The option: taken cards are hidden while a round is played.
 * @property {boolean} hidden  They are, now, from this viewer.
 * @property {string[][]} cauldrons
 * @property {Player[]} players
 * @property {{seat: number, card: string, cauldron: number}|null} played
 * @property {{seat: number, cauldron: number, cards: string[]}|null} spilt
 * @property {{scores: number[], ranks: number[]}|null} result
 * @property {boolean} scored
 */

/** @param {import("../../frames.js").Replay} replay @returns {Table} */
export function begin({ seats, options }) {
  return {
    seats,
    round: 0,
    rounds: { 2: 4, 3: 6 }[seats] ?? seats,
    dealer: seats - 1,
    pile: 0,
    aside: 0,
    turn: null,
    kept: options.taken === "hidden",
    hidden: options.taken === "hidden",
    cauldrons: [[], [], []],
    players: Array.from({ length: seats }, () => ({ hand: null, count: 0, taken: [], scores: [], majorities: [] })),
    played: null,
    spilt: null,
    result: null,
    scored: false,
  };
}

/** @param {Table} table @param {number} seat @param {Partial<Player>} change */
function withPlayer(table, seat, change) {
  return table.players.map((player, i) => (i === seat ? { ...player, ...change } : player));
}

/** @param {string[]} cards @param {string} card */
function without(cards, card) {
  const place = cards.indexOf(card);
  return place < 0 ? cards : cards.toSpliced(place, 1);
}

/** @type {Record<string, (table: Table, told: any) => Table>} */
export const HAPPENS = {
  dealt: (table, told) => ({
    ...table,
    round: told.round,
    dealer: told.dealer,
    pile: told.pile,
    aside: told.aside,
    turn: (told.dealer + 1) % table.seats,
    cauldrons: [[], [], []],
    players: table.players.map((player, seat) => ({
      ...player,
      hand: null,
      count: told.counts[seat],
      taken: [],
      majorities: [],
    })),
    played: null,
    spilt: null,
    scored: false,
  }),
  hand: (table, told) => ({
    ...table,
    players: withPlayer(table, told.seat, { hand: told.cards, count: told.cards.length }),
  }),
  played(table, told) {
    const player = table.players[told.seat];
    const players = withPlayer(table, told.seat, {
      hand: player.hand && without(player.hand, told.card),
      count: player.count - 1,
    });
    let turn = (told.seat + 1) % table.seats;
    for (let i = 0; i < table.seats && players[turn].count === 0; i += 1) turn = (turn + 1) % table.seats;
    return {
      ...table,
      players,
      cauldrons: table.cauldrons.map((cards, k) => (k === told.cauldron ? [...cards, told.card] : cards)),
      played: { seat: told.seat, card: told.card, cauldron: told.cauldron },
      spilt: null,
      turn,
    };
  },
  overflowed: (table, told) => ({
    ...table,
    cauldrons: table.cauldrons.map((cards, k) => (k === told.cauldron ? cards.slice(-1) : cards)),
    players: withPlayer(table, told.seat, { taken: [...table.players[told.seat].taken, ...told.cards].sort(canonical) }),
    spilt: { seat: told.seat, cauldron: told.cauldron, cards: told.cards },
  }),
  drew: (table, told) => ({
    ...table,
    pile: told.pile,
    players: withPlayer(table, told.seat, { count: table.players[told.seat].count + 1 }),
  }),
  got(table, told) {
    const { hand } = table.players[told.seat];
    return { ...table, players: withPlayer(table, told.seat, { hand: hand && [...hand, told.card].sort(canonical) }) };
  },
  scored: (table, told) => ({
    ...table,
    turn: null,
    played: null,
    spilt: null,
    scored: true,
    players: table.players.map((player, seat) => ({
      ...player,
      taken: told.players[seat].taken,
      majorities: told.players[seat].majorities,
      scores: [...player.scores, told.players[seat].points],
    })),
  }),
  ended: (table, told) => ({ ...table, turn: null, result: { scores: told.scores, ranks: told.ranks } }),
};

/** @param {Table} table @param {any} event @param {import("../../frames.js").Viewer} viewer @returns {Table} */
export function reduce(table, event, viewer) {
  const [[name, told]] = Object.entries(event);
  const after = HAPPENS[name] ? HAPPENS[name](table, told) : table;
  const hidden = after.kept && !after.scored && viewer !== "all";
  return after.hidden === hidden ? after : { ...after, hidden };
}

/** Who has most of a colour, alone; null: nobody.
 * @param {Table} table @param {string} colour */
export function leaderOf(table, colour) {
  const counts = table.players.map((player) => player.taken.filter((card) => colourOf(card) === colour).length);
  const most = Math.max(...counts);
  return most > 0 && counts.filter((count) => count === most).length === 1 ? counts.indexOf(most) : null;
}

/** What the round would cost a seat if it ended now.
 * @param {Table} table @param {number} seat */
export function roundPoints(table, seat) {
  const { taken } = table.players[seat];
  const spared = COLOURS.filter((colour) => leaderOf(table, colour) === seat);
  return taken.reduce((sum, card) => sum + (card === "poison" ? 2 : spared.includes(colourOf(card)) ? 0 : 1), 0);
}

/** @param {Player} player */
export const totalOf = (player) => player.scores.reduce((sum, points) => sum + points, 0);
