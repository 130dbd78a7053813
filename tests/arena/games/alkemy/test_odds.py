"""Section 3: odds, against counting by the rules as they are worded, and against the engine's rolls."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import pytest

from arena.games.alkemy import dicing
from arena.games.alkemy.keeping import best, dice_count, dom_of, kept, offers, pairs
from arena.games.alkemy.material import FACES, Face
from arena.games.alkemy.odds import (
    Roll,
    against_parry,
    at_least,
    colour_of,
    cover,
    expected,
    opposed,
    softened,
    strike,
    success,
    totals,
)
from arena.kernel.chance import Scripted

COLOURS = ("white", "yellow", "red")
BOOK = {"white": "1a 2s 3s 4a 5s 6m", "yellow": "1a 2s 3s 4a 5s 4a", "red": "1s 2s 3s 4a 3s 4a"}  # AK-21
ORDER = ["ss", "as", "ms", "aa", "am", "mm"]  # AK-29, each pair in alphabetical order
LEVEL_ROW = (2, 3, 3, 4, 4, 6)
CROOKED_ROW = (4, 2, 3, 1, 5, 3)
"""Not always rising: section 24, case 6."""

Die = tuple[int, str]


def all_rolls(colours: tuple[str, ...]) -> list[tuple[Die, ...]]:
    faces = {colour: [(int(face[0]), face[1]) for face in book.split()] for colour, book in BOOK.items()}
    return list(product(*(faces[colour] for colour in colours)))


def column(one: Die, other: Die, shift: int) -> int:
    return min(max(ORDER.index("".join(sorted(one[1] + other[1]))) + shift, 0), 5)


def plain_keep(dice: tuple[Die, ...], net: int) -> tuple[Die, Die]:
    """AK-24, AK-25."""
    ordered = sorted(dice, key=lambda die: die[0])
    return (ordered[-1], ordered[-2]) if net > 0 else (ordered[0], ordered[1])


def plain_strike(
    roll: Roll, difficulty: int, row: tuple[int, ...], shift: int
) -> tuple[Fraction, dict[int, Fraction]]:
    """AK-31, by looking at every pair."""
    count = 2 + min(abs(roll.net), 2)
    colours = (roll.colour,) * (count - 1) + (roll.last or roll.colour,)
    rolls = all_rolls(colours)
    hits, doms = 0, Counter[int]()
    for dice in rolls:
        choices = list(combinations(dice, 2)) if roll.net > 0 else [plain_keep(dice, roll.net)]
        hitting = [pair for pair in choices if pair[0][0] + pair[1][0] + roll.stat >= difficulty]
        hits += bool(hitting)
        doms[max((row[column(*pair, shift)] for pair in hitting), default=0)] += 1
    return Fraction(hits, len(rolls)), {dom: Fraction(n, len(rolls)) for dom, n in doms.items()}


@pytest.mark.parametrize("colour", COLOURS)
def test_faces(colour: str) -> None:
    """AK-20, AK-21."""
    assert [f"{face.number}{face.symbol[0]}" for face in FACES[colour]] == BOOK[colour].split()


@pytest.mark.parametrize(("net", "count"), [(-3, 4), (-2, 4), (-1, 3), (0, 2), (1, 3), (2, 4), (5, 4)])
def test_how_many_dice(net: int, count: int) -> None:
    """AK-22, AK-23: section 24, case 8."""
    assert dice_count(net) == count


@pytest.mark.parametrize("net", [-3, -2, -1, 0, 1, 2, 3])
@pytest.mark.parametrize("colour", COLOURS)
def test_totals(colour: str, net: int) -> None:
    """AK-24, AK-25, AK-26: section 24, case 9."""
    rolls = all_rolls((colour,) * (2 + min(abs(net), 2)))
    found = Counter(sum(die[0] for die in plain_keep(dice, net)) + 5 for dice in rolls)
    assert totals(Roll(colour, 5, net)) == {total: Fraction(n, len(rolls)) for total, n in found.items()}
    for difficulty in (7, 11, 14, 18):
        plain = Fraction(sum(n for total, n in found.items() if total >= difficulty), len(rolls))
        assert success(Roll(colour, 5, net), difficulty) == plain


@pytest.mark.parametrize("row", [LEVEL_ROW, CROOKED_ROW])
@pytest.mark.parametrize("shift", [-3, -1, 0, 1, 2])
@pytest.mark.parametrize(
    ("colour", "net"), [("white", 0), ("white", 2), ("yellow", 1), ("yellow", -1), ("red", -2)]
)
def test_strikes(row: tuple[int, ...], shift: int, colour: str, net: int) -> None:
    """AK-29, AK-30, AK-31: section 24, cases 6 and 7."""
    for difficulty in (5, 12, 15):
        hit, doms = plain_strike(Roll(colour, 6, net), difficulty, row, shift)
        found = strike(Roll(colour, 6, net), difficulty, row, shift)
        assert found.hit == hit
        assert found.dom == doms
        assert sum(found.dom.values()) == 1


def test_a_last_die_of_another_colour() -> None:
    """AK-299: Hakan's aim die, with bonus dice only."""
    roll = Roll("white", 4, 1, last="red")
    hit, doms = plain_strike(roll, 13, LEVEL_ROW, 0)
    assert strike(roll, 13, LEVEL_ROW) == (hit, doms)
    assert strike(roll._replace(net=0), 13, LEVEL_ROW) == strike(Roll("white", 4), 13, LEVEL_ROW)


