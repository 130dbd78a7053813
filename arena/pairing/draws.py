"""The draw of a stage: who has which number, bots of one author apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.pairing import tables
from arena.pairing.apart import arranged
from arena.pairing.chances import drawn
from arena.pairing.events import Drawn
from arena.pairing.formats import course_of
from arena.pairing.record import Record
from arena.pairing.settings import Entrant, Seeding, Settings


def first(settings: Settings, present: Sequence[Entrant]) -> Drawn:
    order = drawn(present, settings.seeding, settings.seed)
    if settings.seeding is Seeding.HAND:
        return Drawn(1, order)  # It is as the organizer says.
    return Drawn(1, arranged(order, _authors(present), course_of(settings, 1).nearness(len(order))))


def following(record: Record, entrants: Mapping[str, Entrant]) -> Drawn:
    """Of the stage after one that is over."""
    ratings = {key: one.rating for key, one in entrants.items()}
    order = tables.advancing(record, ratings)
    near = course_of(record.settings, record.number + 1).nearness(len(order))
    came_from = tables.came_from(record, ratings)
    return Drawn(record.number + 1, arranged(order, _authors(list(entrants.values())), near, came_from))


def _authors(entrants: Sequence[Entrant]) -> dict[str, str]:
    return {one.key: one.author for one in entrants if one.author}
