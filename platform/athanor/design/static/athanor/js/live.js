// Parts of a page that follow what happens: an element with data-live-part="name" is read again every data-live
// seconds, from the page's own address with ?parts=name,other, which answers with these elements alone. What is due
// at about the same time is asked for at once. A part whose answer has no data-live any more is over and is not asked
// for again; a part that is gone means that the page is another one now, and it is loaded anew.

import { ownTimes } from "./times.js";

const SLOWEST = 60;
/** Seconds within which parts are asked for together. */
const TOGETHER = 2;

/** A part of this page, and when it is asked for.
 * @typedef {{element: HTMLElement, name: string, pause: number, due: number}} Part */

/** @type {Part[]} */
let parts = [];
let timer = 0;
/** Whether the reader has stopped all of it, here and on the next pages. */
let paused = false;
const KEPT = "athanor-updates";

const now = () => performance.now() / 1000;

async function again() {
  if (document.hidden) return wait();
  const due = parts.filter((part) => part.due <= now() + TOGETHER);
  try {
    const fresh = await asked(due.map((part) => part.name));
    for (const part of due) renew(part, fresh.querySelector(`[data-live-part="${CSS.escape(part.name)}"]`));
  } catch {
    for (const part of due) part.pause = Math.min(part.pause * 2, SLOWEST);
  }
  for (const part of due) part.due = now() + part.pause;
  return wait();
}

/** @param {string[]} names */
async function asked(names) {
  const address = new URL(window.location.href);
  address.searchParams.set("parts", names.join(","));
  address.hash = "";
  // The browser asks whether it has changed; nothing is sent where it has not.
  const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** @param {Part} part @param {Element | null} fresh */
function renew(part, fresh) {
  if (!(fresh instanceof HTMLElement)) return window.location.reload();
  const { element } = part;
  ownTimes(fresh);
  // Whoever is in the middle of it is not disturbed.
  if (element.contains(document.activeElement) && document.activeElement !== element) return undefined;
  if (withoutTokens(fresh) !== withoutTokens(element)) element.replaceChildren(...fresh.childNodes);
  if (fresh.dataset.title) document.title = fresh.dataset.title;
  if (fresh.dataset.live) part.pause = Number(fresh.dataset.live);
  else parts = parts.filter((other) => other !== part);
  return undefined;
}

function wait() {
  window.clearTimeout(timer);
  if (!parts.length) document.querySelector(".updates")?.remove();
  if (!parts.length || paused) return;
  const next = Math.min(...parts.map((part) => part.due));
  timer = window.setTimeout(again, Math.max(0, next - now()) * 1000);
}

/** @param {Element} element */
function withoutTokens(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const token of copy.querySelectorAll("input[name=csrfmiddlewaretoken]")) token.remove();
  return copy.innerHTML;
}

export function live() {
  for (const element of document.querySelectorAll("[data-live][data-live-part]")) {
    if (!(element instanceof HTMLElement) || !(Number(element.dataset.live) > 0)) continue;
    const pause = Number(element.dataset.live);
    parts.push({ element, name: element.dataset.livePart ?? "", pause, due: now() + pause });
  }
  // A board on the page has seen the end of its match: what stands beside it is old.
  document.addEventListener("athanor:ended", () => {
    for (const part of parts) part.due = 0;
    wait();
  });
  if (parts.length) document.body.append(pauseButton());
  wait();
}

/** What moves by itself can be stopped: WCAG 2.2.2. */
function pauseButton() {
  paused = remembered() === "off";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "updates";
  const tell = () => {
    button.textContent = paused ? "Updates paused" : "Live";
    button.setAttribute("aria-label", paused ? "Resume live updates" : "Pause live updates");
    button.title = button.getAttribute("aria-label") ?? "";
    button.classList.toggle("on", !paused);
  };
  button.addEventListener("click", () => {
    paused = !paused;
    try {
      window.localStorage.setItem(KEPT, paused ? "off" : "on");
    } catch { /* It holds for this page. */ }
    if (!paused) for (const part of parts) part.due = 0;
    tell();
    wait();
  });
  tell();
  return button;
}

function remembered() {
  try {
    return window.localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