def test_tough() -> None:
    """AK-281: to no less than 1, and a miss stays one."""
    plain, tough = strike(Roll("white", 6), 13, LEVEL_ROW), strike(Roll("white", 6), 13, LEVEL_ROW, tough=3)
    assert tough.hit == plain.hit
    assert tough.dom[0] == plain.dom[0]
    assert tough.dom[1] == plain.dom.get(2, 0) + plain.dom[3] + plain.dom[4]
    assert tough.dom[3] == plain.dom[6]
    assert [softened(dom, 2) for dom in (0, 1, 2, 3, 4)] == [0, 1, 1, 1, 2]


def plain_opposed(first: Roll, second: Roll, rerolls: int) -> Fraction:
    """AK-27, reroll by reroll."""
    shares = []
    for roll in (first, second):
        rolls = all_rolls((roll.colour,) * (2 + min(abs(roll.net), 2)))
        sums = [sum(die[0] for die in plain_keep(dice, roll.net)) + roll.stat for dice in rolls]
        shares.append({total: Fraction(n, len(rolls)) for total, n in Counter(sums).items()})
    one, other = shares
    wins = sum((a * b for x, a in one.items() for y, b in other.items() if x > y), Fraction(0))
    ties = sum((a * b for x, a in one.items() for y, b in other.items() if x == y), Fraction(0))
    if first.stat != second.stat:
        return wins + ties * (first.stat > second.stat)
    if rerolls == 0:
        return wins + ties / 2
    return wins + ties * plain_opposed(first, second, rerolls - 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Roll("white", 6), Roll("white", 6)),
        (Roll("white", 6), Roll("white", 7)),
        (Roll("white", 7, -1), Roll("yellow", 6, 1)),
        (Roll("red", 5, 1), Roll("red", 5, 1)),
        (Roll("white", 1), Roll("white", 20)),
    ],
)
def test_opposed_rolls(first: Roll, second: Roll) -> None:
    """AK-27."""
    assert opposed(first, second) == plain_opposed(first, second, 20)
    assert opposed(first, second) + opposed(second, first) == 1


def test_opposed_rolls_that_cannot_but_tie() -> None:
    """AK-27: equals are as likely to win, whatever they roll."""
    assert opposed(Roll("red", 3, 2), Roll("red", 3, 2)) == Fraction(1, 2)


@pytest.mark.parametrize(("net", "keep"), [(0, "total"), (1, "total"), (1, "dom"), (-1, "total")])
@pytest.mark.parametrize("stats", [(6, 6), (7, 5), (5, 7)])
def test_attacks_against_parry(net: int, keep: str, stats: tuple[int, int]) -> None:
    """AK-32, AK-141, AK-152: section 24, case 13."""
    attack, parry = Roll("white", stats[0], net), Roll("yellow", stats[1], 1)
    rolls = all_rolls(("white",) * (2 + abs(net)))
    answers = all_rolls(("yellow",) * 3)
    answer_totals = Counter(sum(die[0] for die in plain_keep(dice, 1)) + stats[1] for dice in answers)
    won, tied, lost_by_three = Counter[int](), Counter[int](), 0
    for dice in rolls:
        choices = list(combinations(dice, 2)) if net > 0 else [plain_keep(dice, net)]
        worth = [(one[0] + two[0] + stats[0], CROOKED_ROW[column(one, two, 1)]) for one, two in choices]
        total, dom = max(worth) if keep == "total" else max(worth, key=lambda pair: (pair[1], pair[0]))
        for answer, ways in answer_totals.items():
            won[dom] += ways * (total > answer)
            tied[dom] += ways * (total == answer)
            lost_by_three += ways * (answer >= total + 3)
    whole = len(rolls) * len(answers)
    tie = Fraction(tied.total(), whole)
    if stats[0] == stats[1]:
        rounds, on_tie = sum((tie**k for k in range(21)), Fraction(0)), tie**20 / 2
    else:
        rounds, on_tie = Fraction(1), Fraction(stats[0] > stats[1])
    doms = Counter({dom: (won[dom] * rounds + tied[dom] * on_tie) / whole for dom in won | tied})
    found = against_parry(attack, parry, CROOKED_ROW, 1, keep="dom" if keep == "dom" else "total")
    assert found.hit == sum(doms.values())
    assert {dom: chance for dom, chance in found.dom.items() if dom} == {dom: n for dom, n in doms.items() if n}
    assert found.counter == lost_by_three * rounds / whole
    assert sum(found.dom.values()) == 1


