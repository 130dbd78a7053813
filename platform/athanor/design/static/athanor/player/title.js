// What a bot is called on a board. Bots of one name are told apart by what follows it, "starter by ada #2": where
// there is no room for all of it the name is cut, and what follows stays.

import { svg } from "./elements.js";

/** @typedef {{name: string, apart: string}} Title  The second part is empty where the name alone says which bot it is. */

/** @param {string} whole @param {string} author @param {number} seat @returns {Title} */
export function titleOf(whole, author, seat) {
  const endings = [` by ${author} #${seat}`, ` by ${author}`, ` #${seat}`];
  const ending = endings.find((one) => whole.endsWith(one) && whole.length > one.length) ?? "";
  return { name: whole.slice(0, whole.length - ending.length), apart: ending.trimStart() };
}

/** @param {Title} title */
export function whole({ name, apart }) {
  return apart ? `${name} ${apart}` : name;
}

/** The first so many letters, the last of which says that there are more.
 * @param {string} text @param {number} most */
function beginning(text, most) {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : text;
}

/** Both ends: names of a class often begin alike, or end alike.
 * @param {string} text @param {number} most */
function ends(text, most) {
  const letters = [...text];
  if (letters.length <= most) return text;
  const after = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - after).join("")}…${letters.slice(letters.length - after).join("")}`;
}

/** The fewest letters of a name that are shown beside what tells it apart. */
const FEWEST = 3;

/** In at most so many letters.
 * @param {Title} title @param {number} most */
export function shortened(title, most) {
  const { name, apart } = title;
  if ([...whole(title)].length <= most) return whole(title);
  if (!apart) return beginning(name, most);
  const room = Math.max(FEWEST, most - [...apart].length - 1);
  return `${beginning(name, room)} ${ends(apart, most - room - 1)}`;
}

/** A title on a plaque, as the font draws it: in one line where there is room, else in two. */
export class Nameplate {
  /** @param {Title} title @param {number} x @param {number} y  Of one line.
   * @param {{name: number, apart: number}} room  How long the first line may be, and the second one. */
  constructor(title, x, y, room) {
    this.title = title;
    this.room = room;
    this.fitted = false;
    this.text = /** @type {SVGTextElement} */ (svg("text", { x, y, class: "plaque-name" }, whole(title)));
    this.node = svg("g", {}, svg("title", {}, whole(title)), this.text);
  }

  /** Once it can be measured: a board that is not shown yet draws nothing. */
  fit() {
    if (this.fitted || this.text.getComputedTextLength() === 0) return;
    this.fitted = true;
    const { name, apart } = this.title;
    if (this.text.getComputedTextLength() <= this.room.name) return;
    this.text.classList.add("small");
    if (this.text.getComputedTextLength() <= this.room.name) return;
    if (!apart) return cut(this.text, name, this.room.name, beginning);
    const [x, y] = ["x", "y"].map((place) => Number(this.text.getAttribute(place)));
    const [first, second] = [svg("tspan", { x, y: y - 9 }), svg("tspan", { x, y: y + 4, class: "plaque-apart" })];
    this.text.replaceChildren(first, second);
    cut(first, name, this.room.name, beginning);
    cut(second, apart, this.room.apart, ends);
    first.textContent += " ";
  }
}

/** @param {SVGElement} line @param {string} words @param {number} room
 * @param {(text: string, most: number) => string} shorter */
function cut(line, words, room, shorter) {
  line.textContent = words;
  const drawn = /** @type {SVGTextContentElement} */ (line);
  for (let most = [...words].length - 1; most > 1 && drawn.getComputedTextLength() > room; most -= 1) {
    line.textContent = shorter(words, most);
  }
}
