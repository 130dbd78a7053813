"""Thinks its turn to the end for every action worth a thought, with dice and unseen cards drawn at random.

1. What it cannot see (deck and other hands) is every spell in play that it does not see. Dice and draws are
   sampled from that, the same samples for each candidate, so that the luck falls on all alike.
2. After the action it resolves dice, places, trims and discards in its head, each time by what looks best, and
   then plays a few more turns of its own in the same way, quickly.
3. How it looks then is points, what the final scoring would bring, and how far the open places have come
   (`Mind.standing`).
4. Alone nothing counts but to fill the portal before the fifth dark token (`Alone`): it rolls one die at a time,
   knows the chance that what is open can be covered with the darkness that is left, and parts with as little of
   it as it can for the spells that it lacks.

The number of samples is fixed, not the time: the same ask gets the same answer on any machine.
"""

from __future__ import annotations

from functools import cache
from operator import mul
from random import Random
from typing import Any, Final

WORLDS: Final = 32
FIRST_LOOK: Final = 6
AHEAD: Final = 1
"""How many turns of its own it plays on after this one."""
BEST: Final = 6
"""How many candidates are left for playing on, after a first look."""

CREATURES: Final = ("basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix", "unicorn", "yeti")
PARTS: Final = (
    "left-ear",
    "head",
    "right-ear",
    "left-hand",
    "torso",
    "right-hand",
    "left-leg",
    "tail",
    "right-leg",
)
FACES: Final = ("wild", "sun", "moon", "star", "wave", "leaf")
NUMBER: Final = {
    f"{creature}-{part}": 9 * number + place
    for number, creature in enumerate(CREATURES)
    for place, part in enumerate(PARTS)
}
LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
RUNES: Final = dict(
    zip(
        CREATURES,
        (
            "SM *W SL M* WL S* SW ML *L",
            "M* WL S* SW ML *L MW SM *W",
            "SW ML *L MW SM *W SL M* WL",
            "MW SM *W SL M* WL S* SW ML",
            "SL M* WL S* SW ML *L MW SM",
            "S* SW ML *L MW SM *W SL M*",
            "*L MW SM *W SL M* WL S* SW",
            "*W SL M* WL S* SW ML *L MW",
        ),
        strict=True,
    )
)
"""The kinds of the eighteen runes of a portal: sun, moon, star (*), wave, leaf."""
KINDS: Final = {
    portal: ["?SM*WL".index(letter) for letter in row.replace(" ", "")] for portal, row in RUNES.items()
}
DARKNESS: Final = (0.0, -0.3, -0.7, -1.6, -3.0, -9.0)
FILLED: Final = (0.0, 3.8, 3.8, 5.0, 5.0)
"""By number of seats: what a filled place is worth by itself. The more there are, the more it is a race."""
READY: Final = (0.0, 0.95, 0.95, 1.3, 1.3)
"""What a covered rune is worth under a spell that waits; under none somewhat less."""
PLENTY: Final = (1.0, 0.8, 0.5, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1)
"""Of the spells that wait in hand, what each is worth: the tokens for them come slowly."""
HALF_LINE: Final = 0.25
"""What two spells of a line are worth."""
LINES_OF: Final = [[line for line in LINES if place in line] for place in range(9)]


def choose(ask: Any) -> int:
    legal = list(ask.legal)
    if len(legal) == 1:
        return 0
    alone = ask.view["seats"] == 1 and ask.view["options"]["book"] == "off"
    mind = Alone(ask.view, ask.seat) if alone else Mind(ask.view, ask.seat)
    rng = Random(f"{ask.welcome.entropy} {ask.number}")
    if ask.view["phase"] == "action":
        return action_alone(mind, legal, rng) if isinstance(mind, Alone) else action_of_turn(mind, legal, rng)
    worth = [answered(mind, action) for action in legal]
    return max(range(len(worth)), key=worth.__getitem__)


