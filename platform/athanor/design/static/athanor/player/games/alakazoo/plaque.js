// What lies before a seat: its portal, its keeper with the tokens, what its keeper can do, its hand, its points; when
// the game is over, what the points are made of.

import { at, duration, seatSign, svg } from "../../elements.js";
import { Nameplate } from "../../title.js";
import { figure } from "./keeper.js";
import { ABILITIES, keeperOf, KEEPERS, MAGICIANS, pageOf } from "./material.js";
import { middleOf, portal, runeAt } from "./portal.js";
import { shade, spark } from "./runes.js";
import { card, CARD } from "./spells.js";
import { pageWords, TERMS } from "./words.js";

const WIDE = {
  portal: { x: 12, y: 48, scale: 1.2 },
  slots: { x: 196, y: 62, pitch: 24, inRow: 3 },
  dread: { x: 186, width: 72 },
  cards: { x: 186, down: 15 },
  hand: { x: 10, y: 228, scale: 0.88, room: 250 },
};
const TALL = {
  portal: { x: 8, y: 42, scale: 0.98 },
  slots: { x: 160, y: 54, pitch: 22, inRow: 6 },
  dread: { x: 0, width: 60 },
  cards: { x: 150, down: 14 },
  hand: { x: 150, y: 130, scale: 0.82, room: 216 },
};
/** The terms of the final scoring in a word each. @type {Record<string, string>} */
const SHORT = { points: "so far", same: "alike", different: "unlike", pure: "pure", book: "page", school: "magician" };

