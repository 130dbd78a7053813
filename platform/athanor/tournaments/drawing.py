"""A bracket as it is drawn: boxes and lines in pixels, from the columns and rows of `arena.pairing.layout`.

A wide screen shows all of it; a phone shows a *window*: one column and the one it leads to, with links to the
others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from arena.pairing.layout import Box, Layout, Slot
from athanor.tournaments.meetings import fraction
from athanor.tournaments.queries import EntryRow

LINE, WIDE, GAP, APART, HEAD = 22, 184, 28, 12, 30
"""A slot's height, a box's width, between columns, between boxes of the first column, for a column's title."""
NARROW, NARROW_GAP = 166, 22
"""The same of a window: two columns are as wide as a phone."""
LETTERS, LETTERS_NARROW = 17, 14
"""Of a name, before it is cut."""
LEAST = 4
"""Of a name, where something tells it apart from another of that name."""

SECTIONS: Mapping[str, str] = {
    "winners": "Winners' bracket",
    "losers": "Losers' bracket",
    "final": "Grand final",
    "third": "Third place",
}


class Line(NamedTuple):
    y: float
    """Its middle."""
    number: str
    name: str
    full: str
    source: str
    score: str
    won: bool
    lost: bool
    sigil: str


class Shape(NamedTuple):
    key: str
    x: float
    y: float
    width: float
    height: float
    lines: Sequence[Line]
    css: str
    told: str
    """In words, for whoever does not see it."""
    is_paired: bool
    """Whether there is a page of it."""
    text_x: float
    score_x: float


class Link(NamedTuple):
    path: str
    css: str


class Title(NamedTuple):
    x: float
    text: str
    code: str
    """As other boxes name those below it: W3-1 is the first one of W3."""


@dataclass(frozen=True, slots=True)
class Picture:
    title: str
    width: float
    height: float
    shapes: Sequence[Shape]
    links: Sequence[Link]
    titles: Sequence[Title]


class Window(NamedTuple):
    name: str
    """As addresses have it: "losers-3"."""
    title: str
    short: str
    """Its number in its section."""
    section: str
    is_open: bool


def pictures(layout: Layout, names: Mapping[str, EntryRow], paired: set[str]) -> list[Picture]:
    """One a section."""
    return [
        _picture(layout, section, range(columns), names, paired, WIDE, GAP, LETTERS)
        for section, columns in layout.columns
    ]


def windows(layout: Layout) -> list[Window]:
    """A column each, in the order of play as far as there is one."""
    found = []
    for section, columns in layout.columns:
        for column in range(columns):
            boxes = _of(layout, section, column)
            is_open = any(not box.decided for box in boxes)
            name, number = f"{section}-{column + 1}", str(column + 1)
            found.append(Window(name, boxes[0].title, number, _called(layout, section), is_open))
    return found


def window(layout: Layout, name: str, names: Mapping[str, EntryRow], paired: set[str]) -> Picture:
    section, _, number = name.rpartition("-")
    columns = dict(layout.columns)[section]
    # The last column is shown with the one that leads to it.
    first = max(0, min(int(number) - 1, columns - 2))
    shown = range(first, min(first + 2, columns))
    found = _picture(layout, section, shown, names, paired, NARROW, NARROW_GAP, LETTERS_NARROW)
    return replace(found, width=2 * NARROW + NARROW_GAP + 2)


def current(found: Sequence[Window]) -> str:
    """The window where it is played; at the end, that of the final."""
    open_ones = [one for one in found if one.is_open]
    ends = [one for one in found if one.section != SECTIONS["third"]]
    return (open_ones[0] if open_ones else ends[-1]).name


def _called(layout: Layout, section: str) -> str:
    """Where there is one side only, it is the bracket."""
    is_alone = section == "winners" and all(name != "losers" for name, _ in layout.columns)
    return "Bracket" if is_alone else SECTIONS.get(section, section)


def _of(layout: Layout, section: str, column: int) -> list[Box]:
    return [box for box in layout.boxes if (box.section, box.column) == (section, column)]


