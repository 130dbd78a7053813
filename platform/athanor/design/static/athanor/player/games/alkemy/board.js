// The table of Alkemy. `show` draws one table; when it is told how the table was before and that there is time for it,
// figures walk their way and arrows fly.

import { at, html, round, svg } from "../../elements.js";
import { BOARD, ZONE } from "./data.js";
import { Camera } from "./camera.js";
import { course, placeOf, strokes, ways } from "./deeds.js";
import { radiusOf, shown } from "./geometry.js";
import { component, jin } from "./markers.js";
import { miniature } from "./miniature.js";
import { overlay, sightOf } from "./overlay.js";
import { profileCard } from "./profile.js";
import { roster } from "./roster.js";
import { scenery } from "./scenery.js";
import { fillOf, textures } from "./textures.js";
import { tray } from "./tray.js";
import { figureWords, numberOf } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
const GRID = 600;

export class Board {
  /** @param {HTMLElement} host @param {import("../../frames.js").Replay} replay @param {(seat: number) => string} name */
  constructor(host, replay, name) {
    this.name = name;
    this.titles = replay.titles;
    this.seats = replay.seats;
    /** @type {{table: Table, options: any}|null} */
    this.now = null;
    /** The figure whose card lies open for good, and whose sight is shown. @type {number|null} */
    this.chosen = null;
    /** The one that is pointed at. @type {number|null} */
    this.hovered = null;
    /** The one whose card was taken away while it was pointed at. @type {number|null} */
    this.shut = null;
    /** @type {Map<number, SVGElement>} */
    this.nodes = new Map();
    textures();
    this.layers = Object.fromEntries(["scenery", "sight", "markers", "ways", "figures", "strokes"].map((layer) => [layer, svg("g", { class: layer })]));
    this.field = svg("svg", { class: "field", tabindex: 0, role: "group", "aria-label": "The table. Z and X zoom, W, A, S and D move, 0 shows all of it.", focusable: "true" },
      ground(), ...Object.values(this.layers));
    this.paper = html("div", { class: "paper", id: "alkemy-card" });
    this.rosters = Array.from({ length: this.seats }, (_, seat) => html("div", { class: `place place-${seat}` }));
    this.told = html("div", {});
    this.root = html("div", { class: "board alkemy", role: "group" },
      html("div", { class: "frame" }, this.field, this.paper),
      html("div", { class: "place place-tray" }, this.told, this.buttons()), html("div", { class: "sides" }, ...this.rosters));
    host.append(this.root);
    this.camera = new Camera(this.field);
    this.camera.subject = () => {
      const figure = this.now?.table.figures[this.chosen ?? this.hovered ?? -1];
      return figure?.status === "board" ? shown(figure) : null;
    };
    this.listen();
  }

