"""A parameter that its document spells otherwise than the engine holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from arena.kernel.vocabulary import LEFT_OUT, Malformed, Vocabulary

COLOURS = ("red", "blue")


class Colour:
    """A number in the engine, a name in documents; no colour is left out."""

    default = -1

    def read(self, document: Any) -> int:
        if document not in COLOURS:
            raise Malformed(f"{document!r} is no colour")
        return COLOURS.index(document)

    def write(self, value: int) -> Any:
        return LEFT_OUT if value == -1 else COLOURS[value]


@dataclass(frozen=True, slots=True)
class Paint:
    wall: int
    colour: Annotated[int, Colour()] = -1


WORDS: Vocabulary[Paint] = Vocabulary(Paint)


@pytest.mark.parametrize(
    ("action", "document"),
    [
        (Paint(3, 1), {"paint": {"wall": 3, "colour": "blue"}}),
        (Paint(3), {"paint": {"wall": 3}}),
    ],
)
def test_a_spelled_parameter_is_written_and_read_in_its_spelling(action: Paint, document: dict[str, Any]) -> None:
    assert WORDS.document(action) == document
    assert WORDS.parse(document) == action


def test_null_is_the_spellings_default() -> None:
    assert WORDS.parse({"paint": {"wall": 1, "colour": None}}) == Paint(1, -1)


def test_what_the_spelling_refuses_is_malformed_and_says_where() -> None:
    with pytest.raises(Malformed, match="paint: colour: 'green' is no colour"):
        WORDS.parse({"paint": {"wall": 1, "colour": "green"}})
