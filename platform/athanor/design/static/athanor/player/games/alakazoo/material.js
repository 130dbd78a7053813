// The material: creatures, parts, runes, portals, the cards of the expansions. A spell's name says what it is.

export const CREATURES = ["basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix", "unicorn", "yeti"];
/** Row by row, as the positions of a portal. */
export const PARTS = [
  "left-ear", "head", "right-ear",
  "left-hand", "torso", "right-hand",
  "left-leg", "tail", "right-leg",
];
export const RUNES = ["sun", "moon", "star", "wave", "leaf"];
export const FACES = ["wild", ...RUNES];
export const COLUMNS = 4;
export const MAGIC = 30;
export const DARK = 12;

/** Rows, then columns, as places of PARTS. */
export const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];

/** @param {string} spell */
export const creatureOf = (spell) => spell.slice(0, spell.indexOf("-"));
/** @param {string} spell */
export const partOf = (spell) => spell.slice(spell.indexOf("-") + 1);
/** @param {string} spell */
export const placeOf = (spell) => PARTS.indexOf(partOf(spell));
/** @param {string} card */
export const isTommy = (card) => card.startsWith("tommy-");

/** The ten pairs of runes in a ring: a portal has nine of them in this order, the next portal begins three further. */
const RING = ["sun moon", "star wave", "sun leaf", "moon star", "wave leaf", "sun star", "sun wave", "moon leaf", "star leaf", "moon wave"];

/** The 18 runes of a portal: two a position.
 * @param {string} creature @returns {string[]} */
export function runesOf(creature) {
  const first = 3 * CREATURES.indexOf(creature);
  return PARTS.flatMap((_, place) => RING[(first + place) % RING.length].split(" "));
}

/** A keeper: its slots, its magic tokens at the start, and how many dark ones are too many.
 * @param {number} seats */
export const keeperOf = (seats) => (seats === 1
  ? { slots: 6, start: 0, dread: 5 }
  : { slots: 3, start: 3, dread: 3 });
/** Cards in a hand at the start, or in a pack of the draft. */
export const START_HAND = 4;

/** @type {Record<string, {name: string, does: string}>} */
export const ABILITIES = {
  "swap-column": { name: "swap column", does: "exchange a spell of the portal for one in a column" },
  "swap-discard": { name: "swap discard", does: "exchange a spell of the portal for one of the discard pile" },
  mimic: { name: "mimic", does: "use the ability of another keeper" },
  "fetch-two": { name: "fetch two", does: "discard two cards, take two from the columns" },
  "trade-two": { name: "trade two", does: "exchange two cards with another hand" },
};

/** @type {Record<string, string>} */
export const MAGICIANS = {
  archivist: "one more card in hand",
  warden: "one more token on the portal",
  hoarder: "no dark token for too many cards",
  furnace: "no dark token for too many tokens",
  charmed: "the first miss of a turn brings no dark token",
  dreamer: "a magic token after a rest",
  sleeper: "two magic tokens after a turn lost",
  merchant: "trades without a dark token",
  envoy: "barters without a dark token",
  gleaner: "draws one card more",
  weaver: "a point for two lines of different creatures",
  breeder: "a point for two lines of one creature",
  devotee: "a point for five spells of the portal's creature",
};

/** @type {Record<string, string>} */
export const KEEPERS = {
  recall: "take a spell of the discard pile",
  kindle: "put a token on any rune",
  shift: "move a token to another rune",
  cleanse: "return a dark token",
  study: "draw two cards",
  sweep: "clear a column",
  pluck: "take a card of a column",
  borrow: "exchange a card for one in a column",
  hoard: "fill the keeper's slots",
  snatch: "take a magic token of another keeper",
  curse: "hand a dark token on",
  extinguish: "put a token of another portal out",
  swindle: "exchange a card for a random one of another hand",
};

/** Tommy's cards. `holds`: to the end of the game. @type {Record<string, {name: string, does: string, holds?: boolean}>} */
export const TOMMY = {
  "tommy-yawn": { name: "yawn", does: "all dark tokens go back" },
  "tommy-shadow": { name: "shadow", does: "everybody takes a dark token" },
  "tommy-gift": { name: "gift", does: "every keeper with room gets a magic token" },
  "tommy-toll": { name: "toll", does: "every keeper returns a magic token" },
  "tommy-gnaw": { name: "gnaw", does: "every portal loses its first token" },
  "tommy-sweep": { name: "sweep", does: "all columns are cleared" },
  "tommy-muddle": { name: "muddle", does: "everybody passes a random card on" },
  "tommy-stir": { name: "stir", does: "deck and discard pile are shuffled together" },
  "tommy-small-hands": { name: "small hands", does: "hands hold one card less", holds: true },
  "tommy-big-hands": { name: "big hands", does: "hands hold one card more", holds: true },
  "tommy-cold-portals": { name: "cold portals", does: "portals hold one token less", holds: true },
  "tommy-warm-portals": { name: "warm portals", does: "portals hold one token more", holds: true },
  "tommy-lost-die": { name: "lost die", does: "at most two dice are rolled", holds: true },
  "tommy-dear-keepers": { name: "dear keepers", does: "keepers cost one token more", holds: true },
  "tommy-tall-shelves": { name: "tall shelves", does: "columns hold one card more", holds: true },
  "tommy-loud-crowd": { name: "loud crowd", does: "the first at a position gets one point more", holds: true },
};

/** Of replays whose rules were of an earlier revision; since the third every line asks for one of each. */
const EARLIER = ["211 122 321", "121 212 231", "112 221 312", "112 221 132"];
const PAGES = CREATURES.flatMap((first, i) => CREATURES.slice(i + 1).map((second) => `${first}-${second}`));

/** A page of the Book of Magic: its two creatures, and in three lines how many of each and of a third are asked for.
 * @param {string} page @param {number} revision  Of the rules. */
export function pageOf(page, revision) {
  const [first, second] = page.split("-");
  const pattern = revision < 3 ? EARLIER[PAGES.indexOf(page) % EARLIER.length] : "111 111 111";
  const lines = pattern.split(" ").map((line) => [...line].map(Number));
  return { first, second, lines };
}

/** What lines of a portal are worth something now.
 * @param {(string|null)[]} spells @returns {("same"|"different"|null)[]} */
export function linesOf(spells) {
  return LINES.map((line) => {
    const creatures = line.flatMap((place) => (spells[place] ? [creatureOf(/** @type {string} */ (spells[place]))] : []));
    if (creatures.length < line.length) return null;
    const kinds = new Set(creatures).size;
    return kinds === 1 ? "same" : kinds === line.length ? "different" : null;
  });
}
