"""Section 21 in the book's own words, on documents alone: it shares no code with the engine's rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arena.games.kazaam.material import INGREDIENTS, TILES
from tests.arena.games.kazaam.tables import part_of

Document = dict[str, Any]
PRIVATE = {"drew_tile", "saw_hand", "stole_tile", "saw_discard", "took_tile", "dealt"}
OPEN_BEFORE = {"drew_tile": "drew", "saw_hand": "looked", "stole_tile": "stole"}
OPEN_BEFORE |= {"saw_discard": "searched", "took_tile": "took"}


def tiles_of(document: Document) -> list[str]:
    found = [*document["deck"], *document["discard"]]
    for each in document["players"]:
        found += each["hand"]
        found += [placed["tile"] for placed in each["board"].values()]
    return found


def check(document: Document) -> None:
    """Invariants 1 to 9: what holds in every position."""
    options, players, phase = document["options"], document["players"], document["phase"]
    assert Counter(tiles_of(document)) == Counter(TILES)  # 1
    for name in INGREDIENTS:  # 2
        held = [document["supply"][name], *(each["ingredients"][name] for each in players)]
        assert min(held) >= 0
        assert sum(held) == (20 if options["counters"] == "some-double" else 16)
    for each in players:
        assert len(each["hand"]) <= 6  # 3
        assert all(part == part_of(placed["tile"]) for part, placed in each["board"].items())
        assert len(each["board"]) < 9 or options["kazaam"] == "spoken" or phase == "over"  # 4
    assert len(document["to_act"]) == (phase != "over")  # 5
    assert (document["result"] is not None) == (phase == "over")
    assert bool(document["pending"]) == (phase == "reaction")
    if phase in ("turn", "leg-choice"):  # 6
        assert document["to_act"] == [document["turn"]]
    if phase == "leg-choice":
        assert len(players[document["turn"]]["hand"]) < 6
        assert document["discard"]
    if phase == "reaction":
        check_pending(document)
    assert 0 <= document["actions_left"] <= 3  # 8
    if not document["actions_left"] and phase == "turn":
        assert options["kazaam"] == "spoken"
        assert len(players[document["turn"]]["board"]) == 9
    assert 1 <= document["round"] <= options["round_limit"]  # 9
    assert len({each["alchemist"] for each in players}) == document["seats"]


def check_pending(document: Document) -> None:
    """Invariant 7."""
    pending, players = document["pending"], document["players"]
    assert pending[0]["seat"] == document["turn"]
    assert [item["part"] == "head" for item in pending] == [False] + [True] * (len(pending) - 1)
    heads = [item["seat"] for item in pending[1:]]
    assert len(set(heads)) == len(heads)
    for item in pending:
        assert players[item["seat"]]["board"][item["part"]]["face"] == "down"
    assert [item["at"] for item in pending] == [*heads, *document["to_act"]]
    (asked,) = document["to_act"]
    assert asked != pending[-1]["seat"]
    assert players[asked]["board"]["head"]["face"] == "up"


def check_step(before: Document, action: Document, after: Document, facts: list[Document]) -> None:
    """10, 14, 16 and 17: what holds from one position to the next."""
    assert after["ply"] == before["ply"] + 1  # 10
    kinds = Counter(name for fact in facts for name in fact)
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):  # 16
        added, taken = new["board"].keys() - old["board"].keys(), old["board"].keys() - new["board"].keys()
        risen = [
            part
            for part in old["board"].keys() & new["board"].keys()
            if (old["board"][part]["face"], new["board"][part]["face"]) == ("down", "up")
        ]
        acted = before["to_act"] == [seat]
        assert not added or (acted and "play" in action)
        assert not taken or (kinds["discarded"] and before["supply"] == after["supply"])
        assert not risen or (acted and "refresh" in action)
    drawn, drew = before["drawn"], after["drawn"]  # 17
    assert (drew["alchemists"], drew["deck"]) == (5, 69)
    assert drew["steal"] == drawn["steal"] + kinds["stole"]
    shuffled = [fact["reshuffled"]["count"] for fact in facts if "reshuffled" in fact]
    assert drew["reshuffle"] == drawn["reshuffle"] + sum(size - 1 for size in shuffled)
    check_telling(after, facts)


def check_telling(after: Document, facts: list[Document]) -> None:
    """14."""
    hidden = {*after["deck"], *(tile for each in after["players"] for tile in each["hand"])}
    open_names: list[str] = []
    for fact in facts:
        ((name, fields),) = fact.items()
        assert ("to" in fields) == (name in PRIVATE)
        if name not in PRIVATE:
            open_names.append(name)
            if fields.get("tile") in hidden:  # thrown away, and shuffled into the deck at once (KZ-25, KZ-26)
                assert name == "discarded"
                assert "reshuffled" in facts[1]
        else:
            both = [fields["seat"], fields["target"]] if name == "stole_tile" else [fields["seat"]]
            assert fields["to"] == both
            assert open_names[-1] == OPEN_BEFORE[name]  # the open event first


def check_game(last: Document, facts: list[Document]) -> None:
    """15 and 18: what holds of a whole game, of which these are all the events."""
    seats = last["seats"]
    questions = 0
    for fact in facts:
        if "used" in fact and fact["used"]["part"] != "head":
            questions = 0
        questions += "asked" in fact
        assert questions <= (seats + 1) * (seats - 1)  # 15
    assert last["ply"] <= last["options"]["round_limit"] * seats * (3 * (2 + (seats + 1) * (seats - 1)) + 1)
    result = last["result"]  # 18
    rows = result["breakdown"]
    for row, score in zip(rows, result["scores"], strict=True):
        assert score == row["parts"] + row["same"] + row["favourite"] + row["completion"]
    keys = [(score, row["face_up"], row["ingredients"]) for score, row in zip(result["scores"], rows, strict=True)]
    assert result["ranks"] == [1 + sum(other > key for other in keys) for key in keys]
    completed = result.get("completed_by")
    assert [row["completion"] for row in rows] == [4 * (seat == completed) for seat in range(seats)]
    assert (completed is None) == (result["reason"] == "round-limit")
    assert facts[-1] == {"ended": result}
