// Zoom and pan: by the buttons, the wheel (with Control, or once the table is larger than its frame), two fingers, a
// drag, or the keys of a table that has the focus.

import { BOARD } from "./data.js";

const NEAREST = 5;
const STEP = 1.400;
const PAN = 0.15;

/** @type {Record<string, (camera: Camera) => void>} */
const KEYS = {
  z: (camera) => camera.zoom(STEP),
  x: (camera) => camera.zoom(1 / STEP),
  0: (camera) => camera.whole(),
  a: (camera) => camera.pan(-PAN, 0),
  d: (camera) => camera.pan(PAN, 0),
  w: (camera) => camera.pan(0, -PAN),
  s: (camera) => camera.pan(0, PAN),
};

export class Camera {
  /** @param {SVGElement} field */
  constructor(field) {
    this.field = field;
    this.scale = 1;
    this.x = BOARD.width / 2;
    this.y = BOARD.height / 2;
    /** Where each finger is. @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    /** Who is looked at. @type {() => {x: number, y: number}|null} */
    this.subject = () => null;
    field.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    field.addEventListener("pointerdown", (event) => this.down(event));
    field.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) field.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    field.addEventListener("keydown", (event) => this.key(event));
    this.apply();
    new ResizeObserver(() => this.measure()).observe(field);
  }

  get width() {
    return BOARD.width / this.scale;
  }

  apply() {
    const half = this.width / 2;
    this.x = Math.min(BOARD.width - half, Math.max(half, this.x));
    this.y = Math.min(BOARD.height - half, Math.max(half, this.y));
    this.field.setAttribute("viewBox", [this.x - half, this.y - half, this.width, this.width].map((value) => Math.round(value)).join(" "));
    this.field.classList.toggle("near", this.scale > 1);
    this.measure();
  }

  /** How much of the table a pixel is: what has to be read is drawn larger where that is much. */
  measure() {
    const wide = this.field.getBoundingClientRect().width;
    if (wide) this.field.style.setProperty("--unit", String(this.width / wide));
  }

  whole() {
    this.scale = 1;
    this.apply();
  }

  /** What stays where it is in a zoom without a place of its own: the subject, if it is in view, or the middle. */
  still() {
    const half = this.width / 2;
    const subject = this.subject();
    const isSeen = subject && Math.abs(subject.x - this.x) <= half && Math.abs(subject.y - this.y) <= half;
    return isSeen ? subject : { x: this.x, y: this.y };
  }

  /** @param {number} by @param {{x: number, y: number}} [about]  On the table; stays where it is. */
  zoom(by, about = this.still()) {
    const scale = Math.min(NEAREST, Math.max(1, this.scale * by));
    const kept = this.scale / scale;
    this.x = about.x + (this.x - about.x) * kept;
    this.y = about.y + (this.y - about.y) * kept;
    this.scale = scale;
    this.apply();
  }

  /** @param {number} dx @param {number} dy  In parts of what is shown. */
  pan(dx, dy) {
    this.x += dx * this.width;
    this.y += dy * this.width;
    this.apply();
  }

  /** Where on the table something on the screen is.
   * @param {{x: number, y: number}} point */
  onTable({ x, y }) {
    const box = this.field.getBoundingClientRect();
    const half = this.width / 2;
    return { x: this.x - half + ((x - box.left) / box.width) * this.width, y: this.y - half + ((y - box.top) / box.height) * this.width };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && this.scale === 1) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.onTable({ x: event.clientX, y: event.clientY }));
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragged = false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    if (!this.dragged && Math.hypot(now.x - was.x, now.y - was.y) < 4) return;
    if (others.length) this.pinch(others[0], was, now);
    else if (this.scale > 1) this.drag(was, now);
    else return;
    this.dragged = true;
    this.fingers.set(event.pointerId, now);
    this.field.setPointerCapture(event.pointerId);
  }

  /** @param {{x: number, y: number}} was @param {{x: number, y: number}} now */
  drag(was, now) {
    const box = this.field.getBoundingClientRect();
    this.pan((was.x - now.x) / box.width, (was.y - now.y) / box.height);
  }

  /** @param {{x: number, y: number}} still @param {{x: number, y: number}} was @param {{x: number, y: number}} now */
  pinch(still, was, now) {
    const apart = (/** @type {{x: number, y: number}} */ finger) => Math.hypot(finger.x - still.x, finger.y - still.y) || 1;
    this.zoom(apart(now) / apart(was), this.onTable(still));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = KEYS[event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(this);
  }
}