def answered(mind: Mind, action: dict[str, Any]) -> float:
    """How it looks after an answer that needs no chance."""
    ((name, given),) = action.items()
    twin = mind.copy()
    if name == "pick":
        return mind.draw_value(NUMBER[given["card"]])
    if name == "enrol":
        return MAGICIANS.get(given["magician"], 0.0) + KEEPERS.get(given["keeper"], 0.0)
    if name == "keep":
        return float(CREATURES[mind.own] in given["page"])
    if name in ("activate", "store", "miss"):
        dice = list(mind.dice)
        dice.remove(0 if name == "store" else FACES.index(given["face"]))
        if name == "activate":
            twin.cover(given["rune"])
        elif name == "store":
            twin.magic += 1
        elif given["face"] != "wild":
            twin.darken()
        twin.resolve(dice)
    elif name == "place":
        for card in given["cards"]:
            twin.place(NUMBER[card])
        twin.limits()
        return twin.standing()
    elif name == "trim":
        for rune in given["runes"]:
            twin.covered &= ~(1 << rune)
    elif name in ("discard", "give"):
        for card in given["cards"]:
            twin.hand.remove(NUMBER[card])
    if name in ("trim", "discard", "give"):
        return twin.standing()
    twin.finish()
    return twin.standing()


MAGICIANS: Final = {
    "charmed": 3.0,
    "warden": 2.5,
    "archivist": 2.0,
    "furnace": 1.5,
    "sleeper": 1.4,
    "hoarder": 1.3,
}
KEEPERS: Final = {"kindle": 3.0, "pluck": 2.5, "study": 2.0, "hoard": 1.0, "recall": 1.5, "cleanse": 1.0}


def action_of_turn(mind: Mind, legal: list[dict[str, Any]], rng: Random) -> int:
    """A first look at all candidates, then turns played on for the best of them."""
    seeds = [rng.random() for _ in range(WORLDS)]
    first = [
        (mean([tried(mind, legal[place], seed).standing() for seed in seeds[:FIRST_LOOK]]), place)
        for place in candidates(mind, legal)
    ]
    first.sort(key=lambda entry: (-entry[0], entry[1]))
    best, best_worth = first[0][1], float("-inf")
    for _, place in first[:BEST]:
        worth = mean([played_on(tried(mind, legal[place], seed), Random(seed)) for seed in seeds])
        if worth > best_worth:
            best, best_worth = place, worth
    return best


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def candidates(mind: Mind, legal: list[dict[str, Any]]) -> list[int]:
    """Of the many ways to give a card away only those that give the least of the hand."""
    cheap = sorted(mind.hand, key=mind.holding)
    found = []
    redraws = [{*cheap[:size]} for size in range(1, len(cheap) + 1)]
    for place, action in enumerate(legal):
        ((name, given),) = action.items()
        parted = given.get("discard", given.get("give"))
        if name == "redraw":
            keep = {NUMBER[card] for card in given["cards"]} in redraws
        elif isinstance(parted, str):
            keep = NUMBER[parted] == cheap[0]
        elif isinstance(parted, list):
            keep = {NUMBER[card] for card in parted} == {*cheap[:2]}
        else:
            keep = name != "rest" or mind.dark > 1
        if keep:
            found.append(place)
    return found


def tried(mind: Mind, action: dict[str, Any], seed: float) -> Mind:
    """The seat's position after the action and the rest of its turn."""
    ((name, given),) = action.items()
    rng = Random(seed)
    twin = mind.copy()
    faces = [rng.randrange(6) for _ in range(3)]
    unseen = twin.unseen
    rng.shuffle(unseen)
    if name == "rest":
        twin.dark = 0
        return twin
    if name == "roll":
        twin.resolve(faces[: given["dice"]])
    elif name == "take":
        twin.hand += twin.columns[given["column"]]
        twin.columns[given["column"]] = []
        for column in twin.columns:
            if len(column) < 4 and unseen:
                column.append(unseen.pop())
    elif name == "redraw":
        for card in given["cards"]:
            twin.hand.remove(NUMBER[card])
        for _ in given["cards"]:
            if unseen:
                twin.hand.append(unseen.pop())
    else:
        twin.magic -= 1
        special(twin, name, given, unseen)
    twin.finish()
    return twin


