"""Exact chances of rolls (section 3): for a bot's author, and for whoever explains a game.

Everything is counted over all faces of all dice and given as fractions: `float()` makes a number of one. Which
dice are kept is decided by `keeping`, as in the engine.

    success(Roll("white", 6), 13)                       # REF 6 against 13, no bonus or malus
    opposed(Roll("white", 6), Roll("yellow", 7, -1))    # the first one wins
    strike(Roll("red", 5, 2), 14, (2, 3, 3, 4, 4, 6))   # .hit, .dom
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple, TypeVar

from arena.games.alkemy.keeping import best, dice_count, dom_of, kept, offers
from arena.games.alkemy.material import CARDS, COLOURS, COVER_COLOUR, COVER_NEED, FACES, PARRY, REROLLS, Face

V = TypeVar("V")
K = TypeVar("K", int, tuple[int, int])
Chances = Mapping[V, Fraction]
"""What may come, each with its chance; the chances add up to 1."""


class Roll(NamedTuple):
    """Who rolls: the colour of its health, its characteristic, bonus less malus dice."""

    colour: str
    stat: int
    net: int = 0
    last: str = ""
    """AK-299: the colour of the last die where it differs; only with bonus dice."""


class Strike(NamedTuple):
    """A blow or a shot: the chance to hit, and of each DOM, 0 where it misses."""

    hit: Fraction
    dom: Chances[int]


class Parried(NamedTuple):
    """An attack against Parry: the chance to hit, of a counter-attack, and of each DOM, 0 where it is parried."""

    hit: Fraction
    counter: Fraction
    dom: Chances[int]


def totals(roll: Roll) -> Chances[int]:
    """AK-22 to AK-26: of the two kept dice and the characteristic, where symbols do not matter."""
    return _totals(roll)


def success(roll: Roll, difficulty: int) -> Fraction:
    """AK-26."""
    return at_least(totals(roll), difficulty)


@lru_cache(maxsize=4096)
def opposed(first: Roll, second: Roll) -> Fraction:
    """AK-27: the chance that the first wins, ties and all."""
    wins, ties = _compared(totals(first), totals(second))
    if first.stat != second.stat:
        return wins + ties if first.stat > second.stat else wins
    return wins * _series(ties) + ties ** (REROLLS + 1) / 2


def strike(roll: Roll, difficulty: int, row: Sequence[int], shift: int = 0, tough: int = 0) -> Strike:
    """AK-29 to AK-31, AK-145, AK-146, AK-172: a COM roll or a shot against a difficulty; `tough` as in AK-281."""
    return _strike(roll, difficulty, tuple(row), shift, tough)


def against_parry(
    attack: Roll, parry: Roll, row: Sequence[int], shift: int = 0, tough: int = 0,
    keep: Literal["total", "dom"] = "total",
) -> Parried:  # fmt: skip
    """AK-32, AK-141, AK-152. `parry.net` has the card's own die in it already (AK-135). `keep`: what an attacker
    with bonus dice goes for where total and DOM differ."""
    return _against_parry(attack, parry, tuple(row), shift, tough, 0 if keep == "total" else -1)


def cover(size: int) -> Fraction:
    """AK-181: the chance that the cover roll of a target of this size saves it."""
    return success(Roll(COVER_COLOUR, 0), COVER_NEED[size])


def softened(dom: int, tough: int) -> int:
    """AK-281."""
    return max(1, dom - tough) if dom > 0 else dom


NOTHING: Final[Chances[int]] = {0: Fraction(1)}
"""No DOM, for certain."""


def mixed(cases: Iterable[tuple[Fraction, Chances[int]]]) -> Chances[int]:
    """What may come where one of several cases does, each with its chance."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for of_it, chances in cases:
        for value, chance in chances.items():
            found[value] += of_it * chance
    return {value: found[value] for value in sorted(found) if found[value]}


def at_least(chances: Chances[int], least: int) -> Fraction:
    return sum((chance for value, chance in chances.items() if value >= least), Fraction(0))


