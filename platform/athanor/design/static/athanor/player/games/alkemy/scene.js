// What happens right now: the orders that are being carried out, the combat that is being fought, and the beat, which is
// what one frame shows of it: moves, dice, shots, wounds.

/** @typedef {import("./sight.js").Point} Point */
/**
 * @typedef {Object} Beat
 * @property {string} kind  Of the event it began with.
 * @property {{figure: number, from: Point, to: Point, pushed: boolean}[]} moves
 * @property {any[]} rolls
 * @property {any[]} shots
 * @property {any[]} blows
 * @property {any[]} saves  Rolls for cover.
 * @property {{figure: number, amount: number}[]} hurts  Below zero: healed.
 * @property {number[]} outs
 * @property {{figure: number, words: string}[]} signs  A word over a figure.
 * @property {number[]} scored  Seats.
 * @property {number|null} marker
 * @property {number|null} passed
 */
/**
 * @typedef {Object} Scene
 * @property {any[]} orders  Of the act that is being carried out.
 * @property {any[]} reactions
 * @property {{kind: string, figure: number, target: number}[]} frees  Free attacks that are still to come.
 * @property {{attacker: number, defender: number, attacker_card: string|null, defender_card: string|null, feints: number[]}|null} combat
 * @property {{caster: number, formula: string, targets: number[], enhanced: string[]}|null} alchemy
 * @property {{figure: number, from: Point, to: Point, pushed: boolean}[]} trails  Of the act.
 * @property {{shooter: number, target: number, result: string}[]} shots  Of the act.
 * @property {Beat} beat
 */

/** @param {string} kind @returns {Beat} */
const beatOf = (kind) => ({ kind, moves: [], rolls: [], shots: [], blows: [], saves: [], hurts: [], outs: [], signs: [], scored: [], marker: null, passed: null });

/** @returns {Scene} */
export const nothingYet = () => ({ orders: [], reactions: [], frees: [], combat: null, alchemy: null, trails: [], shots: [], beat: beatOf("") });

/** Two roll against each other, and are looked at together. */
const OPPOSED = ["deployment", "initiative", "immunity", "fear", "disengage", "first-blow"];
/** Seen together with what came before. */
const FOLLOWS = ["parry", "resist"];
const AFTER_A_BLOW = ["blow", "damage", "out_of_action", "shot", "nothing_happens", "parried"];

/** Does a new frame begin with this event, where it is not the first of its action?
 * @param {any} event @param {any} last */
export function opens(event, last) {
  if (event.turn_begins || event.turn_ends || event.game_over || event.cards) return true;
  if (event.roll) {
    const { why } = event.roll;
    if (FOLLOWS.includes(why)) return false;
    return !OPPOSED.includes(why) || last.roll?.why !== why;
  }
  return Boolean(event.move) && AFTER_A_BLOW.some((kind) => kind in last);
}

/** A new act: what was going on is over.
 * @param {Scene} scene @param {Partial<Scene>} also @returns {Scene} */
const anew = (scene, also = {}) => ({ ...nothingYet(), beat: scene.beat, ...also });

/** @param {any} order @returns {Scene["frees"]} */
const freeAttack = (order) => ["charge", "engage"].flatMap((kind) => (order[kind] ? [{ kind, figure: order[kind].figure, target: order[kind].targets[0] }] : []));

/** @param {Scene} scene @param {Partial<Beat>} also @returns {Scene} */
const inBeat = (scene, also) => ({ ...scene, beat: { ...scene.beat, ...also } });

/** @param {Scene} scene @param {number} figure @param {string} words */
const sign = (scene, figure, words) => inBeat(scene, { signs: [...scene.beat.signs, { figure, words }] });

