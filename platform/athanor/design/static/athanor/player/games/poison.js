// Poison, for the player: see frames.js for what each part is.

import { Board } from "./poison/board.js";
import { legend } from "./poison/legend.js";
import { begin, HAPPENS, reduce } from "./poison/table.js";
import { SENTENCES, state, words } from "./poison/words.js";

/** @type {import("../frames.js").Game} */
export const game = {
  opens: (event) => "played" in event || "scored" in event || "dealt" in event,
  mark(event) {
    if (event.overflowed) return { kind: "overflow", seat: event.overflowed.seat };
    if (event.scored) return { kind: "scored", seat: null };
    return null;
  },
  heading: (event) => (event.dealt ? `Round ${event.dealt.round + 1}` : null),
  actor: (event) => event.played?.seat ?? null,
  kinds: { changes: Object.keys(HAPPENS), told: Object.keys(SENTENCES) },
  begin,
  reduce,
  words,
  state,
  legend,
  Board,
};
