// The middle of the table: the piles, the supply, and the action that is going on. An ability lies there with the
// heads that answer it, as a chain: what has come to nothing is struck out.

import { at, seatSign, svg } from "../../elements.js";
import { shortened } from "../../title.js";
import { CELL, held, lying } from "./creature.js";
import { INGREDIENTS, partOf } from "./tiles.js";
import { token } from "./tokens.js";

/** @typedef {{node: SVGElement, width: number}} Item */

/** @param {import("./layout.js").Spot} spot @param {string} label @param {number} count @param {string|null} top @param {boolean} tall */
function pile(spot, label, count, top, tall) {
  const { x, y, scale } = spot;
  const backs = Array.from({ length: Math.min(3, count - (top ? 1 : 0)) }, (_, i) => at(i * 2, -i * 2, "", held(null)));
  return svg("g", { class: "pile", transform: `translate(${x} ${y})` },
    svg("title", {}, `${count} in the ${label}`),
    svg("g", { transform: `scale(${scale})` },
      svg("rect", { x: 1, y: 1, width: 46, height: 56, rx: 4, class: "pile-place" }),
      ...backs,
      top && at(Math.min(2, Math.max(count - 1, 0)) * 2, -Math.min(2, Math.max(count - 1, 0)) * 2, "pile-top", held(top, "", !tall))),
    svg("text", { x: 24 * scale, y: 58 * scale + (tall ? 11 : 13), class: "hint" }, tall ? count : `${label} ${count}`));
}

/** @param {import("./layout.js").Layout} layout @param {import("./table.js").Table} table */
export function piles(layout, table) {
  const { round, supply } = layout;
  return svg("g", {},
    svg("text", { x: round.x, y: round.y, class: "round" }, `Round ${table.round}`),
    pile(layout.deck, "deck", table.deck, null, layout.tall),
    pile(layout.discard, "discard", table.discard, table.top, layout.tall),
    svg("g", { class: "units supply" }, svg("title", {}, "the supply"), ...INGREDIENTS.map((name, i) =>
      at(supply.x + (i % supply.columns) * supply.across, supply.y + Math.floor(i / supply.columns) * supply.down, table.supply[name] ? "" : "none",
        svg("g", { transform: "scale(.8)" }, token(name)),
        svg("text", { x: 10, y: 5, class: "count" }, table.supply[name])))));
}

/** @param {Record<string, number>} units @param {string} sign @returns {Item} */
function amounts(units, sign) {
  const some = INGREDIENTS.filter((name) => units[name]);
  if (!some.length) return { node: svg("text", { x: 4, y: 28, class: "scene-note" }, "nothing"), width: 60 };
  const rows = Math.min(some.length, 3);
  return {
    width: some.length > 3 ? 102 : 48,
    node: svg("g", { class: "units" }, ...some.map((name, i) =>
      at(10 + Math.floor(i / 3) * 52, 24 + ((i % 3) - (rows - 1) / 2) * 22, "", svg("g", { transform: "scale(.96)" }, token(name)), svg("text", { x: 13, y: 5, class: "count" }, `${sign}${units[name]}`)))),
  };
}

/** @param {string|null} tile @returns {Item} */
const single = (tile) => ({ node: at(0, -5, "", held(tile)), width: CELL });

/** Tiles, as many as there are, in rows that use the room best.
 * @param {(string|null)[]} tiles @param {{width: number, height: number}} room @returns {Item} */
function spread(tiles, room) {
  if (tiles.length === 1) return single(tiles[0]);
  let [inRow, step] = [1, 0];
  for (let columns = 1; columns <= tiles.length; columns += 1) {
    const most = Math.min(room.width / columns, room.height / Math.ceil(tiles.length / columns), CELL + 2);
    if (most > step) [inRow, step] = [columns, most];
  }
  const scale = (step - 2) / CELL;
  const top = 24 - (Math.ceil(tiles.length / inRow) * step) / 2;
  return {
    width: Math.min(inRow, tiles.length) * step,
    node: svg("g", { class: "spread" }, ...tiles.map((tile, i) => svg("g",
      { transform: `translate(${(i % inRow) * step} ${top + Math.floor(i / inRow) * step}) scale(${scale})` }, tile ? lying(tile, "up") : held(null)))),
  };
}

/** Who has answered, as signs under an item of the chain.
 * @param {import("./table.js").Use} use */
function answers(use) {
  const signs = use.passed.map((seat, i) => at(i * 16, 0, "passed", svg("title", {}, "let it happen"), svg("g", { transform: "scale(.62)" }, seatSign(seat)), svg("path", { d: "M-6 8H6", class: "nod" })));
  if (use.asked !== null) {
    signs.push(at(use.passed.length * 16, 0, "asked", svg("title", {}, "is asked"), svg("g", { transform: "scale(.62)" }, seatSign(use.asked)), svg("text", { x: 6, y: 4 }, "?")));
  }
  return at(CELL / 2 - (signs.length - 1) * 8, 58, "", ...signs);
}

/** @param {import("./table.js").Use} use @returns {Item} */
function link(use) {
  const lost = use.over && !use.prevailed;
  return {
    width: CELL,
    node: svg("g", { class: `link ${lost ? "lost" : ""}` },
      lying(use.tile, "up"),
      svg("rect", { x: 0, y: 0, width: CELL, height: CELL, rx: 5, class: `link-frame seat-line-${use.seat % 6}` }),
      at(7, 6, "", svg("circle", { r: 9, class: "link-seat" }), svg("g", { transform: "scale(.8)" }, seatSign(use.seat))),
      lost && svg("path", { d: "M6 42L42 6", class: "strike" }),
      answers(use)),
  };
}