/** @type {Record<string, (scene: Scene, told: any) => Scene>} */
export const FOLLOW = {
  turn_begins: (scene) => anew(scene),
  turn_ends: (scene) => anew(scene),
  activate: (scene) => anew(scene),
  reactivate: (scene) => anew(scene),
  pass: (scene, { seat }) => anew(inBeat(scene, { passed: seat })),
  orders: (scene, { orders }) => anew(scene, { orders, frees: orders.flatMap(freeAttack) }),
  react(scene, told) {
    const { engage } = told.reaction;
    const frees = engage ? [...scene.frees, { kind: "engage", figure: told.figure, target: engage.target }] : scene.frees;
    return { ...scene, frees, reactions: [...scene.reactions, told] };
  },
  order_lost: (scene, { figure }) => sign(withoutFree(scene, figure), figure, "lost"),
  charge_annulled: (scene, { figure }) => sign(withoutFree(scene, figure), figure, "annulled"),
  charge_failed: (scene, { figure }) => sign(withoutFree(scene, figure), figure, "charge fails"),
  disengaged: (scene, { figure }) => sign(scene, figure, "breaks away"),
  afraid: (scene, { figure }) => sign(scene, figure, "afraid"),
  stand: (scene, { figure }) => sign(scene, figure, "stands up"),
  feint: (scene, { figure }) => sign({ ...scene, combat: scene.combat && { ...scene.combat, feints: [...scene.combat.feints, figure] } }, figure, "feint"),
  parried: (scene, { figure }) => sign(scene, figure, "parried"),
  effect: (scene, { figure, kind }) => sign(scene, figure, kind.replaceAll("-", " ")),
  formula_fails: (scene, { figure }) => sign(scene, figure, "fails"),
  harvest: (scene, { figure, amount }) => sign(scene, figure, `+${amount}`),
  move: (scene, told) => travelled(scene, { ...told, pushed: false }),
  pushed: (scene, told) => travelled(scene, { ...told, pushed: true }),
  combat_begins: faced,
  cards: (scene, told) => ({ ...scene, frees: scene.frees.filter(({ figure, target }) => figure !== told.attacker || target !== told.defender), combat: { ...told, feints: [] } }),
  roll: (scene, told) => inBeat(scene, { rolls: [...scene.beat.rolls, told] }),
  shot: (scene, told) => ({ ...inBeat(scene, { shots: [...scene.beat.shots, told] }), shots: [...scene.shots, told] }),
  blow: (scene, told) => inBeat(scene, { blows: [...scene.beat.blows, told] }),
  cover_roll: (scene, told) => inBeat(scene, { saves: [...scene.beat.saves, told] }),
  damage: (scene, { figure, amount }) => inBeat(scene, { hurts: [...scene.beat.hurts, { figure, amount }] }),
  heal: (scene, { figure, amount }) => inBeat(scene, { hurts: [...scene.beat.hurts, { figure, amount: -amount }] }),
  out_of_action: (scene, { figure }) => inBeat(scene, { outs: [...scene.beat.outs, figure] }),
  prepare: (scene, { figure, formula, targets }) => ({ ...scene, alchemy: { caster: figure, formula, targets, enhanced: [] } }),
  formula_works: (scene, { targets }) => ({ ...scene, alchemy: scene.alchemy && { ...scene.alchemy, targets } }),
  enhance(scene, { take }) {
    if (!scene.alchemy) return scene;
    const more = take.flatMap((/** @type {any} */ one) => (one.target === null || one.target === undefined ? [] : [one.target]));
    const enhanced = [...scene.alchemy.enhanced, ...take.map((/** @type {any} */ one) => one.id)];
    return { ...scene, alchemy: { ...scene.alchemy, enhanced, targets: [...scene.alchemy.targets, ...more] } };
  },
  marker: (scene, { marker }) => inBeat(scene, { marker }),
  score: (scene, { seat }) => inBeat(scene, { scored: [...scene.beat.scored, seat] }),
};

/** @param {Scene} scene @param {{figure: number, from: Point, to: Point, pushed: boolean}} trail @returns {Scene} */
const travelled = (scene, trail) => ({ ...inBeat(scene, { moves: [...scene.beat.moves, trail] }), trails: [...scene.trails, trail] });

/** @param {Scene} scene @param {number} figure */
const withoutFree = (scene, figure) => ({ ...scene, frees: scene.frees.filter((one) => one.figure !== figure) });

/** A free attack is coming: two cards lie face down.
 * @param {Scene} scene @param {{a: number, b: number}} pair @returns {Scene} */
function faced(scene, { a, b }) {
  const next = scene.frees.find(({ figure, target }) => (figure === a && target === b) || (figure === b && target === a));
  if (!next || scene.combat?.attacker_card) return scene;
  return { ...scene, combat: { attacker: next.figure, defender: next.target, attacker_card: null, defender_card: null, feints: [] } };
}

/** @param {Scene} before @param {string} kind @param {any} told @param {boolean} begins @returns {Scene} */
export function follow(before, kind, told, begins) {
  const scene = begins ? { ...before, beat: beatOf(kind) } : before;
  return FOLLOW[kind] ? FOLLOW[kind](scene, told) : scene;
}
