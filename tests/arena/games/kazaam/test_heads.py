"""Section 12: the head, and the stack of what is pending."""

import pytest

from arena.games.kazaam.material import TILES
from arena.games.kazaam.state import KazaamState
from tests.arena.games.kazaam.tables import CANCEL, END_TURN, PASS, REFRESH, act, acts, player, refused, table, use

HEADS = ["fire-head", "wood-head", "fur-head", "bone-head", "stone-head"]
OTHERS = ["left-ear", "left-hand", "left-leg", "torso", "tail"]
AIMED = {"head_scope": "aimed"}


def asked(state: KazaamState) -> list[int]:
    return list(state.to_act)


def test_any_ability_of_another_seat_can_be_cancelled_whomever_it_concerns() -> None:
    """KZ-61."""
    mine = player(up=[f"fire-{part}" for part in OTHERS])
    target = player(["bone-tail"], ["wood-torso"])
    for action in (
        use("left-ear", 1),
        use("left-hand", 1),
        use("left-leg"),
        use("torso", take={"mercury": 3}),
        use("tail", 1, "torso"),
        use("tail", 0, "left-ear"),
    ):
        state = table(mine, target, player(up=["bone-head"]), discard=["fur-tail"])
        act(state, 0, action)
        assert asked(state) == [2]


def test_a_head_never_cancels_its_own_seats_ability() -> None:
    """KZ-61."""
    state = table(player(up=["fire-torso", "fire-head"]), player())
    act(state, 0, use("torso", take={"mercury": 3}))
    assert state.pending == []
    assert state.actions_left == 2


def test_aimed_asks_the_target_alone() -> None:
    """KZ-61, KZ-62."""
    mine = player(up=[f"fire-{part}" for part in OTHERS])
    others = [player(["bone-tail"], ["bone-head"]), player(["bone-torso"], ["wood-head"])]
    for action, expected in (
        (use("left-ear", 2), [2]),
        (use("left-hand", 1), [1]),
        (use("tail", 2, "head"), [2]),
        (use("tail", 0, "torso"), [0]),  # aimed at nobody: done at once
        (use("left-leg"), [0]),
        (use("torso", take={"mercury": 3}), [0]),
    ):
        state = table(mine, *others, discard=["fur-tail"], options=AIMED)
        act(state, 0, action)
        assert asked(state) == expected
        assert bool(state.pending) == (expected != [0])


def test_a_head_is_aimed_at_the_seat_whose_ability_it_would_cancel() -> None:
    """KZ-62."""
    mine = player(up=["fire-left-ear", "fire-head"])
    state = table(mine, player(["bone-tail"], ["bone-head"]), player(up=["wood-head"]), options=AIMED)
    acts(state, (0, use("left-ear", 1)), (1, CANCEL))
    assert asked(state) == [0]  # not seat 2, which nothing is aimed at


def test_one_seat_at_a_time_from_the_users_left_until_one_cancels() -> None:
    """KZ-63."""
    heads = [player(up=[head]) for head in HEADS]
    heads[2] = player(up=["fur-head", "fur-torso"])
    state = table(*heads, turn=2)
    act(state, 2, use("torso", take={"mercury": 3}))
    order = []
    while state.pending:
        order += asked(state)
        act(state, order[-1], PASS)
    assert order == [3, 4, 0, 1]
    assert state.units[2] == 3


def test_only_face_up_heads_in_play_are_asked() -> None:
    """KZ-64."""
    state = table(
        player(up=["fire-torso"]),
        player(["wood-head"]),
        player(down=["fur-head"]),
        player(up=["bone-head"]),
    )
    act(state, 0, use("torso", take={"mercury": 3}))
    assert asked(state) == [3]


def test_cancelling_turns_the_head_down_and_asks_nobody_else_about_the_ability() -> None:
    """KZ-65."""
    mine = player(up=["fire-left-ear"])
    state = table(mine, player(["bone-tail"], ["wood-head"]), player(up=["fur-head"]))
    events = acts(state, (0, use("left-ear", 1)), (1, CANCEL), (2, PASS))
    assert events[2:] == [
        {"used": {"seat": 1, "part": "head", "tile": "wood-head"}},
        {"asked": {"seat": 2}},  # about the head
        {"passed": {"seat": 2}},
        {"cancelled": {"seat": 0, "part": "left-ear"}},
    ]
    board = state.dump()["players"]
    assert board[0]["board"]["left-ear"]["face"] == board[1]["board"]["head"]["face"] == "down"
    assert state.view(0)["players"][0]["seen"] == {"hands": []}


def test_a_head_that_lies_down_cancels_nothing_until_its_owners_refresh() -> None:
    """KZ-65."""
    state = table(player(up=["fire-torso", "fire-tail"]), player(up=["wood-head"]))
    acts(state, (0, use("torso", take={"mercury": 3})), (1, CANCEL), (0, REFRESH))
    act(state, 0, use("torso", take={"mercury": 3}))
    assert state.units[0] == 3
    acts(state, (1, REFRESH), (1, END_TURN), (0, use("tail", 1, "head")))
    assert asked(state) == [1]


