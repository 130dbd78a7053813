"""The sentence of a bot that is out: at which message, what happened, how its program ended, bounded."""

from __future__ import annotations

import pytest

from arena.referee.conduct import DETAIL_LENGTH, Out
from arena.referee.faults import fault_of
from arena.referee.sentences import at_ask, at_start, ended, exit_code, sentence
from athanor_contract.limits.sandbox import MIB, Limits

BOUNDS = Limits(memory=256 * MIB, processes=64, open_files=256, file_size=16 * MIB, tmp=8 * MIB)
GONE = "at ask 3 (play), after 4 moves: nobody is at the other end of its connection any more"


def told(code: int | None, log: str = "", *, said: str = GONE, out: Out = Out.DEAD, memory: bool = False) -> str:
    return ended(said, out, code, too_much_memory=memory, log=log.encode(), bounds=BOUNDS)


def test_it_names_the_message() -> None:
    assert at_start(Out.NEVER_READY) == "while it started"
    assert at_ask(1, "play", 0) == "at ask 1 (play), after 0 moves"
    assert at_ask(3, "discard", 1) == "at ask 3 (discard), after 1 move"
    assert at_ask(3, "play", 4, again="no-such-card") == (
        "at ask 3 (play), asked again as its answer was no-such-card, after 4 moves"
    )
    assert at_ask(3, "play", 4, early=True) == "between its answer to ask 2 and ask 3 (play), after 4 moves"
    assert at_ask(1, "play", 2, early=True) == "between its ready and ask 1 (play), after 2 moves"


@pytest.mark.parametrize(
    ("code", "words"),
    [(0, "exit code 0"), (37, "exit code 37"), (139, "exit code 139 (SIGSEGV)"), (-9, "exit code -9 (SIGKILL)"),
     (159, "exit code 159 (SIGSYS)"), (128, "exit code 128"), (255, "exit code 255")],
)  # fmt: skip
def test_a_signal_is_called_by_its_name(code: int, words: str) -> None:
    assert exit_code(code) == words
    assert told(code) == f"{GONE}; its program ended with {words}"


def test_what_its_sentence_says_of_the_exit_code_is_not_said_twice() -> None:
    said = "while it started: its program ended with exit code 139 before it was ready"
    assert told(139, said=said, out=Out.NEVER_READY) == said.replace("139", "139 (SIGSEGV)")


@pytest.mark.parametrize(
    "said", ["while it started: not ready within 2000 ms", "while it started: its program ended with exit code 0"]
)
def test_a_program_that_ends_in_good_order_before_its_match_is_told_what_is_missing(said: str) -> None:
    words = told(0, said=said, out=Out.NEVER_READY)
    assert "it did not wait for a match: a Python file defines choose(ask)" in words
    fault = fault_of(words)
    assert fault is not None
    assert fault.code == "no-main-loop"
    assert "choose" not in told(1, said=said, out=Out.NEVER_READY)
    assert "choose" not in told(0, said=GONE, out=Out.DEAD)


@pytest.mark.parametrize(
    ("log", "code", "limit"),
    [
        ("OSError: [Errno 24] Too many open files", "open-files", "256 open files a process"),
        ("RuntimeError: can't start new thread", "processes", "64 processes and threads"),
        ("BlockingIOError: [Errno 11] Resource temporarily unavailable", "processes", "64 processes and threads"),
        ("OSError: [Errno 27] File too large", "file-size", "16 MiB a file"),
        ("OSError: [Errno 28] No space left on device: '/tmp/x'", "disk", "8 MiB in /tmp"),
    ],
)
def test_the_limit_that_it_met_is_known_by_the_end_of_its_log(log: str, code: str, limit: str) -> None:
    words = told(1, f"Traceback\n{log}\n")
    assert words == f"{GONE}; its program ended with exit code 1; it met the limit of {limit}"
    fault = fault_of(words)
    assert fault is not None
    assert fault.code == code
    assert "limit" not in told(1, log + "x" * 3_000), "what it said long before is not what it died of"
    assert "limit" not in told(0, log), "it left in good order"


def test_a_file_that_grew_too_large_is_known_by_the_signal() -> None:
    assert told(153).endswith("exit code 153 (SIGXFSZ); it met the limit of 16 MiB a file")


def test_memory_is_told_whatever_it_was_out_for_and_alone() -> None:
    words = told(137, "Too many open files", memory=True)
    assert words == f"{GONE}; it used more memory than a bot may: 256 MiB"
    assert "256 MiB" in told(None, said="at ask 1 (play), after 0 moves: no answer", out=Out.SILENT, memory=True)


@pytest.mark.parametrize("out", [Out.SILENT, Out.ILLEGAL, Out.OUT_OF_TIME, Out.MALFORMED])
def test_how_a_program_ended_that_was_out_before_says_nothing_of_why(out: Out) -> None:
    assert told(1, out=out) == GONE


@pytest.mark.parametrize("code", [0, 1, 139])
def test_it_is_one_printable_line_of_a_bounded_length_and_loses_neither_of_its_ends(code: int) -> None:
    said = sentence(at_ask(3, "play", 4), "its server ended the call: \x1b[2J\n" + "x" * 5_000)
    assert len(said) == DETAIL_LENGTH
    words = told(code, "Too many open files", said=said)
    assert len(words) <= DETAIL_LENGTH
    assert words.isprintable()
    assert words.startswith("at ask 3 (play), after 4 moves: its server ended the call: ?[2J xxx")
    assert f"...; its program ended with exit code {code}" in words
