"""Whatever a bot says, the site's log has one line of it, bounded and printable."""

from __future__ import annotations

import json
import logging

import pytest

from athanor.logs import LEFT_OUT, LONGEST, formatter
from tests.sandbox.test_lines import HOSTILE


def record(text: str, error: BaseException | None = None) -> logging.LogRecord:
    exc_info = None if error is None else (type(error), error, error.__traceback__)
    made = logging.LogRecord("athanor", logging.WARNING, __file__, 1, "match x is void: %s", (text,), exc_info)
    made.fault = text
    return made


@pytest.mark.parametrize("case", HOSTILE)
def test_what_a_bot_says_is_one_bounded_line_of_json(case: str) -> None:
    text = HOSTILE[case]
    line = formatter(colours=False).format(record(text))
    assert line.isascii()
    assert line.isprintable()
    told = json.loads(line)
    assert told["level"] == "warning"
    if len(text) < LONGEST:
        assert (told["event"], told["fault"]) == (f"match x is void: {text}", text)
    else:
        assert len(told["event"]) == len(told["fault"]) == LONGEST + len(LEFT_OUT)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_traceback_that_quotes_a_bot_is_in_that_line(case: str) -> None:
    try:
        raise RuntimeError(HOSTILE[case])
    except RuntimeError as error:
        line = formatter(colours=False).format(record("see", error))
    assert line.isascii()
    assert line.isprintable()
    told = json.loads(line)["exception"]
    assert told.startswith("Traceback")
    assert len(told) <= LONGEST + len(LEFT_OUT)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_terminal_shows_it_and_does_nothing_of_it(case: str) -> None:
    """The colours are ours; nothing of the text is left that a terminal obeys."""
    ours = formatter(colours=True).format(record("nothing"))
    line = formatter(colours=True).format(record(HOSTILE[case]))
    unprintable = [letter for letter in line if not letter.isprintable()]
    assert unprintable == [letter for letter in ours if not letter.isprintable()]