def test_pairs_on_offer_against_parry() -> None:
    """AK-32: none that another equals or beats in both and beats in one; of equal ones the earliest."""
    white = FACES["white"]
    dice = (white[4], white[4], white[5], white[0])  # 5s 5s 6m 1a
    assert offers(dice, 6, CROOKED_ROW, 0) == [((0, 2), 17, 3), ((0, 1), 16, 4), ((2, 3), 13, 5)]
    assert offers((white[1], white[1], white[1]), 6, LEVEL_ROW, 0) == [((0, 1), 10, 2)]
    every = [(x, y) for x, y in pairs(4)]
    assert every == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_the_best_pair_against_a_difficulty() -> None:
    """AK-31: success before DOM, DOM before total, total before place."""
    white = FACES["white"]
    dice = (white[1], white[4], white[5], white[0])  # 2s 5s 6m 1a
    assert best(dice, 6, 17, CROOKED_ROW, 0) == (1, 2)  # only this one hits
    assert best(dice, 6, 12, CROOKED_ROW, 0) == (2, 3)  # axe and mace: 5
    assert best(dice, 6, 30, LEVEL_ROW, 0) == (1, 2)  # none hits: the highest total
    assert best((white[1], white[1], white[1]), 6, 8, LEVEL_ROW, 0) == (0, 1)


@pytest.mark.parametrize(
    ("size", "saved"), [(1, Fraction(26, 36)), (2, Fraction(15, 36)), (3, Fraction(6, 36)), (4, Fraction(1, 36))]
)
def test_cover_rolls(size: int, saved: Fraction) -> None:
    """AK-181."""
    assert cover(size) == saved


@pytest.mark.parametrize(("marked", "colour"), [(0, "white"), (2, "white"), (3, "red"), (4, "red")])
def test_health(marked: int, colour: str) -> None:
    """AK-10: a colour may have no boxes."""
    assert colour_of((3, 0, 2), marked) == colour
    with pytest.raises(ValueError, match="every box is ticked"):
        colour_of((3, 0, 2), 5)


def test_what_to_make_of_chances() -> None:
    assert expected({0: Fraction(1, 2), 4: Fraction(1, 2)}) == 2
    assert at_least({0: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4)}, 3) == Fraction(1, 2)


class Rolling(NamedTuple):
    """As much of a position as the engine needs to roll."""

    chance: Scripted


def engine_rolls(colour: str, net: int, last: str = "") -> list[tuple[Face, ...]]:
    """Every roll that the engine can make of these dice."""
    found = []
    for faces in product(range(6), repeat=dice_count(net)):
        position = Rolling(Scripted({"dice": faces}, bytes(32)))
        found.append(dicing.roll(position, colour, net, last))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    ("colour", "net", "last"), [("white", 0, ""), ("yellow", 2, ""), ("red", -1, ""), ("yellow", 1, "red")]
)
def test_odds_are_those_of_the_engines_rolls(colour: str, net: int, last: str) -> None:
    """AK-23 to AK-26, AK-31, AK-33."""
    rolls = engine_rolls(colour, net, last)
    sums, doms = Counter[int](), Counter[int]()
    for dice in rolls:
        sums[dicing.total_of(dice, kept(dice, net), 4)] += 1
        i, j = best(dice, 4, 10, LEVEL_ROW, 1) if net > 0 else kept(dice, net)
        hit = dicing.total_of(dice, (i, j), 4) >= 10
        doms[dom_of(dice[i], dice[j], LEVEL_ROW, 1) if hit else 0] += 1
    roll = Roll(colour, 4, net, last)
    assert totals(roll) == {total: Fraction(n, len(rolls)) for total, n in sums.items()}
    assert strike(roll, 10, LEVEL_ROW, 1).dom == {dom: Fraction(n, len(rolls)) for dom, n in doms.items()}
