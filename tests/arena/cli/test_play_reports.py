"""athanor play: what its user is told of bots, while it plays and afterwards."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.cli.logs import MOST_LINES, end_of
from arena.cli.main import main
from arena.cli.progress import ERASE, Progress
from arena.cli.report import MOST_TOLD, faults
from arena.cli.standings import Played
from arena.referee.conduct import Corrected
from tests.arena.cli.running import ATHANOR, athanor, environment
from tests.waiting import until

CHATTY = """\
import sys
def choose(ask):
    print("printed", ask.number)
    print("wrote", ask.number, file=sys.stderr)
    ask.note(f"noted {ask.number}")
    return 0
"""
BREAKS = 'def choose(ask):\n    ask.note("now it breaks")\n    return ask.nothing\n'
EARLY = """\
import sys
print('{"note": {"text": "hello"}}\\n{"ready": {}}', flush=True)
for line in sys.stdin:
    if '"ask"' in line:
        print(0, flush=True)
"""
CORRECTS = """\
def choose(ask):
    if ask.refused is None and ask.number == 1:
        return {"play": {"card": "red-99", "cauldron": 0}}
    if ask.refused is None and ask.number == 3:
        return 77
    if ask.refused is None and ask.number == 5:
        return {"dance": {}}
    return 0
