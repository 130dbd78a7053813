// What lies before a seat: its name, its hand, what it has taken, its points and its clock.

import { at, duration, seatSign, svg } from "../../elements.js";
import { Nameplate } from "../../title.js";
import { flask, token, WIDTH } from "./flask.js";
import { colourOf, leaderOf, roundPoints, totalOf } from "./table.js";

const KINDS = ["red", "blue", "purple", "poison"];
/** From this width on there is room for words beside the counts. */
const ROOMY = 300;

export class Plaque {
  /** @param {number} seat @param {import("../../title.js").Title} title @param {import("./layout.js").Place} place */
  constructor(seat, title, place) {
    this.seat = seat;
    this.place = place;
    const room = this.dealerAt - 14 - 34;
    this.nameplate = new Nameplate(title, 34, 23, { name: room, apart: room });
    this.body = svg("g", {});
    this.node = at(place.x, place.y, "plaque", this.body);
  }

  /** Where a card of the hand lies, on the board.
   * @param {number} slot */
  slot(slot) {
    return { x: this.place.x + this.hand.x + slot * this.hand.pitch, y: this.place.y + this.hand.y };
  }

  /** Where the taken cards go, on the board. */
  get heap() {
    const { x, y, width, tall, below } = this.place;
    if (below) return { x: x + 72, y: y + 84 };
    return tall ? { x: x + width - 120, y: y + 14 } : { x: x + 72, y: y + 92 };
  }

  /** @param {number} count */
  measure(count) {
    const { width, tall } = this.place;
    const room = width - 24;
    const pitch = count > 1 ? Math.min(WIDTH + 2, (room - WIDTH) / (count - 1)) : 0;
    this.hand = { x: 12, y: tall ? 33 : 38, pitch };
  }

  /** @param {import("./table.js").Table} table @param {import("../../records.js").Clock} clock */
  update(table, clock) {
    const { width, height, tall, below } = this.place;
    const player = table.players[this.seat];
    const winner = table.result?.ranks[this.seat] === 1;
    const states = [
      table.turn === this.seat ? "to-act" : "",
      table.played?.seat === this.seat ? "just-acted" : "",
      winner ? "winner" : "",
      clock.out ? "out" : "",
    ];
    this.node.setAttribute("class", `plaque seat-line-${this.seat % 6} ${states.filter(Boolean).join(" ")}`);
    this.body.replaceChildren(
      svg("rect", { width, height, rx: 6, class: "plaque-ground" }),
      svg("path", { d: `M3 0h2v${height}h-2a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z`, class: "plaque-edge" }),
      at(20, 18, "", seatSign(this.seat)),
      this.nameplate.node,
      table.dealer === this.seat && this.dealer(),
      this.total(table),
      this.cards(player, table.scored),
      tall && !below ? this.counts(table, width - 190, 8) : this.counts(table, 12, below ? 75 : 82),
      !tall && this.foot(table, clock),
    );
    this.nameplate.fit();
  }

  /** How far from the left the dealer's mark is; the name ends before it, whoever deals. */
  get dealerAt() {
    const { tall, below, width } = this.place;
    return tall && !below ? width - 206 : width - 58;
  }

  dealer() {
    return at(this.dealerAt, 18, "dealer", svg("title", {}, "dealer"), svg("circle", { r: 8 }), svg("text", { y: 4 }, "D"));
  }

  /** @param {import("./table.js").Table} table */
  total(table) {
    const { width } = this.place;
    const points = String(totalOf(table.players[this.seat]));
    return svg(
      "text",
      { x: width - 12, y: 24, class: "plaque-total" },
      svg("title", {}, "points in all; few are good"),
      points,
    );
  }

  /** The hand; when the round is scored, what was taken, turned over.
   * @param {import("./table.js").Player} player @param {boolean} turned */
  cards(player, turned) {
    const hand = svg("g", { class: turned ? "hand turned" : "hand" });
    const cards = turned ? player.taken : (player.hand ?? Array.from({ length: player.count }, () => null));
    this.measure(cards.length);
    cards.forEach((card, slot) => {
      hand.append(at(this.hand.x + slot * this.hand.pitch, this.hand.y, "", flask(card)));
    });
    return hand;
  }

  /** How many of each colour it has taken; whoever has most of one is spared its points.
   * @param {import("./table.js").Table} table @param {number} x @param {number} y */
  counts(table, x, y) {
    const player = table.players[this.seat];
    if (table.hidden) {
      return at(x, y, "counts", 
        svg("g", { transform: "scale(.62)" }, flask(null)),
        svg("text", { x: 20, y: 17, class: "count" }, player.taken.length));
    }
    const { tall } = this.place;
    const pitch = tall ? 37 : 46;
    return at(x, y, "counts", ...KINDS.map((colour, i) => {
      const count = player.taken.filter((card) => colourOf(card) === colour).length;
      const spared = colour !== "poison" && leaderOf(table, colour) === this.seat;
      const small = svg("g", { transform: `scale(${tall ? 0.56 : 0.62})` }, token(colour));
      return at(i * pitch, 0, `taken ${count ? "" : "none"} ${spared ? "spared" : ""}`,
        svg("title", {}, `${count} ${colour} taken${spared ? ": the most, so they cost nothing" : ""}`),
        spared && svg("rect", { x: -4, y: -3, width: pitch - 1, height: 28, rx: 5, class: "spared-ring" }),
        small,
        svg("text", { x: tall ? 17 : 20, y: 17, class: "count" }, count));
    }));
  }

  /** This round's points, and what the seat's bot thought about it.
   * @param {import("./table.js").Table} table @param {import("../../records.js").Clock} clock */
  foot(table, clock) {
    const player = table.players[this.seat];
    const { width } = this.place;
    const points = table.scored ? player.scores[player.scores.length - 1] : roundPoints(table, this.seat);
    // Between the counts and the edge of a narrow one there is room for the figure alone.
    const scored = width < ROOMY ? `+${points}` : `+${points} this round`;
    const round = table.hidden ? "" : table.scored ? scored : `${points} so far`;
    const time = clock.out ? "disqualified" : duration(clock.ms);
    return svg("g", {},
      svg("text", { x: width - 12, y: 91, class: `plaque-round ${table.scored ? "now" : ""}` }, svg("title", {}, "points of this round"), round),
      svg("text", { x: width - 12, y: 107, class: "plaque-clock" }, time));
  }
}
