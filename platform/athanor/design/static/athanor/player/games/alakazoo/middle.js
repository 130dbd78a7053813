// The middle of the table: the columns, deck and discard pile, the supplies, and what is going on: dice as they are
// resolved, or the cards that change places.

import { at, seatSign, svg } from "../../elements.js";
import { shortened } from "../../title.js";
import { TOMMY } from "./material.js";
import { emblem } from "./creatures.js";
import { OVERLAP, PITCH } from "./layout.js";
import { die, shade, spark } from "./runes.js";
import { card, CARD, ferret } from "./spells.js";
import { cardsWords, ORDINALS } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./table.js").Scene} Scene */
/** @typedef {import("../../title.js").Title} Title */

/** From a card of a column to the next: closer where it is long.
 * @param {number} length */
const overlap = (length) => Math.min(OVERLAP, (3 * OVERLAP) / Math.max(length - 1, 1));

/** The middle of a card of a column, on the board.
 * @param {Layout} layout @param {Table} table @param {number} column @param {number} place */
export function inColumn({ market }, table, column, place) {
  const length = Math.max(table.columns[column].length, place + 1);
  return { x: market.x + (column * PITCH + CARD.width / 2) * market.scale, y: market.y + (place * overlap(length) + CARD.height / 2) * market.scale };
}

/** @param {Layout} layout @param {Table} table */
function columns({ market }, table) {
  const taken = table.scene?.kind === "take" ? table.scene.column : null;
  return svg("g", { class: "market", transform: `translate(${market.x} ${market.y}) scale(${market.scale})` },
    ...table.columns.map((cards, column) => at(column * PITCH, 0, column === taken ? "column taken" : "column",
      svg("title", {}, `the ${ORDINALS[column]} column: ${cards.length ? cardsWords(cards) : "empty"}`),
      svg("rect", { x: -1.500, y: -1.500, width: CARD.width + 3, height: CARD.height + 3 * OVERLAP + 3, rx: 6, class: "column-place" }),
      ...cards.map((one, i) => at(0, i * overlap(cards.length), "", card(one))))));
}

/** @param {import("./layout.js").Spot} spot @param {string} label @param {number} count @param {string|null} top */
function pile({ x, y, scale }, label, count, top) {
  const high = Math.min(2, Math.max(count - 1, 0));
  return svg("g", { class: "pile", transform: `translate(${x} ${y}) scale(${scale})` },
    svg("title", {}, `${count} ${count === 1 ? "card" : "cards"} in the ${label}`),
    svg("rect", { x: 0.5, y: 0.5, width: CARD.width - 1, height: CARD.height - 1, rx: 4, class: "pile-place" }),
    ...Array.from({ length: count ? high : 0 }, (_, i) => at(i * 2, -i * 2, "", card(null))),
    count > 0 && at(high * 2, -high * 2, "", card(top)),
    at(CARD.width / 2 + high * 2, CARD.height - 8 - high * 2, "pile-count", svg("rect", { x: -13, y: -9, width: 26, height: 17, rx: 8.500 }), svg("text", { y: 4.500 }, count)));
}

/** @param {Layout} layout @param {Table} table */
function supply({ supply: { x, y, down }, tall, seats }, table) {
  const beside = seats.length === 3 && !tall;
  const row = (/** @type {number} */ i, /** @type {SVGElement} */ sign, /** @type {number} */ count, /** @type {string} */ words) =>
    at(x + (beside ? i * 62 : 0), y + (beside ? 0 : i * down), count ? "" : "none", svg("title", {}, `${count} ${words} in the supply`), sign, svg("text", { x: 13, y: 5, class: "count" }, count));
  return svg("g", { class: "supply" }, row(0, spark(), table.magic, "magic tokens"), row(1, shade(), table.dark, "dark tokens"));
}

/** Where the supplies are, on the board.
 * @param {Layout} layout @param {"magic"|"dark"} which */
