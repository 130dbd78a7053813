// How to read the table.

import { html, svg } from "../../elements.js";
import { Cauldron } from "./cauldron.js";
import { flask } from "./flask.js";

/** @param {SVGElement} drawing @param {string} box @param {string} [css] */
function picture(drawing, box, css = "") {
  return svg("svg", { viewBox: box, class: `board poison legend-sign ${css}`, "aria-hidden": "true" }, drawing);
}

/** @param {SVGElement[]} signs @param {string} words */
const line = (signs, words) => html("li", {}, html("span", { class: "legend-signs" }, ...signs), html("span", {}, words));

export function legend() {
  const pot = new Cauldron();
  pot.update(["red-7", "red-4"], 0);
  const flasks = (/** @type {string[]} */ ...cards) => cards.map((card) => picture(flask(card), "0 0 26 34"));
  return html(
    "ul",
    { class: "legend" },
    line(flasks("red-5", "blue-5", "purple-5"), "Potions: red has a cone and stripes, blue a globe and waves, purple a bottle and dots. The number is the value."),
    line(flasks("poison"), "Poison: always 4, goes anywhere, costs 2 points."),
    line([picture(flask(null), "0 0 26 34")], "A card this viewer cannot see."),
    line([picture(pot.node, "0 30 200 170", "legend-pot")], "A cauldron holds 13. It glows from 10; whoever goes over 13 takes what was in it, and the last card stays."),
    line([], "A ringed count: the most of that colour, alone; those cards cost nothing. Few points are good. D marks the dealer."),
  );
}
