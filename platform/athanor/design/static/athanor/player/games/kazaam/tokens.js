// An ingredient: a shape, a colour and a letter, 20 across around 0.

import { svg } from "../../elements.js";
import { LETTERS } from "./tiles.js";

/** @type {Record<string, string>} */
export const TOKENS = {
  mercury: "M0-9.500A9.500 9.500 0 1 1 0 9.500A9.500 9.500 0 1 1 0-9.500z",
  sulphur: "M0-11L11 9H-11z",
  mandrake: "M-8.500-8.500H8.500V8.500H-8.500z",
  "unicorn-horn": "M0-11.500L9.500 0L0 11.500L-9.500 0z",
  "dragon-blood": "M0-12C5-6 9-2 9 3A9 9 0 0 1-9 3C-9-2-5-6 0-12z",
  "phoenix-feather": "M9.500-10C11 2 5 10-4 9L-9 11L-8 6C-10-3-2-9 9.500-10z",
};

/** @param {string} name */
export function token(name) {
  return svg("g", { class: `unit unit-${name}` },
    svg("path", { d: TOKENS[name], class: "unit-shape" }),
    svg("text", { y: name === "sulphur" || name === "dragon-blood" ? 7 : 4.500, class: "unit-letter" }, LETTERS[name]));
}
