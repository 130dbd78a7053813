"""Section 15, after every action of random games with every number of seats and every option."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.poison.cards import COPIES, NAMES
from arena.kernel.game import State
from tests.arena.games.contract.cases import CASES, Case, random_play

DECK = Counter(dict(zip(NAMES, COPIES, strict=True)))
ASIDE = {2: 24, 3: 12, 4: 0, 5: 0, 6: 0}
VALUE = {name: 4 if name == "poison" else int(name[-1]) for name in NAMES}


def check(document: dict[str, Any]) -> None:
    """Invariants 1 to 3 and 5 to 10, written from the book's words upon the state document alone."""
    seats, players = document["seats"], document["players"]
    rows = [row["cards"] for row in document["cauldrons"]]
    hands = [player["hand"] for player in players]
    taken = [player["taken"] for player in players]
    variant, over = document["options"]["variant"] == "draw-five", document["phase"] == "over"
    assert sum(map(Counter, [*hands, *taken, *rows, document["pile"], document["aside"]]), Counter()) == DECK  # 1
    assert all(sum(VALUE[card] for card in row) <= 13 for row in rows)  # 2
    colours = [{card.split("-")[0] for card in row} - {"poison"} for row in rows]
    assert all(len(found) <= 1 for found in colours)  # 3
    assert max(Counter(colour for found in colours for colour in found).values(), default=0) <= 1  # 3
    aside = 0 if variant else ASIDE[seats]
    played = sum(map(len, [*rows, *taken]))
    assert document["ply"] == document["round"] * (50 - aside) + played  # 5
    if not over:
        assert document["to_act"] == [(document["dealer"] + 1 + played) % seats]  # 6
    sizes = list(map(len, hands))
    assert max(sizes) - min(sizes) <= 1  # 7
    assert len(document["aside"]) == aside  # 8
    if variant and document["pile"]:
        assert set(sizes) == {5}  # 9
    assert {len(player["scores"]) for player in players} == {document["round"] + over}  # 10
    assert document["dealer"] == (seats - 1 + document["round"]) % seats  # 10


def check_actors(state: State[Any, Any]) -> None:
    for seat in range(state.seats):
        assert bool(list(state.legal(seat))) == (seat in state.to_act)  # 11


def points_of(fact: Any) -> tuple[int, int]:
    """The points of a round, and the most that they may be."""
    taken = [card for row in fact.players for card in row.taken]
    return sum(row.points for row in fact.players), len(taken) + taken.count("poison")


@pytest.mark.parametrize("case", [case for case in CASES if case.game.name == "poison"], ids=str)
@settings(max_examples=3, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_the_invariants_hold_after_every_action(case: Case, seed: bytes) -> None:
    """Invariants 1 to 12; PO-35."""
    state, _ = case.new(seed)
    check(state.dump())
    aside, round_number, filled = state.dump()["aside"], 0, {0: False, 1: False, 2: False}
    for _, _, events in random_play(state, seed):
        document = state.dump()
        check(document)
        check_actors(state)
        if document["round"] == round_number:
            assert document["aside"] == aside  # 8
            for place, row in enumerate(document["cauldrons"]):
                assert not filled[place] or row["cards"]  # 4
                filled[place] = bool(row["cards"])
        else:
            aside, round_number, filled = document["aside"], document["round"], dict.fromkeys(filled, False)
        for event in events:
            if type(event.fact).__name__ == "Scored":
                scored, most = points_of(event.fact)
                assert scored <= most  # 12