"""
PLAY = (*ATHANOR, "play", "poison")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, source in (("chatty", CHATTY), ("breaks", BREAKS), ("corrects", CORRECTS)):
        (tmp_path / f"{name}.py").write_text(source)
    return tmp_path


# --- what bots say


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["none", "bubblewrap"])
def test_what_a_healthy_bot_says_is_kept_in_files_printed_as_it_comes_and_in_the_results(
    sandbox: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("play", "poison", "chatty.py", "random", "--sandbox", sandbox, "--seed", "01")
    said = athanor(capsys, *words, "--log", "logs", "--verbose")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "logs: logs"
    assert sorted(path.name for path in Path("logs").iterdir()) == ["0000-0-chatty.log", "0000-0-chatty.notes"]
    log = Path("logs/0000-0-chatty.log").read_text()
    assert log.startswith("printed 1\nwrote 1\nprinted 2\nwrote 2\n")
    assert "noted" not in log
    assert Path("logs/0000-0-chatty.notes").read_text().startswith("ask 1: noted 1\nask 2: noted 2\n")
    printed = said.err.splitlines()
    assert {"chatty: printed 1", "chatty: wrote 1", "chatty: note, ask 1: noted 1"} <= set(printed)
    assert [line for line in printed if "printed" in line] == [
        f"chatty: {line}" for line in log.splitlines() if "printed" in line
    ]
    document = json.loads(athanor(capsys, *words, "--json").out)
    of_chatty, of_random = document["matches"][0]["logs"]
    assert of_chatty["stderr"] == log
    assert of_chatty["notes"][0] == {"ask": 1, "text": "noted 1"}
    assert of_random == {"stderr": "", "notes": []}


def test_a_note_before_the_first_ask_is_kept_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    Path("early.py").write_text(EARLY)
    words = ("play", "poison", "early.py", "random", "--sandbox", "none")
    said = athanor(capsys, *words, "--log", "logs", "--verbose")
    assert "early: note, before its first ask: hello" in said.err.splitlines()
    assert Path("logs/0000-0-early.notes").read_text() == "before its first ask: hello\n"


def test_what_verbose_has_printed_of_a_disqualified_bot_is_not_printed_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = athanor(capsys, "play", "poison", "breaks.py", "random", "--sandbox", "none", "--verbose")
    lines = [line.strip() for line in said.err.splitlines()]
    assert lines.count("breaks: Traceback (most recent call last):") == 1
    assert lines.count("breaks: note, ask 1: now it breaks") == 1
    assert lines[-1].startswith("deal 0, breaks was disqualified: ")


def test_of_several_matches_it_is_said_in_which_a_bot_spoke(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(
        capsys, *("play", "poison", "chatty.py", "random", "--rotate", "--sandbox", "none", "--verbose")
    )
    assert "0000-0 chatty: printed 1" in said.err
    assert "0000-1 chatty: printed 1" in said.err


def test_without_verbose_a_healthy_bot_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert athanor(capsys, "play", "poison", "chatty.py", "random", "--sandbox", "none").err == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "clock", "shown"),
    [
        ("def welcome(welcome):\n    while True: pass\n\ndef choose(ask): return 0\n", "startup=6s", "in welcome"),
        ("def choose(ask):\n    while True: pass\n", "move=500ms", "in choose"),
        (
            "import sys\nfor line in sys.stdin:\n    if 'welcome' in line: print('{\"ready\": {}}')\n",
            "move=500ms",
            "the last line sent to the program is ask 1 (play). The program has read it, and has printed no line"
            " since",
        ),
    ],
    ids=["welcome", "choose", "lines"],
)
def test_a_bot_that_does_not_come_back_is_shown_where_it_was(
    source: str, clock: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("stuck.py").write_text(source)
    said = athanor(capsys, "play", "poison", "stuck.py", "random", "--clock", clock, "--sandbox", "none")
    assert said.code == 1
    assert shown in said.out + said.err


def test_notes_of_the_ask_at_which_a_bot_broke_are_shown_beside_its_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = athanor(capsys, "play", "poison", "breaks.py", "random", "--sandbox", "none")
    lines = said.err.splitlines()
    assert "  breaks: Traceback (most recent call last):" in lines
    assert lines[-1] == "  breaks: note, ask 1: now it breaks"


def test_a_folder_for_logs_that_cannot_be_made_is_said_before_anything_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = athanor(capsys, "play", "poison", "chatty.py", "random", "--log", "chatty.py/logs")
    assert said.code == 2
    assert said.complaint == "athanor play: chatty.py/logs: the folder for logs cannot be made: Not a directory"


NODE = [
    "/bot/main.js:5",
    "    table.find()",
    "          ^",
    "",
    "TypeError: Cannot read properties of undefined (reading 'find')",
    "    at choose (/bot/main.js:5:11)",
    *(f"    at frame{number} (node:internal/{number})" for number in range(20)),
    "",
    "Node.js v20.19.2",
]


def test_of_an_error_of_nodes_the_first_line_and_the_bots_own_frame_are_shown() -> None:
    shown = end_of("\n".join(["started", *NODE]))
    assert NODE[0] in shown
    assert NODE[4] in shown
    assert NODE[5] in shown


def test_of_a_longer_log_the_end_is_shown_with_the_errors_first_line_and_the_bots_own_frame() -> None:
    error = ["Traceback (most recent call last):", '  File "/bot/main.py", line 7, in choose']
    frames = [f'  File "/usr/lib/python3/deep.py", line {number}, in f' for number in range(100)]
    shown = end_of("\n".join(["before", *error, *frames, "it is over"]))
    assert shown[:3] == [*error, f"[... {1 + 100 + 1 - MOST_LINES} lines left out ...]"]
    assert len(shown) == MOST_LINES + 3
    assert shown[-1] == "it is over"
    assert end_of("\n".join(map(str, range(100)))) == [
        "[... 60 lines left out ...]",
        *map(str, range(60, 100)),
    ], "where nothing is known of an error the end is all"


def test_of_a_stack_dump_of_javas_the_main_thread_and_the_bots_own_frame_are_shown() -> None:
    main = '"main" #1 prio=5 os_prio=0 cpu=416.93ms elapsed=1.53s tid=0x00007fcd3c017840 runnable'
    frames = [
        "   java.lang.Thread.State: RUNNABLE",
        "    at java.util.HashMap.get(java.base@17.0.15/HashMap.java:155)",
        "    at bots.Table$Row.find(Table.java:7)",
        "    at Bot.main(Bot.java:3)",
    ]
    others = [f'"C2 CompilerThread{number}" #{number} daemon prio=9' for number in range(100)]
    shown = end_of("\n".join(["Full thread dump OpenJDK 64-Bit Server VM:", main, *frames, *others]))
    assert shown[:2] == [main, frames[2]]
    assert shown[2].endswith("lines left out ...]")


# --- what bots did wrong


@pytest.mark.parametrize("words", [("breaks.py", "random"), ("random", "breaks.py", "greedy")])
def test_a_disqualified_bot_of_ones_own_makes_the_exit_code_1(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert athanor(capsys, "play", "poison", *words, "--sandbox", "none").code == 1
    assert athanor(capsys, "play", "poison", *words, "--sandbox", "none", "--json").code == 1
    assert athanor(capsys, "play", "poison", "random", "chatty.py", "--sandbox", "none").code == 0


def test_the_help_says_what_the_exit_codes_mean(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "play", "--help").out
    assert "1 a bot of yours, named by its file or folder, was disqualified" in said
    assert "130 interrupted" in said


def test_each_illegal_answer_that_was_corrected_is_told_with_its_ask_the_answer_the_code_and_the_rule(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("play", "poison", "corrects.py", "random", "--sandbox", "none", "--seed", "01")
    said = athanor(capsys, *words)
    assert said.code == 0, "it was corrected"
    told = "deal 0, corrects gave an illegal answer and could correct it: "
    first, second, third, *log = said.err.splitlines()
    assert first.startswith(f'{told}ask 1 (play), {{"play": {{"card": "red-99", "cauldron": 0}}}}: unknown-card: ')
    assert first.endswith("(PO-4).")
    assert second == f"{told}ask 3 (play), 77: malformed: Index 77 is none of the 10 listed actions."
    assert third.startswith(
        f"{told}ask 5 (play), what is no action of the game: malformed: An answer is one action"
    )
    assert log[0].startswith("  corrects: choose returned {'dance': {}}, which is no action of poison: ")
    corrected = json.loads(athanor(capsys, *words, "--json").out)["matches"][0]["corrected"]
    assert [(one["ask"], one["answer"], one["code"]) for one in corrected[0][:2]] == [
        (1, {"play": {"card": "red-99", "cauldron": 0}}, "unknown-card"),
        (3, 77, "malformed"),
    ]
    assert corrected[1] == []


def test_of_many_only_some_are_told_and_how_many_there_are_more() -> None:
    told = (Corrected(1, "play", 9, "malformed", "Index 9 is none."),)
    match = Played(0, 0, "", (0,), (0,), (1,), "done", 9, ("",), ("",), (1,), "", "", corrected=(told,))
    lines = list(faults(["mine"], [match] * (MOST_TOLD + 5)))
    assert len(lines) == MOST_TOLD + 1
    assert lines[-1] == "... and 5 more illegal answers that were corrected; --json has all"


# --- while it plays


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_says_how_far_how_fast_and_how_long() -> None:
    now = 0.0
    screen = Screen()
    progress = Progress(60, screen, lambda: now)
    assert progress.line() == "0 of 60 matches"
    for _ in range(12):
        now += 0.25
        progress.step()
    assert progress.line() == "12 of 60 matches, 4.0 a second, 0:12 left"
    assert screen.getvalue().endswith(progress.line())
    now = 12 * 90.0
    assert progress.line() == "12 of 60 matches, 90.0 s each, 1:12:00 left"
    progress.say("a bot speaks")
    assert f"{ERASE}a bot speaks\n{ERASE}12 of 60" in screen.getvalue()
    progress.end()
    assert screen.getvalue().endswith(ERASE)


def test_progress_is_not_drawn_into_a_pipe() -> None:
    pipe = io.StringIO()
    progress = Progress(2, pipe)
    progress.step()
    progress.end()
    assert pipe.getvalue() == ""


@pytest.mark.slow
@pytest.mark.parametrize("bots", [("random", "greedy"), ("chatty.py", "random", "--sandbox", "none")])
@pytest.mark.parametrize("form", ["table", "json"])
def test_what_was_played_before_ctrl_c_is_told(bots: tuple[str, ...], form: str, elsewhere: Path) -> None:
    """Its stderr is a terminal, where the progress is seen; stdout is a file."""
    ours, theirs = pty.openpty()
    as_json = ("--json", "--replay", "replays") if form == "json" else ()
    with (elsewhere / "out").open("wb") as out:
        words = [*PLAY, *bots, *as_json, "--games", "99999", "--seed", "01"]
        process = subprocess.Popen(words, stdout=out, stderr=theirs, start_new_session=True, env=environment())
    os.close(theirs)
    os.set_blocking(ours, False)
    seen = bytearray()
    try:
        until(lambda: b" a second, " in taken(ours, seen) or b" s each, " in seen, "matches are being played")
        os.killpg(process.pid, signal.SIGINT)
        until(lambda: (taken(ours, seen), process.poll())[1] is not None, "it has ended")
    finally:
        process.kill()
        process.wait()
        taken(ours, seen)
        os.close(ours)
    assert process.returncode == 130, seen.decode()
    assert b"Traceback" not in seen
    assert b"stopped after " in seen
    out_text = (elsewhere / "out").read_text()
    if form == "json":
        document = json.loads(out_text)
        assert document["interrupted"] is True
        assert len(document["matches"]) == document["bots"][0]["games"] > 0
    else:
        assert out_text.splitlines()[1].split() == [
            "bot",
            "games",
            "wins",
            "mean",
            "rank",
            "mean",
            "score",
            "faults",
        ]
        assert int(out_text.splitlines()[2].split()[1]) > 0


def taken(descriptor: int, seen: bytearray) -> bytearray:
    try:
        while more := os.read(descriptor, 65536):
            seen += more
    except OSError:
        # Nothing more there yet, or the other end is closed.
        return seen
    return seen


# --- without Unicode


@pytest.mark.slow
def test_a_terminal_that_knows_no_unicode_is_told_all_the_same(elsewhere: Path) -> None:
    words = [*PLAY, "random", "greedy", "--seed", "01"]
    plain = environment(LC_ALL="C", PYTHONIOENCODING="ascii")
    said = subprocess.run(words, capture_output=True, env=plain, check=False)
    assert said.returncode == 0, said.stderr.decode()
    assert b" +- 0.00" in said.stdout


@pytest.mark.parametrize(
    "words", [["--help"], ["play", "--help"], ["play", "poison", "r\u00e4ndom", "\u2192"], ["\u00b1"]]
)
def test_no_command_fails_by_a_sign_that_cannot_be_written(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), "ascii") for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert main(words) in (0, 2)
    err.flush()
    shown: Any = err.buffer
    assert b"mistake of ours" not in shown.getvalue()
