"""Connect Four keeps the contract of every game: `pytest` in the distribution's folder says so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

from arena.contract.kit import Document, Kit
from arena.kernel.seats import Viewer

HERE: Final = Path(__file__).parent
ROWS: Final = 6


class Book:
    """What the rules say of every game, checked on documents."""

    def check(self, document: Document) -> None:
        columns: list[list[int]] = document["columns"]
        discs = [disc for column in columns for disc in column]
        assert len(columns) == document["options"]["columns"]  # CF-1
        assert all(len(column) <= ROWS for column in columns)  # CF-4
        assert len(discs) == document["ply"]
        assert discs.count(0) - discs.count(1) in (0, 1)  # CF-2
        assert bool(document["to_act"]) == (document["result"] is None)

    def check_step(self, before: Document, action: Document, after: Document, facts: list[Document]) -> None:
        column = action["drop"]["column"]
        (seat,) = before["to_act"]
        grown = [*before["columns"][column], seat]  # CF-3
        assert after["columns"] == [*before["columns"][:column], grown, *before["columns"][column + 1 :]]
        assert facts[0] == {"dropped": {"seat": seat, "column": column, "row": len(grown) - 1}}
        assert after["to_act"] in ([], [1 - seat])  # CF-2

    def check_game(self, last: Document, facts: list[Document]) -> None:
        *drops, ended = facts
        assert len(drops) == last["ply"]
        assert ended == {"ended": last["result"]}
        winners = last["result"]["scores"].count(1)
        assert last["result"]["reason"] == ("line" if winners else "drawn")
        assert winners or last["ply"] == ROWS * len(last["columns"])  # CF-6


def as_it_is(state: Document, viewer: Viewer, random: Random) -> Document:
    """Nothing is hidden: there is nothing to exchange."""
    return state


def universe() -> Iterable[Any]:
    return ({"drop": {"column": column}} for column in range(-1, 10))


KIT = Kit(
    name="connect4",
    universe=[*universe()],
    exchanged=as_it_is,
    invariants=Book(),
    rules=range(1, 10),
    scenario_folder=HERE / "scenarios",
    golden_folder=HERE / "golden",
)
