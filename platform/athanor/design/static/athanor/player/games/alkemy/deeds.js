// What is done on the table, drawn over it: paths, charges, arrows of fire, formulas, blows, wounds.

import { at, round, svg } from "../../elements.js";
import { FORMULAS } from "./data.js";
import { radiusOf, shown } from "./geometry.js";

/** @typedef {import("./sight.js").Point} Point */
/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {number} id */
export const placeOf = (table, id) => shown(table.figures[id]);
/** @param {Table} table @param {number} id */
const seatLine = (table, id) => `seat-line-${table.figures[id].seat % 6}`;

/** A line from one base to another, from edge to edge.
 * @param {Table} table @param {number} from @param {number} to */
function between(table, from, to) {
  const [a, b] = [placeOf(table, from), placeOf(table, to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const unit = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const [ra, rb] = [radiusOf(table.figures[from].profile), radiusOf(table.figures[to].profile)];
  const start = { x: a.x + unit.x * ra, y: a.y + unit.y * ra };
  const end = { x: b.x - unit.x * rb, y: b.y - unit.y * rb };
  return { start, end, unit, length: Math.max(length - ra - rb, 1), angle: (Math.atan2(unit.y, unit.x) * 180) / Math.PI };
}

/** @param {Point[]} points */
const line = (points) => points.map(({ x, y }, i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");

/** @param {Point} from @param {Point} to @param {number} size */
function head(from, to, size) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (/** @type {number} */ turn) => `${round(to.x - Math.cos(angle + turn) * size)} ${round(to.y - Math.sin(angle + turn) * size)}`;
  return `M${round(to.x)} ${round(to.y)}L${wing(0.5)}L${wing(-0.5)}z`;
}

/** The points of a course on the screen: as ordered, where it went as ordered.
 * @param {Table} table @param {number} figure @param {Point} from @param {Point} to */
export function course(table, figure, from, to) {
  const said = [...table.scene.orders.flatMap((order) => Object.values(order)), ...table.scene.reactions.map(({ figure: id, reaction }) => ({ figure: id, ...reaction.move }))];
  const path = said.find((one) => one.figure === figure && one.path?.length)?.path ?? [];
  const last = path[path.length - 1];
  const way = last && last.x === to.x && last.y === to.y ? path : [to];
  return [from, ...way].map(shown);
}

/** @param {Table} table */
function trails(table) {
  return table.scene.trails.map(({ figure, from, to, pushed }) => {
    const order = table.scene.orders.find((one) => Object.values(one)[0].figure === figure);
    const kind = pushed ? "pushed" : (order && Object.keys(order)[0]) ?? "walk";
    const points = course(table, figure, from, to);
    const [before, last] = points.slice(-2);
    return svg("g", { class: `trail ${kind} ${seatLine(table, figure)}` },
      svg("circle", { cx: points[0].x, cy: points[0].y, r: radiusOf(table.figures[figure].profile), class: "was" }),
      svg("path", { d: line(points), class: "way" }),
      ...points.slice(1, -1).map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 9, class: "turn" })),
      Math.hypot(last.x - before.x, last.y - before.y) > 30 && svg("path", { d: head(before, last, 46), class: "tip" }));
  });
}

/** What is ordered and not yet done: where to, and at whom.
 * @param {Table} table */
function plans(table) {
  const gone = new Set(table.scene.trails.map(({ figure }) => figure));
  return table.scene.orders.flatMap((order) => {
    const [[kind, told]] = Object.entries(order);
    const figure = table.figures[told.figure];
    if (figure.status !== "board" || gone.has(told.figure)) return [];
    const way = told.path?.length ? told.path : told.to ? [told.to] : [];
    if (!way.length) return kind === "charge" ? [dart(table, told.figure, told.targets[0], "charge vain")] : [];
    const points = [figure, ...way].map(shown);
    return [svg("g", { class: `trail plan ${kind} ${seatLine(table, told.figure)}` }, svg("path", { d: line(points), class: "way" }),
      svg("path", { d: head(points[points.length - 2], points[points.length - 1], 40), class: "tip" }))];
  });
}

/** @param {Table} table @param {number} from @param {number} to @param {string} css */
function dart(table, from, to, css) {
  const { start, end } = between(table, from, to);
  return svg("g", { class: `dart ${css} ${seatLine(table, from)}` }, svg("path", { d: line([start, end]), class: "way" }), svg("path", { d: head(start, end, 46), class: "tip" }));
}

/** Everybody who shoots at somebody in this act, in order.
 * @param {Table} table @returns {{shooter: number, target: number}[]} */
function aims(table) {
  const ordered = table.scene.orders.flatMap(({ shoot }) => (shoot ? [{ shooter: shoot.figure, target: shoot.target }] : []));
  const back = table.scene.reactions.flatMap(({ figure, reaction }) => (reaction.shoot?.at ?? []).map((/** @type {number} */ target) => ({ shooter: figure, target })));
  return [...ordered, ...back];
}

const FLAME = "M0-13C20-26 30-8 62-16 44-4 52 4 62 16 30 8 20 26 0 13-8 6-8-6 0-13z";

/** An arrow of fire: on its way, in its target, beside it, or short of it.
 * @param {Table} table @param {{shooter: number, target: number}} aim */
