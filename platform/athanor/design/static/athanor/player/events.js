// The board of a game that brings none of its own: what happened, event by event, as the engine tells it.

import { html, plain } from "./elements.js";

/** @typedef {{now: any[]}} Table  The events of the frame that is shown, as far as the viewer sees them. */

/** @param {any} event @returns {[string, Record<string, any>]} */
function parts(event) {
  const kind = Object.keys(event)[0] ?? "";
  return [kind, event[kind] ?? {}];
}

/** @param {any} value */
const written = (value) => plain(typeof value === "string" ? value : JSON.stringify(value));

/** @param {any} value */
const isSeat = (value) => Number.isInteger(value) && value >= 0;

/** @param {any} event @param {(seat: number) => string} name */
function words(event, name) {
  const [kind, fields] = parts(event);
  const told = Object.entries(fields).map(([field, value]) =>
    field === "seat" && isSeat(value) ? name(value) : `${plain(field)} ${written(value)}`);
  return `${[plain(kind.replaceAll("_", " ")), ...told].join(", ")}.`;
}

class Events {
  /** @param {HTMLElement} host @param {import("./frames.js").Replay} replay @param {(seat: number) => string} name */
  constructor(host, replay, name) {
    this.name = name;
    this.root = html("div", { class: "board events", role: "img" });
    host.append(this.root);
  }

  /** @param {Table} table */
  show(table) {
    this.root.replaceChildren(...table.now.map((event) => {
      const [kind, fields] = parts(event);
      return html("dl", {},
        html("div", { class: "event-kind" }, html("dt", {}, "event"), html("dd", {}, plain(kind))),
        ...Object.entries(fields).map(([field, value]) =>
          html("div", {}, html("dt", {}, plain(field)), html("dd", {}, this.value(field, value)))));
    }));
  }

  /** @param {string} field @param {any} value */
  value(field, value) {
    return field === "seat" && isSeat(value) ? `${value} (${this.name(value)})` : written(value);
  }
}

/** @type {import("./frames.js").Game} */
export const game = {
  opens: () => false,
  mark: () => null,
  heading: () => null,
  actor(event) {
    const { seat } = parts(event)[1];
    return isSeat(seat) ? seat : null;
  },
  kinds: { changes: [], told: [] },
  begin: () => ({ now: [] }),
  reduce: (table, event, viewer, first) => ({ now: first ? [event] : [...table.now, event] }),
  words,
  state: (table, name) => table.now.map((/** @type {any} */ event) => words(event, name)).join(" "),
  legend: () => html("p", {}, "This game has no board of its own. Each step shows what happened in it, as the game's engine tells it."),
  Board: Events,
};
