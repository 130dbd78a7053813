"""Profile cards as pages show and print them, from the engine's data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.games.alkemy.material import (
    COLOURS,
    COLUMN,
    COLUMNS,
    FACTION_NAMES,
    FORMULAS,
    INCH,
    PROFILES,
    Formula,
    Profile,
)
from athanor.armies import words

STEP, ROW = 15, 18
"""From one life box of a picture to the next, and from one line to the next."""
COLUMN_PAIRS: Final[Sequence[tuple[str, str]]] = [
    next(pair for pair, index in COLUMN.items() if index == column) for column in range(COLUMNS)
]
"""The two symbols of each damage column."""
RANK: Final = ("hero", "alchemist", "shooter", "fighter")


class Skill(NamedTuple):
    title: str
    words: str
    rule: str


class Enhancement(NamedTuple):
    words: str
    stones: int
    once: bool


class FormulaCard(NamedTuple):
    formula: Formula
    range: str
    target: str
    words: str
    enhancements: Sequence[Enhancement]


class Box(NamedTuple):
    x: int
    y: int
    colour: str


class Card(NamedTuple):
    profile: Profile
    first: bool
    """Of its profile on the page: that one has the address."""
    role: str
    symbols: Sequence[str]
    """The names of its factions."""
    moves: Sequence[tuple[str, str]]
    boxes: Sequence[Box]
    height: int
    """Of the picture of its boxes."""
    shots: str
    """Its weapon in words; empty: none."""
    skills: Sequence[Skill]
    formulas: Sequence[FormulaCard]


def inches(hundredths: int) -> str:
    return f"{hundredths / INCH:g}"


def role_of(profile: Profile) -> str:
    if profile.hero:
        return "hero"
    if profile.alchemy:
        return "alchemist"
    return "shooter" if profile.ranged else "fighter"


def skills_of(profile: Profile) -> list[Skill]:
    found = []
    for name in sorted(profile.skills, key=list(words.SKILLS).index):
        title, told, rule = words.SKILLS[name]
        value = profile.values.get(name, 0)
        found.append(Skill(title.format(n=value), told.format(n=value), rule))
    return found


def formula_card(name: str) -> FormulaCard:
    formula = FORMULAS[name]
    return FormulaCard(
        formula,
        inches(formula.range),
        words.TARGETS[formula.target],
        words.FORMULAS[name],
        [Enhancement(words.ENHANCEMENTS[one.id], one.stones, one.once) for one in formula.enhancements.values()],
    )


def _boxes(profile: Profile) -> list[Box]:
    """One line of boxes for each figure that the card holds."""
    colours = [colour for colour, count in zip(COLOURS, profile.life, strict=True) for _ in range(count)]
    return [
        Box(2 + place * STEP + 4 * COLOURS.index(colour), 2 + line * ROW, colour)
        for line in range(profile.lines)
        for place, colour in enumerate(colours)
    ]


def card(profile: Profile, first: bool = True) -> Card:
    weapon = profile.ranged
    moves = [("walk", profile.walk), ("charge", profile.charge), ("run", profile.run)]
    return Card(
        profile,
        first,
        role_of(profile),
        [FACTION_NAMES[symbol] for symbol in profile.symbols],
        [(name, inches(value) if value else "none") for name, value in moves],
        _boxes(profile),
        profile.lines * ROW,
        f"{weapon.name}: {weapon.com} COM, {inches(weapon.range)}″" if weapon else "",
        skills_of(profile),
        [formula_card(name) for name in profile.alchemy.formulas] if profile.alchemy else [],
    )


def of_faction(faction: str) -> list[Profile]:
    """Heroes first, then alchemists, shooters, the others; the cheaper first. No faction: of every one."""
    found = [profile for profile in PROFILES.values() if not faction or faction in profile.symbols]
    return sorted(found, key=lambda profile: (RANK.index(role_of(profile)), profile.cost))
