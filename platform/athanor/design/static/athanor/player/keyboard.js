// The keys. They work while the player, or nothing in particular, has the focus; a field keeps its own keys.

/** @type {Record<string, (player: import("./playback.js").Player, far: boolean) => void>} */
const ANYWHERE = {
  " ": (player) => player.toggle(),
  ArrowLeft: (player, far) => player.seek(player.index - (far ? 10 : 1)),
  ArrowRight: (player, far) => player.seek(player.index + (far ? 10 : 1)),
  Home: (player) => player.seek(0),
  End: (player) => player.seek(player.last),
};

/** Arrows up and down scroll a page, and a letter may be somebody's shortcut: only inside the player. */
/** @type {typeof ANYWHERE} */
const INSIDE = {
  ArrowUp: (player) => player.leap(-1),
  ArrowDown: (player) => player.leap(1),
  "+": (player) => player.shift(1),
  "=": (player) => player.shift(1),
  "-": (player) => player.shift(-1),
  v: (player) => player.turnView(),
  V: (player) => player.turnView(),
  t: (player) => player.room?.turnTheatre(),
  T: (player) => player.room?.turnTheatre(),
  f: (player) => player.room?.turnFull(),
  F: (player) => player.room?.turnFull(),
};

/** @param {EventTarget|null} target @param {string} key */
function keepsItsKeys(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input[type=range]")) return key === "ArrowUp" || key === "ArrowDown";
  if (target.matches("input, textarea, select, [contenteditable]")) return true;
  if (key === " ") return target.matches("button, a, summary");
  return target.matches(".player-words") && key.startsWith("Arrow") && (key === "ArrowUp" || key === "ArrowDown");
}

/** Pixels that a finger goes sideways before it is a swipe, and how much further than up or down. */
const SWIPE = 40, SIDEWAYS = 2;

/** A swipe over the board is a step: to the left on, to the right back. A table that is dragged keeps its own.
 * @param {HTMLElement} stage @param {import("./playback.js").Player} player @param {AbortSignal} gone */
export function swiping(stage, player, gone) {
  /** @type {{x: number, y: number}|null} */
  let from = null;
  stage.addEventListener("touchstart", (touch) => {
    const own = touch.target instanceof Element && touch.target.closest(".field.near, .across");
    from = touch.touches.length === 1 && !own ? { x: touch.touches[0].clientX, y: touch.touches[0].clientY } : null;
  }, { signal: gone, passive: true });
  stage.addEventListener("touchend", (touch) => {
    const { clientX = 0, clientY = 0 } = touch.changedTouches[0] ?? {};
    const across = from ? clientX - from.x : 0, down = from ? clientY - from.y : 0;
    from = null;
    if (Math.abs(across) >= SWIPE && Math.abs(across) >= SIDEWAYS * Math.abs(down)) player.seek(player.index + (across < 0 ? 1 : -1));
  }, { signal: gone, passive: true });
}

/** @param {HTMLElement} root @param {import("./playback.js").Player} player @param {AbortSignal} gone */
export function keyboard(root, player, gone) {
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return;
    // A key that is held down would turn these on and off.
    if (press.repeat && "tTfF".includes(press.key)) return;
    const inside = root.contains(document.activeElement);
    const nowhere = document.activeElement === document.body || document.activeElement?.id === "content";
    const act = (inside && INSIDE[press.key]) || ((inside || (nowhere && !player.small)) && ANYWHERE[press.key]);
    if (!act || keepsItsKeys(press.target, press.key)) return;
    press.preventDefault();
    act(player, press.shiftKey);
  }, { signal: gone });
}
