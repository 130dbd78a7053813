// How to read the table.

import { html, svg } from "../../elements.js";
import { PIECES, PROFILES } from "./data.js";
import { placed } from "./geometry.js";
import { combatCard, die, role } from "./glyphs.js";
import { jin } from "./markers.js";
import { miniature } from "./miniature.js";
import { aboutPiece, scenery } from "./scenery.js";
import { title } from "./words.js";

/** @param {Element[]} signs @param {string} words */
const line = (signs, words) => html("li", {}, html("span", { class: "legend-signs" }, ...signs), html("span", {}, words));

/** @param {SVGElement} drawing @param {string} box */
const picture = (drawing, box) => svg("svg", { viewBox: box, class: "alkemy legend-sign", "aria-hidden": "true" }, drawing);

/** @param {string} piece */
function sample(piece) {
  const there = { piece, seat: 0, x: 200, y: 2250, rotation: "r0", parts: placed(piece, 200, 2250, "r0") };
  return html("span", { class: "legend-sample" }, picture(scenery(there, 0), "10 10 380 280"), aboutPiece(there));
}

/** A figure of some profile, as it might stand.
 * @param {string} profile @param {number} marked @param {number} ap */
function standing(profile, marked, ap) {
  return miniature({ seat: 0, card: 0, profile, status: "board", x: 0, y: 0, marked, ap, masterUsed: false, concentration: 0, stones: 0, components: 0, effects: [] });
}

export function legend() {
  const [hero] = Object.keys(PROFILES);
  const roles = [["fighter", "fights"], ["reach", "has reach"], ["shooter", "shoots"], ["alchemist", "alchemist"], ["stealth", "stealthy"], ["heavy", "large or tough"]];
  const cards = ["brutal", "normal", "quick", "parry", "inactive"];
  return html("div", { class: "alkemy alkemy-legend" },
    html("ul", { class: "legend" },
      line([picture(standing(hero, 0, 4), "-76 -84 152 160"), picture(standing(hero, 4, 1), "-76 -84 152 160")],
        "A figure on its base, to scale: the ring has a stroke for each box of its white, yellow and red state, hollow once ticked; the dots are action points; a crown is a hero."),
      line([picture(jin({ x: 0, y: 2400, control: null }, false), "-80 -80 160 160"), picture(jin({ x: 0, y: 2400, control: 0 }, false), "-160 -160 320 320")],
        "A jin marker: free, or under a seat's control. The ring is the inch from which it is worked. Who has more of them when a turn ends scores a victory point; three win."),
      line([picture(svg("g", {}, svg("g", { transform: "translate(-22 0)" }, die({ colour: "white", number: 5, symbol: "sword" }, true)), svg("g", { transform: "translate(22 0)" }, die({ colour: "yellow", number: 4, symbol: "axe" }, false))), "-44 -22 88 44")],
        "Dice have the colour of the roller's health. Two are kept, and framed; their numbers count, and their symbols choose the column of damage."),
      line([], "Point at a figure, or move to it with Tab, for its card. Click it, or press Enter, and it shows whom it sees; the veiled ground is out of its sight. Escape closes it."),
      line([], "Zoom with the buttons + and −, two fingers, or Control and the wheel; move the table by dragging it. With the focus on the table: Z nearer, X farther, W, A, S, D to move, 0 for all of it.")),
    html("p", { class: "legend-row" }, ...roles.map(([name, words]) => html("span", { class: "legend-sample" }, picture(svg("g", { class: "seat-line-0" }, role(name)), "-24 -28 48 56"), words))),
    html("p", { class: "legend-row" }, ...cards.map((name) => html("span", { class: "legend-sample" }, picture(svg("g", { class: `combat-card ${name}` }, combatCard(name)), "-30 -34 60 68"), title(name)))),
    html("div", { class: "legend-pieces" }, ...Object.keys(PIECES).map(sample)));
}
