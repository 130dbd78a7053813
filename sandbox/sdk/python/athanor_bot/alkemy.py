"""Alkemy for authors: distances, who sees whom, what is reachable, the odds of a roll.

    from athanor_bot.alkemy import Board, act, walk

These are the engine's own functions: what they call legal, the referee accepts. The modules beneath may be
imported as well: `arena.games.alkemy.geometry`, `.sight`, `.paths`, `.reach`, `.terrain`, `.odds`.
"""

from __future__ import annotations

from arena.games.alkemy.authors import (
    Board,
    act,
    action_of,
    charge,
    document_of,
    playable,
    reseeded,
    run,
    spots,
    walk,
)
from arena.games.alkemy.material import CARDS, FORMULAS, PROFILES
from arena.games.alkemy.odds import (
    Parried,
    Roll,
    Strike,
    against_parry,
    at_least,
    cover,
    expected,
    opposed,
    strike,
    success,
    totals,
)
from arena.games.alkemy.reach import Reach
from arena.games.alkemy.table import Base, Table, Terrain

__all__ = [
    "CARDS",
    "FORMULAS",
    "PROFILES",
    "Base",
    "Board",
    "Parried",
    "Reach",
    "Roll",
    "Strike",
    "Table",
    "Terrain",
    "act",
    "action_of",
    "against_parry",
    "at_least",
    "charge",
    "cover",
    "document_of",
    "expected",
    "opposed",
    "playable",
    "reseeded",
    "run",
    "spots",
    "strike",
    "success",
    "totals",
    "walk",
]
