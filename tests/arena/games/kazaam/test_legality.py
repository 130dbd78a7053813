"""Section 17: the codes, in their order. Each ladder takes away one fault after the other."""

from typing import Any

import pytest

from arena.games.kazaam.legality import REFUSALS
from arena.games.kazaam.state import KazaamState
from tests.arena.games.kazaam.tables import (
    DRAW,
    END_TURN,
    GAME,
    KAZAAM,
    NINE_OF_FIRE,
    PASS,
    PLENTY,
    REFRESH,
    act,
    extract,
    play,
    player,
    refused,
    table,
    take,
    use,
)

SIX = ["fire-head", "wood-head", "fur-head", "bone-head", "stone-head", "insect-head"]
BOOK = [
    *("malformed", "game-over", "not-your-turn", "wrong-phase", "no-actions-left", "no-discard", "hand-full"),
    *("not-in-hand", "deck-empty", "part-in-play", "cannot-pay", "head-is-reaction", "no-such-part", "face-down"),
    *("bad-target", "target-hand-empty", "discard-empty", "supply-empty", "bad-take", "tail-targets-itself"),
    *("no-target-tile", "nothing-face-down", "kazaam-is-automatic", "not-complete", "not-in-discard"),
]


def test_every_code_of_the_book_has_a_sentence_and_no_other() -> None:
    """KZ-90."""
    assert list(REFUSALS) == BOOK
    assert GAME.refusals is REFUSALS
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in REFUSALS.values())


def over(state: KazaamState) -> KazaamState:
    act(state, state.turn, END_TURN)
    assert state.result is not None
    return state


LIMIT = {"round_limit": 2}
WAITING: dict[str, Any] = {"actions_left": 0, "options": {"kazaam": "spoken"}}
RICH = dict.fromkeys(PLENTY, 16)


def in_reaction() -> KazaamState:
    state = table(player(up=["fire-torso"]), player(up=["bone-head"]))
    act(state, 0, use("torso", take={"mercury": 3}))
    return state


def in_leg_choice() -> KazaamState:
    state = table(player(up=["fire-left-leg"]), player(), discard=["bone-tail"])
    act(state, 0, use("left-leg"))
    return state


NO_TILES = [player(), player()]

