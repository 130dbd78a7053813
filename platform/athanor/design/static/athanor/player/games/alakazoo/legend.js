// How to read the table.

import { html, svg } from "../../elements.js";
import { emblem, skins } from "./creatures.js";
import { CREATURES, RUNES } from "./material.js";
import { die, glyph, rune, shade, spark } from "./runes.js";
import { card, ferret, placed } from "./spells.js";

/** @param {Element[]} signs @param {string} words */
const line = (signs, words) => html("li", {}, html("span", { class: "legend-signs" }, ...signs), html("span", {}, words));

/** @param {SVGElement} drawing @param {string} box */
const picture = (drawing, box) => svg("svg", { viewBox: box, class: "board alakazoo legend-sign", "aria-hidden": "true" }, drawing);

/** @param {SVGElement} drawing @param {string} words @param {string} [box] */
const sample = (drawing, words, box = "-14 -14 28 28") => html("span", { class: "legend-sample" }, picture(drawing, box), words);

const MARKS = svg("g", {}, svg("rect", { x: 2, y: 4, width: 6, height: 32, rx: 3, class: "line-bar" }), ...[8, 20, 32].map((cy) => svg("circle", { cx: 22, cy, r: 3, class: "line-dot" })));

export function legend() {
  skins();
  return html("div", {},
    html("p", { class: "legend-row" }, "Creatures, each with its own skin, heads and letter: ", ...CREATURES.map((name) => sample(emblem(name, 13), name))),
    html("p", { class: "legend-row" }, "Runes: ", ...RUNES.map((name) => sample(glyph(name), name, "-9 -9 18 18")), sample(glyph("wild"), "wild, on dice only", "-9 -9 18 18")),
    html("ul", { class: "legend" },
      line([picture(rune("sun", false), "-12 -12 24 24"), picture(rune("sun", true), "-12 -12 24 24")],
        "A rune of an arch; covered by a magic token. When both of an arch shine, the spell of that part can be placed there."),
      line([picture(placed("dragon-head", true, false), "0 0 40 40"), picture(placed("kraken-right-hand", false, false), "0 0 40 40")],
        "Spells on a portal, with the letter of their creature; it is filled for the portal's own, whose head stands over the portal."),
      line([picture(card("yeti-left-leg"), "0 0 44 54"), picture(card(null), "0 0 44 54")],
        "A card: the letter of its creature, its part, and the place of that part as a dot among nine. One that this viewer does not know."),
      line([picture(MARKS, "0 0 30 40")], "Beside a portal: a line of one creature (bar), of three creatures (dots). Each is a point at the end."),
      line([picture(spark(), "-10 -10 20 20"), picture(shade(), "-10 -10 20 20")],
        "A keeper's slots hold magic tokens, and dark ones. The bar under or beside them is the dark power: when it is full the next turn is lost, and in the solo mode the game."),
      line([picture(die("star"), "-20 -20 40 40"), picture(die("star", "rune"), "-20 -20 40 40"), picture(die("star", "miss"), "-20 -20 40 40")],
        "A die; one that has brought a token; one that found no rune."),
      line([picture(ferret(), "-12 -12 24 24")], "Tommy the ferret: his cards at the foot of the table hold to the end. With the Book of Magic a page says how many spells of two creatures, and of one other, each of its lines asks for.")));
}
