"""Section 15 in the book's own words, on documents alone: it shares no code with the engine's rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arena.games.poison.material import COPIES, NAMES

Document = dict[str, Any]
DECK = Counter(dict(zip(NAMES, COPIES, strict=True)))
ASIDE = {2: 24, 3: 12, 4: 0, 5: 0, 6: 0}
VALUE = {name: 4 if name == "poison" else int(name[-1]) for name in NAMES}


def check(document: Document) -> None:
    """1 to 3 and 5 to 10: what holds in every position."""
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
        after = [(document["dealer"] + 1 + played + further) % seats for further in range(seats)]
        assert document["to_act"] == [next(seat for seat in after if hands[seat])]  # 6, PO-21
    sizes = list(map(len, hands))
    assert max(sizes) - min(sizes) <= 1  # 7
    assert len(document["aside"]) == aside  # 8
    if variant and document["pile"]:
        assert set(sizes) == {5}  # 9
    assert {len(player["scores"]) for player in players} == {document["round"] + over}  # 10
    assert document["dealer"] == (seats - 1 + document["round"]) % seats  # 10


def check_step(before: Document, action: Document, after: Document, facts: list[Document]) -> None:
    """4, 8 and 12: what holds from one position to the next."""
    assert after["ply"] == before["ply"] + 1
    if after["round"] == before["round"]:
        assert after["aside"] == before["aside"]  # 8
        for old, new in zip(before["cauldrons"], after["cauldrons"], strict=True):
            assert not old["cards"] or new["cards"]  # 4
    for fact in facts:
        if "scored" in fact:
            rows = fact["scored"]["players"]
            taken = [card for row in rows for card in row["taken"]]
            assert sum(row["points"] for row in rows) <= len(taken) + taken.count("poison")  # 12


def check_game(last: Document, facts: list[Document]) -> None:
    """Of a whole game: as many rounds are scored as the scores have entries."""
    assert len([fact for fact in facts if "scored" in fact]) == len(last["players"][0]["scores"])
