"""Options, results, events and choices: the small values of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arena.kernel.choices import Filtered, Listed
from arena.kernel.events import Event, told
from arena.kernel.game import BadState, State
from arena.kernel.options import BadOptions, Option, settled, worded
from arena.kernel.results import Result, ranks_by

OPTIONS = {
    "variant": Option("plain", ("plain", "odd")),
    "limit": Option(60, range(10, 101)),
    "tommy": Option(False, (False, True)),
    "book": Option("off", ("off", "bonus", "instead")),
}
SEATS = range(2, 5)


def test_options_are_filled_with_their_defaults() -> None:
    assert settled("game", SEATS, OPTIONS, 2, {}) == {
        "variant": "plain",
        "limit": 60,
        "tommy": False,
        "book": "off",
    }
    given = {"tommy": True, "limit": 10}
    assert settled("game", SEATS, OPTIONS, 4, given) == {
        "variant": "plain",
        "limit": 10,
        "tommy": True,
        "book": "off",
    }


@pytest.mark.parametrize(
    ("seats", "given", "says"),
    [
        (1, {}, "game is for 2 to 4 seats, not 1"),
        (
            2,
            {"speed": 1},
            "game has no option 'speed'; it has: variant (plain or odd), limit (a whole number from 10 to 100), "
            "tommy (false or true), book (off, bonus or instead)",
        ),
        (2, {"variant": "even"}, "option variant is plain or odd, not 'even'"),
        (2, {"limit": 101}, "option limit is a whole number from 10 to 100, not 101"),
        (2, {"limit": "60"}, "option limit is a whole number from 10 to 100, not '60'"),
        (2, {"limit": True}, "option limit is a whole number from 10 to 100, not true"),
        (2, {"book": "goal"}, "option book is off, bonus or instead, not 'goal'"),
        (2, {"variant": "x" * 1000}, f"option variant is plain or odd, not '{'x' * 59}"),
        (2, {"y" * 1000: 1}, f"game has no option '{'y' * 59}; it has"),
        (2, {"tommy": 1}, "option tommy is false or true, not 1"),
        (2, {"variant": ["plain"]}, "option variant is plain or odd"),
    ],
)
def test_a_wrong_option_is_named_with_what_it_may_be(seats: int, given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOptions) as info:
        settled("game", SEATS, OPTIONS, seats, given)
    assert says in str(info.value)


def test_a_game_for_one_number_of_seats_says_that_number() -> None:
    with pytest.raises(BadOptions, match=r"game is for 2 seats, not 3"):
        settled("game", range(2, 3), OPTIONS, 3, {})


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [("variant", "odd", "odd"), ("limit", "70", 70), ("limit", "many", "many"), ("tommy", "true", True)]
    + [("limit", word, word) for word in ("³", "--5", "", "-", "9" * 5000, "1_0", " 7")],
)
def test_a_word_of_the_command_line_is_read_as_the_option_s_kind(name: str, word: str, value: Any) -> None:
    read = OPTIONS[name].read(word)
    assert (read, type(read)) == (value, type(value))


def test_the_words_of_a_command_line_are_names_and_values() -> None:
    words = ("limit=70", "tommy=true", "speed=1", "variant=a=b")
    assert worded("game", OPTIONS, words) == {"limit": 70, "tommy": True, "speed": "1", "variant": "a=b"}
    with pytest.raises(
        BadOptions, match=r"'tommy' is no option: write NAME=VALUE; game has: variant \(plain or odd\)"
    ):
        worded("game", OPTIONS, ["tommy"])
    with pytest.raises(BadOptions, match="'x' is no option: write NAME=VALUE; dull has: none"):
        worded("dull", {}, ["x"])
    with pytest.raises(BadOptions, match="game: option 'limit' is given twice: leave one of them out"):
        worded("game", OPTIONS, ["limit=70", "limit=71"])


def test_equal_keys_share_a_rank_and_the_next_rank_skips() -> None:
    assert ranks_by([9, 7, 7, 3]) == (1, 2, 2, 4)
    assert ranks_by([9, 7, 7, 3], min) == (4, 2, 2, 1)
    assert ranks_by([(1, 5), (1, 6)]) == (2, 1)


def test_a_result_is_written_with_what_the_game_adds() -> None:
    result = Result((3, 1), (1, 2), "done", {"completed_by": 0})
    assert result.document() == {"scores": [3, 1], "ranks": [1, 2], "reason": "done", "completed_by": 0}


def test_an_event_is_told_to_those_it_names_and_never_to_spectators() -> None:
    open_to_all, secret = Event("open"), Event("secret", (0, 2))
    assert told([open_to_all, secret], 0) == [open_to_all, secret]
    assert told([open_to_all, secret], 1) == [open_to_all]
    assert told([open_to_all, secret], None) == [open_to_all]


class Sealed(State[int, str]):
    """Two seats choose a number below 3 at once; each may not choose its own."""

    def __init__(self, to_act: tuple[int, ...] = (0, 1)) -> None:
        self.to_act = to_act

    def candidates(self, seat: int) -> Iterator[int]:
        yield from range(3)

    def refusal(self, seat: int, action: int) -> str | None:
        if seat not in self.to_act:
            return "not-your-turn"
        return "own-number" if action == seat else None

    question = apply = view = dump = copy = autopilot = None  # type: ignore[assignment]


def test_choices_are_the_candidates_that_are_not_refused() -> None:
    state = Sealed((0, 1))
    assert list(state.legal(0)) == [1, 2]
    assert list(state.legal(1)) == [0, 2]
    assert 7 in Filtered(state, 0, finite=False), "what is not listed may still be legal"
    assert 1 not in state.legal(1)


def test_a_seat_that_is_not_to_act_has_no_choices() -> None:
    assert list(Sealed((1,)).legal(0)) == []
    assert 1 not in Sealed((1,)).legal(0)


def test_listed_choices_are_a_sequence() -> None:
    choices = Listed((3, 1, 2))
    assert (list(choices), len(choices), choices[0], choices.finite) == ([3, 1, 2], 3, 3, True)
    assert 1 in choices
    assert 9 not in choices


def test_a_bad_state_says_where() -> None:
    assert str(BadState("/ply", "wrong")) == "at /ply: wrong"
    assert str(BadState("", "wrong")) == "at the top: wrong"
