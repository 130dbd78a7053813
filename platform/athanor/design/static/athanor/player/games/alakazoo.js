// Alakazoo, for the player: see frames.js for what each part is.

import { Board } from "./alakazoo/board.js";
import { HAPPENS, reduce } from "./alakazoo/happenings.js";
import { legend } from "./alakazoo/legend.js";
import { state } from "./alakazoo/state.js";
import { begin } from "./alakazoo/table.js";
import { SENTENCES, words } from "./alakazoo/words.js";

/** Events that say who is at it. */
const ACTS = [
  "portal", "picked", "enrolled", "kept", "rested", "skipped", "rolled", "activated", "stored", "missed", "took", "paid", "asked",
  "exchanged", "discarded", "placed", "uncovered", "judged",
];

/** @type {import("../frames.js").Game} */
export const game = {
  opens(event, frame) {
    if (event.turn?.seat === 0 || "skipped" in event || "ended" in event) return true;
    return (event.judged?.seat === 0 || event.page?.seat === 0) && !frame.happenings.some((told) => "page" in told.event);
  },
  mark(event) {
    if (event.placed) return { kind: "placed", seat: event.placed.seat };
    if (event.skipped) return { kind: "lost-turn", seat: event.skipped.seat };
    if (event.finished) return { kind: "filled", seat: event.finished.seat };
    if (event.judged || event.ended) return { kind: "scored", seat: null };
    if (event.turn?.seat === 0) return { kind: "round", seat: null };
    return null;
  },
  heading(event) {
    if (event.judged?.seat === 0) return "Scoring";
    if (event.ended) return "The end";
    return event.turn?.seat === 0 ? `Round ${event.turn.round + 1}` : null;
  },
  actor(event) {
    const act = ACTS.find((name) => name in event);
    return act ? event[act].seat : null;
  },
  own(action, seat) {
    if (action.pick) return { chose: { seat, card: action.pick.card } };
    if (action.enrol) return { chose_school: { seat, ...action.enrol } };
    if (action.keep) return { chose_page: { seat, page: action.keep.page } };
    if (action.trade) return { offers: { seat, cards: [action.trade.give] } };
    if (action.trade_two) return { offers: { seat, cards: action.trade_two.give } };
    return null;
  },
  kinds: { changes: Object.keys(HAPPENS), told: Object.keys(SENTENCES) },
  begin,
  reduce,
  words,
  state,
  legend,
  Board,
};