def test_a_head_is_cancelled_by_the_head_of_the_seat_whose_ability_was() -> None:
    """KZ-66."""
    state = table(player(up=["fire-torso", "fire-head"]), player(up=["wood-head"]))
    events = acts(state, (0, use("torso", take={"mercury": 3})), (1, CANCEL), (0, CANCEL))
    assert events[2:] == [
        {"used": {"seat": 1, "part": "head", "tile": "wood-head"}},
        {"asked": {"seat": 0}},
        {"used": {"seat": 0, "part": "head", "tile": "fire-head"}},
        {"cancelled": {"seat": 1, "part": "head"}},
        {"gained": {"seat": 0, "ingredients": {"mercury": 3}}},
    ]


def test_after_a_cancelled_head_the_seats_still_to_be_asked_are_asked() -> None:
    """KZ-67."""
    mine = player(up=["fire-torso", "fire-head"])
    state = table(mine, player(up=["wood-head"]), player(up=["fur-head"]))
    acts(state, (0, use("torso", take={"mercury": 3})), (1, CANCEL))
    assert asked(state) == [2]  # about seat 1's head, seat 0 comes after
    assert state.dump()["pending"] == [
        {"seat": 0, "part": "torso", "take": {"mercury": 3}, "at": 1},
        {"seat": 1, "part": "head", "at": 2},
    ]
    act(state, 2, PASS)
    assert asked(state) == [0]
    events = act(state, 0, CANCEL)
    # Seat 2 passed on seat 1's head; it is asked about seat 0's head, and then about the torso.
    assert events == [{"used": {"seat": 0, "part": "head", "tile": "fire-head"}}, {"asked": {"seat": 2}}]
    events = act(state, 2, PASS)
    assert events == [{"passed": {"seat": 2}}, {"cancelled": {"seat": 1, "part": "head"}}, {"asked": {"seat": 2}}]
    assert state.dump()["pending"] == [{"seat": 0, "part": "torso", "take": {"mercury": 3}, "at": 2}]
    assert act(state, 2, CANCEL)[-1] == {"cancelled": {"seat": 0, "part": "torso"}}
    assert state.units[0] == 0


def test_who_has_passed_on_a_use_is_not_asked_about_it_again() -> None:
    """KZ-67."""
    state = table(player(up=["fire-torso", "fire-head"]), player(up=["wood-head"]), player(up=["fur-head"]))
    acts(state, (0, use("torso", take={"mercury": 3})), (1, PASS), (2, CANCEL))
    assert asked(state) == [0]
    events = acts(state, (0, CANCEL), (1, PASS))
    assert events[-2:] == [
        {"cancelled": {"seat": 2, "part": "head"}},
        {"gained": {"seat": 0, "ingredients": {"mercury": 3}}},
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_more_questions_than_n_plus_1_times_n_minus_1(seats: int) -> None:
    """KZ-68."""
    most = 0
    for choices in range(1 << 10):  # who cancels, question by question
        tables = [player(up=[head]) for head in HEADS[:seats]]
        tables[0] = player(up=[HEADS[0], "insect-torso"])
        state = table(*tables)
        act(state, 0, use("torso", take={"mercury": 3}))
        questions = 0
        met = set()
        while state.pending:
            (seat,) = state.to_act
            about = (len(state.pending), state.pending[-1].seat, seat)
            assert about not in met  # no seat is asked twice about the same use
            met.add(about)
            act(state, seat, CANCEL if choices >> questions & 1 else PASS)
            questions += 1
        most = max(most, questions)
    assert seats - 1 < most <= (seats + 1) * (seats - 1)


def test_a_head_that_cancels_the_tail_aimed_at_it_is_face_down_and_safe() -> None:
    """KZ-69."""
    state = table(player(up=["fire-tail"]), player(up=["wood-head"]))
    acts(state, (0, use("tail", 1, "head")), (1, CANCEL))
    assert state.dump()["players"][1]["board"] == {"head": {"tile": "wood-head", "face": "down"}}


def test_if_the_cancelling_is_cancelled_the_tail_discards_the_head() -> None:
    """KZ-69."""
    state = table(player(up=["fire-tail", "fire-head"]), player(up=["wood-head"]))
    events = acts(state, (0, use("tail", 1, "head")), (1, CANCEL), (0, CANCEL))
    assert events[-1] == {"discarded": {"seat": 1, "tile": "wood-head", "source": "board"}}


def test_if_nobody_cancels_the_tail_turns_the_head_down() -> None:
    """KZ-69."""
    state = table(player(up=["fire-tail"]), player(up=["wood-head"]))
    events = acts(state, (0, use("tail", 1, "head")), (1, PASS))
    assert events[-1] == {"flipped": {"seat": 1, "part": "head", "tile": "wood-head", "face": "down"}}


def test_answers_belong_to_the_reaction_only() -> None:
    state = table(player([TILES[0]], ["fire-torso"]), player(up=["wood-head"]))
    assert refused(state, 0, PASS) == refused(state, 0, CANCEL) == "wrong-phase"
    act(state, 0, use("torso", take={"mercury": 3}))
    assert refused(state, 1, END_TURN) == "wrong-phase"
