// The table of Alakazoo. `show` draws one table; when it is told how the table was before and that there is time for
// it, tokens and cards travel from where they were to where they are, and the dice are thrown.

import { round, svg } from "../../elements.js";
import { Sheet } from "../../sheet.js";
import { skins } from "./creatures.js";
import { tall, wide } from "./layout.js";
import { dieOn, inColumn, middle, supplyAt } from "./middle.js";
import { Plaque } from "./plaque.js";
import { token } from "./runes.js";
import { card, CARD } from "./spells.js";
import { movesSince } from "./table.js";

/** More things than this do not fly at once: nobody could follow them. */
const CROWD = 12;

export class Board extends Sheet {
  /** @param {HTMLElement} host @param {import("../../frames.js").Replay} replay @param {(seat: number) => string} name */
  constructor(host, replay, name) {
    super(host, replay, name, "alakazoo");
    this.tommy = Boolean(replay.options.tommy);
    skins();
    this.begin();
  }

  layoutFor(room, narrow) {
    return narrow ? tall(this.seats, Math.max(room, 360), this.tommy) : wide(this.seats, this.tommy);
  }

  build() {
    this.plaques = Array.from({ length: this.seats }, (_, seat) => new Plaque(seat, this.titles[seat], this.layout, this.seats));
    this.middle = svg("g", {});
    this.flying = svg("g", { class: "flying" });
    return [this.middle, ...this.plaques.map((plaque) => plaque.node), this.flying];
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Table|null} before
   * @param {{viewer: any, motion: number, clocks: import("../../records.js").Clock[]}} options */
  show(table, before, options) {
    this.shown = { table, options };
    const drawn = middle(this.layout, table, this.titles, options.clocks);
    this.middle.replaceChildren(...drawn.nodes);
    this.setSign();
    this.plaques.forEach((plaque, seat) => plaque.update(table, options.clocks[seat]));
    this.flying.replaceChildren();
    if (!before || !options.motion) return;
    if (table.scene?.kind === "roll" && table.scene !== before.scene) this.throwDice(drawn.dice, table, options.motion);
    this.move(table, before, options.motion);
  }

  /** The sign of who acts, close before the words, which are as wide as the reader's letters are. */
  setSign() {
    const sign = this.middle.querySelector(".stage-who");
    const words = /** @type {SVGTextElement|null} */ (this.middle.querySelector(".stage-words"));
    const length = words?.getComputedTextLength();
    if (!sign || !words || !length) return;
    const { f: y } = /** @type {DOMMatrix} */ (/** @type {SVGGElement} */ (sign).transform.baseVal.consolidate()?.matrix);
    sign.setAttribute("transform", `translate(${round(Number(words.getAttribute("x")) - length / 2 - 12)} ${y})`);
  }

  /** They tumble in from the seat that rolls.
   * @param {SVGElement[]} dice @param {import("./table.js").Table} table @param {number} motion */
  throwDice(dice, table, motion) {
    const from = this.plaques[table.turn].handEnd(2);
    dice.forEach((die, i) => {
      const to = dieOn(this.layout, table, i);
      const scale = this.layout.stage.scale;
      const [x, y] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
      die.animate(
        [
          { transform: `translate(${x * 0.6}px, ${y * 0.6}px) rotate(${-300 - 60 * i}deg) scale(.6)`, opacity: 0 },
          { transform: `translate(${x * 0.2}px, ${y * 0.2 - 14}px) rotate(${-120 - 30 * i}deg) scale(1.15)`, opacity: 1, offset: 0.6 },
          { transform: "translate(0, 0) rotate(0) scale(1)", opacity: 1 },
        ],
        { duration: motion, easing: "cubic-bezier(.2,.7,.3,1)" },
      );
    });
  }

  /** Where a thing lies, on the board; null: nowhere that is drawn.
   * @param {import("./table.js").Place} place @param {import("./table.js").Table} table @returns {{x: number, y: number}|null} */
  whereIs([kind, ...which], table) {
    const [first, second] = which.map(Number);
    const pile = (/** @type {import("./layout.js").Spot} */ { x, y, scale }) => ({ x: x + (CARD.width / 2) * scale, y: y + (CARD.height / 2) * scale });
    switch (kind) {
      case "rune": return this.plaques[first].rune(second);
      case "cell": return this.plaques[first].cell(second);
      case "slot": return this.plaques[first].keeperMiddle();
      case "hand": return this.plaques[first].handEnd(table.players[first].hand.length + table.players[first].pack.length);
      case "column": return inColumn(this.layout, table, first, second);
      case "die": return dieOn(this.layout, table, first);
      case "deck": return pile(this.layout.deck);
      case "discard": return pile(this.layout.discard);
      case "tommy": return { x: this.layout.stage.x + this.layout.stage.width / 2, y: this.layout.stage.y + 50 * this.layout.stage.scale };
      default: return supplyAt(this.layout, kind === "dark" ? "dark" : "magic");
    }
  }

  /** @param {import("./table.js").Table} table @param {import("./table.js").Table} before @param {number} motion */
  move(table, before, motion) {
    const moves = movesSince(table, before).slice(-CROWD);
    const each = moves.length > 1 ? motion * 0.7 : motion;
    moves.forEach((move, i) => {
      const [from, to] = [this.whereIs(move.from, table), this.whereIs(move.to, table)];
      if (!from || !to) return;
      const wait = moves.length > 1 ? ((motion - each) * i) / (moves.length - 1) : 0;
      this.fly(move, from, to, each, wait);
      const cell = move.to[0] === "cell" ? this.plaques[Number(move.to[1])].cells[Number(move.to[2])] : null;
      cell?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: each + wait });
    });
  }

  /** @param {import("./table.js").Move} move @param {{x: number, y: number}} from @param {{x: number, y: number}} to
   * @param {number} duration @param {number} delay */
  fly(move, from, to, duration, delay) {
    const { scale } = this.layout.seats[0];
    const drawn = move.thing === "card"
      ? svg("g", { transform: `scale(${0.88 * scale}) translate(${-CARD.width / 2} ${-CARD.height / 2})` }, card(move.card ?? null))
      : svg("g", { transform: `scale(${1.15 * scale})` }, token(move.thing));
    const ghost = svg("g", { class: "ghost" }, drawn);
    this.flying.append(ghost);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const bow = { x: (from.x + to.x) / 2 - dy * 0.08, y: (from.y + to.y) / 2 + dx * 0.08 };
    const flight = ghost.animate(
      [from, bow, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { duration, delay, easing: "cubic-bezier(.3,.6,.3,1)", fill: "both" },
    );
    flight.finished.then(() => ghost.remove(), () => undefined);
  }
}