export function supplyAt({ supply: { x, y, down }, tall, seats }, which) {
  const i = which === "dark" ? 1 : 0;
  return seats.length === 3 && !tall ? { x: x + i * 62, y } : { x, y: y + i * down };
}

/** Letters that a caption has for a bot, the podium, and the podium beside "disqualified". */
const ROOM = { caption: 14, podium: 18, out: 11 };

/** What is done, in a few words.
 * @type {Record<string, (who: string, now: Scene, other: string) => string>} */
const CAPTIONS = {
  portal: (who, now) => `${who} opens the portal of the ${now.creature}`,
  draft: () => "The draft: keep one, pass the rest",
  deal: () => "Columns and hand are dealt",
  university: () => "A magician and a keeper card each",
  book: () => "A page of the Book of Magic each",
  turn: (who) => `${who} begins`,
  skipped: (who) => `${who} loses the turn: dark power`,
  rest: (who) => `${who} rests`,
  roll: (who) => `${who} rolls`,
  keeper: (who) => `${who} asks its keeper`,
  take: (who, now) => `${who} takes the ${ORDINALS[now.column ?? 0]} column`,
  redraw: (who) => `${who} draws anew`,
  discard: (who) => `${who} holds too many cards`,
  trim: (who) => `${who} has too many tokens`,
  place: (who, now) => `${who} places ${now.placed.length > 1 ? `${now.placed.length} spells` : "a spell"}`,
  fetch: (who) => `${who} fetches`,
  pluck: (who) => `${who} plucks a card`,
  trade: (who, now, other) => `${who} trades with ${other}`,
  swindle: (who, now, other) => `${who} swindles ${other}`,
  revise: (who) => `${who} revises its portal`,
  barter: (who, now, other) => `${who} barters with ${other}`,
  swap: (who, now) => `${who} swaps with ${(now.column ?? -1) < 0 ? "the discard pile" : `the ${ORDINALS[now.column ?? 0]} column`}`,
  recall: (who) => `${who} recalls a spell`,
  kindle: (who) => `${who} kindles a rune`,
  shift: (who) => `${who} shifts a token`,
  cleanse: (who) => `${who} is cleansed`,
  study: (who) => `${who} studies`,
  sweep: (who, now) => `${who} clears the ${ORDINALS[now.column ?? 0]} column`,
  borrow: (who) => `${who} borrows from a column`,
  hoard: (who) => `${who} hoards magic`,
  snatch: (who, now, other) => `${who} snatches from ${other}`,
  curse: (who, now, other) => `${who} curses ${other}`,
  extinguish: (who, now, other) => `${who} puts out a token of ${other}`,
  judged: () => "Scoring",
};

/** @param {Scene} now @param {Title[]} titles */
function caption(now, titles) {
  const who = now.seat === null ? "" : shortened(titles[now.seat], ROOM.caption);
  return CAPTIONS[now.kind](who, now, now.other === null ? "" : shortened(titles[now.other], ROOM.caption));
}

/** A caption in one line, or in two of about the same length.
 * @param {string} words @param {number} room  In letters. */
function inLines(words, room) {
  if (words.length <= room) return [words];
  const half = words.length / 2;
  const gaps = [...words.matchAll(/ /g)].map((gap) => gap.index);
  const middle = gaps.reduce((best, gap) => (Math.abs(gap - half) < Math.abs(best - half) ? gap : best), gaps[0] ?? words.length);
  return [words.slice(0, middle), words.slice(middle + 1)];
}

/** Cards in a row; more than fit lie closer.
 * @param {(string|null)[]} cards @param {number} room @returns {{node: SVGElement, width: number}} */
function row(cards, room) {
  const step = cards.length > 1 ? Math.min(CARD.width + 2, (room - CARD.width) / (cards.length - 1)) : 0;
  return { width: CARD.width + step * Math.max(cards.length - 1, 0), node: svg("g", {}, ...cards.map((one, i) => at(i * step, 0, "", card(one)))) };
}

