// The creatures, part by part, each in a cell of 40; beside one another on a portal the parts join to a body. Whose
// part it is is told by its shape, by the marks on its skin and by a letter; the colour only helps.

import { svg } from "../../elements.js";
import { CREATURES } from "./material.js";

export const CELL = 40;

/** Each head is its own; what the others are like follows from the kin. Left ones: the right ones are their mirror.
 * @type {Record<string, string>} */
const HEADS = {
  basilisk: "M13 40V35C6 30 5 22 8 16L10 4L15 9L20 1L25 9L30 4L32 16C35 22 34 30 27 35V40z",
  dragon: "M13 40V36L9 29L7 19L1 4L12 11C17 8.500 23 8.500 28 11L39 4L33 19L31 29L27 36V40z",
  griffin: "M12 40C8 32 6 22 8 14L6 4L13 8C17 5 23 5 27 8L34 4L32 14C34 22 32 32 28 40z",
  hydra: "M12 40C10 32 11 27 9 23C4 22 2 18 4 14C6 10 13 10 14 15C14 20 15 24 17 27C18 22 18 17 16 13C12 10 14 3 20 3S28 10 24 13C22 17 22 22 23 27C25 24 26 20 26 15C27 10 34 10 36 14C38 18 36 22 31 23C29 27 30 32 28 40z",
  kraken: "M12 40C9 36 10 32 11 30C10 36 3 37 2 32C5 34 7 31 8 27C3 20 4 10 10 5C15 0.500 25 0.500 30 5C36 10 37 20 32 27C33 31 35 34 38 32C37 37 30 36 29 30C30 32 31 36 28 40z",
  phoenix: "M13 40C9 34 7 27 9 20L7 8L13 13L15 2L20 9L25 2L27 13L33 8L31 20C33 27 31 34 27 40z",
  unicorn: "M13 40V35C13 29 9 23 9 18L6 8L14 13L20 0L26 13L34 8L31 18C31 23 27 29 27 35V40z",
  yeti: "M9 40L4 35L7 31L3 26L6 22L3 16L8 14L8 7L14 8L20 2L26 8L32 7L32 14L37 16L34 22L37 26L33 31L36 35L31 40z",
};
/** Eyes, beak, horn: lines upon a head. @type {Record<string, string>} */
const FACES = {
  basilisk: "M11 20l5 2M29 20l-5 2M15 29q5 3 10 0M18 30v5l2-2 2 2v-5M12 15q8-4 16 0",
  dragon: "M11 19l6 3M29 19l-6 3M17 32v.1M23 32v.1M15 27q5-3 10 0",
  griffin: "M13 18h.1M27 18h.1M16 22L20 19L24 22L20 34zM16 24h8",
  hydra: "M8 16h.1M32 16h.1M18 8h.1M22 8h.1M7 20h4M33 20h-4",
  kraken: "M13 21a2.500 2.500 0 1 0 .1 0M27 21a2.500 2.500 0 1 0 .1 0M20 7v6M14 8.500v4M26 8.500v4M17 31v7M23 31v7",
  phoenix: "M14 22h.1M26 22h.1M17 26L20 23L23 26L20 34zM20 12v5",
  unicorn: "M14 21h.1M26 21h.1M17 34v.1M23 34v.1M17 9h6M18 6h4M14 13q6-4 12 0",
  yeti: "M12 17C14 12 26 12 28 17C31 24 27 31 20 31S9 24 12 17zM16 20h.1M24 20h.1M16 26q4 3 8 0",
};
const EARS = {
  horn: "M40 35C30 35 15 27 7 4C14 12 24 14 40 20z",
  frill: "M40 37L24 37L11 31L17 25L6 17L16 15L12 4L25 9L40 18z",
  tuft: "M40 35C28 35 13 31 5 20C12 20 15 19 17 18C13 15 10 10 9 4C16 6 21 9 24 12C25 8 26 6 28 3C34 9 37 15 40 21z",
  pointed: "M40 37C29 34 20 22 22 3C33 9 40 18 40 26z",
  round: "M40 35C31 39 14 35 12 23L9 19L14 15L15 9L21 11C29 10 37 16 40 22z",
  curl: "M40 37C22 39 7 31 7 18C7 7 20 5 23 13C24 19 17 21 15 16C13 24 26 28 40 23z",
};
const HANDS = {
  claw: "M40 8C30 6 20 10 15 18C12 23 11 26 8 29L1 37L10 34L10 40L17 34L21 40L22 31C26 24 32 23 40 24z",
  batwing: "M40 8C28 1 12 2 1 11C7 16 8 22 6 31C12 26 16 27 18 35C22 28 27 27 30 32C32 27 36 25 40 24z",
  wing: "M40 8C28 2 14 3 2 12C8 13 10 15 10 15C5 18 3 22 2 27C8 25 12 25 14 25C11 29 11 33 12 37C17 32 21 29 25 28C31 27 36 26 40 24z",
  hoof: "M40 7C28 7 18 10 15 20L12 31H24L26 24C30 22 35 24 40 24zM12 33H24L26 39H9z",
  paw: "M40 6C26 5 15 10 11 20L5 24L8 28L3 32L8 35L9 39H19C24 37 25 32 26 28C29 25 34 24 40 24z",
  tentacle: "M40 8C26 6 8 10 5 23C3 34 16 41 23 36C29 31 24 24 18 28C20 21 30 21 40 24z",
};
const TORSO = "M11 0H29C31 5 36 7 40 8V24C36 26 33 31 32 40H8C7 31 4 26 0 24V8C4 7 9 5 11 0z";
const LEGS = {
  claw: "M40 3C28 2 18 5 16 15C15 22 17 28 13 32C8 33 4 35 1 40H28C29 33 26 27 29 21C31 17 36 16 40 16z",
  talon: "M40 3C30 2 20 5 17 13C15 19 17 22 18 25L17 32L5 35L2 40L15 37L18 40L22 37L33 40L31 35L23 32L23 25C26 19 30 16 40 16z",
  hoof: "M40 3C28 2 17 5 16 16L14 30H27L28 20C30 17 35 16 40 16zM14 32H27L30 39H11z",
  paw: "M40 3C26 2 13 6 13 18C13 24 14 28 11 31C4 33 3 40 8 40H29C32 36 28 28 30 22C32 17 36 16 40 16z",
  tentacle: "M40 3C24 2 10 8 11 20C12 28 22 28 21 34C20 38 12 36 13 31C5 35 10 41 20 40C31 39 30 30 25 25C21 20 30 16 40 16z",
};
const HIPS = "M8 0H32C35 2 38 3 40 3V16C34 16 29 17 27 21";
const BACK = "C11 17 6 16 0 16V3C2 3 5 2 8 0z";
const TAILS = {
  snake: `${HIPS}C27 27 17 26 18 32C20 37 29 34 30 29C34 36 26 40 20 40C10 40 8 33 12 28C14 26 14 23 13 21${BACK}`,
  arrow: `${HIPS}C24 26 22 28 25 31L30 27L33 39L21 38L23 35C16 33 14 27 13 21${BACK}`,
  tassel: `${HIPS}C24 25 23 27 24 30C31 30 33 36 28 40H20C16 37 17 33 19 31C16 28 14 25 13 21${BACK}`,
  plume: `${HIPS}C30 26 34 32 37 39C31 36 29 36 28 36L26 40C23 38 21 37 20 34C19 37 17 38 14 40L12 36C11 36 9 36 3 39C6 32 10 26 13 21${BACK}`,
  hair: `${HIPS}C32 27 31 35 24 40C25 36 23 34 22 32C21 37 17 40 12 40C16 34 10 31 13 21${BACK}`,
  stub: `${HIPS}L28 26L25 27L25 31L21 30L20 34L18 30L14 31L14 27L11 26L13 21${BACK}`,
  tentacle: `${HIPS}C29 27 24 29 25 34C27 38 31 36 30 32C36 37 29 41 23 40C14 38 20 30 13 21${BACK}`,
};

