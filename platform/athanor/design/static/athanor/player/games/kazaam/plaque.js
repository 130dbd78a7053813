// What lies before a seat: its alchemist, its creature on the slab, its hand and its ingredients, its points and its
// clock; when the game is over, what the points are made of.

import { at, duration, seatSign, svg } from "../../elements.js";
import { Nameplate } from "../../title.js";
import { CELL, gap, held, lying, swatch } from "./creature.js";
import { ACTIONS, asked } from "./table.js";
import { ALCHEMISTS, INGREDIENTS, PARTS, worth } from "./tiles.js";
import { token } from "./tokens.js";

const WIDE = { slab: { x: 10, y: 51, scale: 1 }, hand: { x: 10, y: 209, scale: 0.8, pitch: 42 }, units: { x: 184, y: 74, columns: 2, across: 44, down: 31 } };
const TALL = { slab: { x: 8, y: 32, scale: 0.82 }, hand: { x: 138, y: 96, scale: 0.8, pitch: 40 }, units: { x: 145, y: 74, columns: 6, across: 36, down: 0 } };

/** What stays free at the right of a hand. */
const EDGE = 6;

/** The three terms of a score that follow from the slab, and the bonus: as the result calls them. */
const TERMS = [["parts", "parts"], ["same", "all of one"], ["favourite", "favourite"], ["completion", "completed"]];

