// The three jin markers, with who controls them, and the components that lie about.

import { at, seatSign, svg } from "../../elements.js";
import { MARKERS, TOKEN_RADIUS } from "./data.js";
import { shown } from "./geometry.js";
import { element } from "./glyphs.js";

/** The alchemists' sign of gold, with rays. */
const SUN = `M-18 0A18 18 0 1 1 18 0A18 18 0 1 1-18 0${Array.from({ length: 8 }, (_, i) => {
  const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
  return `M${Math.round(x * 25)} ${Math.round(y * 25)}L${Math.round(x * 32)} ${Math.round(y * 32)}`;
}).join("")}`;

/** @param {{x: number, y: number, control: number|null}} marker @param {boolean} fresh  Just worked. */
export function jin(marker, fresh) {
  const { x, y } = shown(marker);
  const r = MARKERS.radius;
  const held = marker.control === null ? "free" : `held seat-line-${marker.control % 6}`;
  return at(x, y, `jin ${held} ${fresh ? "fresh" : ""}`,
    svg("title", {}, marker.control === null ? "A jin marker that nobody controls" : `A jin marker of seat ${marker.control}`),
    svg("circle", { r: r + MARKERS.reach, class: "reach" }),
    svg("circle", { r, class: "jin-ground" }),
    svg("circle", { r: r - 8, class: "jin-ring" }),
    marker.control === null
      ? svg("g", {}, svg("path", { d: SUN, class: "jin-sun" }), svg("circle", { r: 7, class: "jin-heart" }))
      : svg("g", { transform: "scale(3.200)" }, seatSign(marker.control)));
}

/** @param {{element: string, x: number, y: number}} token */
export function component(token) {
  const { x, y } = shown(token);
  return at(x, y, "component", svg("title", {}, `a component of ${token.element}`), svg("circle", { r: TOKEN_RADIUS, class: "component-ground" }),
    svg("g", { transform: "scale(1.500)" }, element(token.element)));
}