def _picture(
    layout: Layout,
    section: str,
    columns: range,
    names: Mapping[str, EntryRow],
    paired: set[str],
    wide: int,
    gap: int,
    letters: int,
) -> Picture:
    boxes = [box for column in columns for box in _of(layout, section, column)]
    tall = LINE * max(len(box.slots) for box in boxes)
    first = sorted(float(box.row) for box in boxes if box.column == columns.start)
    # The first column shown is packed; the others lie midway between those that feed them.
    closest = min((later - one for one, later in pairwise(first)), default=1.0)
    unit = (tall + APART) / closest
    top = min(float(box.row) for box in boxes) * unit
    places = {
        box.key: (
            (box.column - columns.start) * (wide + gap) + 1,
            HEAD + float(box.row) * unit - top + (tall - LINE * len(box.slots)) / 2,
        )
        for box in boxes
    }
    shapes = [_shape(box, *places[box.key], wide, letters, names, paired) for box in boxes]
    by_key = {shape.key: shape for shape in shapes}
    heads = [next(box for box in boxes if box.column == column) for column in columns]
    titles = [
        Title((box.column - columns.start) * (wide + gap) + 1, box.title, _code(box).partition("-")[0])
        for box in heads
    ]
    width = len(columns) * (wide + gap) - gap + 2
    height = max(shape.y + shape.height for shape in shapes) + 2
    return Picture(_called(layout, section), width, height, shapes, _links(boxes, by_key), titles)


def _code(box: Box) -> str:
    """ "W3-1": its key without the stage, as `Slot.source` has it."""
    return box.key.partition("-")[2]


def _links(boxes: Sequence[Box], by_key: Mapping[str, Shape]) -> list[Link]:
    found = []
    for box in boxes:
        one, other = by_key[box.key], by_key.get(box.winner_to)
        if other is None or other.x <= one.x:
            continue
        y, to = one.y + one.height / 2, other.y + other.height / 2
        middle = (one.x + one.width + other.x) / 2
        path = f"M{one.x + one.width:.1f} {y:.1f}H{middle:.1f}V{to:.1f}H{other.x:.1f}"
        found.append(Link(path, "decided" if box.decided else ""))
    return found


def _shape(
    box: Box, x: float, y: float, wide: int, letters: int, names: Mapping[str, EntryRow], paired: set[str]
) -> Shape:
    lines = [_line(slot, y + LINE * place + LINE / 2, box, letters, names) for place, slot in enumerate(box.slots)]
    is_paired = box.key in paired
    css = "decided" if box.decided else "open" if is_paired else "to-come"
    if box.how == "walkover":
        css = "bye"
    return Shape(
        key=box.key,
        x=x,
        y=y,
        width=wide,
        height=LINE * len(box.slots),
        lines=lines,
        css=css,
        told=_told(box, lines),
        is_paired=is_paired,
        text_x=x + 30,
        score_x=x + wide - 8,
    )


def _line(slot: Slot, y: float, box: Box, letters: int, names: Mapping[str, EntryRow]) -> Line:
    if slot.entrant is None:
        return Line(y, "", "", "", slot.source, "", won=False, lost=False, sigil="")
    known = names.get(slot.entrant)
    full = known.title if known else slot.entrant
    return Line(
        y=y,
        number=str(slot.number or ""),
        name=cut(known.name, letters, full.removeprefix(known.name)) if known else cut(full, letters),
        full=full,
        source="",
        score=fraction(slot.points) if slot.points is not None else "",
        won=slot.won,
        lost=box.decided and not slot.won,
        sigil=slot.entrant,
    )


def cut(name: str, letters: int, apart: str = "") -> str:
    """The name with what tells it apart; where there is no room for both, the name is cut before that is."""
    name = _clipped(name, max(LEAST, letters - len(apart)))
    return _clipped(name + apart, letters)


def _clipped(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def _told(box: Box, lines: Sequence[Line]) -> str:
    sides = " against ".join(f"{line.full} {line.score}".strip() or line.source for line in lines)
    won = next((line.full for line in lines if line.won), "")
    then = f"; {won} {'goes on' if box.winner_to else 'wins'}" if won else ""
    return f"{_code(box)}, {box.title}: {sides}{then}"