/** Actions that are about a token. @type {Record<string, () => SVGElement>} */
const TOKENS = {
  kindle: spark, shift: spark, hoard: spark, snatch: spark, extinguish: spark, trim: spark,
  skipped: shade, rest: shade, cleanse: shade, curse: shade,
};

/** The cards of a scene: given, an arrow to the gained ones.
 * @param {Scene} now @param {number} room */
function exchange(now, room) {
  /** @type {{node: SVGElement, width: number}[]} */
  const items = [];
  const share = now.given.length && (now.gained.length || now.creature) ? room / 2 - 16 : room;
  if (now.given.length) items.push(row(now.given, share));
  const arrow = { width: 18, node: svg("path", { d: "M2 27H15M10 21L16 27L10 33", class: "leads" }) };
  if (now.gained.length) items.push(...(now.given.length ? [arrow] : []), row(now.gained, share));
  else if (now.kind === "trade" && now.creature) items.push(arrow, { width: 40, node: at(20, 27, "", emblem(now.creature, 20)) });
  if (!items.length && TOKENS[now.kind]) {
    items.push({ width: 40, node: svg("g", { transform: "translate(20 27) scale(2)" }, TOKENS[now.kind]()) });
    if (now.other !== null) {
      const sign = { width: 32, node: svg("g", { transform: "translate(16 27) scale(1.8)" }, seatSign(now.other)) };
      if (now.kind === "curse") items.push(arrow, sign);
      else items.unshift(sign, arrow);
    }
  }
  return items;
}

/** @param {{node: SVGElement, width: number}[]} items @param {number} width */
function centred(items, width) {
  const total = items.reduce((sum, item) => sum + item.width + 6, -6);
  let left = (width - total) / 2;
  return items.map((item) => {
    const node = at(left, 0, "", item.node);
    left += item.width + 6;
    return node;
  });
}

/** The middle of a die in the stage, before it is scaled.
 * @param {number} i @param {number} dice @param {number} width */
const dieAt = (i, dice, width) => ({ x: width / 2 + (i - (dice - 1) / 2) * 48, y: 50 });

/** Where a die lies, on the board.
 * @param {Layout} layout @param {Table} table @param {number} i */
export function dieOn({ stage: { x, y, width, scale } }, table, i) {
  const place = dieAt(i, Math.max(table.dice.length, 1), width / scale);
  return { x: x + place.x * scale, y: y + place.y * scale };
}

/** @param {Layout} layout @param {Table} table @param {Title[]} titles @param {import("../../records.js").Clock[]} clocks
 * @returns {{node: SVGElement, dice: SVGElement[]}} */
function stage({ stage: { x, y, width, scale } }, table, titles, clocks) {
  const wide = width / scale;
  const now = table.scene;
  if (table.result) return { node: svg("g", { class: "stage", transform: `translate(${x} ${y}) scale(${scale})` }, ...podium(wide, table, titles, clocks)), dice: [] };
  /** @type {SVGElement[]} */
  const dice = [];
  /** @type {Node[]} */
  let picture = [];
  const cards = now ? [...(now.tommy.length ? [{ ...row(now.tommy, wide / 2 - 12) }] : []), ...exchange(now, now.tommy.length ? wide / 2 - 12 : wide)] : [];
  if (cards.length) picture = [at(0, 23, "", ...centred(cards, wide))];
  else {
    const lying = table.dice.length ? table.dice : now && (now.kind === "turn" || now.kind === "roll") ? [null, null, null] : [];
    picture = lying.map((one, i) => {
      const place = dieAt(i, lying.length, wide);
      const thrown = svg("g", { class: "thrown" }, die(one?.face ?? null, one?.done ?? null));
      dice.push(thrown);
      return at(place.x, place.y, "", thrown);
    });
  }
  const lines = now ? inLines(caption(now, titles), Math.floor(wide / 8.200)) : [];
  return {
    dice,
    node: svg("g", { class: "stage", transform: `translate(${x} ${y}) scale(${scale})` },
      ...lines.map((words, i) => svg("text", { x: wide / 2, y: 14 - 15 * (lines.length - 1 - i), class: "stage-words" }, words)),
      now && now.seat !== null && at(wide / 2 - lines[0].length * 3.950 - 11, 10 - 15 * (lines.length - 1), "stage-who", svg("g", { transform: "scale(.75)" }, seatSign(now.seat))),
      ...picture,
      now?.tommy.length && svg("text", { x: wide / 2, y: 92, class: "hint" }, tommyWords(now.tommy, wide))),
  };
}