/** @typedef {{ear: keyof EARS, hand: keyof HANDS, leg: keyof LEGS, tail: keyof TAILS}} Kin */
/** @type {Record<string, Kin>} */
const KIN = {
  basilisk: { ear: "frill", hand: "claw", leg: "talon", tail: "snake" },
  dragon: { ear: "horn", hand: "batwing", leg: "claw", tail: "arrow" },
  griffin: { ear: "tuft", hand: "wing", leg: "paw", tail: "tassel" },
  hydra: { ear: "frill", hand: "claw", leg: "claw", tail: "snake" },
  kraken: { ear: "curl", hand: "tentacle", leg: "tentacle", tail: "tentacle" },
  phoenix: { ear: "tuft", hand: "wing", leg: "talon", tail: "plume" },
  unicorn: { ear: "pointed", hand: "hoof", leg: "hoof", tail: "hair" },
  yeti: { ear: "round", hand: "paw", leg: "paw", tail: "stub" },
};

/** What marks a skin: lines on a square that repeats. @type {Record<string, {size: number, lines: string}>} */
const SKINS = {
  basilisk: { size: 10, lines: "M5 0L10 5L5 10L0 5zM5 4v2" },
  dragon: { size: 10, lines: "M0 1A5 4.500 0 0 0 10 1M-5 6A5 4.500 0 0 0 5 6A5 4.500 0 0 0 15 6" },
  griffin: { size: 10, lines: "M1 2L5 6L9 2M-4 7L0 11L4 7M6 7L10 11L14 7" },
  hydra: { size: 10, lines: "M0 2Q2.500-1 5 2T10 2M0 7Q2.500 4 5 7T10 7" },
  kraken: { size: 11, lines: "M2 3a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0M7.500 8.500a1.400 1.400 0 1 0 2.800 0a1.400 1.400 0 1 0-2.800 0" },
  phoenix: { size: 11, lines: "M2 10C-1 6 4 5 2 1C6 3 7 7 5 10M8 6C7 4 9 3 8 0C11 2 11 5 10 6" },
  unicorn: { size: 15, lines: "M4 2v4M2 4h4M11 9v4M9 11h4" },
  yeti: { size: 9, lines: "M1 1L2 4M5 0L5 3M8 3L7 6M2 7L3 9M5 6L6 9" },
};

