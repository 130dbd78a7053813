// A side: its victory points, and its profile cards with their figures. A card that was played this turn lies turned.

import { duration, html, plain, seatIcon, svg } from "../../elements.js";
import { whole } from "../../title.js";
import { FACTIONS, POINTS_TO_WIN } from "./data.js";
import { cardOf } from "./geometry.js";
import { role, roleOf } from "./glyphs.js";
import { figureWords } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** The boxes of a figure as a row, its AP under them.
 * @param {import("./table.js").Figure} figure */
function bar(figure) {
  const card = cardOf(figure.profile);
  let box = 0;
  let x = 0;
  const boxes = card.life.flatMap((/** @type {number} */ count, /** @type {number} */ colour) => {
    const these = Array.from({ length: count }, () => {
      const rect = svg("rect", { x, width: 7, height: 8, rx: 1.500, class: `box box-${["white", "yellow", "red"][colour]} ${box < figure.marked ? "ticked" : ""}` });
      box += 1;
      x += 8.500;
      return rect;
    });
    x += count ? 3 : 0;
    return these;
  });
  const points = Array.from({ length: card.ap }, (_, i) => svg("circle", { cx: 3.500 + i * 9, cy: 15, r: 3.200, class: i < figure.ap ? "ap-left" : "ap-spent" }));
  return svg("svg", { viewBox: `0 0 ${Math.max(x, card.ap * 9, 40)} 19`, class: "bar", "aria-hidden": "true" }, ...boxes, ...points);
}

/** @param {Table} table @param {number} seat @param {import("../../title.js").Title} title @param {import("../../records.js").Clock} clock
 * @param {number|null} chosen @param {(figure: number) => void} choose */
export function roster(table, seat, title, clock, chosen, choose) {
  const army = table.armies[seat];
  const held = table.markers.filter(({ control }) => control === seat).length;
  const states = [
    table.hand === seat ? "in-hand" : "",
    table.result?.ranks[seat] === 1 ? "winner" : "",
    clock.out ? "out" : "",
  ];
  return html("section", { class: `side seat-line-${seat % 6} ${states.filter(Boolean).join(" ")}`, "data-seat": seat },
    html("header", {},
      seatIcon(seat),
      html("b", { class: "side-name", title: whole(title) },
        html("span", { class: "side-bot" }, title.name), title.apart && html("span", { class: "side-apart" }, ` ${title.apart}`)),
      coins(table.points[seat])),
    html("p", { class: "side-about" },
      html("span", {}, army ? (/** @type {any} */ (FACTIONS)[army.faction]?.name ?? plain(army.faction)) : "No army yet"),
      html("span", {}, `${held} of ${table.markers.length} markers`),
      html("span", { class: "side-clock" }, clock.out ? "disqualified" : duration(clock.ms))),
    html("ul", { class: "roster" }, ...table.cards.flatMap((card, id) => (card.seat === seat ? [cardLine(table, card, id, chosen, choose)] : []))));
}

/** @param {number} points */
function coins(points) {
  const most = Math.max(POINTS_TO_WIN, points);
  return html("span", { class: "coins", role: "img", "aria-label": `${points} victory points`, title: `${points} victory points; ${POINTS_TO_WIN} win` },
    svg("svg", { viewBox: `-9 -9 ${most * 18} 18`, "aria-hidden": "true" },
      ...Array.from({ length: most }, (_, i) => svg("g", { transform: `translate(${i * 18} 0)`, class: i < points ? "won" : "" }, svg("circle", { r: 6.500, class: "coin" }), svg("circle", { r: 2, class: "coin-heart" })))),
    html("b", {}, points));
}

/** @param {Table} table @param {import("./table.js").Card} card @param {number} id @param {number|null} chosen
 * @param {(figure: number) => void} choose */
function cardLine(table, card, id, chosen, choose) {
  const all = card.figures.map((one) => table.figures[one]);
  const states = [
    table.active?.card === id ? "active" : card.activated ? "played" : "",
    all.every(({ status }) => status === "out") ? "gone" : "",
  ];
  const words = card.activated ? ", played this turn" : "";
  return html("li", { class: states.filter(Boolean).join(" ") },
    svg("svg", { viewBox: "-22 -26 44 52", class: "role-sign", "aria-hidden": "true" }, role(roleOf(card.profile))),
    html("span", { class: "card-title" }, cardOf(card.profile)?.name ?? plain(card.profile)),
    html("span", { class: "bars" }, ...card.figures.map((figure) => html("button", {
      type: "button", class: table.figures[figure].status === "out" ? "gone" : "", "aria-pressed": String(figure === chosen), "data-figure": figure,
      "aria-label": `${figureWords(table, figure)}${words}`, click: () => choose(figure),
    }, bar(table.figures[figure])))));
}
