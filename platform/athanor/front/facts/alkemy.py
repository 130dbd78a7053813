"""The tables and the pictures of Alkemy's rules page, from the engine and its data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from arena.games.alkemy import material, odds
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.geometry import TOUCH
from arena.games.alkemy.material import (
    CARDS,
    COLOURS,
    COST,
    COVER_NEED,
    FACES,
    FACTION_NAMES,
    FORMULAS,
    INCH,
    MARKERS,
    PRESETS,
    PROFILES,
    RADIUS_OF,
)
from arena.games.alkemy.odds import Roll
from arena.games.alkemy.paths import CLEARANCE
from arena.games.alkemy.position import Effect, recruit
from arena.games.alkemy.questions import QUESTIONS
from arena.games.alkemy.terrain import ROTATIONS, SETS
from arena.games.alkemy.views import effect, figure
from arena.kernel.vocabulary import Vocabulary
from athanor.armies import balance, cards
from athanor.front.facts import alkemy_documents, alkemy_scenes, rulings
from athanor.front.facts.alkemy_activation import activation

NEEDS: Final = range(3, 13)
NETS: Final = {-2: "two malus dice", -1: "a malus die", 0: "", 1: "a bonus die", 2: "two bonus dice"}
SHOWN_NETS: Final = {"white": (2, 1, 0, -1, -2), "yellow": (1, 0, -1), "red": (1, 0, -1)}
SAMPLE: Final = "sheikh-araoui"
STEP, DIE_LEFT, DIE_TOP = 45, 84, 22


# --- dice and odds


class Chances(NamedTuple):
    colour: str
    name: str
    chances: Sequence[int]


def percent(chance: Fraction) -> int:
    return round(100 * chance)


def _name(colour: str, net: int) -> str:
    return f"{colour}, {NETS[net]}" if net else colour


def _odds() -> list[Chances]:
    return [
        Chances(colour, _name(colour, net), [percent(odds.success(Roll(colour, 0, net), need)) for need in NEEDS])
        for colour in COLOURS
        for net in SHOWN_NETS[colour]
    ]


def _column_chances() -> list[Chances]:
    """A row whose DOM are the numbers of its columns tells how often each is read."""
    row = tuple(range(1, material.COLUMNS + 1))
    found = []
    for colour in COLOURS:
        read = odds.strike(Roll(colour, 0), 0, row).dom
        found.append(Chances(colour, colour, [percent(read.get(dom, Fraction(0))) for dom in row]))
    return found


class Faced(NamedTuple):
    x: int
    number: int
    symbol: str


class Die(NamedTuple):
    colour: str
    y: int
    faces: Sequence[Faced]


def _dice() -> list[Die]:
    return [
        Die(
            colour,
            DIE_TOP + line * STEP,
            [Faced(DIE_LEFT + place * STEP, face.number, face.symbol) for place, face in enumerate(FACES[colour])],
        )
        for line, colour in enumerate(COLOURS)
    ]


def _dice_words() -> str:
    return "; ".join(
        f"{colour}: " + ", ".join(f"{face.number} {face.symbol}" for face in FACES[colour]) for colour in COLOURS
    )


# --- cards, factions, pieces


class CombatCard(NamedTuple):
    id: str
    x: int
    ref: str
    beats: str
    com: str
    shift: str
    first: str
    second: str


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−") if number else "0"


CARD_ROW: Final = ("brutal", "quick", "normal", "parry", "inactive")
"""In a picture: each beats the next."""


def _combat_cards() -> list[CombatCard]:
    found = []
    for place, name in enumerate(CARD_ROW):
        card = CARDS[name]
        if card.attack:
            first, second = f"REF {_signed(card.ref_dice)}", f"column {_signed(card.column_shift)}"
        else:
            first, second = (f"COM {_signed(card.com_dice)}" if card.com_dice else "free"), ""
        shown = card.attack
        found.append(
            CombatCard(
                name,
                52 + place * 104,
                _signed(card.ref_dice) if shown else "–",
                card.beats or "–",
                _signed(card.com_dice),
                _signed(card.column_shift) if shown else "–",
                first,
                second,
            )
        )
    return found


class Faction(NamedTuple):
    id: str
    name: str
    element: str
    cards: int
    presets: Sequence[str]


def _factions() -> list[Faction]:
    return [
        Faction(
            faction,
            name,
            material.ELEMENT_OF[faction],
            sum(faction in profile.symbols for profile in PROFILES.values()),
            [preset.id for preset in PRESETS.values() if preset.faction == faction],
        )
        for faction, name in FACTION_NAMES.items()
    ]


class QuestionRow(NamedTuple):
    name: str
    fields: Sequence[str]
    answers: Sequence[str]


def _questions() -> list[QuestionRow]:
    return [
        QuestionRow(
            name, [field.rstrip("_") for field in fields_of(QUESTIONS, name)], alkemy_documents.ANSWERS[name]
        )
        for name in QUESTIONS.kinds
    ]


def fields_of(vocabulary: Vocabulary[Any], name: str) -> list[str]:
    return list(getattr(vocabulary.kinds[name], "__dataclass_fields__", ()))


# --- the page


def _sample() -> Mapping[str, object]:
    return {"card": cards.card(PROFILES[SAMPLE])}


def alkemy() -> Mapping[str, object]:
    one = figure(recruit(0, 0, 0, PROFILES[SAMPLE]))
    return {
        **rulings.of(AlkemyGame()),
        "material": material,
        "inch": INCH,
        "contact": TOUCH,
        "level": material.LEVEL,
        "touch_gap": CLEARANCE,
        "most_points": material.MOST_PATH,
        "stealth_reach": material.STEALTH_RANGE // INCH,
        "margin": CARDS[material.PARRY].counter_margin,
        "radii": list(RADIUS_OF.items()),
        "rotations": list(ROTATIONS),
        "sets": list(SETS.items()),
        "costs": [(name, cost) for name, cost in COST.items() if name != "fight"],
        "marker_places": ", ".join(f"({x}, {y})" for x, y in MARKERS),
        "cover_needs": [(size, need, percent(odds.cover(size))) for size, need in COVER_NEED.items()],
        "harvests": {
            "own": material.HARVEST_OWN,
            "inner": material.HARVEST_OWN_INNER,
            "other": material.HARVEST_OTHER,
            "outer_stones": material.MOST_STONES,
            "inner_stones": material.MOST_STONES_INNER,
        },
        "sample": _sample(),
        "columns": cards.COLUMN_PAIRS,
        "factions": _factions(),
        "dice": _dice(),
        "dice_words": _dice_words(),
        "needs": NEEDS,
        "odds": _odds(),
        "column_chances": _column_chances(),
        "combat_cards": _combat_cards(),
        "formulas": [cards.formula_card(name) for name in FORMULAS],
        "effects": alkemy_documents.EFFECTS,
        "scenes": alkemy_scenes.scenes(),
        "pieces": alkemy_scenes.piece_scenes(),
        "questions": _questions(),
        "orders": alkemy_documents.ORDERS,
        "events": [(name, event, when) for name, (event, when) in alkemy_documents.EVENTS.items()],
        "rolls": alkemy_documents.ROLLS,
        "figure_fields": list(one),
        "effect_fields": list(effect(Effect("poison", 0))),
        "balance": balance.told(),
        "turn": activation(),
    }
