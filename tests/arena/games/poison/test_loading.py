"""A state document is held against the invariants of section 15 before it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arena.kernel.chance import Seeded
from arena.kernel.game import BadState
from tests.arena.games.poison.table import GAME, SEED, document, last_card

Doc = dict[str, Any]


def load(state: Doc) -> None:
    GAME.load(state, Seeded(SEED))


def usual() -> Doc:
    return document(
        ["red-7", "red-4"], ["blue-4"], taken={2: ["poison"]}, hand=["red-1"], round_number=1, scores=[[1]] * 4
    )


def change(path: str, value: Any) -> Callable[[Doc], None]:
    def changed(state: Doc) -> None:
        *keys, last = [int(key) if key.isdigit() else key for key in path.strip("/").split("/")]
        place: Any = state
        for key in keys:
            place = place[key]
        place[last] = value

    return changed


def swap_colours(state: Doc) -> None:
    """A red potion into the blue cauldron; the hand gets a red one for it."""
    state["cauldrons"][1]["cards"] = ["blue-4", "red-4"]
    state["cauldrons"][0]["cards"] = ["red-7"]


def two_reds(state: Doc) -> None:
    state["cauldrons"][0]["cards"] = ["red-7"]
    state["cauldrons"][2]["cards"] = ["red-4"]


def too_full(state: Doc) -> None:
    hand = next(player["hand"] for player in state["players"] if "poison" in player["hand"])
    hand.remove("poison")
    state["cauldrons"][0]["cards"].append("poison")


def emptied(state: Doc) -> None:
    state["players"][2]["taken"] = ["poison", "red-7", "red-4", "blue-4"]
    state["cauldrons"] = [{"cards": []}, {"cards": []}, {"cards": []}]


def uneven(state: Doc) -> None:
    state["players"][1]["hand"] += [state["players"][0]["hand"].pop() for _ in range(2)]


def to_aside(state: Doc) -> None:
    """A card of each hand is put aside."""
    for player in state["players"]:
        state["aside"].append(player["hand"].pop())


@pytest.mark.parametrize(
    ("changed", "pointer", "says"),
    [
        (change("players/0/hand/0", "red-1"), "", "invariant 1"),
        (change("players/0/hand", []), "", "invariant 1"),
        (change("players/0/hand/0", "green-3"), "/players/0/hand/0", "no card is called 'green-3'"),
        (too_full, "/cauldrons/0/cards", "the sum is 15, above 13 (invariant 2)"),
        (swap_colours, "/cauldrons/1/cards", "invariant 3"),
        (two_reds, "/cauldrons/2/cards", "invariant 3"),
        (emptied, "/cauldrons", "invariant 4"),
        (change("ply", 55), "/ply", "54 was expected from round and cards played, not 55 (invariant 5)"),
        (change("to_act", [2]), "/to_act", "invariant 6"),
        (change("to_act", []), "/to_act", "invariant 6"),
        (change("to_act", [0, 1]), "/to_act", "invariant 6"),
        (uneven, "/players", "invariant 7"),
        (to_aside, "/aside", "invariant 8"),
        (change("players/3/scores", []), "/players/3/scores", "invariant 10"),
        (change("players/3/scores", [1, 2]), "/players/3/scores", "invariant 10"),
        (change("players/3/scores", [-1]), "/players/3/scores/0", "0 or more"),
        (change("dealer", 3), "/dealer", "0 was expected, not 3 (invariant 10)"),
        (change("round", 4), "/round", "4 is none of the rounds 0 to 3 of this game"),
        (change("round", -1), "/round", "none of the rounds"),
        (change("phase", "over"), "/players/0/scores", "invariant 10"),
        (change("phase", "begun"), "/phase", "none of: over, play"),
        (change("phase", ""), "/phase", "'play' or 'over' was expected"),
        (change("game", ""), "/game", "'poison' was expected"),
        (change("game", "hearts"), "/game", "none of: poison"),
        (change("seats", 5), "/players", "5 entries were expected, not 4"),
        (change("seats", 1), "/seats", "2 to 6 were expected, not 1"),
        (change("options/variant", "draw-six"), "/options/variant", "none of: deal-all, draw-five"),
        (change("options/speed", 1), "/options", "unknown field 'speed'"),
        (change("cauldrons", []), "/cauldrons", "3 entries were expected, not 0 (PO-5)"),
        (change("players", 7), "/players", "a list was expected, not 7"),
        (change("pile", ["red-1"]), "", "invariant 1"),
        (change("drawn", {"dice": 3}), "/drawn/dice", "there is no such stream"),
        (change("drawn/deck", -1), "/drawn/deck", "0 or more draws"),
        (change("result", {"scores": [0] * 4, "ranks": [1] * 4, "reason": ""}), "/result", "null was expected"),
        (change("speed", 1), "", "unknown field 'speed'"),
    ],
)  # fmt: skip
def test_a_broken_state_is_named(changed: Callable[[Doc], None], pointer: str, says: str) -> None:
    state = usual()
    load(state)
    changed(state)
    with pytest.raises(BadState) as info:
        load(state)
    assert says in info.value.problem
    assert info.value.pointer == pointer


def test_in_the_variant_a_hand_has_five_cards_while_there_is_a_pile() -> None:
    """Invariant 9."""
    state = document(["red-7"], hand=["red-1"], options={"variant": "draw-five"})
    load(state)
    for player in state["players"]:
        player["hand"].append(state["pile"].pop())
    with pytest.raises(BadState, match="invariant 9"):
        load(state)


def test_a_pile_is_for_the_variant_only() -> None:
    state = document(["red-7"], hand=["red-1"], options={"variant": "draw-five"})
    state["options"]["variant"] = "deal-all"
    with pytest.raises(BadState, match="PO-48"):
        load(state)


def test_somebody_can_play_while_the_game_is_not_over() -> None:
    """Invariant 11."""
    state = document(["red-7"], hand=["red-1"])
    state["players"][2]["taken"] = [card for player in state["players"] for card in player["hand"]]
    for player in state["players"]:
        player["hand"] = []
    state["ply"] = 50
    with pytest.raises(BadState, match="invariant 11"):
        load(state)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (change("result", None), "was expected from the scores"),
        (change("result/ranks", [1, 1, 1, 1]), "was expected from the scores"),
        (change("to_act", [0]), "nobody is to act"),
        (change("phase", "play"), "invariant 10"),
    ],
)
def test_a_game_that_is_over_is_held_against_its_scores(changed: Callable[[Doc], None], says: str) -> None:
    state = last_card("red-7", 0, round_number=3).dump()
    load(state)
    changed(state)
    with pytest.raises(BadState) as info:
        load(state)
    assert says in info.value.problem


def test_a_game_is_not_over_before_its_last_round_or_last_card() -> None:
    state = last_card("red-7", 0, round_number=3).dump()
    state |= {"round": 2, "dealer": 1, "ply": 150}
    for player in state["players"]:
        player["scores"].pop()
    with pytest.raises(BadState, match="over after round 3, not 2"):
        load(state)
    state = document(["red-7"], hand=["red-1"], round_number=3)
    for player in state["players"]:
        player["scores"].append(0)
    state |= {"phase": "over", "to_act": []}
    with pytest.raises(BadState, match="not over while there are cards to play"):
        load(state)


def test_left_out_and_null_and_default_are_read_the_same() -> None:
    state = usual()
    load({**state, "pile": None, "result": None})
    del state["pile"]
    del state["options"]["taken"]
    state["options"]["variant"] = None
    loaded = GAME.load(state, Seeded(SEED))
    assert loaded.dump()["options"] == {"variant": "deal-all", "taken": "open"}


def test_the_chance_goes_on_where_the_state_says() -> None:
    """`drawn` counts: the next shuffle begins with that index."""
    state = usual()
    state["drawn"]["deck"] = 1000
    loaded = GAME.load(state, Seeded(SEED))
    assert loaded.dump()["drawn"] == {"deck": 1000}