function fire(table, { shooter, target }) {
  const result = table.scene.shots.find((shot) => shot.shooter === shooter && shot.target === target)?.result;
  const { start, end, unit, length, angle } = between(table, shooter, target);
  const reach = { aimed: Math.min(length, 150), "out-of-range": length * 0.7 }[result ?? "aimed"] ?? length;
  const aside = result === "miss" ? radiusOf(table.figures[target].profile) + 20 : 0;
  const tip = { x: start.x + unit.x * reach - unit.y * aside, y: start.y + unit.y * reach + unit.x * aside };
  const state = result ?? "aimed";
  return svg("g", { class: `fire ${state} ${seatLine(table, shooter)}`, "data-shooter": shooter },
    svg("path", { d: line([start, result ? tip : end]), class: "glow" }),
    svg("path", { d: line([start, result ? tip : end]), class: "way" }),
    svg("g", { transform: `translate(${round(tip.x)} ${round(tip.y)}) rotate(${round(angle)})`, class: "arrow-of-fire" },
      svg("g", { class: "flight" },
        svg("path", { d: "M-120-12l26 10h60v4h-60l-26 10 14-12z", class: "shaft" }),
        svg("path", { d: FLAME, class: "flame", transform: "translate(0 0) rotate(180) scale(1.100)" }),
        svg("path", { d: "M-40-16L4 0l-44 16 12-16z", class: "tip" }))),
    result === "hit" && svg("path", { d: BURST, transform: `translate(${round(end.x)} ${round(end.y)})`, class: "burst" }));
}

const BURST = "M0-54l11 26 25-18-7 29 30 3-24 18 19 24-30-4-2 30-22-21-22 21-2-30-30 4 19-24-24-18 30-3-7-29 25 18z";

/** A formula, from its caster to everybody it is for.
 * @param {Table} table */
function alchemy(table) {
  const { alchemy: now } = table.scene;
  if (!now || table.figures[now.caster].status !== "board") return [];
  const css = `alchemy ${/** @type {any} */ (FORMULAS)[now.formula]?.element ?? ""}`;
  const { x, y } = placeOf(table, now.caster);
  const r = radiusOf(table.figures[now.caster].profile);
  const rays = now.targets.filter((id) => id !== now.caster).map((id) => {
    const { start, length, angle } = between(table, now.caster, id);
    const waves = Math.max(2, Math.round(length / 60));
    const step = round(length / waves / 2);
    const way = Array.from({ length: waves }, () => `q${step / 2} -22 ${step} 0t${step} 0`).join("");
    return svg("path", { d: `M0 0${way}`, transform: `translate(${round(start.x)} ${round(start.y)}) rotate(${round(angle)})`, class: "ray" });
  });
  return [svg("g", { class: css }, at(x, y, "", svg("circle", { r: r + 16, class: "circle" }), svg("circle", { r: r + 28, class: "circle" })), ...rays)];
}

/** Pairs in combat: crossed blades between them.
 * @param {Table} table */
function combats(table) {
  const now = table.scene.combat;
  return table.combats.map(({ a, b }) => {
    const [p, q] = [placeOf(table, a), placeOf(table, b)];
    const fought = now && [now.attacker, now.defender].every((id) => id === a || id === b);
    return at((p.x + q.x) / 2, (p.y + q.y) / 2, `clash ${fought ? "now" : ""}`, svg("circle", { r: 20 }), svg("path", { d: "M-11-11L11 11M11-11L-11 11M-13 6l7 7M13 6L6 13" }));
  });
}

/** @param {Table} table */
function blows(table) {
  return table.scene.beat.blows.map(({ figure, target, hit }) => {
    const { end, angle } = between(table, figure, target);
    return svg("g", { class: `blow ${hit ? "hit" : "missed"} ${seatLine(table, figure)}`, transform: `translate(${round(end.x)} ${round(end.y)}) rotate(${round(angle)})` },
      hit && svg("path", { d: BURST, class: "burst" }),
      svg("path", { d: "M-30-80Q60-40 40 60 40-20-30-80z", class: "slash" }));
  });
}

/** @param {Table} table */
function wounds(table) {
  const { hurts, outs, signs } = table.scene.beat;
  /** @type {Record<number, number>} */
  const lines = {};
  const above = (/** @type {number} */ id, /** @type {string} */ css, /** @type {string} */ words) => {
    const { x, y } = placeOf(table, id);
    lines[id] = (lines[id] ?? 0) + 1;
    const low = y < 240;
    return at(x, low ? y + radiusOf(table.figures[id].profile) + 18 + lines[id] * 56 : y - radiusOf(table.figures[id].profile) + 24 - lines[id] * 56, `word ${css}`, svg("g", { class: "readable" }, svg("text", {}, words)));
  };
  return [
    ...outs.map((id) => {
      const { x, y } = placeOf(table, id);
      const r = radiusOf(table.figures[id].profile);
      return at(x, y, `fallen ${seatLine(table, id)}`, svg("circle", { r }), svg("path", { d: `M${-r * 0.6}${-r * 0.6}L${r * 0.6} ${r * 0.6}M${r * 0.6}${-r * 0.6}L${-r * 0.6} ${r * 0.6}` }));
    }),
    ...hurts.map(({ figure, amount }) => above(figure, amount < 0 ? "healed" : "hurt", amount < 0 ? `+${-amount}` : `−${amount}`)),
    ...table.scene.beat.saves.map(({ figure, saved }) => above(figure, saved ? "healed" : "said", saved ? "covered" : "no cover")),
    ...table.scene.beat.blows.filter(({ hit }) => !hit).map(({ target }) => above(target, "said", "missed")),
    ...signs.map(({ figure, words }) => above(figure, "said", words)),
  ];
}

/** Under the figures.
 * @param {Table} table */
export const ways = (table) => [...trails(table), ...plans(table), ...alchemy(table)];
/** Over the figures.
 * @param {Table} table */
export const strokes = (table) => [...combats(table), ...aims(table).map((aim) => fire(table, aim)), ...blows(table), ...wounds(table)];
