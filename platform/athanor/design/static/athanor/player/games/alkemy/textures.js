// What the ground is made of, as patterns of lines in the game's own unit: they lie once in the page, and every board
// fills its scenery with them.

import { svg } from "../../elements.js";

const KEY = "alkemy-textures";

/** Side of a tile, its drawing, and the classes of its lines. @type {Record<string, [number, number, string[][]]>} */
const TEXTURES = {
  grass: [240, 200, [["tuft", "M30 60l6-16m2 16l1-20m5 20l-4-15M150 30l6-16m2 16l1-20m5 20l-4-15M100 150l6-16m2 16l1-20m5 20l-4-15M200 120l5-13m3 13l0-16M60 120l4-10m4 10l-1-13"],
    ["speck", "M20 20h4M90 80h4M180 80h4M130 110h3M210 180h4M40 180h4M70 24h3"]]],
  tiles: [40, 26, [["line", "M0 0h40M0 13h40M10 0v13M30 13v13"]]],
  stones: [50, 26, [["line", "M0 0h50M0 13h50M12 0v13M37 13v13"]]],
  leaves: [44, 40, [["blot", "M4 14a9 9 0 0 1 16-4 9 9 0 0 1 16 4 8 8 0 0 1-8 10H12A8 8 0 0 1 4 14z"], ["line", "M10 16q3-4 6 0m6 2q3-4 6 0M0 34q4-5 8 0m28 2q4-5 8 0"]]],
  rock: [120, 100, [["line", "M0 30l30 14 26-20 30 16 34-18M30 44l6 36-36 20M36 80l40 12 10-52M76 92l44-24M86 40l34 30"], ["shade", "M30 44l6 36 40 12 10-52-30-16z"]]],
  boulders: [110, 90, [["blot", "M10 30q4-24 30-20t24 26q-8 18-30 14T10 30zM66 64q6-18 26-12t12 24q-12 12-26 8t-12-20z"], ["line", "M24 26q8-10 20-6M76 64q6-6 16-4"]]],
  marsh: [130, 90, [["wave", "M6 70q12-8 24 0t24 0M70 30q12-8 24 0t24 0"], ["reed", "M26 60V34m6 26V28m6 32V38M92 22V2m6 20V-2m6 24V6"]]],
  rubble: [90, 80, [["blot", "M8 20l16-10 14 8-6 16-18 2zM52 46l18-6 10 14-14 14-18-8zM58 8l12-2 4 12-14 2zM14 56l10-4 6 10-10 8z"], ["line", "M44 30l6 4M82 30l5-4M36 72l5 2"]]],
  water: [120, 60, [["wave", "M0 15q15-10 30 0t30 0 30 0 30 0M0 45q15-10 30 0t30 0 30 0 30 0"]]],
  hill: [44, 44, [["line", "M10 8v12M32 30v12"]]],
  hidden: [36, 36, [["line", "M0 36L36 0M-9 9L9-9M27 45L45 27"]]],
};

/** Puts them into the page, once. */
export function textures() {
  if (document.getElementById(KEY)) return;
  document.body.append(svg("svg", { id: KEY, class: "alkemy alkemy-textures", "aria-hidden": "true" }, svg("defs", {},
    ...Object.entries(TEXTURES).map(([name, [width, height, lines]]) =>
      svg("pattern", { id: `${KEY}-${name}`, width, height, patternUnits: "userSpaceOnUse", class: `texture texture-${name}` },
        ...lines.map(([css, d]) => svg("path", { d, class: css })))))));
}

/** @param {string} name */
export const fillOf = (name) => `url(#${KEY}-${name})`;
