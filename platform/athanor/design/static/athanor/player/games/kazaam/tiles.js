// The material: parts, homunculi, ingredients, alchemists, and what the 70 tiles show. A tile's name says what it is.

/** Row by row, as they lie on a slab. */
export const PARTS = [
  "left-ear", "head", "right-ear",
  "left-hand", "torso", "right-hand",
  "left-leg", "tail", "right-leg",
];
export const HOMUNCULI = ["insect", "fire", "wood", "fur", "reptile", "bone", "stone"];
export const INGREDIENTS = ["mercury", "sulphur", "mandrake", "unicorn-horn", "dragon-blood", "phoenix-feather"];
/** @type {Record<string, string>} */
export const LETTERS = {
  mercury: "M", sulphur: "S", mandrake: "R", "unicorn-horn": "U", "dragon-blood": "D", "phoenix-feather": "F",
};

/** @type {Record<string, {ingredient: string, homunculus: string}>} */
export const ALCHEMISTS = {
  severus: { ingredient: "mercury", homunculus: "insect" },
  balthasar: { ingredient: "sulphur", homunculus: "fire" },
  cordula: { ingredient: "mandrake", homunculus: "wood" },
  minerva: { ingredient: "unicorn-horn", homunculus: "fur" },
  lazarus: { ingredient: "dragon-blood", homunculus: "reptile" },
  ottilia: { ingredient: "phoenix-feather", homunculus: "bone" },
};

/** @param {string} tile */
export const homunculusOf = (tile) => tile.slice(0, tile.indexOf("-"));
/** @param {string} tile */
export const partOf = (tile) => tile.slice(tile.indexOf("-") + 1).replace(/-2$/, "");
/** @param {string} part */
export const kindOf = (part) => part.slice(part.indexOf("-") + 1);
/** @param {string} part */
export const pointsOf = (part) => (["head", "torso", "tail"].includes(part) ? 2 : 1);

/** The symbols of a part, as steps on the ring of ingredients from the signature of its homunculus.
 * @type {Record<string, number[]>} */
const STEPS = {
  "left-ear": [0, 1], head: [0, 1, 1, 2, 5], "right-ear": [0, 5],
  "left-hand": [0, 1, 3], torso: [0, 3, 4, 4], "right-hand": [0, 2, 4],
  "left-leg": [0, 3, 5], tail: [0, 2, 2, 3], "right-leg": [0, 4, 5],
};
/** Stone has no signature.
 * @type {Record<string, string>} */
const OF_STONE = {
  "left-ear": "MD", head: "MMSUU", "right-ear": "UF", "left-hand": "MRU", torso: "SUDF", "right-hand": "MUF",
  "left-leg": "MSD", tail: "MRRD", "right-leg": "RUF",
};

/** What a tile shows: its price, and what it yields.
 * @param {string} tile @returns {string[]} */
export function symbolsOf(tile) {
  const [homunculus, part] = [homunculusOf(tile), partOf(tile)];
  if (homunculus === "stone") {
    return [...OF_STONE[part]].map((letter) => INGREDIENTS.find((name) => LETTERS[name] === letter) ?? "");
  }
  const signature = HOMUNCULI.indexOf(homunculus);
  const places = STEPS[part].map((step) => (signature + step) % INGREDIENTS.length);
  return places.sort((a, b) => a - b).map((place) => INGREDIENTS[place]);
}

/** @typedef {Record<string, {tile: string, face: string}>} Slab  The tiles in play, by part. */

/** What a seat's creature is worth now, without the bonus for completing it.
 * @param {Slab} slab @param {string|null} alchemist @param {boolean} allFavourites  Do face-down ones count? */
export function worth(slab, alchemist, allFavourites) {
  const all = Object.entries(slab);
  const up = all.filter(([, { face }]) => face === "up");
  const same = up.length > 0 && up.every(([, { tile }]) => homunculusOf(tile) === homunculusOf(up[0][1].tile));
  const favoured = alchemist ? ALCHEMISTS[alchemist].homunculus : null;
  const favourites = (allFavourites ? all : up).filter(([, { tile }]) => homunculusOf(tile) === favoured);
  return {
    parts: up.reduce((sum, [part]) => sum + pointsOf(part), 0),
    same: same ? up.length : 0,
    favourite: favourites.length,
  };
}
