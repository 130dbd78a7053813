// Alkemy, for the player: see frames.js for what each part is.

import { Board } from "./alkemy/board.js";
import { legend } from "./alkemy/legend.js";
import { opens } from "./alkemy/scene.js";
import { CHANGES, begin, reduce } from "./alkemy/table.js";
import { SENTENCES, state, words } from "./alkemy/words.js";

/** What a figure does, or suffers, is its seat's line. */
const FIGURES = ["figure", "shooter", "attacker", "a"];

/** @type {import("../frames.js").Game} */
export const game = {
  opens: (event, frame) => opens(event, frame.happenings[frame.happenings.length - 1].event),
  mark(event) {
    if (event.score) return { kind: "point", seat: event.score.seat };
    if (event.marker) return { kind: "taken", seat: event.marker.control ?? null };
    if (event.game_over) return { kind: "scored", seat: null };
    if (event.turn_begins) return { kind: "round", seat: null };
    return null;
  },
  heading(event) {
    if (event.game_over) return "The end";
    return event.turn_begins ? `Turn ${event.turn_begins.turn}` : null;
  },
  actor(event, table) {
    const [told] = /** @type {any[]} */ (Object.values(event));
    if (typeof told.seat === "number") return told.seat;
    const figure = FIGURES.map((name) => told[name]).find((id) => typeof id === "number");
    return table.figures[figure ?? -1]?.seat ?? null;
  },
  kinds: { changes: CHANGES, told: Object.keys(SENTENCES) },
  begin,
  reduce,
  words,
  state,
  legend,
  Board,
};