  buttons() {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ click) =>
      html("button", { type: "button", class: "zoom", "aria-label": label, title: label, click }, sign);
    return html("div", { class: "zooms" },
      button("+", "Nearer (z)", () => this.camera.zoom(1.600)),
      button("−", "Farther (x)", () => this.camera.zoom(1 / 1.600)),
      button("⤢", "The whole table (0)", () => this.camera.whole()));
  }

  listen() {
    const figureAt = (/** @type {Event} */ event) => {
      const node = event.target instanceof Element ? event.target.closest("[data-figure]") : null;
      return node ? Number(node.getAttribute("data-figure")) : null;
    };
    this.field.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.hover(figureAt(event)));
    this.field.addEventListener("pointerleave", () => this.hover(null));
    this.field.addEventListener("focusin", (event) => this.hover(figureAt(event)));
    this.field.addEventListener("focusout", () => this.hover(null));
    this.field.addEventListener("click", (event) => {
      if (!this.camera.dragged) this.choose(figureAt(event));
    });
    this.field.addEventListener("dblclick", (event) => this.camera.zoom(1.800, this.camera.onTable({ x: event.clientX, y: event.clientY })));
    this.root.addEventListener("keydown", (event) => {
      if (event.target instanceof SVGElement && figureAt(event) !== null && (event.key === "Enter" || event.key === " ")) this.choose(figureAt(event));
      else return;
      event.preventDefault();
    });
    // Also where only the pointer is on a figure, and the focus elsewhere.
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.root.isConnected && (this.chosen ?? this.hovered) !== null) this.close();
    });
  }

  /** @param {number|null} id */
  hover(id) {
    if (id !== this.shut) this.shut = null;
    if (id === this.hovered || (id !== null && id === this.shut)) return;
    this.hovered = id;
    this.open();
  }

  /** Takes the card away, and keeps it away as long as pointer and focus stay on this figure. */
  close() {
    this.shut = this.hovered;
    this.hovered = null;
    if (this.chosen === null) this.open();
    else this.choose(null);
  }

  /** @param {number|null} id */
  choose(id) {
    this.chosen = id === this.chosen ? null : id;
    if (this.now) this.show(this.now.table, null, { ...this.now.options, motion: 0 });
  }

  /** @param {Table} table @param {Table|null} before
   * @param {{viewer: any, motion: number, clocks: import("../../records.js").Clock[], words: string}} options */
  show(table, before, options) {
    this.now = { table, options };
    if (this.chosen !== null && !table.figures[this.chosen]) this.chosen = null;
    const { scenery: under, sight, markers, ways: below, strokes: over } = this.layers;
    under.replaceChildren(...table.pieces.map(scenery));
    markers.replaceChildren(...table.markers.map((marker, i) => jin(marker, table.scene.beat.marker === i)), ...table.tokens.map(component));
    sight.replaceChildren(...(this.chosen !== null && table.figures[this.chosen].status === "board" ? [overlay(table, this.chosen)] : []));
    below.replaceChildren(...ways(table));
    this.stand(table);
    over.replaceChildren(...strokes(table));
    this.told.replaceChildren(tray(table, this.name, options.words));
    this.rosters.forEach((place, seat) => place.replaceChildren(roster(table, seat, this.titles[seat], options.clocks[seat], this.chosen, (id) => this.choose(id))));
    this.open();
    if (before && options.motion) this.move(table, options.motion);
  }

  /** Every figure in its place; a node stays the same, so that it keeps the focus.
   * @param {Table} table */
  stand(table) {
    table.figures.forEach((figure, id) => {
      const standing = figure.status === "board";
      let node = this.nodes.get(id);
      if (!node) {
        node = svg("g", { "data-figure": id, role: "button" });
        this.nodes.set(id, node);
        this.layers.figures.append(node);
      }
      const { x, y } = shown(figure);
      const states = [table.active?.figures.includes(id) ? "active" : "", id === this.chosen ? "chosen" : "", figure.ap === 0 ? "idle" : ""];
      node.setAttribute("class", `figure ${states.filter(Boolean).join(" ")}`);
      node.setAttribute("transform", `translate(${x} ${y})`);
      node.setAttribute("aria-label", figureWords(table, id));
      node.setAttribute("aria-pressed", String(id === this.chosen));
      if (standing) node.setAttribute("tabindex", "0");
      else node.removeAttribute("tabindex");
      node.toggleAttribute("hidden", !standing);
      const r = radiusOf(figure.profile);
      node.replaceChildren(svg("g", { class: "body" },
        svg("circle", { r: r + 15, class: "halo" }),
        miniature(figure, numberOf(table, id))));
    });
  }

  /** The card of the figure that is pointed at, or else of the one that was chosen, on the side where it is not.
   */
  open() {
    const table = this.now?.table;
    const id = this.hovered ?? this.chosen;
    // Whoever hears the page is told the card of the figure that has the focus.
    this.nodes.forEach((node, one) => (one === id ? node.setAttribute("aria-describedby", this.paper.id) : node.removeAttribute("aria-describedby")));
    if (!table || id === null || !table.figures[id]) {
      this.paper.replaceChildren();
      return;
    }
    const box = this.field.getBoundingClientRect();
    const node = this.nodes.get(id)?.getBoundingClientRect();
    const right = node && node.left + node.width / 2 < box.left + box.width / 2;
    const low = node && node.top + node.height / 2 < box.top + box.height / 2;
    this.paper.className = `paper ${right ? "right" : "left"} ${low ? "low" : "high"}`;
    const isSeeing = id === this.chosen && table.figures[id].status === "board";
    this.paper.replaceChildren(profileCard(table, id, isSeeing ? sightOf(table, id) : null));
  }

  /** @param {Table} table @param {number} motion */
  move(table, motion) {
    for (const { figure, from, to } of table.scene.beat.moves) {
      const end = placeOf(table, figure);
      const points = course(table, figure, from, to);
      this.nodes.get(figure)?.firstElementChild?.animate(
        points.map(({ x, y }) => ({ transform: `translate(${round(x - end.x)}px, ${round(y - end.y)}px)` })),
        { duration: motion, easing: "ease-in-out" },
      );
    }
    for (const { shooter } of table.scene.beat.shots) {
      const flight = this.layers.strokes.querySelector(`[data-shooter="${shooter}"] .flight`);
      const length = BOARD.width / 3;
      flight?.animate([{ transform: `translate(${-length}px, 0)`, opacity: 0 }, { transform: "translate(0, 0)", opacity: 1 }], { duration: motion, easing: "ease-in" });
    }
    for (const word of this.layers.strokes.querySelectorAll(".word text")) {
      word.animate([{ transform: "translate(0, 40px)", opacity: 0 }, { transform: "translate(0, 0)", opacity: 1 }], { duration: motion, easing: "ease-out" });
    }
  }
}

/** The ground, the two zones where the sides deploy, a line every six inches and a rule.
 */
function ground() {
  const { width, height } = BOARD;
  const lines = Array.from({ length: width / GRID - 1 }, (_, i) => (i + 1) * GRID).map((place) => `M${place} 0V${height}M0 ${place}H${width}`).join("");
  const inch = Array.from({ length: 7 }, (_, i) => `M${i * 100} 0v${i % 6 ? 14 : 26}`).join("");
  return svg("g", { class: "ground" },
    svg("rect", { width, height, class: "soil" }),
    svg("rect", { width, height, fill: fillOf("grass") }),
    svg("rect", { y: height - ZONE, width, height: ZONE, class: "zone seat-line-0" }),
    svg("rect", { width, height: ZONE, class: "zone seat-line-1" }),
    svg("path", { d: lines, class: "grid" }),
    svg("path", { d: `M0 ${height / 2}H${width}`, class: "median" }),
    at(60, height - 60, "rule", svg("path", { d: `${inch}M0 0H600` }), at(616, 0, "", svg("g", { class: "readable" }, svg("text", { y: 18 }, "6 inches")))));
}