/** The names of his cards that turned up, where there is room for them.
 * @param {string[]} cards @param {number} width */
function tommyWords(cards, width) {
  const names = cards.map((one) => TOMMY[one]?.name ?? one).join(", ");
  return names.length * 7 < width ? names : `${cards.length} cards of Tommy`;
}

/** Who came where. Beside "disqualified" there is less room for a name.
 * @param {number} width @param {Table} table @param {Title[]} titles @param {import("../../records.js").Clock[]} clocks */
function podium(width, table, titles, clocks) {
  const result = table.result;
  if (!result) return [];
  const solo = result.ranks.length === 1;
  const words = solo ? (result.scores[0] ? "Summoned!" : "Lost") : result.reason === "round-limit" ? "The last round is over" : "The game is over";
  const said = svg("text", { x: width / 2, y: 14, class: "stage-words loud" }, words);
  if (solo) {
    const why = { won: "the creature stands in the portal", darkness: "the fifth dark token", "round-limit": "no round is left" }[result.reason] ?? "";
    return [said, svg("text", { x: width / 2, y: 36, class: "stage-words" }, why)];
  }
  const order = result.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const across = Math.min(width, 210);
  const left = (width - across) / 2;
  return [said, ...order.map(({ rank, seat }, i) => at(left, 32 + i * 17, rank === 1 ? "first" : "",
    svg("text", { x: 8, class: "podium figure" }, rank),
    svg("g", { transform: "translate(24 -4) scale(.75)" }, seatSign(seat)),
    svg("text", { x: 38, class: "podium" }, shortened(titles[seat], clocks[seat].out ? ROOM.out : ROOM.podium)),
    svg("text", { x: across - 8, class: "podium figure" }, clocks[seat].out ? "disqualified" : result.scores[seat])))];
}

/** Tommy's cards that hold, as a line of names.
 * @param {Layout} layout @param {Table} table */
function tommy({ tommy: room }, table) {
  if (!room) return null;
  let [left, low] = [24, 4];
  const names = table.tommy.map((held) => {
    const { name, does } = TOMMY[held] ?? { name: held, does: "" };
    const wide = name.length * 6.600 + 14;
    if (left + wide > room.width && left > 24) [left, low] = [24, low + 17];
    const node = svg("text", { x: left, y: low, class: "tommy-name" }, svg("title", {}, does), name);
    left += wide;
    return node;
  });
  return at(room.x, room.y, "tommy-holds", svg("title", {}, "Tommy's cards that hold to the end"),
    at(11, 0, "", ferret()), ...(names.length ? names : [svg("text", { x: 24, y: 4, class: "hint tommy-none" }, "Tommy sleeps in the deck")]));
}

/** @param {Layout} layout @param {Table} table @param {Title[]} titles @param {import("../../records.js").Clock[]} clocks
 * @returns {{nodes: Node[], dice: SVGElement[]}} */
export function middle(layout, table, titles, clocks) {
  const shown = stage(layout, table, titles, clocks);
  const top = table.discard[table.discard.length - 1] ?? null;
  const words = table.round < 0 ? "Setup" : `Round ${table.round + 1}${table.finisher >= 0 && !table.result ? ": last" : ""}`;
  return {
    dice: shown.dice,
    nodes: [
      svg("text", { ...layout.round, class: "round" }, words),
      columns(layout, table),
      pile(layout.deck, "deck", table.deck, null),
      pile(layout.discard, "discard pile", table.discard.length, top),
      supply(layout, table),
      shown.node,
      tommy(layout, table),
    ].filter((node) => node !== null),
  };
}

