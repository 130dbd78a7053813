"""KZ-94: a state is loaded if it keeps invariants 1 to 9, and no other is."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from arena.games.kazaam.material import TILES
from arena.kernel.chance import Scripted
from arena.kernel.game import BadState
from tests.arena.games.kazaam.tables import (
    END_TURN,
    GAME,
    NINE_OF_FIRE,
    PASS,
    SEED,
    act,
    document,
    player,
    table,
    use,
)

Breaks = Callable[[dict[str, Any]], Any]
SIX = [tile for tile in TILES if tile.startswith("wood")][:6]


def turn() -> dict[str, Any]:
    return document(
        player(["wood-head"], ["fire-torso"], units={"mercury": 2}),
        player(["bone-tail", "stone-tail"], ["bone-head"], ["fur-left-ear"]),
        player(up=["stone-head"]),
        discard=["fur-tail"],
    )


def reaction() -> dict[str, Any]:
    """Seat 1's head would cancel seat 0's torso; seat 2 is asked about that."""
    state = GAME.load(turn(), Scripted({}, SEED))
    act(state, 0, use("torso", take={"mercury": 3}))
    act(state, 1, {"cancel": {}})
    assert state.to_act == (2,)
    return state.dump()


def leg_choice() -> dict[str, Any]:
    state = table(player(SIX[:5], ["fire-left-leg"]), player(), discard=["fur-tail"])
    act(state, 0, use("left-leg"))
    return state.dump()


def over() -> dict[str, Any]:
    state = table(player(up=["fire-head"]), player(), options={"round_limit": 2}, turn=1)
    act(state, 1, END_TURN)
    return state.dump()


@pytest.mark.parametrize("made", [turn, reaction, leg_choice, over])
def test_invariant_11_loading_and_saving_gives_the_same_document(made: Callable[[], dict[str, Any]]) -> None:
    given = made()
    assert GAME.load(copy.deepcopy(given), Scripted({}, SEED)).dump() == given


def put(pointer: str, value: Any) -> Breaks:
    def change(given: Any) -> None:
        *path, last = pointer.split("/")[1:]
        for key in path:
            given = given[int(key) if isinstance(given, list) else key]
        given[int(last) if isinstance(given, list) else last] = value

    return change


def move(tile: str, pointer: str) -> Breaks:
    """The tile goes from the deck to a list elsewhere."""

    def change(given: dict[str, Any]) -> None:
        given["deck"].remove(tile)
        target: Any = given
        for key in pointer.split("/")[1:]:
            target = target[int(key) if isinstance(target, list) else key]
        target.append(tile)

    return change


def fill_hand(seat: int, size: int = 7) -> Breaks:
    def change(given: dict[str, Any]) -> None:
        hand = given["players"][seat]["hand"]
        while len(hand) < size:
            hand.append(given["deck"].pop())

    return change


def fill_board(given: dict[str, Any]) -> None:
    board = given["players"][2]["board"]
    for tile in [tile for tile in given["deck"] if tile.startswith("insect") and not tile.endswith("-2")]:
        part = tile.removeprefix("insect-")
        if part not in board:
            given["deck"].remove(tile)
            board[part] = {"tile": tile, "face": "down"}


def empty_discard(given: dict[str, Any]) -> None:
    given["deck"] += given["discard"]
    given["discard"] = []


BROKEN: list[tuple[int, Callable[[], dict[str, Any]], Breaks, str]] = [
    (1, turn, lambda given: given["deck"].append("fire-torso"), "/players/0/board/torso"),
    (1, turn, lambda given: given["deck"].pop(), ""),
    (1, turn, put("/players/0/hand", ["wood-head", "fur-tail"]), "/players/0/hand"),
    (2, turn, put("/supply/mercury", 15), "/supply/mercury"),
    (2, turn, put("/supply/mercury", 250), "/supply/mercury"),
    (2, turn, put("/supply/mercury", 0), "/supply/mercury"),
    (2, turn, put("/players/1/ingredients/sulphur", -1), "/players/1/ingredients/sulphur"),
    (3, turn, fill_hand(1), "/players/1/hand"),
    (3, turn, put("/players/0/board/torso/tile", "bone-tail"), "/players/0/board/torso/tile"),
    (4, turn, fill_board, "/players/2/board"),
    (5, turn, put("/to_act", []), "/to_act"),
    (5, turn, put("/to_act", [0, 1]), "/to_act"),
    (
        5,
        turn,
        put("/result", over()["result"] | {"breakdown": [{}] * 3, "scores": [0] * 3, "ranks": [1] * 3}),
        "/result",
    ),
    (5, over, put("/result", None), "/result"),
    (5, over, put("/to_act", [0]), "/to_act"),
    (5, turn, put("/pending", reaction()["pending"]), "/pending"),
    (5, reaction, put("/pending", []), "/pending"),
    (6, turn, put("/to_act", [1]), "/to_act"),
    (6, leg_choice, put("/turn", 1), "/to_act"),
    (6, leg_choice, move("wood-right-leg", "/players/0/hand"), "/players/0/hand"),
    (6, leg_choice, empty_discard, "/discard"),
    (7, reaction, put("/turn", 1), "/pending/0/seat"),
    (7, reaction, lambda given: given["pending"].pop(0), "/pending/0/part"),
    (7, reaction, put("/pending/1", {"seat": 1, "part": "left-leg", "at": 2}), "/pending/1/part"),
    (7, reaction, lambda given: given["pending"].append({"seat": 1, "part": "head", "at": 2}), "/pending/1/at"),
    (7, reaction, put("/players/0/board/torso/face", "up"), "/pending/0"),
    (7, reaction, put("/players/1/board/head/face", "up"), "/pending/1"),
    (7, reaction, put("/pending/0/at", 2), "/pending/0/at"),
    (7, reaction, put("/pending/1/at", 0), "/pending/1/at"),
    (7, reaction, lambda given: given["pending"][1].pop("at"), "/pending/1/at"),
    (7, reaction, put("/players/2/board/head/face", "down"), "/to_act/0"),
    (8, turn, put("/actions_left", 4), "/actions_left"),
    (8, turn, put("/actions_left", 0), "/actions_left"),
    (9, turn, put("/round", 61), "/round"),
    (9, turn, put("/players/2/alchemist", "severus"), "/players"),
]


@pytest.mark.parametrize(("invariant", "made", "breaks", "pointer"), BROKEN)
def test_a_state_that_breaks_an_invariant_is_not_loaded(
    invariant: int, made: Callable[[], dict[str, Any]], breaks: Breaks, pointer: str
) -> None:
    """KZ-94."""
    given = made()
    breaks(given)
    with pytest.raises(BadState) as raised:
        GAME.load(given, Scripted({}, SEED))
    assert f"invariant {invariant}" in raised.value.problem
    assert raised.value.pointer == pointer


def test_a_head_twice_in_pending_is_not_loaded() -> None:
    """KZ-94."""
    given = reaction()
    given["pending"] += [{"seat": 2, "part": "head", "at": 1}, {"seat": 1, "part": "head", "at": 2}]
    given["pending"][1]["at"] = 2
    given["players"][2]["board"]["head"]["face"] = "down"
    with pytest.raises(BadState, match="the head of seat 1 is there already"):
        GAME.load(given, Scripted({}, SEED))


@pytest.mark.parametrize(
    ("breaks", "pointer"),
    [
        (put("/game", "poison"), "/game"),
        (put("/seats", 6), "/seats"),
        (put("/seats", 4), "/players"),
        (put("/phase", ""), "/phase"),
        (put("/phase", "sleep"), "/phase"),
        (put("/options/round_limit", 300), "/options"),
        (put("/options/colour", "red"), "/options"),
        (put("/turn", 3), "/turn"),
        (put("/ply", -1), "/ply"),
        (put("/round", 0), "/round"),
        (put("/actions_left", -1), "/actions_left"),
        (put("/deck/0", "no-such-tile"), "/deck/0"),
        (put("/deck/0", 7), "/deck/0"),
        (put("/supply/gold", 3), "/supply/gold"),
        (put("/players/0/alchemist", "merlin"), "/players/0/alchemist"),
        (put("/players/0/board/third-ear", {"tile": "fire-left-ear", "face": "up"}), "/players/0/board/third-ear"),
        (put("/players/0/board/torso/face", "sideways"), "/players/0/board/torso/face"),
        (put("/players/0/board/torso/face", ""), "/players/0/board/torso/face"),
        (put("/players/0/seen/hands", [{"seat": 0, "ply": 1, "tiles": []}]), "/players/0/seen/hands/0/seat"),
        (
            put("/players/0/seen/hands", [{"seat": 1, "ply": 1}, {"seat": 1, "ply": 2}]),
            "/players/0/seen/hands/1/seat",
        ),
        (put("/players/0/seen/hands", [{"seat": 1, "ply": 21}]), "/players/0/seen/hands/0/ply"),
        (put("/players/0/seen/discard", {"ply": 1, "tiles": ["x"]}), "/players/0/seen/discard/tiles/0"),
        (put("/drawn/luck", 1), "/drawn/luck"),
        (put("/drawn/steal", -1), "/drawn/steal"),
        (put("/to_act", [7]), "/to_act/0"),
        (put("/to_act", "all"), "/to_act"),
        (put("/shadow", 1), ""),
    ],
)
def test_what_is_no_state_of_the_book_is_not_loaded(breaks: Breaks, pointer: str) -> None:
    """KZ-87."""
    given = turn()
    breaks(given)
    with pytest.raises(BadState) as raised:
        GAME.load(given, Scripted({}, SEED))
    assert raised.value.pointer == pointer


@pytest.mark.parametrize(
    ("breaks", "pointer"),
    [
        (put("/pending/0/part", "third-ear"), "/pending/0/part"),
        (put("/pending/0/take", {"gold": 3}), "/pending/0/take"),
        (put("/pending/0/target", 2), "/pending/0"),
        (put("/pending/0/target_part", "head"), "/pending/0"),
        (put("/pending/0/seat", 5), "/pending/0/seat"),
    ],
)
def test_what_is_no_use_cannot_be_pending(breaks: Breaks, pointer: str) -> None:
    """KZ-87."""
    given = reaction()
    breaks(given)
    with pytest.raises(BadState) as raised:
        GAME.load(given, Scripted({}, SEED))
    assert raised.value.pointer == pointer


def test_left_out_options_have_their_defaults() -> None:
    """KZ-87."""
    given = turn()
    given["options"] = None
    assert GAME.load(given, Scripted({}, SEED)).dump()["options"] == turn()["options"]


def test_a_left_out_seat_of_a_pending_use_is_seat_0() -> None:
    """KZ-87: what a document leaves out is read as its default, `at` and `target` like any other number."""
    state = table(player(["wood-tail"], ["fire-head"]), player(up=["bone-left-ear"]), turn=1)
    act(state, 1, use("left-ear", 0))
    given = state.dump()
    assert given["pending"] == [{"seat": 1, "part": "left-ear", "target": 0, "at": 0}]
    for left_out in ("at", "target"):
        shorter = copy.deepcopy(given)
        del shorter["pending"][0][left_out]
        assert GAME.load(shorter, Scripted({}, SEED)).dump() == given


def test_under_spoken_a_complete_board_with_no_action_left_is_a_state() -> None:
    """KZ-94."""
    options = {"kazaam": "spoken"}
    state = table(player(up=NINE_OF_FIRE), player(), options=options, actions_left=0)
    assert state.dump()["actions_left"] == 0


def test_a_loaded_reaction_goes_on_as_the_saved_one_would_have() -> None:
    state = GAME.load(reaction(), Scripted({}, SEED))
    assert act(state, 2, PASS)[1:] == [{"cancelled": {"seat": 0, "part": "torso"}}]


@pytest.mark.parametrize(
    ("mine", "action", "breaks", "why"),
    [
        ("fire-torso", use("torso", take={"mercury": 3}), put("/pending/0/take", {"mercury": 2}), "exactly three"),
        ("fire-left-ear", use("left-ear", 1), put("/pending/0/target", 0), "another one than yours"),
        ("fire-left-ear", use("left-ear", 1), put("/pending/0/target", 2), "no tile in hand"),
        ("fire-left-hand", use("left-hand", 1), fill_hand(0, 6), "Six tiles"),
        ("fire-left-leg", use("left-leg"), empty_discard, "discard is empty"),
        ("fire-tail", use("tail", 1, "head"), put("/pending/0/target_part", "torso"), "no tile in play"),
        ("fire-tail", use("tail", 1, "head"), put("/pending/0/target", 0), "no tile in play"),
    ],
)
def test_what_a_pending_ability_needs_is_there(mine: str, action: Any, breaks: Breaks, why: str) -> None:
    """KZ-44."""
    state = table(player(up=[mine]), player(["bone-tail"], ["bone-head"]), player(), discard=["fur-tail"])
    act(state, 0, action)
    given = state.dump()
    assert GAME.load(given, Scripted({}, SEED)).dump() == given
    breaks(given)
    with pytest.raises(BadState, match=why) as raised:
        GAME.load(given, Scripted({}, SEED))
    assert raised.value.pointer == "/pending/0"
