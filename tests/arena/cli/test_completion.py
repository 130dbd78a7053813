"""What the shell completes: by a real bash, and value by value."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from argcomplete import io
from argcomplete.finders import CompletionFinder

from arena.cli import completion
from arena.cli.main import _found, main
from tests.arena.cli.running import ATHANOR, athanor, environment


class Answered(Exception):
    """The process would end here."""


class Finder(CompletionFinder):
    def _init_debug_stream(self) -> None:
        """It would take a file descriptor that pytest uses."""
        io.debug_stream = sys.stderr


def offered(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What may come at the end of that line."""

    def ends(code: int) -> None:
        raise Answered(code)

    answer = StringIO()
    for name, value in {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line))}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("_ARGCOMPLETE_IFS", "\n")
    monkeypatch.setenv("_ARGCOMPLETE_SUPPRESS_SPACE", "1")
    parser = completion.parser_for(line, _found)
    with pytest.raises(Answered):
        Finder()(parser, always_complete_options="long", exit_method=ends, output_stream=answer)
    return answer.getvalue().split("\n")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("athanor pl", ["play"]),
        ("athanor verify", ["verify", "verify-log"]),
        ("athanor play ka", ["kazaam"]),
        ("athanor play poison gre", ["greedy"]),
        ("athanor play poison greedy random --option va", ["variant="]),
        ("athanor play poison greedy --rep", ["--replay"]),
        ("athanor play poison greedy --sandbox bu", ["bubblewrap"]),
        ("athanor play kazaam greedy --ladder kazaam-", ["kazaam-4"]),
        ("athanor --debug new poison my-bot --language r", ["rust"]),
        ("athanor matches --game po", ["poison"]),
        ("athanor tournaments wi", ["withdraw"]),
        ("athanor tournaments withdraw friday/1 mine --y", ["--yes"]),
        ("athanor bench rat", ["rating"]),
        ("athanor completion f", ["fish"]),
        ("athanor login h", [""]),
        ("athanor tournaments enter h", [""]),
        ("athanor play poison greedy --games h", [""]),
    ],
)
def test_commands_options_and_values_are_completed(
    line: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").touch()
    assert offered(line, monkeypatch) == words


def test_a_bot_of_ones_own_is_completed_beside_the_house_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "green").mkdir()
    (tmp_path / "grown.py").touch()
    assert sorted(offered("athanor play poison gr", monkeypatch)) == ["greedy", "green/", "grown.py"]


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_a_shell_is_told_how_to_ask(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "completion", shell)
    assert (said.code, said.err) == (0, "")
    assert "_ARGCOMPLETE" in said.out
    assert "athanor" in said.out


def test_a_shell_that_is_not_known_is_refused_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "completion", "tcsh")
    assert said.code == 2
    assert all(shell in said.complaint for shell in completion.SHELLS)


def test_a_variable_that_a_shell_left_behind_is_no_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    monkeypatch.setattr(sys, "argv", ["athanor", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("athanor ")


@pytest.mark.slow
def test_a_real_bash_completes_what_was_typed(tmp_path: Path) -> None:
    """As it does at a press of Tab: it calls the function that is registered for the command."""
    program = tmp_path / "athanor"
    program.write_text(f'#!/bin/sh\nexec {" ".join(ATHANOR)} "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(athanor completion bash)"
        pressed() {
            COMP_LINE="$*" COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9
            COMP_POINT=${#COMP_LINE} COMPREPLY=()
            $(complete -p athanor | sed 's/.*-F \\([^ ]*\\).*/\\1/') athanor
            echo "${COMPREPLY[@]}"
        }
        pressed athanor sc
        pressed athanor new al
        pressed athanor rate ledger --ref
    """
    said = subprocess.run(
        ["bash", "--norc", "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(PATH=f"{tmp_path}:/usr/bin:/bin"),
        check=True,
    )
    assert [line.split() for line in said.stdout.splitlines()] == [
        ["scenario"], ["alakazoo", "alkemy"], ["--reference"],
    ]  # fmt: skip
    assert said.stderr == ""