export class Plaque {
  /** @param {number} seat @param {import("../../title.js").Title} title @param {import("./layout.js").Layout} layout @param {number} seats */
  constructor(seat, title, layout, seats) {
    this.seat = seat;
    this.tall = layout.tall;
    this.spot = layout.seats[seat];
    this.size = layout.plaque;
    // The second line ends before the clock, which stands lower.
    this.nameplate = new Nameplate(title, 33, 22, { name: this.size.width - 92, apart: this.size.width - 124 });
    this.at = layout.tall ? TALL : WIDE;
    this.keeper = keeperOf(seats);
    this.solo = seats === 1;
    this.body = svg("g", {});
    const { x, y, scale } = this.spot;
    this.node = svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, this.body);
    /** @type {SVGElement[]} */
    this.cells = [];
  }

  /** @param {number} x @param {number} y  In the plaque; out: on the board. */
  placed(x, y) {
    return { x: this.spot.x + x * this.spot.scale, y: this.spot.y + y * this.spot.scale };
  }

  /** @param {{x: number, y: number}} point  On the portal. */
  onPortal({ x, y }) {
    const { portal: at } = this.at;
    return this.placed(at.x + x * at.scale, at.y + y * at.scale);
  }

  /** @param {number} place */
  cell(place) {
    return this.onPortal(middleOf(place));
  }

  /** @param {number} rune */
  rune(rune) {
    return this.onPortal(runeAt(rune));
  }

  /** The middle of the i-th slot of the keeper, in the plaque.
   * @param {number} i */
  slot(i) {
    const { x, y, pitch, inRow } = this.at.slots;
    return { x: x + (i % inRow) * pitch, y: y + Math.floor(i / inRow) * pitch };
  }

  /** Where tokens come to the keeper, on the board. */
  keeperMiddle() {
    const { x, y } = this.slot(1);
    return this.placed(x, y);
  }

  /** How far it is from card to card.
   * @param {number} n */
  step(n) {
    const { scale } = this.at.hand;
    // In the solo mode the keeper's column reaches down beside the hand.
    const room = this.solo && !this.tall ? 172 : this.at.hand.room;
    const wide = CARD.width * scale;
    return n > 1 ? Math.min(wide + 3, (Math.min(room, this.size.width - this.at.hand.x - 10) - wide) / (n - 1)) : 0;
  }

  /** The middle of the last of n cards in hand, on the board.
   * @param {number} n */
  handEnd(n) {
    const { x, y, scale } = this.at.hand;
    return this.placed(x + Math.max(n - 1, 0) * this.step(n) + (CARD.width * scale) / 2, y + (CARD.height * scale) / 2);
  }

  /** @param {import("./table.js").Table} table @param {import("../../records.js").Clock} clock */
  update(table, clock) {
    const { width, height } = this.size;
    const player = table.players[this.seat];
    const inTurn = !table.result && table.round >= 0 && table.turn === this.seat;
    const won = table.result && (this.solo ? table.result.scores[0] : table.result.ranks[this.seat] === 1);
    const states = [table.toAct.includes(this.seat) ? "to-act" : "", inTurn ? "in-turn" : "", won ? "winner" : "", clock.out ? "out" : ""];
    this.node.setAttribute("class", `plaque seat-line-${this.seat % 6} ${states.filter(Boolean).join(" ")}`);
    const drawn = portal(table, this.seat);
    this.cells = drawn.cells;
    const { x, y, scale } = this.at.portal;
    this.body.replaceChildren(
      svg("rect", { width, height, rx: 6, class: "plaque-ground" }),
      svg("path", { d: `M3 0h2v${height}h-2a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z`, class: "plaque-edge" }),
      at(19, 17, "", seatSign(this.seat)),
      this.nameplate.node,
      this.total(table, player),
      svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, drawn.node),
      this.slots(player),
      this.dread(player),
      this.figure(player),
      player.judged ? this.breakdown(player.judged) : this.cards(player, table.revision),
      this.hand(table, player),
      svg("text", { x: width - 12, y: 39, class: "plaque-clock" }, clock.out ? "disqualified" : duration(clock.ms)),
    );
    this.nameplate.fit();
  }

  /** Points, or in the solo mode spells on the portal.
   * @param {import("./table.js").Table} table @param {import("./table.js").Player} player */
  total(table, player) {
    const [words, figure] = this.solo
      ? ["spells on the portal", `${player.spells.filter(Boolean).length}/9`]
      : [player.judged ? "points" : "points so far", player.judged ? player.judged.total : player.points];
    return svg("text", { x: this.size.width - 12, y: 23, class: "plaque-total" }, svg("title", {}, words), figure);
  }

  /** Magic tokens from the left, dark ones from the right.
   * @param {import("./table.js").Player} player */
  slots({ magic, dark }) {
    const { slots } = this.keeper;
    return svg("g", { class: "slots" }, svg("title", {}, `the keeper: ${magic} magic, ${dark} dark, of ${slots} slots`),
      ...Array.from({ length: slots }, (_, i) => {
        const { x, y } = this.slot(i);
        return at(x, y, "slot", svg("circle", { r: 9.500, class: "slot-ring" }), i < magic ? spark() : i >= slots - dark ? shade() : null);
      }));
  }

  /** The dark power: how near it is to what is too much.
   * @param {import("./table.js").Player} player */
  dread({ dark }) {
    const { dread, slots } = this.keeper;
    const end = this.slot(this.tall ? slots - 1 : slots - 1);
    const { x, y } = this.tall ? { x: end.x + 18, y: end.y - 5 } : { x: this.at.dread.x, y: end.y + 16 };
    const wide = this.tall ? this.size.width - x - 10 : this.at.dread.width;
    const step = wide / dread;
    return at(x, y, dark >= dread ? "dread full" : "dread", svg("title", {}, `dark power ${dark} of ${dread}`),
      ...Array.from({ length: dread }, (_, i) => svg("rect", { x: i * step, width: step - 2, height: 10, rx: 3, class: i < dark ? "dread-step on" : "dread-step" })));
  }

  /** The keeper itself, where the expansions leave room for it.
   * @param {import("./table.js").Player} player */
  figure({ dark, judged, magician, offered, pages, hasPage }) {
    if (this.tall || judged || magician || offered || pages.length || hasPage) return null;
    return at(220, this.solo ? 184 : 168, "", figure(dark, this.keeper.dread));
  }

  /** Where the lines under the meter begin. */
  get under() {
    return this.tall ? 81 : this.slot(this.keeper.slots - 1).y + (this.solo ? 40 : 46);
  }

  /** What its keeper can do, its magician, its page.
   * @param {import("./table.js").Player} player @param {number} revision  Of the rules. */
  cards(player, revision) {
    const { x, down } = this.at.cards;
    /** @type {[string, string, string][]} */
    const held = player.abilities.map((ability) => [ABILITIES[ability]?.name ?? ability, ABILITIES[ability]?.does ?? "", "ability"]);
    if (player.magician) held.push([player.magician, MAGICIANS[player.magician], "magician"]);
    if (player.keeper) held.push([player.keeper, KEEPERS[player.keeper], "ability"]);
    for (const magician of player.offered?.magicians ?? []) held.push([`${magician}?`, MAGICIANS[magician], "magician"]);
    for (const keeper of player.offered?.keepers ?? []) held.push([`${keeper}?`, KEEPERS[keeper], "ability"]);
    if (player.hasPage && !player.pages.length) held.push(["hidden page", "a page of the Book that this viewer does not know", "page"]);
    const lines = this.tall ? this.inRows(held, x) : held.map((one, i) => this.line(one, x, this.under + i * down));
    const below = this.tall ? 101 : this.under + held.length * down - 8;
    return svg("g", { class: "held" }, ...lines, player.pages.length === 1 && this.page(player.pages[0], revision, player.fulfilled, x, below),
      player.pages.length > 1 && this.offers(player.pages, revision, x, below + (this.tall ? 10 : 14)));
  }

  /** @param {[string, string, string]} held @param {number} x @param {number} y */
  line([name, does, kind], x, y) {
    return svg("text", { x, y, class: `held-${kind}` }, svg("title", {}, does), name);
  }

  /** As many beside one another as there is room for.
   * @param {[string, string, string][]} held @param {number} left */
  inRows(held, left) {
    let [x, y] = [left, this.under];
    return held.map((one) => {
      const wide = one[0].length * 7.100 + 9;
      if (x > left && x + wide > this.size.width - 6) [x, y] = [left, y + this.at.cards.down];
      const node = this.line(one, x, y);
      x += wide;
      return node;
    });
  }

  /** Two pages of which it keeps one.
   * @param {string[]} pages @param {number} revision @param {number} x @param {number} y */
  offers(pages, revision, x, y) {
    const short = (/** @type {string} */ page) => page.split("-").map((name) => name[0].toUpperCase()).join("·");
    return svg("g", {}, ...pages.map((page, i) => svg("text", { x: x + (this.tall ? i * 90 : 0), y: y + (this.tall ? 0 : i * this.at.cards.down), class: "held-page" },
      svg("title", {}, pageWords(page, revision)), `page ${short(page)}?`)));
  }

  /** A page of the Book: how many of its two creatures and of one other each line asks for.
   * @param {string} page @param {number} revision @param {boolean[]|null} fulfilled @param {number} x @param {number} y */
  page(page, revision, fulfilled, x, y) {
    const { first, second, lines } = pageOf(page, revision);
    const heads = [first[0].toUpperCase(), second[0].toUpperCase(), "?"];
    const [across, down] = this.tall ? [13, 0] : [17, 13];
    const [width, height] = this.tall ? [Math.min(206, this.size.width - x - 8), 18] : [64, 57];
    const group = (/** @type {(string|number)[]} */ figures, /** @type {number} */ i, /** @type {string} */ css) =>
      at(x + (this.tall ? (i * width) / 4.150 : 0) + 8, y + (this.tall ? 12 : 13 + i * down), css, ...figures.map((figure, j) => svg("text", { x: j * across }, figure)));
    return svg("g", { class: "page" }, svg("title", {}, `the page of ${first} and ${second}: ${pageWords(page, revision)}`),
      svg("rect", { x: x - 1, y: y - 1, width, height, rx: 3, class: "page-ground" }),
      group(heads, 0, "page-heads"),
      ...lines.map((line, i) => group(line, i + 1, fulfilled ? (fulfilled[i] ? "page-line done" : "page-line") : "page-line")));
  }

  /** @param {any} judged */
  breakdown(judged) {
    const terms = TERMS.filter(([term]) => term === "points" || judged[term]);
    if (this.tall) {
      const words = terms.map(([term]) => `${judged[term]} ${SHORT[term]}`);
      const rows = words.length > 2 ? [words.slice(0, 2).join(" + "), `+ ${words.slice(2).join(" + ")} = ${judged.total}`] : [`${words.join(" + ")} = ${judged.total}`];
      rows.push(`tie: ${judged.tie} of a creature`);
      return svg("g", { class: "breakdown" }, ...rows.map((row, i) => svg("text", { x: 150, y: 82 + i * 16, class: i === rows.length - 1 ? "tie" : null }, row)));
    }
    const right = this.size.width - 12;
    const top = this.under;
    const low = top + terms.length * 15;
    return svg("g", { class: "breakdown" }, ...terms.flatMap(([term, words], i) => [
      svg("text", { x: 186, y: top + i * 15 }, svg("title", {}, words), SHORT[term]), svg("text", { x: right, y: top + i * 15, class: "figure" }, judged[term])]),
      svg("path", { d: `M186 ${low - 10}H${right}`, class: "sum-line" }),
      svg("text", { x: right, y: low + 6, class: "figure total" }, judged.total),
      svg("text", { x: 186, y: low + 6, class: "tie" }, svg("title", {}, "breaks ties: the most spells of one creature"), `tie ${judged.tie}`));
  }

  /** Hand and, in the draft, the card just chosen and the pack that it was in.
   * @param {import("./table.js").Table} table @param {import("./table.js").Player} player */
  hand(table, { hand, pack, pick }) {
    const { x, y, scale } = this.at.hand;
    const chosen = table.phase === "draft" && table.toAct.length > 0 && !table.toAct.includes(this.seat);
    const held = chosen ? [...hand, pick] : hand;
    const all = [...held, ...pack];
    const apart = pack.length && held.length ? 6 : 0;
    const step = this.step(all.length + (apart ? 1 : 0));
    return svg("g", { class: "hand" }, ...all.map((one, i) => {
      const inPack = i >= held.length;
      const raised = chosen && i === hand.length ? 6 : 0;
      return svg("g", { transform: `translate(${x + i * step + (inPack ? apart : 0)} ${y - raised}) scale(${scale})` }, card(one, inPack ? "in-pack" : ""));
    }));
  }
}
