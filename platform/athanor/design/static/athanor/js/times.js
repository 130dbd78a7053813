// Times on the reader's own clock. The server writes a time as its organizer means it, on the clock of a place:
// <time datetime="..." data-zone="Europe/Berlin">Fri 05 Mar 2027 19:00 CET</time>. Where the reader's clock shows
// something else, that comes first and the organizer's stands beside it.

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const PARTS = /** @type {const} */ ({
  weekday: "short", day: "2-digit", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});

/** @param {Date} moment @param {string} zone  @returns {[string, string]}  "Fri 05 Mar 2027" and "19:00". */
function shown(moment, zone) {
  const format = new Intl.DateTimeFormat("en-US", { ...PARTS, timeZone: zone });
  /** @type {Record<string, string>} */
  const told = {};
  for (const { type, value } of format.formatToParts(moment)) told[type] = value;
  return [`${told.weekday} ${told.day} ${told.month} ${told.year}`, `${told.hour}:${told.minute}`];
}

/** @param {string} css @param {string} text */
function words(css, text) {
  const span = document.createElement("span");
  span.className = css;
  span.textContent = text;
  return span;
}

/** All times within an element; one that was rewritten already is left as it is.
 * @param {ParentNode} within */
export function ownTimes(within) {
  for (const time of within.querySelectorAll("time[datetime]")) {
    if (!(time instanceof HTMLElement) || time.dataset.own !== undefined) continue;
    const moment = new Date(time.getAttribute("datetime") ?? "");
    if (Number.isNaN(moment.getTime())) continue;
    time.dataset.own = "";
    const [day, hour] = shown(moment, OWN);
    if (time.title) time.title = `${day} ${hour} your time; ${time.title}`;
    if (!time.dataset.zone) continue;
    const [theirDay, theirHour] = shown(moment, time.dataset.zone);
    if (day === theirDay && hour === theirHour) continue;
    const there = (time.textContent ?? "").trim();
    const beside = day === theirDay ? there.replace(theirDay, "").trim() : there.replace(/ \d{4} /, " ");
    time.title = `${OWN}, and on the clock of ${time.dataset.zone}`;
    time.replaceChildren(words("nowrap", `${day} ${hour}`), " ", words("nowrap dim", `your time; ${beside}`));
  }
}

/** A new plan begins with the reader's own zone, where the site knows it. */
export function ownZone() {
  const form = document.querySelector("form[data-own-zone]");
  const zone = form?.querySelector("[name=zone]");
  const known = [...document.querySelectorAll("#zones option")].some((option) => option.getAttribute("value") === OWN);
  if (zone instanceof HTMLInputElement && known && zone.value === zone.defaultValue) zone.value = OWN;
}
