// Action points, as AK-90, AK-137, AK-197 and AK-298 spend them: the events say what was done, not what it cost.

import { MARKERS } from "./data.js";
import { cardOf } from "./geometry.js";
import { withFigure } from "./figures.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, number>} */
const COST = { walk: 1, run: 2, charge: 1, engage: 1, shoot: 1, fight: 0, concentrate: 1, prepare: 1, control: MARKERS.action_points, harvest: 0, stand: 1 };

/** @param {Table} table @param {any} order @returns {Table} */
export function paidFor(table, order) {
  const [[kind, told]] = Object.entries(order);
  return spent(table, told.figure, told.free ? 0 : COST[kind]);
}

/** @param {Table} table @param {number} figure @param {any} reaction @returns {Table} */
export function paidForReaction(table, figure, reaction) {
  if (reaction.none) return table;
  return spent(table, figure, reaction.shoot ? reaction.shoot.at.length : 1);
}

/** @param {Table} table @param {number} figure @param {number} ap @returns {Table} */
const spent = (table, figure, ap) => (ap ? withFigure(table, figure, (had) => ({ ap: Math.max(0, had.ap - ap) })) : table);

/** An annulled charge gives its AP back (AK-113).
 * @param {Table} table @param {number} figure @param {number} ap @returns {Table} */
export const refunded = (table, figure, ap) => withFigure(table, figure, (had) => ({ ap: had.ap + ap }));

/** A card costs its figure 1 AP; not Inactive, not the free attack of a charge or engagement (AK-137), and not the
 * first of a turn that a Master plays (AK-298).
 * @param {Table} table @param {any} told @returns {Table} */
export function paidForCards(table, { attacker, defender, attacker_card, defender_card, isFree }) {
  const after = isFree ? table : paidForCard(table, attacker, defender, attacker_card);
  return paidForCard(after, defender, attacker, defender_card);
}

/** Whether the attacker's card is one of a charge or engagement, and whether either side might still feint (AK-286).
 * @param {Table} table @param {{attacker: number, defender: number, attacker_card: string, defender_card: string}} told */
export function terms(table, { attacker, defender, attacker_card, defender_card }) {
  const free = table.scene.frees.find(({ figure, target }) => figure === attacker && target === defender);
  const mayFeint = (/** @type {number} */ figure, /** @type {number} */ against, /** @type {string} */ card) =>
    card !== "inactive" && has(table.figures[figure].profile, "feint") && !has(table.figures[against].profile, "clairvoyant");
  const open = mayFeint(attacker, defender, attacker_card) || mayFeint(defender, attacker, defender_card);
  return { isFree: Boolean(free), isOpen: open && free?.kind !== "charge" };
}

/** @param {Table} table @param {number} figure @param {number} against @param {string} card @returns {Table} */
function paidForCard(table, figure, against, card) {
  if (card === "inactive") return table;
  if (isMaster(table, figure, against)) return withFigure(table, figure, () => ({ masterUsed: true }));
  return spent(table, figure, 1);
}

/** @param {Table} table @param {number} figure @param {number} against */
function isMaster(table, figure, against) {
  const { profile, masterUsed } = table.figures[figure];
  return !masterUsed && has(profile, "master-combat") && !has(table.figures[against].profile, "clairvoyant");
}

/** @param {string} profile @param {string} skill @returns {boolean} */
const has = (profile, skill) => cardOf(profile).skills.includes(skill);