/** @returns {Item} */
const cancels = () => ({ width: 16, node: svg("path", { d: "M15 24H3M8 18L2 24L8 30", class: "cancels" }) });
/** @returns {Item} */
const leads = () => ({ width: 16, node: svg("path", { d: "M1 24H13M8 18L14 24L8 30", class: "leads" }) });

/** @param {import("./table.js").Scene} scene @param {import("./table.js").Table} table
 * @param {{width: number, height: number}} room @returns {Item[]} */
function items(scene, table, room) {
  if (scene.kind === "end-turn") return [];
  if (scene.kind === "refresh") {
    const { slab } = table.players[scene.seat];
    return [spread((scene.tiles ?? []).flatMap((part) => (part && slab[part] ? [slab[part].tile] : [])), { ...room, width: room.width + 70 })];
  }
  if (scene.kind === "play") return [amounts(scene.units, "−"), leads(), single(scene.tile)];
  if (scene.kind === "extract") return [single(scene.tile), leads(), amounts(scene.units, "+")];
  if (scene.kind === "draw") return [...(scene.thrown ? [single(scene.thrown), leads()] : []), single(scene.tile)];
  const chain = scene.chain.flatMap((use, i) => (i ? [cancels(), link(use)] : [link(use)]));
  if (scene.chain[0].over) return chain;
  if (scene.tiles?.length) return [...chain, leads(), spread(scene.tiles, room)];
  if (scene.thrown) return [...chain, leads(), single(scene.thrown)];
  if (scene.settled && scene.chain[0].take) return [...chain, leads(), amounts(scene.units, "+")];
  return chain;
}

/** @type {Record<string, string>} */
const VERBS = { play: "plays", extract: "extracts", draw: "draws", refresh: "refreshes its creature", "end-turn": "ends its turn" };

/** Letters that a caption has for a bot, the podium, and the podium beside "disqualified". */
const ROOM = { caption: 16, podium: 20, out: 13 };

/** What is done, in three words.
 * @param {import("./table.js").Scene} scene */
function verb(scene) {
  const first = scene.chain[0];
  if (!first) return scene.reshuffled ? `reshuffles ${scene.reshuffled} and draws` : scene.thrown ? "throws away, draws" : VERBS[scene.kind];
  const part = partOf(first.tile).replace("-", " ");
  if (first.over) return `used a ${part}: cancelled`;
  return scene.settled ? `used a ${part}` : `uses a ${part}`;
}

/** @param {import("./layout.js").Layout} layout @param {import("./table.js").Table} table @param {import("../../title.js").Title[]} titles
 * @param {import("../../records.js").Clock[]} clocks */
export function scene(layout, table, titles, clocks) {
  const { x, y, width, height } = layout.scene;
  if (table.result) return at(x, y, "scene", ...podium(layout.scene, table, titles, clocks));
  const now = table.scene;
  if (!now) return at(x, y, "scene", svg("text", { x: width / 2, y: 15, class: "scene-words" }, `${shortened(titles[table.turn], ROOM.caption)} begins`));
  const room = { width: width - 96, height: height - 30 };
  const row = items(now, table, room);
  const gap = 8;
  const total = row.reduce((sum, item) => sum + item.width + gap, -gap);
  const roomy = Math.min(height > 150 ? 1.7 : 1.05, (height - 42) / 66);
  const many = (now.tiles?.length ?? 0) > 1;
  const scale = Math.min(many ? 1 : roomy, width / Math.max(total, 1));
  let left = 0;
  const placed = row.map((item) => {
    const node = at(left, 0, "", item.node);
    left += item.width + gap;
    return node;
  });
  const words = `${shortened(titles[now.seat], ROOM.caption)} ${verb(now)}`;
  const top = many ? Math.max(30 + 6 * scale, 22 + height / 2 - 24) : 24 + 6 * scale;
  return at(x, y, "scene",
    svg("text", { x: width / 2, y: 15, class: "scene-words" }, words),
    svg("g", { transform: `translate(${(width - total * scale) / 2} ${top}) scale(${scale})` }, ...placed));
}

/** Who came where. Beside "disqualified" there is less room for a name.
 * @param {{width: number, height: number}} room @param {import("./table.js").Table} table @param {import("../../title.js").Title[]} titles
 * @param {import("../../records.js").Clock[]} clocks */
function podium({ width, height }, table, titles, clocks) {
  const result = table.result;
  if (!result) return [];
  const order = result.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const across = Math.min(width, 230);
  const pitch = Math.min(24, (height - 40) / Math.max(order.length - 1, 1));
  const left = (width - across) / 2;
  const words = result.reason === "kazaam" ? "Kazaam!" : "The last round is over";
  return [
    svg("text", { x: width / 2, y: 15, class: "scene-words loud" }, words),
    ...order.map(({ rank, seat }, i) => at(left, 38 + i * pitch, rank === 1 ? "first" : "",
      svg("text", { x: 8, y: 0, class: "podium figure" }, rank),
      svg("g", { transform: "translate(24 -4) scale(.8)" }, seatSign(seat)),
      svg("text", { x: 38, y: 0, class: "podium" }, shortened(titles[seat], clocks[seat].out ? ROOM.out : ROOM.podium)),
      svg("text", { x: across - 8, y: 0, class: "podium figure" }, clocks[seat].out ? "disqualified" : result.scores[seat]))),
  ];
}
