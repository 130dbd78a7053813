// What the referee wrote down beside the events: who sat where, how long they thought, who was out.

import { plain } from "./elements.js";
import { titleOf, whole } from "./title.js";

/** The document of arena.replay as the player's own value.
 * @param {any} document
 * @returns {import("./frames.js").Replay}
 */
export function opened(document) {
  const { header } = document;
  return {
    game: header.game,
    revision: header.revision,
    options: header.options,
    seats: header.seats.length,
    titles: titlesIn(document),
    events: withFinalRanks(document.events, document.result?.ranks),
    thoughts: (document.actions ?? []).map((/** @type {any} */ action, /** @type {number} */ i) => ({
      seat: action.seat,
      ms: document.times?.[i]?.charged ?? null,
      byBot: action.by !== "autopilot",
    })),
    acts: document.actions ?? [],
    outs: (document.accounts ?? []).map((/** @type {any} */ account) =>
      account.out ? { why: plain(account.out), ply: account.out_ply } : null,
    ),
  };
}

/** @param {import("./frames.js").Happening} happening */
const isEnd = ({ event }) => Boolean(event.ended || event.game_over);

/** What a match that is being played shows: not its end, for only its result knows the ranks.
 * @param {import("./frames.js").Happening[]} events */
export function withoutEnd(events) {
  return events.filter((happening) => !isEnd(happening));
}

/** The game ranks all seats by its own rules; only the result puts those last whose bots were out. The event of the end
 * is given the ranks of the result, so that the bot shown as the winner is the one that won.
 * @param {import("./frames.js").Happening[]} events @param {number[]} [ranks]  None while it is played.
 * @returns {import("./frames.js").Happening[]}
 */
function withFinalRanks(events, ranks) {
  if (!ranks) return withoutEnd(events);
  const last = events.findLastIndex(isEnd);
  if (last < 0) return events;
  const [[kind, told]] = Object.entries(events[last].event);
  return events.map((happening, i) => (i === last ? { ...happening, event: { [kind]: { ...told, ranks } } } : happening));
}

/** As the site calls its bots; a replay file itself knows only their addresses, author/bot.
 * @param {any} document @returns {string[]} */
export function namesIn(document) {
  return document.header.seats.map((/** @type {any} */ { bot }, /** @type {number} */ seat) =>
    plain(document.names?.[seat] ?? "").trim() || plain(bot).split("/").pop() || `seat ${seat}`);
}

/** Two seats may be held by one bot, or by two of one name: then the seat is part of it.
 * @param {any} document @returns {import("./title.js").Title[]} */
function titlesIn(document) {
  const bare = namesIn(document);
  return bare.map((name, seat) => {
    const numbered = bare.filter((other) => other === name).length > 1 ? `${name} #${seat}` : name;
    return titleOf(numbered, plain(document.header.seats[seat].bot).split("/")[0], seat);
  });
}

/** @param {import("./frames.js").Replay} replay @returns {(seat: number) => string} */
export function nameOf(replay) {
  const names = replay.titles.map(whole);
  return (seat) => names[seat] ?? `seat ${seat}`;
}

/** @typedef {{ms: number|null, out: string|null}} Clock  The last thought's length; why the seat's bot is out. */

/** For each frame, what each seat's clock had last said.
 * @param {import("./frames.js").Replay} replay @param {import("./frames.js").Frame[]} frames
 * @returns {Clock[][]}
 */
export function clocksOf(replay, frames) {
  /** @type {Clock[]} */
  let now = Array.from({ length: replay.seats }, () => ({ ms: null, out: null }));
  let next = 0;
  return frames.map((frame) => {
    for (; next < frame.ply && next < replay.thoughts.length; next += 1) {
      const { seat, ms, byBot } = replay.thoughts[next];
      if (byBot) now = now.map((clock, i) => (i === seat ? { ...clock, ms } : clock));
    }
    now = now.map((clock, seat) => {
      const out = replay.outs[seat];
      return out && out.ply <= frame.ply && !clock.out ? { ...clock, out: out.why } : clock;
    });
    return now;
  });
}