/** The marks as patterns; once on a page, in a drawing of no size, where every card finds them. */
export function skins() {
  if (document.getElementById("alakazoo-skins")) return;
  document.body.append(
    svg("svg", { id: "alakazoo-skins", class: "alakazoo-skins", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
      svg("defs", {}, ...CREATURES.map((name) => {
        const { size, lines } = SKINS[name];
        return svg("pattern", { id: `alakazoo-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
          svg("rect", { width: size, height: size, class: `hide-${name}` }),
          svg("path", { d: lines, class: "hide-marks" }));
      }))),
  );
}

/** @param {string} creature @param {string} part */
function shape(creature, part) {
  const kin = KIN[creature];
  switch (part.slice(part.indexOf("-") + 1)) {
    case "head": return HEADS[creature];
    case "torso": return TORSO;
    case "ear": return EARS[kin.ear];
    case "hand": return HANDS[kin.hand];
    case "leg": return LEGS[kin.leg];
    default: return TAILS[kin.tail];
  }
}

/** A part of a creature.
 * @param {string} creature @param {string} part */
export function member(creature, part) {
  return svg("g", { class: "member", transform: part.startsWith("right-") ? `translate(${CELL} 0) scale(-1 1)` : null },
    svg("path", { d: shape(creature, part), class: "member-skin", fill: `url(#alakazoo-${creature})` }),
    part === "head" && svg("path", { d: FACES[creature], class: "member-face" }));
}

/** A creature as the sign of its portal: its head on a disc.
 * @param {string} creature @param {number} r */
export function emblem(creature, r) {
  return svg("g", { class: "emblem" }, svg("title", {}, creature),
    svg("circle", { r, class: "emblem-ground" }),
    svg("g", { transform: `scale(${(r * 1.500) / CELL}) translate(-20 -20)` }, member(creature, "head")));
}
