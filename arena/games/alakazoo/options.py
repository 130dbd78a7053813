"""The options (AZ-13), and what else is fixed for one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.games.alakazoo.material import ROUND_LIMIT, keeper_slots
from arena.kernel.options import BadOptions, Option

ROUND_LIMITS = range(1, 1001)

OPTIONS: Mapping[str, Option] = {
    "portals": Option("deal", ("deal", "choose"), "portals are dealt, or chosen in turn order"),
    "round_limit": Option(ROUND_LIMIT, ROUND_LIMITS, "the game is over after that many rounds at the latest"),
    "book": Option(
        "off",
        ("off", "bonus", "instead", "goal"),
        "the Book of Magic: off, a bonus to the final scoring, instead of it, or the goal of the solo mode",
    ),
    "tommy": Option(False, (False, True), "Tommy the ferret turns up in the deck"),
    "university": Option(False, (False, True), "the Magic University: a magician and a keeper card for each seat"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one game, as the engine asks for them."""

    revision: int
    """Of the rules: an earlier one in the replays of its time."""
    seats: int
    solo: bool
    slots: int
    choose_portals: bool  # AZ-16
    round_limit: int  # AZ-89
    book: str  # AZ-120
    tommy: bool
    university: bool
    streams: tuple[str, ...]
    document: Mapping[str, Any]


def check_book(seats: int, book: str) -> None:
    """A page is a goal in the solo mode, and points otherwise. Raises BadOptions."""
    if book != "off" and (book == "goal") != (seats == 1):
        allowed, table = ("off or goal", "one seat") if seats == 1 else ("off, bonus or instead", f"{seats} seats")
        raise BadOptions(f"alakazoo: option book is {allowed} with {table}, not {book!r}")


def settings(revision: int, seats: int, document: Mapping[str, Any]) -> Settings:
    """Of options that are settled: every one is there."""
    expansions = (("tommy", document["tommy"]), ("university", document["university"]))
    book = document["book"]
    return Settings(
        revision=revision,
        seats=seats,
        solo=seats == 1,
        slots=keeper_slots(seats),
        choose_portals=document["portals"] == "choose",
        round_limit=document["round_limit"],
        book=book,
        tommy=document["tommy"],
        university=document["university"],
        streams=(
            *("setup", "deck", "keepers", "dice", "steal"),
            *(name for name, played in (*expansions, ("book", book != "off")) if played),
        ),
        document=document,
    )
