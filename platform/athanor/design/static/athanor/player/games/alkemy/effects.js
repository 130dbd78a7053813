// How effects begin and end (AK-238): no event says that one is over.

import { CARDS, FORMULAS } from "./data.js";
import { cardOf } from "./geometry.js";
import { withAll, withFigure } from "./figures.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Effect} Effect */

const AT_END_OF_TURN = ["winds-influence", "fate", "speed", "lance", "ruse", "hemotoxic", "poison"];
/** These end with a turn in which they were hit: the bearer was wounded, or they had their use and were made to last. */
const ONCE_HIT = ["scimitar", "thorns"];
const OF_A_BLOW = ["fluidity", "angelus", "oil"];
/** Rolls of COM in close combat. */
const BLOWS = ["strike", "attack", "combo", "counter", "parry"];

/** @param {Table} table @param {number} figure @param {(effects: Effect[]) => Effect[]} change @returns {Table} */
const changed = (table, figure, change) => withFigure(table, figure, ({ effects }) => ({ effects: change(effects) }));

/** A new effect takes the place of one of its kind (AK-236).
 * @param {Table} table @param {{figure: number, kind: string}} told @returns {Table} */
export function withEffect(table, { figure, kind }) {
  const { caster, formula, enhanced } = table.scene.alchemy ?? { caster: null, formula: "", enhanced: [] };
  const byFormula = /** @type {any} */ (FORMULAS)[formula]?.effect === kind;
  const effect = { kind, by: byFormula ? caster : null, lasting: byFormula && enhanced.includes("lasting"), hit: false };
  return changed(table, figure, (effects) => [...effects.filter((one) => one.kind !== kind), effect]);
}

/** @param {Table} table @param {number} figure */
export const stands = (table, figure) => changed(table, figure, (effects) => effects.filter(({ kind }) => kind !== "knocked"));

/** What ends, or is marked, when its bearer is wounded.
 * @param {Table} table @param {{figure: number, amount: number}} told @returns {Table} */
export function afterDamage(table, { figure, amount }) {
  if (amount <= 0) return table;
  return changed(table, figure, (effects) => effects
    .filter(({ kind, lasting }) => kind !== "prayer" && (kind !== "fluidity" || lasting))
    .map((effect) => (ONCE_HIT.includes(effect.kind) ? { ...effect, hit: true } : effect)));
}

/** Apathy ends with an attack card.
 * @param {Table} table @param {any} told @returns {Table} */
export function afterCards(table, told) {
  const played = [[told.attacker, told.attacker_card], [told.defender, told.defender_card]];
  return played.reduce((now, [figure, card]) => (/** @type {any} */ (CARDS)[card]?.attack ? changed(now, figure, used("apathy")) : now), table);
}

/** The effects of one COM roll in combat.
 * @param {Table} table @param {{figure: number, why: string}} told @returns {Table} */
export function afterBlow(table, { figure, why }) {
  return BLOWS.includes(why) ? changed(table, figure, used(...OF_A_BLOW)) : table;
}

/** One that had its use is over; one that lasts is, at the end of the turn.
 * @param {...string} kinds */
function used(...kinds) {
  return (/** @type {Effect[]} */ effects) => effects
    .filter(({ kind, lasting }) => !kinds.includes(kind) || lasting)
    .map((effect) => (kinds.includes(effect.kind) ? { ...effect, hit: true } : effect));
}

/** A veteran of the Temple that parries well has its AP back (AK-289).
 * @param {Table} table @param {number} figure @param {number} margin @returns {Table} */
export function given(table, figure, margin) {
  const card = cardOf(table.figures[figure].profile);
  if (margin < 5 || !card.skills.includes("temple-veteran")) return table;
  return withFigure(table, figure, ({ ap }) => ({ ap: Math.min(card.ap, ap + 1) }));
}

/** @param {Table} table @returns {Table} */
export function endOfTurn(table) {
  return withAll(table, ({ effects }) => ({ effects: effects.filter(({ kind, hit }) => !hit && !AT_END_OF_TURN.includes(kind)) }));
}
