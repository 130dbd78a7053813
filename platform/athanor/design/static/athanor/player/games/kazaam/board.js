// The table of Kazaam. `show` draws one table; when it is told how the table was before and that there is time for
// it, tiles travel from where they were to where they are, and turn over.

import { svg } from "../../elements.js";
import { Sheet } from "../../sheet.js";
import { arrow, course } from "./arrows.js";
import { CELL, held, textures } from "./creature.js";
import { tall, wide } from "./layout.js";
import { Plaque } from "./plaque.js";
import { piles, scene } from "./scene.js";
import { PARTS, partOf } from "./tiles.js";

export class Board extends Sheet {
  /** @param {HTMLElement} host @param {import("../../frames.js").Replay} replay @param {(seat: number) => string} name */
  constructor(host, replay, name) {
    super(host, replay, name, "kazaam");
    textures();
    this.begin();
  }

  layoutFor(room, narrow) {
    return narrow ? tall(this.seats, Math.max(room, 340)) : wide(this.seats);
  }

  build() {
    this.plaques = Array.from({ length: this.seats }, (_, seat) => new Plaque(seat, this.titles[seat], this.layout));
    this.middle = svg("g", {});
    this.arrows = svg("g", { class: "arrows" });
    this.flying = svg("g", { class: "flying" });
    return [this.middle, ...this.plaques.map((plaque) => plaque.node), this.arrows, this.flying];
  }

  /** @param {"deck"|"discard"} pile */
  middleOf(pile) {
    const { x, y, scale } = this.layout[pile];
    return { x: x + 24 * scale, y: y + 29 * scale };
  }

  supplyMiddle() {
    const { x, y, columns, across, down } = this.layout.supply;
    return { x: x + ((columns - 0.5) / 2) * across - across * 0.2, y: y + (columns < 6 ? down / 2 : 0) };
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Table|null} before
   * @param {{viewer: any, motion: number, clocks: import("../../records.js").Clock[]}} options */
  show(table, before, options) {
    this.shown = { table, options };
    this.middle.replaceChildren(piles(this.layout, table), scene(this.layout, table, this.titles, options.clocks));
    this.plaques.forEach((plaque, seat) => plaque.update(table, options.clocks[seat]));
    this.aim(table);
    this.flying.replaceChildren();
    if (before && options.motion) this.move(table, before, options.motion);
  }

  /** @param {import("./table.js").Table} table */
  aim(table) {
    this.arrows.replaceChildren();
    const now = table.scene;
    for (const use of now?.chain ?? []) {
      const { from, to } = course(use, now, this);
      const state = use.over && !use.prevailed ? "lost" : now.settled || use.prevailed ? "done" : "open";
      this.arrows.append(arrow(from, to, use.seat, state));
    }
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Table} before @param {number} motion */
  move(table, before, motion) {
    table.players.forEach(({ slab, hand }, seat) => {
      const was = before.players[seat];
      for (const part of PARTS) {
        if (slab[part] && was.slab[part]?.tile === slab[part].tile && was.slab[part].face !== slab[part].face) this.flip(this.plaques[seat].cells[part], motion);
        if (was.slab[part] && !slab[part]) this.fly(was.slab[part].tile, this.corner(this.plaques[seat].cell(part)), this.pileAt("discard"), motion);
      }
      if (hand.length > was.hand.length) this.receive(seat, table, before, motion);
    });
    const now = table.scene;
    if (!now || now === before.scene) return;
    const place = () => Math.max(before.players[now.seat].hand.indexOf(now.tile), 0);
    const from = () => this.plaques[now.seat].slot(place(), before.players[now.seat].hand.length);
    if (now.kind === "play" && now.tile) this.fly(now.tile, from(), this.corner(this.plaques[now.seat].cell(partOf(now.tile))), motion);
    if (now.kind === "extract" && now.tile) this.fly(now.tile, from(), this.pileAt("discard"), motion);
  }

  /** A tile comes into a hand: from the deck, the discard or another hand.
   * @param {number} seat @param {import("./table.js").Table} table @param {import("./table.js").Table} before @param {number} motion */
  receive(seat, table, before, motion) {
    const { hand } = table.players[seat];
    const loser = table.players.findIndex((player, other) => other !== seat && player.hand.length < before.players[other].hand.length);
    const from = loser >= 0 ? this.plaques[loser].slot(0, 1) : this.pileAt(table.scene?.kind === "draw" ? "deck" : "discard");
    this.fly(hand[hand.length - 1], from, this.plaques[seat].slot(hand.length - 1, hand.length), motion);
  }

  /** @param {{x: number, y: number}} middle */
  corner({ x, y }) {
    return { x: x - CELL * 0.4, y: y - CELL * 0.4 };
  }

  /** @param {"deck"|"discard"} pile */
  pileAt(pile) {
    return { x: this.layout[pile].x, y: this.layout[pile].y };
  }

  /** @param {string|null} tile @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} motion */
  fly(tile, from, to, motion) {
    const ghost = svg("g", {}, svg("g", { transform: "scale(.8)" }, held(tile)));
    this.flying.append(ghost);
    const flight = ghost.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      { duration: motion, easing: "cubic-bezier(.2,.7,.3,1)", fill: "both" },
    );
    flight.finished.then(() => ghost.remove(), () => undefined);
  }

  /** @param {SVGElement} node @param {number} motion */
  flip(node, motion) {
    node.animate([{ transform: "scaleX(-1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }], { duration: motion, easing: "ease-in-out" });
  }
}