def expected(chances: Chances[int]) -> Fraction:
    """The mean."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def colour_of(life: Sequence[int], marked: int) -> str:
    """AK-10: the health, and so the dice, of a figure with so many boxes of each colour and so many ticked."""
    for colour, boxes in zip(COLOURS, life, strict=True):
        if marked < boxes:
            return colour
        marked -= boxes
    raise ValueError("every box is ticked: the figure is out of action and rolls nothing")


@cache
def _rolls(colours: tuple[str, ...]) -> dict[tuple[Face, ...], int]:
    """In how many ways each roll of these dice comes; those that are alike but for the order are one."""
    return Counter(tuple(sorted(dice)) for dice in product(*(FACES[colour] for colour in colours)))


@lru_cache(maxsize=4096)
def _totals(roll: Roll) -> Chances[int]:
    found: Counter[int] = Counter()
    for dice, ways in _rolls(_colours(roll)).items():
        i, j = kept(dice, roll.net)
        found[dice[i].number + dice[j].number + roll.stat] += ways
    return _shares(found)


@lru_cache(maxsize=4096)
def _strike(roll: Roll, difficulty: int, row: tuple[int, ...], shift: int, tough: int) -> Strike:
    doms: Counter[int] = Counter()
    hits = 0
    for dice, ways in _rolls(_colours(roll)).items():
        i, j = best(dice, roll.stat, difficulty, row, shift) if roll.net > 0 else kept(dice, roll.net)
        if dice[i].number + dice[j].number + roll.stat >= difficulty:
            hits += ways
            doms[softened(dom_of(dice[i], dice[j], row, shift), tough)] += ways
        else:
            doms[0] += ways
    return Strike(Fraction(hits, doms.total()), _shares(doms))


@lru_cache(maxsize=4096)
def _against_parry(
    attack: Roll, parry: Roll, row: tuple[int, ...], shift: int, tough: int, place: int
) -> Parried:  # fmt: skip
    blows = _blows(attack, row, shift, place)
    won: dict[int, Fraction] = defaultdict(Fraction)
    tied: dict[int, Fraction] = defaultdict(Fraction)
    countered = Fraction(0)
    margin = CARDS[PARRY].counter_margin
    for (total, dom), chance in blows.items():
        for answer, of_it in totals(parry).items():
            if total > answer:
                won[dom] += chance * of_it
            elif total == answer:
                tied[dom] += chance * of_it
            elif answer - total >= margin:
                countered += chance * of_it
    again = Fraction(0) if attack.stat != parry.stat else sum(tied.values(), Fraction(0))
    share = Fraction(attack.stat > parry.stat) if attack.stat != parry.stat else again**REROLLS / 2
    rounds = _series(again)
    doms: dict[int, Fraction] = defaultdict(Fraction)
    for dom in won.keys() | tied.keys():
        chance = won[dom] * rounds + tied[dom] * share
        doms[softened(dom, tough)] += chance
    hit = sum(doms.values(), Fraction(0))
    doms[0] += 1 - hit
    return Parried(hit, countered * rounds, {dom: doms[dom] for dom in sorted(doms) if doms[dom]})


@lru_cache(maxsize=4096)
def _blows(attack: Roll, row: tuple[int, ...], shift: int, place: int) -> Mapping[tuple[int, int], Fraction]:
    """Totals and DOM of an attack against Parry: with bonus dice of the first or the last pair on offer."""
    found: Counter[tuple[int, int]] = Counter()
    for dice, ways in _rolls(_colours(attack)).items():
        if attack.net > 0:
            offer = offers(dice, attack.stat, row, shift)[place]
            found[offer.total, offer.dom] += ways
        else:
            i, j = kept(dice, attack.net)
            found[dice[i].number + dice[j].number + attack.stat, dom_of(dice[i], dice[j], row, shift)] += ways
    return _shares(found)


def _colours(roll: Roll) -> tuple[str, ...]:
    count = dice_count(roll.net)
    if roll.last and roll.net > 0:
        return (roll.colour,) * (count - 1) + (roll.last,)
    return (roll.colour,) * count


def _compared(first: Chances[int], second: Chances[int]) -> tuple[Fraction, Fraction]:
    """The chances that the first is higher, and that they are equal."""
    wins = sum(
        (chance * other for one, chance in first.items() for two, other in second.items() if one > two),
        Fraction(0),
    )
    return wins, sum((chance * second.get(one, 0) for one, chance in first.items()), Fraction(0))


def _series(ties: Fraction) -> Fraction:
    """1 + t + t^2 + ...: what a chance is worth over a roll and all its rerolls."""
    return sum((ties**times for times in range(REROLLS + 1)), Fraction(0))


def _shares(ways: Counter[K]) -> dict[K, Fraction]:
    whole = ways.total()
    return {value: Fraction(ways[value], whole) for value in sorted(ways) if ways[value]}
