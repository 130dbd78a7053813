// Beside the table: the turn, and the combat cards and dice of what happens right now.

import { html, plain, seatIcon, svg } from "../../elements.js";
import { combatCard, die } from "./glyphs.js";
import { byRank, called, markerWords, REASONS, some, spaced, title } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, string>} */
const HEADS = {
  deployment: "Who deploys first", initiative: "Initiative", immunity: "Diplomatic immunity", fear: "Fear", disengage: "Breaking away", strike: "A blow at who leaves",
  "first-blow": "Who strikes first", attack: "A blow", combo: "And once more", counter: "Striking back", parry: "A parry", shot: "A shot", alchemy: "Alchemy", resist: "Resisting",
};
/** @type {Record<string, string>} */
const SHOTS = { hit: "hit", miss: "missed", "out-of-range": "out of range" };
const MOST_ROLLS = 5;

/** @param {Table} table @param {(seat: number) => string} name @param {string} words  What happens. */
export function tray(table, name, words) {
  const shown = [table.result && ending(table, name), combat(table), rolls(table), results(table)];
  return html("div", { class: "tray" }, turns(table, name), ...(shown.some(Boolean) ? shown : [html("p", { class: "told" }, words)]));
}

/** Who won, and why the game is over.
 * @param {Table} table @param {(seat: number) => string} name */
function ending(table, name) {
  const { ranks, reason } = table.result;
  const first = ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [seat] : []));
  return html("div", { class: "ending" },
    html("p", { class: "ending-who" }, ...first.map(seatIcon), html("b", {}, first.length > 1 ? "A tie" : `${plain(name(first[0]))} wins`), html("span", {}, byRank(table.result).join(" : "))),
    html("p", {}, REASONS[reason] ?? ""));
}

/** @param {Table} table @param {(seat: number) => string} name */
function turns(table, name) {
  const most = table.options.turn_limit ?? 8;
  const words = table.result ? "The end" : table.turn ? `Turn ${table.turn} of ${most}` : "Setting the table";
  const who = table.result || table.hand === null ? null : [seatIcon(table.hand), html("span", {}, `${name(table.hand)} has the hand`)];
  return html("header", { class: "turns" },
    html("b", {}, words),
    html("span", { class: "turn-track", "aria-hidden": "true" }, ...Array.from({ length: Math.min(most, 20) }, (_, i) => html("i", { class: i + 1 < table.turn ? "past" : i + 1 === table.turn ? "now" : "" }))),
    html("span", { class: "in-hand" }, ...(who ?? [])));
}

/** Two cards face to face; face down until both are chosen.
 * @param {Table} table */
function combat(table) {
  const now = table.scene.combat;
  if (!now) return null;
  const side = (/** @type {number} */ id, /** @type {string|null} */ card) => {
    const given = now.feints.includes(id);
    const shown = given ? "inactive" : card;
    return html("div", { class: `duel-side seat-line-${table.figures[id].seat % 6}` },
      html("span", { class: "duel-card" }, svg("svg", { viewBox: "-36 -50 72 100", class: `combat-card ${shown ?? "face-down"}`, "aria-hidden": "true" },
        svg("rect", { x: -34, y: -48, width: 68, height: 96, rx: 8, class: "card-ground" }),
        shown ? svg("g", { transform: "translate(0 -8)" }, combatCard(shown)) : svg("path", { d: "M0-30L20 0 0 30-20 0zM0-16L10 0 0 16-10 0z", class: "card-back", "fill-rule": "evenodd" }),
        shown && svg("text", { y: 40, class: "card-name" }, title(shown)))),
      html("span", { class: "duel-name" }, called(table, id), given && html("em", {}, ` feints ${card}`), !card && html("em", {}, " chooses")));
  };
  return html("div", { class: "duel" }, side(now.attacker, now.attacker_card), html("span", { class: "duel-against", "aria-hidden": "true" }, "×"), side(now.defender, now.defender_card));
}

/** @param {Table} table */
function rolls(table) {
  const { rolls: made, saves } = table.scene.beat;
  if (!made.length && !saves.length) return null;
  const shown = made.slice(-MOST_ROLLS);
  return html("div", { class: "rolls" },
    html("h3", {}, made.length ? HEADS[made[0].why] ?? title(spaced(made[0].why)) : "Cover"),
    ...shown.map((roll) => dice(table, roll.figure, roll.dice, roll.kept, html("span", { class: "sum" }, `+ ${roll.stat} = `, html("b", {}, roll.total)))),
    ...saves.map((save) => dice(table, save.figure, save.dice, save.dice.map((/** @type {any} */ _, /** @type {number} */ i) => i),
      html("span", { class: "sum" }, `for ${save.need}: `, html("b", {}, save.saved ? "covered" : "no")))),
    made.length > shown.length && html("p", { class: "more" }, `and ${made.length - shown.length} before`));
}

/** @param {Table} table @param {number} id @param {any[]} rolled @param {number[]} kept @param {HTMLElement} sum */
function dice(table, id, rolled, kept, sum) {
  return html("div", { class: "roll" },
    html("span", { class: "roll-who" }, seatIcon(table.figures[id].seat), called(table, id)),
    svg("svg", { viewBox: `-20 -20 ${rolled.length * 40} 40`, class: "dice", "aria-hidden": "true" },
      ...rolled.map((one, i) => svg("g", { transform: `translate(${i * 40} 0)` }, die(one, kept.includes(i))))),
    sum);
}

/** What came of it, in a word each.
 * @param {Table} table */
function results(table) {
  const { beat } = table.scene;
  const lines = [
    ...beat.blows.map(({ figure, target, hit, dom }) => (hit ? `${called(table, figure)} hits ${called(table, target)} for ${dom}` : `${called(table, figure)} misses`)),
    ...beat.shots.map(({ shooter, target, result }) => `${called(table, shooter)} → ${called(table, target)}: ${SHOTS[result]}`),
    ...beat.hurts.map(({ figure, amount }) => `${called(table, figure)} ${amount < 0 ? `heals ${-amount}` : `takes ${amount}`}`),
    ...beat.outs.map((id) => `${called(table, id)} is out of action`),
    ...(beat.marker === null ? [] : [`${title(markerWords(beat.marker))} changes hands`]),
    ...beat.scored.map(() => some(1, "victory point")),
  ];
  return lines.length ? html("ul", { class: "results" }, ...lines.map((line) => html("li", {}, line))) : null;
}
