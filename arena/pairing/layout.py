"""Where the boxes of a bracket lie, for whoever draws it: columns and rows, no pixels."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arena.pairing.bracket import From, Number, Occupant, Source, Spot, Tree, spots
from arena.pairing.record import Record


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of a box."""

    entrant: str | None
    number: int | None
    """In the draw."""
    source: str
    """Who will come here: "Winner of W1-3"; "" where somebody is, "bye" where nobody will be."""
    points: Fraction | None
    """Legs won (best of) or game points so far."""
    won: bool
    """Whether this one goes on, where that is decided."""


@dataclass(frozen=True, slots=True)
class Box:
    key: str
    """The pairing's key, known before it is paired."""
    section: str
    """ "winners", "losers", "final", "third"; one bracket is all "winners"."""
    title: str
    """Of its column: "Round of 16", "Semi-final", "Losers' round 3", "Grand final, second match"."""
    column: int
    """From 0, of its section."""
    row: Fraction
    """Its middle, in units of one first-round box; a box lies midway between those that feed it."""
    slots: tuple[Slot, ...]
    decided: bool
    how: str
    """ "played", "forfeit", "ruled", "walkover", "draw number"; "" while it is open."""
    winner_to: str
    """The key that the winner goes to; "" for the last."""
    loser_to: str


@dataclass(frozen=True, slots=True)
class Layout:
    boxes: tuple[Box, ...]
    columns: tuple[tuple[str, int], ...]
    """Sections in the order of drawing, and how many columns each has."""
    rows: tuple[tuple[str, int], ...]
    """The same with the height of each, in first-round boxes."""


SECTIONS = ("winners", "losers", "final", "third")


def laid_out(tree: Tree, record: Record) -> Layout:
    drains = tree.drains()
    tallest: dict[str, int] = {}
    widest: dict[str, int] = {}
    counts: dict[tuple[str, int], int] = {}
    for node in tree.nodes:
        counts[node.section, node.column] = counts.get((node.section, node.column), 0) + 1
        widest[node.section] = max(widest.get(node.section, 0), node.column + 1)
    for (section, _), count in counts.items():
        tallest[section] = max(tallest.get(section, 0), count)
    found = spots(tree, record)
    boxes = []
    for node in tree.nodes:
        row = Fraction((2 * node.place + 1) * tallest[node.section], 2 * counts[node.section, node.column])
        boxes.append(_box(found[node.name], row - Fraction(1, 2), record, drains))
    sections = [section for section in SECTIONS if section in widest]
    return Layout(
        tuple(boxes),
        tuple((section, widest[section]) for section in sections),
        tuple((section, tallest[section]) for section in sections),
    )


def _box(spot: Spot, row: Fraction, record: Record, drains: dict[tuple[str, int], str]) -> Box:
    node, match = spot.node, spot.match
    prefix = f"{record.number}-"
    how = "" if spot.out is None else "walkover"
    if match is not None:
        how = match.outcome.how.value if match.outcome else ""

    def leads_to(rank: int) -> str:
        name = drains.get((node.name, rank))
        return prefix + name if name else ""

    return Box(
        prefix + node.name,
        node.section,
        node.title,
        node.column,
        row,
        tuple(_slot(spot, source, one, record) for source, one in zip(node.sources, spot.slots, strict=True)),
        spot.out is not None,
        how,
        leads_to(1),
        leads_to(len(node.sources)),
    )


def _slot(spot: Spot, source: Source, one: Occupant, record: Record) -> Slot:
    if not one:
        return Slot(None, None, "bye" if one is None else _told(source), None, False)
    won = spot.out is not None and spot.out.index(one) < spot.node.go_on
    return Slot(one, record.numbers[one], "", _points(spot, one), won)


def _points(spot: Spot, one: str) -> Fraction | None:
    if spot.match is None:
        return None
    points = spot.match.leg_points() if spot.match.unit.best_of else spot.match.game_points()
    return points[one]


def _told(source: Source) -> str:
    match source:
        case Number(number):
            return f"Number {number}"
        case From(name, 1):
            return f"Winner of {name}"
        case From(name, 2):
            return f"Loser of {name}"
        case From(name, rank):
            return f"Place {rank} of {name}"
