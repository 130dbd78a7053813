"""The table in the sandbox's README is of this corpus: none is missing, none there that is gone, none changed."""

from __future__ import annotations

import pytest

from tests.sandbox import corpus, corpus_table
from tests.sandbox.corpus_table import README, is_as_said, rows_of, shown, written
from tests.sandbox.siege import Outcome

AGAIN = "`make corpus-table` writes it anew"


def test_every_attack_has_its_row_and_no_row_is_of_none() -> None:
    assert list(rows_of(README.read_text())) == corpus.names(), AGAIN


@pytest.mark.parametrize("name", corpus.names())
def test_a_row_says_what_the_corpus_says(name: str) -> None:
    assert is_as_said(name, rows_of(README.read_text())[name]), AGAIN


def test_a_run_is_written_between_the_marks_and_read_back() -> None:
    outcome = Outcome("dead", "it said a|b <script>")
    found = {name: dict.fromkeys(corpus_table.WALLED, outcome) for name in corpus.names()}
    text = written(f"before\n{corpus_table.BEGIN}\nold\n{corpus_table.END}\nafter\n", found)
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "\nold\n" not in text
    assert list(rows_of(text)) == corpus.names()
    assert all(cells[2] == "dead: it said a\0b &lt;script>" for cells in rows_of(text).values())


def test_what_a_bot_found_is_shown_where_no_sentence_is() -> None:
    assert shown(Outcome("plays on", "", {"why": "EPERM", "opened": [], "throttled": False})) == (
        "plays on: why EPERM, opened none"
    )
    assert len(shown(Outcome("dead", "x" * 1000))) == corpus_table.LONGEST
