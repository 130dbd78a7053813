// How to read the table.

import { html, svg } from "../../elements.js";
import { arrow } from "./arrows.js";
import { gap, held, lying, swatch } from "./creature.js";
import { HOMUNCULI, INGREDIENTS } from "./tiles.js";
import { token } from "./tokens.js";

/** @param {Element[]} signs @param {string} words */
const line = (signs, words) => html("li", {}, html("span", { class: "legend-signs" }, ...signs), html("span", {}, words));

/** @param {SVGElement} drawing @param {string} box */
const picture = (drawing, box) => svg("svg", { viewBox: box, class: "board kazaam legend-sign", "aria-hidden": "true" }, drawing);

/** @param {SVGElement} drawing @param {string} words */
const sample = (drawing, words) => html("span", { class: "legend-sample" }, picture(drawing, "-12 -12 24 24"), words);

export function legend() {
  return html("div", {},
    html("p", { class: "legend-row" }, "Materials, by the lines on them: ", ...HOMUNCULI.map((name) => sample(swatch(name, 0, 0, 11), name))),
    html("p", { class: "legend-row" }, "Ingredients: ", ...INGREDIENTS.map((name) => sample(token(name), name.replace("-", " ")))),
    html("ul", { class: "legend" },
      line([picture(gap("head"), "0 0 48 48"), picture(lying("fire-head", "up"), "0 0 48 48"), picture(lying("fire-head", "down"), "0 0 48 48")],
        "A part that is missing; one in play, face up; the same turned on its back after use. A refresh turns all of them up again."),
      line([picture(held("wood-tail"), "0 0 48 58"), picture(held(null), "0 0 48 58")],
        "A tile in a hand, with the ingredients that it costs and yields; one that this viewer does not know."),
      line([picture(arrow({ x: 6, y: 8 }, { x: 90, y: 8 }, 1, "open"), "0 -6 96 32"),], "Aimed, and somebody may still cancel. A whole line: it happened. A broken one with a cross: a head has cancelled it."),
      line([], "Diamonds beside a name: actions left. The figure: points if the game ended now. A question mark: that seat's head is asked. The middle shows the action that goes on, and the heads that answer it.")));
}