LADDERS: dict[str, list[tuple[str | None, KazaamState, int, Any]]] = {
    "a turn's action": [
        ("malformed", over(table(*NO_TILES, options=LIMIT, turn=1)), 1, {"draw": {"now": 1}}),
        ("game-over", over(table(*NO_TILES, options=LIMIT, turn=1)), 0, take("fire-head")),
        ("not-your-turn", in_reaction(), 0, DRAW),
        ("wrong-phase", in_reaction(), 1, DRAW),
        ("wrong-phase", in_leg_choice(), 0, REFRESH),
        ("no-actions-left", table(player(up=NINE_OF_FIRE), player(), **WAITING), 0, REFRESH),
        ("nothing-face-down", table(player(up=["fire-head"]), player()), 0, REFRESH),
        (None, table(player(down=["fire-head"]), player()), 0, REFRESH),
    ],
    "draw": [
        ("no-discard", table(player(SIX), player()), 0, {"draw": {"discard": "no-such"}}),
        ("hand-full", table(player(SIX), player()), 0, DRAW),
        ("hand-full", table(player(SIX), player(), options={"full_hand": "discard-first"}), 0, DRAW),
        (
            "not-in-hand",
            table(player(SIX), player(), options={"full_hand": "discard-first"}),
            0,
            {"draw": {"discard": "no-such"}},
        ),
        (None, table(player(SIX[:5]), player()), 0, DRAW),
    ],
    "play": [
        ("no-actions-left", table(player(up=NINE_OF_FIRE), player(), **WAITING), 0, play("no-such")),
        ("not-in-hand", table(player(up=["fire-head"]), player()), 0, play("wood-head")),
        ("part-in-play", table(player(["wood-head"], down=["fire-head"]), player()), 0, play("wood-head")),
        ("cannot-pay", table(player(["wood-head"]), player()), 0, play("wood-head")),
        (None, table(player(["wood-head"], units=PLENTY), player()), 0, play("wood-head")),
    ],
    "extract": [
        ("not-in-hand", table(player(), player()), 0, extract("")),
        (None, table(player(["wood-head"]), player()), 0, extract("wood-head")),
    ],
    "use of a hand": [
        ("head-is-reaction", table(player(SIX), player()), 0, use("head")),
        ("no-such-part", table(player(SIX), player()), 0, use("left-hand", 0)),
        ("face-down", table(player(SIX, down=["fire-left-hand"]), player()), 0, use("left-hand", 0)),
        ("hand-full", table(player(SIX, up=["fire-left-hand"]), player()), 0, use("left-hand", 0)),
        ("bad-target", table(player(up=["fire-left-hand"]), player()), 0, use("left-hand", 0)),
        ("bad-target", table(player(up=["fire-left-hand"]), player()), 0, use("left-hand", 2)),
        ("target-hand-empty", table(player(up=["fire-left-hand"]), player()), 0, use("left-hand", 1)),
        (None, table(player(up=["fire-left-hand"]), player(SIX)), 0, use("left-hand", 1)),
    ],
    "use of an ear": [
        ("bad-target", table(player(SIX, up=["fire-left-ear"]), player()), 0, use("left-ear", 0)),
        ("target-hand-empty", table(player(SIX, up=["fire-left-ear"]), player()), 0, use("left-ear", 1)),
        (None, table(player(SIX, up=["fire-left-ear"]), player(["bone-tail"])), 0, use("left-ear", 1)),
    ],
    "use of a leg": [
        ("face-down", table(player(SIX, down=["fire-left-leg"]), player()), 0, use("left-leg")),
        ("hand-full", table(player(SIX, up=["fire-left-leg"]), player()), 0, use("left-leg")),
        ("discard-empty", table(player(up=["fire-left-leg"]), player()), 0, use("left-leg")),
        (None, table(player(up=["fire-left-leg"]), player(), discard=["bone-tail"]), 0, use("left-leg")),
    ],
    "use of a torso": [
        ("face-down", table(player(down=["fire-torso"]), player(units=RICH)), 0, use("torso")),
        ("supply-empty", table(player(up=["fire-torso"]), player(units=RICH)), 0, use("torso")),
        ("bad-take", table(player(up=["fire-torso"]), player()), 0, use("torso")),
        (None, table(player(SIX, up=["fire-torso"]), player()), 0, use("torso", take={"mercury": 3})),
    ],
    "use of a tail": [
        ("no-such-part", table(*NO_TILES), 0, use("tail", 7, "tail")),
        ("bad-target", table(player(up=["fire-tail"]), player()), 0, use("tail", 7, "tail")),
        ("tail-targets-itself", table(player(up=["fire-tail"]), player()), 0, use("tail", 0, "tail")),
        ("no-target-tile", table(player(up=["fire-tail"]), player()), 0, use("tail", 1, "tail")),
        (None, table(player(up=["fire-tail"]), player(up=["bone-tail"])), 0, use("tail", 1, "tail")),
    ],
    "kazaam": [
        ("kazaam-is-automatic", table(*NO_TILES), 0, KAZAAM),
        ("not-complete", table(*NO_TILES, options={"kazaam": "spoken"}), 0, KAZAAM),
        (None, table(player(up=NINE_OF_FIRE), player(), **WAITING), 0, KAZAAM),
    ],
    "take": [
        ("wrong-phase", in_reaction(), 1, take("bone-tail")),
        ("wrong-phase", table(*NO_TILES), 0, take("bone-tail")),
        ("not-in-discard", in_leg_choice(), 0, take("wood-tail")),
        (None, in_leg_choice(), 0, take("bone-tail")),
    ],
    "pass": [
        ("wrong-phase", table(*NO_TILES), 0, PASS),
        ("not-your-turn", in_reaction(), 0, PASS),
        (None, in_reaction(), 1, PASS),
    ],
}


@pytest.mark.parametrize("ladder", LADDERS)
def test_refusals_come_in_the_order_of_the_book(ladder: str) -> None:
    """KZ-90."""
    for code, state, seat, action in LADDERS[ladder]:
        if code is None:
            act(state.copy(), seat, action)
        else:
            assert refused(state, seat, action) == code


def test_a_refused_hand_has_not_drawn_from_steal() -> None:
    """KZ-90."""
    state = table(player(SIX, ["fire-left-hand"]), player(["bone-tail"]))
    assert refused(state, 0, use("left-hand", 1)) == "hand-full"
    assert state.dump()["drawn"]["steal"] == 0
