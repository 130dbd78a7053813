// Kazaam, for the player: see frames.js for what each part is.

import { Board } from "./kazaam/board.js";
import { legend } from "./kazaam/legend.js";
import { begin, HAPPENS, reduce } from "./kazaam/table.js";
import { SENTENCES, state, words } from "./kazaam/words.js";

const ACTS = ["played", "extracted", "drew", "refreshed", "used", "passed", "took", "declined"];

/** @type {import("../frames.js").Game} */
export const game = {
  opens: (event) => (event.turn?.seat === 0 && event.turn.round > 1) || "ended" in event,
  mark(event) {
    if (event.cancelled) return { kind: "cancelled", seat: event.cancelled.seat };
    if (event.discarded?.source === "board") return { kind: "struck", seat: event.discarded.seat };
    if (event.ended) return { kind: "scored", seat: null };
    if (event.turn?.seat === 0) return { kind: "round", seat: null };
    return null;
  },
  heading(event) {
    if (event.ended) return "The end";
    return event.turn?.seat === 0 ? `Round ${event.turn.round}` : null;
  },
  actor(event) {
    const act = ACTS.find((name) => name in event);
    return act ? event[act].seat : null;
  },
  kinds: { changes: Object.keys(HAPPENS), told: Object.keys(SENTENCES) },
  begin,
  reduce,
  words,
  state,
  legend,
  Board,
};
