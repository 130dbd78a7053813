"""The options (KZ-11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.games.kazaam.material import DEFAULT_OPTIONS, UNITS_OF_EACH
from arena.kernel.options import Option

ROUND_LIMITS = range(1, 201)

OPTIONS: Mapping[str, Option] = {
    name: Option(DEFAULT_OPTIONS[name], values, about)
    for name, values, about in (
        (
            "head_scope",
            ("any", "aimed"),
            "a head cancels any ability of another seat, or only one aimed at its owner",
        ),
        (
            "full_hand",
            ("blocked", "discard-first"),
            "with six tiles in hand a draw is refused, or throws one away first",
        ),
        (
            "counters",
            ("single", "some-double"),
            "16 units of each ingredient, or 20 where some counters are double",
        ),
        (
            "kazaam",
            ("automatic", "spoken"),
            "the ninth tile ends the game, or its owner must say the word in its turn",
        ),
        (
            "favourite_bonus",
            ("face-up", "all"),
            "the favourite homunculus scores on face-up tiles only, or on all in play",
        ),
        ("round_limit", ROUND_LIMITS, "the game is over after that many rounds at the latest"),
    )
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one game, as the engine asks for them."""

    aimed_only: bool  # KZ-61
    discard_first: bool  # KZ-25
    units_of_each: int  # KZ-8
    spoken: bool  # KZ-73
    all_favourites: bool  # KZ-81
    round_limit: int  # KZ-77
    document: Mapping[str, Any]


def settings(document: Mapping[str, Any]) -> Settings:
    """Of options that are settled: every one is there."""
    return Settings(
        aimed_only=document["head_scope"] == "aimed",
        discard_first=document["full_hand"] == "discard-first",
        units_of_each=UNITS_OF_EACH[document["counters"]],
        spoken=document["kazaam"] == "spoken",
        all_favourites=document["favourite_bonus"] == "all",
        round_limit=document["round_limit"],
        document=document,
    )