def special(twin: Mind, name: str, given: dict[str, Any], unseen: list[int]) -> None:
    """What a special action of the keeper does for its seat."""
    parted = given.get("discard", given.get("give", []))
    for card in [parted] if isinstance(parted, str) else parted:
        twin.hand.remove(NUMBER[card])
    if name in ("fetch", "fetch_two", "pluck", "recall", "borrow"):
        for card in given["cards"] if "cards" in given else [given["card"]]:
            twin.hand.append(NUMBER[card])
            for column in twin.columns:
                if NUMBER[card] in column:
                    column.remove(NUMBER[card])
    elif name in ("trade", "trade_two", "swindle"):
        wanted = [card for card in unseen if card // 9 == CREATURES.index(given.get("creature", CREATURES[0]))]
        for _ in [parted] if isinstance(parted, str) else parted:
            # As often as not the other seat has one of the creature, or chance gives another card.
            pool = wanted if wanted and len(unseen) % 2 else unseen
            if pool:
                twin.hand.append(pool.pop())
        if name != "swindle":
            twin.darken()
    elif name in ("revise", "swap_column", "swap_discard"):
        card = NUMBER[given["card"]]
        old = twin.spells[card % 9]
        twin.spells[card % 9] = card // 9
        if name == "revise" and old is not None:
            twin.hand.remove(card)
            twin.hand.append(9 * old + card % 9)
    elif name == "barter":
        place = PARTS.index(given["part"])
        twin.spells[place] = twin.others[given["seat"]][place]
        twin.darken()
    elif name == "kindle":
        twin.cover(given["rune"])
    elif name == "shift":
        twin.covered ^= 1 << given["from_rune"] | 1 << given["to_rune"]
    elif name == "cleanse":
        twin.dark -= 1
    elif name == "study":
        twin.hand += [unseen.pop() for _ in range(min(2, len(unseen)))]
    elif name == "hoard":
        twin.magic = twin.slots - twin.dark
    elif name == "snatch":
        twin.magic += 1
        twin.darken()
    elif name == "curse":
        twin.dark -= 1
    elif name == "extinguish":
        twin.darken()
        twin.bonus += 0.2


def played_on(mind: Mind, rng: Random) -> float:
    """A few more turns, each the first thing that looks well: to take a column, or to roll."""
    for faces in [[rng.randrange(6) for _ in range(3)] for _ in range(AHEAD)]:
        if None not in mind.spells:
            break
        mind.first_worth *= 0.85 ** len(mind.others)
        mind.quick_turn(faces)
    return mind.standing()


class Mind:
    """The seat's own position, as far as its turns bear on it. Spells are creatures by place, None: none there."""

    __slots__ = (
        "bonus",
        "columns",
        "covered",
        "dark",
        "dice",
        "first",
        "first_worth",
        "hand",
        "hand_limit",
        "kinds",
        "late",
        "magic",
        "others",
        "own",
        "points",
        "portal_limit",
        "seats",
        "slots",
        "solo",
        "spells",
        "unseen",
    )

    def __init__(self, view: Any, seat: int) -> None:
        me = view["players"][seat]
        self.seats = view["seats"]
        self.solo = self.seats == 1
        self.own = CREATURES.index(me["portal"]) if me["portal"] else 0
        self.kinds = KINDS[CREATURES[self.own]]
        self.spells = [spell_at(place["spell"]) for place in me["positions"]]
        self.others = {
            other: [spell_at(place["spell"]) for place in player["positions"]]
            for other, player in enumerate(view["players"])
            if other != seat
        }
        self.first = [all(spells[place] is None for spells in self.others.values()) for place in range(9)]
        self.first_worth = 1.0
        full = max(9 - spells.count(None) for spells in (self.spells, *self.others.values()))
        self.late = min(1.0, (10 - full) / 5.0)
        self.covered = sum(
            1 << 2 * place + rune
            for place, position in enumerate(me["positions"])
            for rune in (0, 1)
            if position["covered"][rune]
        )
        self.hand = [NUMBER[card] for card in me["hand"]]
        self.magic, self.dark, self.points = me["magic"], me["dark"], float(me["points"])
        self.slots = 6 if self.solo else 3
        self.dice = [FACES.index(face) for face in view["dice"]]
        self.columns = [[NUMBER[card] for card in column["cards"]] for column in view["columns"]]
        self.bonus = 0.0
        school = me.get("school", {}).get("magician", "")
        active = view.get("tommy", {}).get("active", [])
        self.hand_limit = (
            4 + (school == "archivist") + ("tommy-big-hands" in active) - ("tommy-small-hands" in active)
        )
        self.portal_limit = 6 + (school == "warden")
        self.portal_limit += ("tommy-warm-portals" in active) - ("tommy-cold-portals" in active)
        seen = {*self.hand, *(card for column in self.columns for card in column)}
        seen |= {NUMBER[card] for card in view["discard"] if card in NUMBER}
        seen |= {
            NUMBER[place["spell"]] for player in view["players"] for place in player["positions"] if place["spell"]
        }
        in_play = [CREATURES.index(creature) for creature in view["creatures"]]
        self.unseen = [
            9 * number + place for number in in_play for place in range(9) if 9 * number + place not in seen
        ]

    def copy(self) -> Mind:
        twin = type(self).__new__(type(self))
        for name in Mind.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.spells, twin.hand, twin.unseen = self.spells[:], self.hand[:], self.unseen[:]
        twin.columns = [column[:] for column in self.columns]
        return twin

    # --- what is worth what

    def spell_points(self, card: int) -> float:
        if self.solo:
            return 1.0
        return (card // 9 == self.own) + self.first_worth * self.first[card % 9]

    def holding(self, card: int) -> float:
        """What a card in hand is worth."""
        place = card % 9
        if self.spells[place] is not None:
            return 0.0
        runes = bin(self.covered >> 2 * place & 3).count("1")
        return (FILLED[self.seats] + self.spell_points(card) + self.line_gain(card)) * (0.24, 0.28, 0.32)[runes]

    def draw_value(self, card: int) -> float:
        same = max((self.holding(other) for other in self.hand if other % 9 == card % 9), default=0.0)
        return self.holding(card) - same

    def line_gain(self, card: int) -> float:
        """What the card would do for its row and its column."""
        gain = 0.0
        for line in LINES_OF[card % 9]:
            there = [self.spells[place] for place in line if self.spells[place] is not None]
            if len(there) == 2:
                gain += -HALF_LINE if len({*there, card // 9}) == 2 else 1.0 - HALF_LINE
            elif len(there) == 1:
                gain += HALF_LINE
        return gain

    def standing(self) -> float:
        spells = self.spells
        worth = self.points + self.bonus + 0.3 * self.late * self.magic + DARKNESS[min(self.dark, 5)]
        if self.solo:
            worth += 2.0 * DARKNESS[min(self.dark, 5)]
        filled = 9 - spells.count(None)
        worth += FILLED[self.seats] * filled + (1.0 if filled == 9 else 0.0)
        for one, two, three in LINES:
            line = {spells[one], spells[two], spells[three]}
            if None in line:
                there = [spells[place] for place in (one, two, three) if spells[place] is not None]
                worth += HALF_LINE if len(there) == 2 else 0.0
            elif len(line) != 2:
                worth += 1.0
        best: dict[int, float] = {}
        for card in self.hand:
            place = card % 9
            best[place] = max(best.get(place, 0.0), self.holding(card))
        hope = sum(map(mul, sorted(best.values(), reverse=True), PLENTY))
        for place in range(9):
            runes = self.covered >> 2 * place & 3
            if runes and spells[place] is None:
                hope += (READY[self.seats] - (0.0 if place in best else 0.2)) * (2.1 if runes == 3 else 1.0)
        return float(worth + self.late * hope)

    # --- what happens

    def darken(self) -> None:
        if self.dark >= 3 and not self.solo:
            return
        if self.magic + self.dark >= self.slots:
            self.magic = max(self.magic - 1, 0)
        self.dark += 1

    def cover(self, rune: int) -> None:
        self.covered |= 1 << rune

    def resolve(self, dice: list[int]) -> None:
        """Runes first, then wilds; each where it helps most."""
        for face in sorted(dice, reverse=True):
            free = [
                rune
                for rune in range(18)
                if not self.covered >> rune & 1
                and self.spells[rune // 2] is None
                and face in (0, self.kinds[rune])
            ]
            if free:
                self.cover(max(free, key=self.covering))
            elif face:
                self.darken()
            elif self.magic + self.dark < self.slots:
                self.magic += 1

    def covering(self, rune: int) -> float:
        place = rune // 2
        wanted: float = max((self.holding(card) for card in self.hand if card % 9 == place), default=0.2)
        return wanted * (2.0 if self.covered >> 2 * place & 3 else 1.0)

    def place(self, card: int) -> None:
        place = card % 9
        self.points += self.spell_points(card)
        self.hand.remove(card)
        self.spells[place] = card // 9
        self.covered &= ~(3 << 2 * place)

    def finish(self) -> None:
        """Places what can be, and keeps the limits."""
        for card in sorted(self.hand, key=self.holding, reverse=True):
            if self.spells[card % 9] is None and self.covered >> 2 * (card % 9) & 3 == 3:
                self.place(card)
        self.limits()

    def limits(self) -> None:
        covered = [rune for rune in range(18) if self.covered >> rune & 1]
        if len(covered) > self.portal_limit:
            covered.sort(key=self.covering)
            for rune in covered[: len(covered) - self.portal_limit]:
                self.covered &= ~(1 << rune)
            self.darken()
        if len(self.hand) > self.hand_limit:
            self.hand.sort(key=self.holding, reverse=True)
            seen: set[int] = set()
            # One of two for the same place goes first.
            firsts: list[int] = []
            for card in self.hand:
                if card % 9 not in seen:
                    seen.add(card % 9)
                    firsts.append(card)
            rest = [card for card in self.hand if card not in firsts]
            self.hand = [*firsts, *rest][: self.hand_limit]
            self.darken()

    def quick_turn(self, faces: list[int]) -> None:
        if self.dark >= 3 and not self.solo:
            self.dark = 0
            return
        useful = len({card % 9 for card in self.hand if self.spells[card % 9] is None})
        if useful < min(2, self.spells.count(None)):
            columns = [column for column in self.columns if column]
            if columns:
                column = max(columns, key=lambda cards: sum(self.draw_value(card) for card in cards))
                self.hand += column
                column.clear()
            for column in self.columns:
                if len(column) < 4 and self.unseen:
                    column.append(self.unseen.pop())
        else:
            free = sum(2 for spell in self.spells if spell is None) - bin(self.covered).count("1")
            room = min(3, free, max(self.portal_limit + 1 - bin(self.covered).count("1"), 1))
            self.resolve(faces[:room])
        self.finish()


# --- alone


def action_alone(mind: Alone, legal: list[dict[str, Any]], rng: Random) -> int:
    seeds = [rng.random() for _ in range(DRAWS_ALONE)]
    best, best_worth = 0, float("-inf")
    for place in candidates(mind, legal):
        roll = legal[place].get("roll")
        if roll is None:
            worth = mean([tried(mind, legal[place], seed).standing() for seed in seeds])
        elif roll["dice"] == 1:
            worth = mean([mind.after_die(face) for face in range(6)])
        else:
            continue
        if worth > best_worth:
            best, best_worth = place, worth
    return best


DRAWS_ALONE: Final = 3
DARKNESS_ALONE: Final = 4
"""So many dark tokens are borne; the next one loses."""
LACKED, ABSENT, USELESS, MAGIC, IDLE, NOTHING_HELD = 0.3, 0.16, 0.1, 0.22, 0.2, 0.05
"""What is still to be paid in darkness, about: for a place without a spell in hand, and more if none lies in the
columns; for a card that fits no place; less for magic tokens; for tokens beyond two that wait for a spell."""


@cache
def chance(open_runes: tuple[int, ...], darkness: int) -> float:
    """That single dice cover so many runes of the five kinds, most first, with at most so many misses."""
    if not open_runes[0]:
        return 1.0
    covered = [chance(without(open_runes, kind), darkness) for kind in range(5) if open_runes[kind]]
    missed = (5 - len(covered)) * (chance(open_runes, darkness - 1) if darkness else 0.0)
    return (max(covered) + sum(covered) + missed) / 6.0  # the wild one where it is best


def without(open_runes: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """With one rune of a kind less."""
    fewer = list(open_runes)
    fewer[kind] -= 1
    return tuple(sorted(fewer, reverse=True))


class Alone(Mind):
    """The position of a seat that plays the solo mode."""

    __slots__ = ()

    def standing(self) -> float:
        """The chance to win, about: that of the dice, with the darkness that the spells will cost."""
        if None not in self.spells:
            return 2.0
        if self.dark > DARKNESS_ALONE:
            return -1.0
        places = {place for place in range(9) if self.spells[place] is None}
        held = {card % 9 for card in self.hand} & places
        lacked = places - held
        cost = 0.0
        if lacked:
            absent = lacked - {card % 9 for column in self.columns for card in column}
            useless = len(self.hand) - len(held)
            cost += LACKED * len(lacked) + ABSENT * len(absent) + USELESS * useless
            cost += NOTHING_HELD * (not held) - MAGIC * min(self.magic, len(lacked) + useless, 4)
        waiting = sum((self.covered >> 2 * place & 3).bit_count() for place in lacked)
        cost += IDLE * max(0, waiting - 2)
        runes = [0] * 6
        for place in places:
            for rune in (2 * place, 2 * place + 1):
                runes[self.kinds[rune]] += not self.covered >> rune & 1
        left = DARKNESS_ALONE - self.dark - max(cost, 0.0)
        return between(tuple(sorted(runes[1:], reverse=True)), left) - 0.001 * cost

    def after_die(self, face: int) -> float:
        """How it stands after a die, resolved as is best."""
        found = []
        for rune in range(18):
            fits = face in (0, self.kinds[rune]) and self.spells[rune // 2] is None
            if fits and not self.covered >> rune & 1:
                found.append(self.copy())
                found[-1].cover(rune)
        if not face and self.magic + self.dark < self.slots:
            found.append(self.copy())
            found[-1].magic += 1
        if not found:
            found.append(self.copy())
            if face:
                found[0].darken()
        for twin in found:
            twin.finish()
        return max(twin.standing() for twin in found)

    def limits(self) -> None:
        """Gives back what is missed least."""
        excess = self.covered.bit_count() - self.portal_limit
        for _ in range(excess):
            tokens = [1 << rune for rune in range(18) if self.covered >> rune & 1]
            self.covered = max((self.covered ^ token for token in tokens), key=self.standing_covered)
        if excess > 0:
            self.darken()
        excess = len(self.hand) - self.hand_limit
        for _ in range(excess):
            kept = [self.hand[:place] + self.hand[place + 1 :] for place in range(len(self.hand))]
            self.hand = max(kept, key=self.standing_with)
        if excess > 0:
            self.darken()

    def standing_covered(self, covered: int) -> float:
        twin = self.copy()
        twin.covered = covered
        return twin.standing()

    def standing_with(self, hand: list[int]) -> float:
        twin = self.copy()
        twin.hand = hand
        return twin.standing()


def between(open_runes: tuple[int, ...], darkness: float) -> float:
    """`chance` where the darkness to be borne is no whole number, or none is left."""
    if darkness <= -1.0:
        return 0.0
    if darkness < 0.0:
        return chance(open_runes, 0) * (1.0 + darkness) / 2.0
    whole = int(darkness)
    part = darkness - whole
    return (1.0 - part) * chance(open_runes, whole) + part * chance(open_runes, whole + 1)


def spell_at(name: str) -> int | None:
    return NUMBER[name] // 9 if name else None


assert all(len(kinds) == 18 for kinds in KINDS.values())
