// The replay player, and the live board. Put <section data-player data-replay="URL"> or <section data-player
// data-feed="URL of live.json"> on a page and load this module; what stands in the section until then (and where there
// is no JavaScript) is replaced once there is something to show.
//
//   frames.js      the events as frames, the tables that follow from them
//   playback.js    one match on its board: go to, play on, look on as somebody
//   live.js        the same of a match that is still being played; watching.js asks for what happens in it
//   controls.js    play, step, scrub, speed, viewer
//   room.js        theatre and full screen
//   narration.js   the moves in words
//   games/<game>.js  one renderer a game; events.js for those that have none

import { plain, still } from "./elements.js";
import { Player } from "./playback.js";
import { namesIn, opened } from "./records.js";
import { watch } from "./watching.js";

/** Milliseconds that the result of a live match stays before a small board goes on. */
const LINGER = 8000;

/** What a game brings is found by its name: the module of its board, and its style. The page says which games have a
 * board of their own; the others are shown event by event.
 * @param {HTMLElement} root @returns {(name: string) => Promise<import("./frames.js").Game>} */
function gamesOf(root) {
  const own = new Set((root.dataset.boards ?? "").split(" "));
  return async (name) => {
    if (!own.has(name)) return (await import("./events.js")).game;
    await styled(name);
    try {
      return (await import(`./games/${name}.js`)).game;
    } catch (problem) {
      throw new Error(`the board of ${plain(name)} could not be loaded (${problem instanceof Error ? problem.message : problem})`);
    }
  };
}

/** The page links the style of the game that it was made for; a small board may go on to another one.
 * @param {string} name */
async function styled(name) {
  if (document.querySelector(`link[data-game="${name}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset.game = name;
  link.href = new URL(`../css/games/${name}.css`, import.meta.url).href;
  const loaded = new Promise((done) => { for (const end of ["load", "error"]) link.addEventListener(end, done); });
  document.head.append(link);
  await loaded;
}

/** @param {HTMLElement} root @param {unknown} problem */
function failed(root, problem) {
  const said = root.querySelector("[data-player-state]");
  if (said) said.textContent = `The replay could not be shown: ${problem instanceof Error ? problem.message : problem}.`;
  root.classList.add("failed");
}

/** @param {HTMLElement} root @param {string} source */
async function replayOf(root, source) {
  const response = await fetch(source, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const document = await response.json();
  const replay = opened(document);
  return { document, player: new Player(root, await gamesOf(root)(replay.game), replay) };
}

/** A replay from its beginning, or from where the address points.
 * @param {HTMLElement} root @param {string} source */
async function replayed(root, source) {
  const { player } = await replayOf(root, source);
  player.follow();
  if (player.small && still()) player.seek(player.liveliest);
  else if (player.small && root.dataset.autoplay !== undefined) player.play();
  if (!player.small) window.addEventListener("hashchange", () => player.follow());
}

/** A match while it is played, and its replay from then on.
 * @param {HTMLElement} root @param {string} address  Of its live.json. */
async function live(root, address) {
  const { player, said } = await watch(root, address, gamesOf(root), (begun) => {
    caption(root, "Being played right now", namesIn(begun), address.replace(/live\.json$/, ""));
  });
  document.dispatchEvent(new CustomEvent("athanor:ended"));
  // The page says what became of it.
  if (!said.replay && !player && root.dataset.player === "large" && said.state !== "gone") window.location.reload();
  if (!said.replay) return;
  const last = player ? { frame: player.frames[player.index], following: player.following } : null;
  player?.leave();
  const { document: told, player: after } = await replayOf(root, said.replay);
  caption(root, "Just ended", namesIn(told), said.replay.replace(/replay\.json$/, ""), comesOf(told));
  if (!last) after.follow();
  else after.resume(last.following ? null : last.frame);
  if (!after.small) window.addEventListener("hashchange", () => after.follow());
  else if (!still()) await goOn(root, after);
}

/** A small board does not stand still: the next match that is being played, or this one once more.
 * @param {HTMLElement} root @param {Player} player */
async function goOn(root, player) {
  let touched = false;
  for (const hand of ["pointerdown", "keydown"]) root.addEventListener(hand, () => { touched = true; }, { once: true });
  await new Promise((done) => window.setTimeout(done, LINGER));
  if (touched || document.hidden) return;
  const next = root.dataset.next ? await fetch(root.dataset.next).then((answer) => answer.json(), () => null) : null;
  if (touched) return;
  if (!next?.address) return player.play();
  player.leave();
  await live(root, `${next.address}live.json`);
}

/** What each seat came to: a score, or that its bot was disqualified and its score says nothing.
 * @param {any} document @returns {string[]} */
function comesOf(document) {
  return document.result.scores.map((/** @type {number} */ score, /** @type {number} */ seat) =>
    document.accounts?.[seat]?.out ? "disqualified" : String(score));
}

/** What stands under a small board.
 * @param {HTMLElement} root @param {string} words @param {string[]} names @param {string} address
 * @param {string[]} [scores] */
function caption(root, words, names, address, scores) {
  const under = root.nextElementSibling;
  const text = under?.querySelector("[data-player-caption]");
  const link = under?.querySelector("a[data-player-link]");
  if (!text || !link) return;
  const shown = names.map((name, seat) => (scores ? `${name} ${scores[seat]}` : name));
  text.textContent = `${words}: ${shown.join(", ")}`;
  link.setAttribute("href", address);
}

/** @param {HTMLElement} root */
export async function start(root) {
  try {
    if (root.dataset.feed) await live(root, root.dataset.feed);
    else if (root.dataset.replay) await replayed(root, root.dataset.replay);
  } catch (problem) {
    failed(root, problem);
  }
}

for (const root of document.querySelectorAll("[data-player]")) start(/** @type {HTMLElement} */ (root));