export class Plaque {
  /** @param {number} seat @param {import("../../title.js").Title} title @param {import("./layout.js").Layout} layout */
  constructor(seat, title, layout) {
    this.seat = seat;
    this.tall = layout.tall;
    this.spot = layout.seats[seat];
    this.size = layout.plaque;
    const room = this.size.width - 140;
    this.nameplate = new Nameplate(title, 33, 22, { name: room, apart: room });
    this.at = layout.tall ? TALL : WIDE;
    this.body = svg("g", {});
    const { x, y, scale } = this.spot;
    this.node = svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, this.body);
    /** @type {Record<string, SVGElement>} */
    this.cells = {};
  }

  /** @param {number} x @param {number} y  In the plaque; out: on the board. */
  placed(x, y) {
    return { x: this.spot.x + x * this.spot.scale, y: this.spot.y + y * this.spot.scale };
  }

  /** The middle of a part's place on the slab, on the board.
   * @param {string} part */
  cell(part) {
    const { x, y, scale } = this.at.slab;
    const place = PARTS.indexOf(part);
    return this.placed(x + 4 + ((place % 3) + 0.5) * CELL * scale, y + 4 + (Math.floor(place / 3) + 0.5) * CELL * scale);
  }

  /** The corner of the i-th of n tiles in hand, on the board: they close up before they leave the plaque.
   * @param {number} i @param {number} n */
  slot(i, n) {
    const { x, y, pitch, scale } = this.at.hand;
    const room = this.size.width - x - EDGE;
    const step = n > 1 ? Math.min(pitch, (room - CELL * scale) / (n - 1)) : pitch;
    return this.placed(x + i * step, y);
  }

  /** Where an arrow at the hand ends.
   * @param {number} n */
  handMiddle(n) {
    const [first, last] = [this.slot(0, n), this.slot(Math.max(n - 1, 0), n)];
    const { scale } = this.at.hand;
    return { x: (first.x + last.x + CELL * scale) / 2, y: first.y + 26 * scale };
  }

  /** @param {import("./table.js").Table} table @param {import("../../records.js").Clock} clock */
  update(table, clock) {
    const { width, height } = this.size;
    const player = table.players[this.seat];
    const states = [
      table.toAct === this.seat ? "to-act" : "",
      !table.result && table.turn === this.seat ? "in-turn" : "",
      table.scene?.seat === this.seat ? "just-acted" : "",
      table.result?.ranks[this.seat] === 1 ? "winner" : "",
      clock.out ? "out" : "",
    ];
    this.node.setAttribute("class", `plaque seat-line-${this.seat % 6} ${states.filter(Boolean).join(" ")}`);
    this.body.replaceChildren(
      svg("rect", { width, height, rx: 6, class: "plaque-ground" }),
      svg("path", { d: `M3 0h2v${height}h-2a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z`, class: "plaque-edge" }),
      at(19, 17, "", seatSign(this.seat)),
      this.nameplate.node,
      this.points(table, player),
      !table.result && table.turn === this.seat && this.actions(table.actions),
      this.favours(player.alchemist),
      this.slab(table, player),
      table.result ? this.breakdown(table) : this.units(player.units),
      this.hand(player.hand),
      this.clock(clock),
    );
    this.nameplate.fit();
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Player} player */
  points(table, player) {
    const { parts, same, favourite } = worth(player.slab, player.alchemist, table.options.favourite_bonus === "all");
    return svg("text", { x: this.size.width - 12, y: 23, class: "plaque-total" },
      svg("title", {}, table.result ? "points" : "points if the game ended now"),
      table.result ? table.result.scores[this.seat] : parts + same + favourite);
  }

  /** Actions left in this turn.
   * @param {number} left */
  actions(left) {
    return at(this.size.width - 88, 17, "actions", svg("title", {}, `${left} of ${ACTIONS} actions left`),
      ...Array.from({ length: ACTIONS }, (_, i) => svg("path", { d: "M0-5.500L5 0L0 5.500L-5 0z", transform: `translate(${i * 13} 0)`, class: i < left ? "action" : "action spent" })));
  }

  /** The alchemist, and what it favours.
   * @param {string|null} alchemist */
  favours(alchemist) {
    if (!alchemist) return null;
    const { ingredient, homunculus } = ALCHEMISTS[alchemist];
    const [x, y] = this.tall ? [138, 47] : [14, 42];
    return at(x, y, "favours",
      svg("title", {}, `${alchemist} favours ${homunculus} and ${ingredient.replace("-", " ")}`),
      svg("text", { class: "plaque-who" }, `${alchemist[0].toUpperCase()}${alchemist.slice(1)}`),
      swatch(homunculus, 78, -4, 7),
      svg("text", { x: 89, class: "plaque-who" }, homunculus),
      svg("g", { transform: "translate(150 -4) scale(.8)" }, token(ingredient)));
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Player} player */
  slab(table, player) {
    const { x, y, scale } = this.at.slab;
    const side = 3 * CELL;
    this.cells = {};
    const struck = table.scene?.chain[0];
    return svg("g", { transform: `translate(${x} ${y})`, class: Object.keys(player.slab).length === PARTS.length ? "slab complete" : "slab" },
      svg("rect", { width: side * scale + 8, height: side * scale + 8, rx: 5, class: "stone-slab" }),
      svg("g", { transform: `translate(4 4) scale(${scale})` }, ...PARTS.map((part, i) => {
        const on = player.slab[part];
        const fresh = (table.scene?.kind === "play" && on?.tile === table.scene.tile) || (struck && table.scene?.chain.some((use) => use.tile === on?.tile));
        const drawn = on ? lying(on.tile, on.face, fresh ? "fresh" : "") : gap(part);
        this.cells[part] = svg("g", { class: "turning" }, drawn);
        return svg("g", { transform: `translate(${(i % 3) * CELL} ${Math.floor(i / 3) * CELL})` }, this.cells[part]);
      })),
      asked(table) === this.seat && this.question(scale));
  }

  /** Its head may speak.
   * @param {number} scale */
  question(scale) {
    return at(4 + 1.500 * CELL * scale + 20 * scale, 8, "question", svg("title", {}, "asked whether to cancel"), svg("circle", { r: 10 }), svg("text", { y: 5 }, "?"));
  }

  /** @param {import("./table.js").Units} units */
  units(units) {
    const { x, y, columns, down } = this.at.units;
    const across = this.tall ? Math.min(36, (this.size.width - x - 24) / 5) : this.at.units.across;
    return svg("g", { class: "units" }, ...INGREDIENTS.map((name, i) =>
      at(x + (i % columns) * across, y + Math.floor(i / columns) * down, units[name] ? "" : "none",
        svg("title", {}, `${units[name]} ${name.replace("-", " ")}`),
        svg("g", this.tall ? { transform: "scale(.7)", class: "small" } : { transform: "scale(.95)" }, token(name)),
        svg("text", { x: this.tall ? 8.500 : 13, y: 5, class: this.tall && units[name] > 9 ? "count tight" : "count" }, units[name]))));
  }

  /** @param {import("./table.js").Table} table */
  breakdown(table) {
    const scored = table.result?.breakdown[this.seat];
    const ties = `${scored.face_up} up, ${scored.ingredients} units`;
    if (this.tall) {
      const sum = TERMS.map(([term, words]) => `${words} ${scored[term]}`);
      return svg("g", { class: "breakdown" },
        svg("text", { x: 138, y: 68 }, sum.slice(0, 2).join(" + ")), svg("text", { x: 138, y: 84 }, `+ ${sum.slice(2).join(" + ")}`),
        svg("text", { x: 138, y: this.size.height - 8, class: "tie" }, ties));
    }
    const right = this.size.width - 12;
    return svg("g", { class: "breakdown" }, ...TERMS.flatMap(([term, words], i) => [
      svg("text", { x: 172, y: 72 + i * 20 }, words), svg("text", { x: right, y: 72 + i * 20, class: "figure" }, scored[term])]),
      svg("path", { d: `M172 139H${right}`, class: "sum-line" }),
      svg("text", { x: 172, y: 156 }, `rank ${table.result?.ranks[this.seat]}`),
      svg("text", { x: right, y: 156, class: "figure total" }, table.result?.scores[this.seat]),
      svg("text", { x: right, y: 176, class: "plaque-clock" }, ties));
  }

  /** @param {(string|null)[]} hand */
  hand(hand) {
    const { x: left, y: top } = this.spot;
    const { scale } = this.at.hand;
    return svg("g", { class: "hand" }, ...hand.map((tile, i) => {
      const { x, y } = this.slot(i, hand.length);
      return svg("g", { transform: `translate(${(x - left) / this.spot.scale} ${(y - top) / this.spot.scale}) scale(${scale})` }, held(tile));
    }));
  }

  /** @param {import("../../records.js").Clock} clock */
  clock(clock) {
    const words = clock.out ? "disqualified" : duration(clock.ms);
    const [x, y] = this.tall ? [this.size.width - 12, this.size.height - 8] : [this.size.width - 12, 196];
    return svg("text", { x, y, class: "plaque-clock" }, words);
  }
}
