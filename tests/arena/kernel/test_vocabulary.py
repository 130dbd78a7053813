"""Actions and facts as one-key documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from arena.kernel.vocabulary import Malformed, Vocabulary, key_of


@dataclass(frozen=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True)
class Walk:
    figure: int
    path: tuple[Point, ...]
    jump: bool
    to: Point | None


class EndTurn(NamedTuple):
    pass


class Say(NamedTuple):
    words: tuple[str, ...]
    loud: bool


Act = Walk | EndTurn | Say
WORDS: Vocabulary[Act] = Vocabulary(Walk, EndTurn, Say)


def test_a_name_becomes_a_key_with_underscores() -> None:
    assert [key_of(kind) for kind in (Walk, EndTurn)] == ["walk", "end_turn"]
    assert list(WORDS.kinds) == ["walk", "end_turn", "say"]


@pytest.mark.parametrize(
    ("document", "action"),
    [
        ({"end_turn": {}}, EndTurn()),
        ({"end_turn": None}, EndTurn()),
        ({"say": {"words": ["a", "b"], "loud": True}}, Say(("a", "b"), True)),
        ({"say": {}}, Say((), False)),
        ({"walk": {"figure": 3}}, Walk(3, (), False, None)),
        (
            {"walk": {"figure": 3, "path": [{"x": 1, "y": -2}, {}], "jump": True, "to": {"x": 5}}},
            Walk(3, (Point(1, -2), Point(0, 0)), True, Point(5, 0)),
        ),
    ],
)
def test_a_document_is_read_with_defaults_for_what_is_left_out(document: Any, action: Act) -> None:
    assert WORDS.parse(document) == action


@pytest.mark.parametrize("action", [EndTurn(), Say(("x",), False), Walk(3, (Point(1, 2),), True, Point(0, 0))])
def test_what_is_written_is_read_again_the_same(action: Act) -> None:
    assert WORDS.parse(WORDS.document(action)) == action


def test_a_parameter_without_a_value_is_not_written() -> None:
    assert WORDS.document(Walk(3, (), False, None)) == {"walk": {"figure": 3, "path": [], "jump": False}}


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (None, "an object with exactly one key was expected: one of walk, end_turn, say"),
        ([], "exactly one key"),
        ({}, "exactly one key"),
        ({"walk": {}, "say": {}}, "exactly one key"),
        ({"fly": {}}, "'fly' is none of: walk, end_turn, say"),
        ({7: {}}, "7 is none of"),
        ({"walk": []}, "walk: its parameters must be an object"),
        ({"walk": {"speed": 1}}, "walk: unknown parameter 'speed'; there are: figure, path, jump, to"),
        ({"end_turn": {"now": True}}, "end_turn: unknown parameter 'now'; there are: none"),
        ({"walk": {"figure": "3"}}, "walk: figure: a whole number was expected, not '3'"),
        ({"walk": {"figure": True}}, "a whole number was expected"),
        ({"walk": {"figure": 1.0}}, "a whole number was expected"),
        ({"walk": {"figure": 2**31}}, "does not fit 32 bits"),
        ({"walk": {"jump": 1}}, "jump: true or false was expected, not 1"),
        ({"walk": {"path": {}}}, "path: a list was expected"),
        ({"walk": {"path": [{"x": "1"}]}}, "path: x: a whole number was expected"),
        ({"walk": {"to": 5}}, "to: its parameters must be an object"),
        ({"say": {"words": [1]}}, "words: a string was expected, not 1"),
        ({"say": {"words": ["\udc00"]}}, "half a character"),
    ],
)
def test_what_does_not_fit_is_malformed_and_says_where(document: Any, says: str) -> None:
    with pytest.raises(Malformed) as info:
        WORDS.parse(document)
    assert says in str(info.value)
