// A replay as a row of frames: what the player steps through. A frame is one action with all that came of it;
// scoring and dealing anew are frames of their own, so that they can be looked at. Tables are folded from the
// events alone, those that the chosen viewer saw: no engine, and nothing a seat could not know.

/** @typedef {"all"|"public"|number} Viewer  Everything, what a spectator saw, or what one seat saw. */
/** @typedef {{ply: number, to: number[]|null, event: Record<string, any>}} Happening */
/**
 * @typedef {Object} Replay  See records.js.
 * @property {string} game
 * @property {number} revision  Of the game's rules.
 * @property {Record<string, any>} options
 * @property {number} seats
 * @property {import("./title.js").Title[]} titles  Of the bots, by seat.
 * @property {Happening[]} events
 * @property {{seat: number, ms: number|null, byBot: boolean}[]} thoughts  One an action.
 * @property {{ply: number, seat: number, action: Record<string, any>}[]} acts  The actions, where they are told.
 * @property {({why: string, ply: number}|null)[]} outs  By seat.
 */
/**
 * @typedef {Object} Frame
 * @property {number} index
 * @property {number} ply
 * @property {number} part  Which of the frames of this ply, from 0.
 * @property {Happening[]} happenings
 * @property {{kind: string, seat: number|null}|null} mark
 * @property {string|null} heading  Set where a new section of the narration begins.
 */
/**
 * @typedef {Object} Game  What a game gives to the player; see games/poison.js.
 * @property {(event: any, frame: Frame) => boolean} opens  Does a frame begin with this event, after that frame?
 * @property {(event: any) => {kind: string, seat: number|null}|null} mark
 * @property {(event: any) => string|null} heading
 * @property {{changes: string[], told: string[]}} kinds  The kinds of events that its table and its words know.
 * @property {(replay: Replay) => any} begin
 * @property {(table: any, event: any, viewer: Viewer, first: boolean) => any} reduce  First: of what the viewer sees of its frame.
 * @property {(event: any, name: (seat: number) => string, table: any) => string|null} words
 * @property {(table: any, name: (seat: number) => string, viewer: Viewer) => string} state
 * @property {(event: any, table: any) => number|null} actor
 * @property {(action: Record<string, any>, seat: number) => Record<string, any>|null} [own]  What a seat knows of its
 *   own action that no event tells, as an event for this seat alone. It comes before the others of its ply.
 * @property {() => HTMLElement} legend
 * @property {new (host: HTMLElement, replay: Replay, name: (seat: number) => string) => Board} Board
 */
/**
 * @typedef {Object} Board
 * @property {(table: any, before: any|null, options: {viewer: Viewer, motion: number, clocks: import("./records.js").Clock[]}) => void} show
 */

/** @param {Happening} happening @param {Viewer} viewer */
export function seenBy(happening, viewer) {
  return viewer === "all" || !happening.to || (viewer !== "public" && happening.to.includes(viewer));
}

/** The events, with what each seat knows besides of its own actions.
 * @param {Game} game @param {Replay} replay @returns {Happening[]} */
function happeningsOf(game, replay) {
  const { own } = game;
  if (!own) return replay.events;
  const acts = new Map(replay.acts.map((act) => [act.ply, act]));
  return replay.events.flatMap((happening) => {
    const act = acts.get(happening.ply);
    acts.delete(happening.ply);
    const event = act && own(act.action, act.seat);
    return event ? [{ ply: happening.ply, to: [act.seat], event }, happening] : [happening];
  });
}

/** @param {Game} game @param {Replay} replay @returns {Frame[]} */
export function framesOf(game, replay) {
  /** @type {Frame[]} */
  const frames = [];
  for (const happening of happeningsOf(game, replay)) {
    const last = frames[frames.length - 1];
    if (!last || last.ply !== happening.ply || game.opens(happening.event, last)) {
      const part = last && last.ply === happening.ply ? last.part + 1 : 0;
      frames.push({ index: frames.length, ply: happening.ply, part, happenings: [], mark: null, heading: null });
    }
    const frame = frames[frames.length - 1];
    frame.happenings.push(happening);
    frame.mark = game.mark(happening.event) ?? frame.mark;
    frame.heading = game.heading(happening.event) ?? frame.heading;
  }
  return frames;
}

/** The table after each frame, as the viewer knows it.
 * @param {Game} game @param {Replay} replay @param {Frame[]} frames @param {Viewer} viewer
 */
export function tablesOf(game, replay, frames, viewer) {
  let table = game.begin(replay);
  return frames.map((frame) => {
    const seen = frame.happenings.filter((happening) => seenBy(happening, viewer));
    seen.forEach((happening, place) => {
      table = game.reduce(table, happening.event, viewer, place === 0);
    });
    return table;
  });
}

/** What a frame says, one sentence an event.
 * @param {Game} game @param {Frame} frame @param {Viewer} viewer @param {any} table
 * @param {(seat: number) => string} name
 */
export function wordsOf(game, frame, viewer, table, name) {
  return frame.happenings
    .filter((happening) => seenBy(happening, viewer))
    .map((happening) => game.words(happening.event, name, table))
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** @param {Frame} frame */
export function placeOf(frame) {
  return frame.part ? `${frame.ply}.${frame.part}` : String(frame.ply);
}

/** The frame of a place "57" or "57.1" in a link; the nearest one before it.
 * @param {Frame[]} frames @param {string} place
 */
export function frameAt(frames, place) {
  const [ply, part] = place.split(".").map((digits) => Number.parseInt(digits, 10));
  if (!Number.isFinite(ply)) return 0;
  let found = 0;
  for (const frame of frames) {
    if (frame.ply < ply || (frame.ply === ply && frame.part <= (part || 0))) found = frame.index;
  }
  return found;
}
