"""A document shows of a row what it names, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from ninja import Schema

from athanor.api.rows import shaped, shows


@dataclass(frozen=True)
class Row:
    name: str
    games: Sequence[str]
    rank: int | None
    secret: str


@shows(Row, "name", "games", "rank", rank="Null: it has none.")
class Document(Schema):
    """What everybody may know."""


def test_it_works() -> None:
    shown = shaped(Document)(Row("gus", ["poison"], None, "hush"))
    assert shown.model_dump() == {"name": "gus", "games": ["poison"], "rank": None}


def test_what_is_said_of_it_is_in_its_schema_with_the_kind_that_the_row_has() -> None:
    schema = Document.model_json_schema()
    assert (schema["title"], schema["description"]) == ("Document", "What everybody may know.")
    assert schema["required"] == ["name", "games", "rank"]
    assert schema["properties"]["rank"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert schema["properties"]["rank"]["description"] == "Null: it has none."


def test_what_the_row_does_not_have_cannot_be_shown_and_of_what_is_not_shown_nothing_is_said() -> None:
    with pytest.raises(KeyError, match="wins"):
        shows(Row, "name", "wins")
    with pytest.raises(AssertionError, match="secret"):
        shows(Row, "name", secret="Of nobody.")
