// The keeper of a portal: a hooded figure with its lantern. The darker its power, the dimmer the lantern and the wider
// the shadow around it.

import { svg } from "../../elements.js";

/** About 70 by 80, around 0.
 * @param {number} dark @param {number} dread */
export function figure(dark, dread) {
  const full = dark >= dread;
  return svg("g", { class: full ? "keeper dreadful" : "keeper" },
    ...Array.from({ length: Math.min(dark, 3) }, (_, i) => svg("ellipse", { cy: 4, rx: 24 + 5 * i, ry: 32 + 4 * i, class: "keeper-shadow" })),
    svg("path", { d: "M0-34C13-34 18-22 17-10C21-2 24 14 25 34H-25C-24 14-21-2-17-10C-18-22-13-34 0-34z", class: "keeper-cloak" }),
    svg("path", { d: "M0-27C9-27 12-19 11-12C9-4 5-1 0-1S-9-4-11-12C-12-19-9-27 0-27z", class: "keeper-hood" }),
    svg("path", { d: "M-4.500-14h.1M4.500-14h.1", class: "keeper-eyes" }),
    svg("path", { d: "M0-1V34M-9 8C-12 16-13 24-13 34M9 8C12 16 13 24 13 34", class: "keeper-fold" }),
    svg("g", { transform: "translate(22 10)" },
      svg("circle", { cy: 3, r: 12, class: "keeper-glow", opacity: 0.35 * (1 - dark / Math.max(dread, 1)) }),
      svg("path", { d: "M-3-8A3 3 0 0 1 3-8M-5-6H5L4 10H-4z", class: "keeper-lantern" }),
      svg("path", { d: "M0-3C3 1 3 3 2.500 6H-2.500C-3 3-3 1 0-3z", class: "keeper-flame", opacity: full ? 0.15 : 1 - (0.6 * dark) / dread })));
}
