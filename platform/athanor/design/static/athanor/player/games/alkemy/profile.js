// The profile card of a figure: what is printed on it, and how the figure is now.

import { html, seatIcon, svg } from "../../elements.js";
import { COLUMNS, FORMULAS } from "./data.js";
import { cardOf } from "./geometry.js";
import { symbol } from "./glyphs.js";
import { health, stateOf } from "./miniature.js";
import { called, some, spaced, title } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {string} skill */
const skillWords = (skill) => {
  const [id, value] = skill.split(":");
  return `${title(spaced(id))}${value ? ` ${value}` : ""}`;
};

/** @param {string} name @param {string|number} value */
const value = (name, value) => html("div", {}, html("dt", {}, name), html("dd", {}, value));

/** @param {string} name @param {number[]} row */
const row = (name, row) => html("tr", {}, html("th", { scope: "row" }, name), ...row.map((dom) => html("td", {}, dom)));

/** @param {any} card */
function damage(card) {
  return html("table", { class: "dom" },
    html("thead", {}, html("tr", {}, html("th", {}, "DOM"), ...COLUMNS.map((pair) => html("th", { scope: "col" },
      svg("svg", { viewBox: "-12 -12 48 24", role: "img", "aria-label": pair.join(" and ") }, symbol(pair[0]), svg("g", { transform: "translate(24 0)" }, symbol(pair[1]))))))),
    html("tbody", {}, row("Combat", card.dom), card.dom_alchemist && row("v. alchemists", card.dom_alchemist), card.ranged && row(title(card.ranged.name), card.ranged.dom)));
}

/** @param {Table} table @param {number} id @param {{seen: any[], hidden: any[]}|null} sight  Of a figure that was chosen. */
export function profileCard(table, id, sight) {
  const figure = table.figures[id];
  const card = cardOf(figure.profile);
  const [walk, charge, run] = card.move;
  const now = [
    figure.status === "out" ? "out of action" : `${stateOf(card.life, figure.marked)} dice`,
    figure.status === "board" && `${figure.ap} of ${card.ap} AP`,
    card.alchemy && `concentration ${figure.concentration}, ${some(figure.components, "component")}, ${some(figure.stones, "stone")}`,
    ...figure.effects.map(({ kind }) => spaced(kind)),
    ...table.combats.flatMap(({ a, b }) => (a === id || b === id ? [`in combat with ${called(table, a === id ? b : a)}`] : [])),
  ];
  return html("div", { class: `profile seat-line-${figure.seat % 6}` },
    html("header", {},
      svg("svg", { viewBox: "-32 -32 64 64", class: "profile-health", "aria-hidden": "true" }, svg("g", { transform: "scale(.5)" }, health(card.life, figure.marked, 52)), svg("text", { y: 6 }, card.life.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0) - figure.marked)),
      html("h3", {}, called(table, id)),
      seatIcon(figure.seat)),
    html("p", { class: "profile-now" }, now.filter(Boolean).join(" · ")),
    html("dl", { class: "values" }, value("ESP", card.esp), value("REF", card.ref), value("COM", card.com), value("DEF", card.def), value("Size", card.size), value("Move", `${walk}/${charge}/${run || "–"}`)),
    damage(card),
    card.ranged && html("p", {}, `${title(card.ranged.name)} ${card.ranged.com}/${card.ranged.range}`),
    card.alchemy && html("p", {}, `${title(card.alchemy.circle)} Circle, ${card.alchemy.element}: ${card.alchemy.formulas.map((/** @type {string} */ formula) => /** @type {any} */ (FORMULAS)[formula]?.name ?? formula).join(", ")}`),
    card.skills.length > 0 && html("p", {}, card.skills.map(skillWords).join(", ")),
    sight && html("p", { class: "profile-sight" }, sightWords(table, sight)));
}

/** @param {Table} table @param {{seen: any[], hidden: any[]}} sight */
function sightWords(table, { seen, hidden }) {
  if (!hidden.length) return "Sees everybody. The veil is the ground where a figure of size 2 would be out of its sight.";
  const names = hidden.map(({ id }) => called(table, id)).join(", ");
  return `Sees ${some(seen.length, "figure")}; not ${names}. The veil is the ground where a figure of size 2 would be out of its sight.`;
}
