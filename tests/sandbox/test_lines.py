"""Whatever a bot says, the operator's log has one line of it, bounded and printable."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

import pytest

from sandbox.lines import LEFT_OUT, LONGEST, OneLine, one_line

SETTINGS = {"ATHANOR_RECORD_KEY": "ab" * 32, "ATHANOR_BROKER_URL": "memory://"}
"""Without which there is no worker."""

HOSTILE = {
    "a forged record": "gone\n2026-11-18 10:00:00,000 INFO sandboxd: all is well",
    "a carriage return": "gone\rINFO sandboxd: all is well",
    "a screen that is cleared": "\x1b[2J\x1b[1;1Hall is well",
    "a window's title": "\x1b]0;all is well\x07",
    "one of eight bits": "\x9b2J",
    "another direction": "\u202elive\u2066si lla\u2069",
    "other line breaks": "a\u2028b\u2029c\x0bd\x0ce\x85f",
    "NUL": "a\0b",
    "no text at all": b"\xff\xfe".decode(errors="surrogateescape"),
    "much of it": "\x1b" * 1_000_000,
}


def logged(text: str, error: BaseException | None = None) -> str:
    exc_info = None if error is None else (type(error), error, error.__traceback__)
    return OneLine().format(
        logging.LogRecord("arena.worker", logging.WARNING, __file__, 1, "a bot is out: %s", (text,), exc_info)
    )


@pytest.mark.parametrize("case", HOSTILE)
def test_what_a_bot_says_is_one_bounded_printable_line(case: str) -> None:
    line = logged(HOSTILE[case])
    assert line.isprintable()
    assert len(line) <= LONGEST + len(LEFT_OUT)
    assert " WARNING arena.worker: a bot is out: " in line
    line.encode()


@pytest.mark.parametrize("case", HOSTILE)
def test_a_traceback_that_quotes_a_bot_is_one_line_too(case: str) -> None:
    try:
        raise RuntimeError(HOSTILE[case])
    except RuntimeError as error:
        line = logged("see", error)
    assert line.isprintable()
    assert len(line) <= LONGEST + len(LEFT_OUT)
    assert r"\nTraceback (most recent call last):\n" in line


def test_what_is_printable_stays_as_it_is() -> None:
    assert one_line("Größe: 3 µs, 日本") == "Größe: 3 µs, 日本"
    assert one_line("a\tb\\n") == r"a\tb\n"


def test_of_a_long_text_head_and_tail_are_kept() -> None:
    assert one_line("a" * 10 + "b" * 100 + "c" * 10, 20) == "a" * 10 + LEFT_OUT + "c" * 10


@pytest.mark.parametrize(
    "program",
    [
        "from sandbox.lines import log_to_stderr; log_to_stderr()",
        "from arena.worker.celery import plain_lines; plain_lines()",
    ],
    ids=["sandboxd", "worker"],
)
def test_the_programs_write_such_lines(program: str) -> None:
    says = "import logging\nlogging.getLogger('x').warning('a\\nb %s', '\\x1b[2J')"
    said = subprocess.run(
        [sys.executable, "-c", f"{program}\n{says}"],
        env=os.environ | SETTINGS,
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    (line,) = [line for line in said.splitlines() if " WARNING x: " in line] or [said]
    assert line.endswith(r"WARNING x: a\nb \x1b[2J")
