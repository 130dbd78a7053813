// Asking the site what happens at a table, about once a second, until the match has ended.

import { plain } from "./elements.js";
import { LivePlayer, POLL } from "./live.js";
import { opened } from "./records.js";

const UNSEEN = 3000;
const HIDDEN = 15000;
const SLOWEST = 30000;
const LOST = "The connection is lost; it is tried again.";

/** Until then, or until the reader looks again.
 * @param {number} ms */
function rest(ms) {
  return new Promise((done) => {
    const seen = () => {
      if (document.hidden) return;
      window.clearTimeout(timer);
      finish();
    };
    const finish = () => {
      document.removeEventListener("visibilitychange", seen);
      done(null);
    };
    const timer = window.setTimeout(finish, document.hidden ? Math.max(ms, HIDDEN) : ms);
    document.addEventListener("visibilitychange", seen);
  });
}

/** @param {string} address */
async function asked(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 404) throw new Gone((await response.json()).message);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

class Gone extends Error {}

/**
 * Shows a match until it has ended.
 * @param {HTMLElement} root @param {string} address  Of its live.json.
 * @param {(name: string) => Promise<import("./frames.js").Game>} gameNamed
 * @param {(said: any) => void} begins  Called with the document of what is shown.
 * @returns {Promise<{player: LivePlayer|null, said: any}>}  The last answer, and what is on the board then.
 */
export async function watch(root, address, gameNamed, begins) {
  const waiting = root.querySelector("[data-player-state]");
  /** @type {LivePlayer|null} */
  let player = null;
  let run = "";
  let known = 0;
  let pause = POLL;
  const tell = (/** @type {string} */ words) => {
    if (player) player.tell(words);
    else if (words && waiting && waiting.textContent !== words) waiting.textContent = words;
  };
  for (;;) {
    let said;
    try {
      said = await asked(`${address}?run=${run}&after=${known}`);
    } catch (problem) {
      const gone = problem instanceof Gone;
      tell(gone ? problem.message : LOST);
      if (gone) return { player, said: { state: "gone", replay: null } };
      pause = Math.min(pause * 2, SLOWEST);
      await rest(pause);
      continue;
    }
    pause = POLL;
    if (said.state === "finished" || said.state === "void") {
      while (player?.busy) await rest(POLL / 5);
      player?.end();
      tell(plain(said.why));
      return { player, said };
    }
    if (said.header) {
      if (said.run !== run) {
        player?.leave();
        player = null;
      }
      run = said.run;
      known = said.after + said.events.length;
      if (player) player.grow(said.events);
      else if (said.events.length) {
        player = new LivePlayer(root, await gameNamed(said.header.game), opened(said));
        begins(said);
      }
    }
    tell(plain(said.why));
    await rest(said.why ? UNSEEN : POLL);
  }
}
