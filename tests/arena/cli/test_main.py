"""Finding a command, and every way to end."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import verify
from arena.cli.commands import COMMANDS, Command
from arena.cli.main import main
from arena.cli.trouble import INTERRUPTED, OUR_MISTAKE
from tests.arena.cli.running import athanor


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself_with_an_example(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    said = athanor(capsys, command.name, "--help")
    assert said.code == 0
    assert f"usage: athanor {command.name}" in said.out
    assert "example" in said.out
    assert f"athanor {command.name}" in said.out.split("example", 1)[1]
    assert said.err == ""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_answers_an_unknown_option_in_one_line(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    said = athanor(capsys, command.name, "--no-such-option")
    assert said.code == 2
    assert said.complaint.startswith(f"athanor {command.name}")
    assert "--help" in said.complaint


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, *words)
    assert said.code == 0
    assert all(f"  {command.name} " in said.out for command in COMMANDS)


def test_no_command_is_an_error_that_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys)
    assert said.code == 2
    assert "play" in said.out


def test_an_unknown_command_is_told_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "paly")
    assert said.code == 2
    assert said.complaint.startswith("athanor: no command is called 'paly'; there are: play, verify")


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "--version")
    assert said.code == 0
    assert said.out.startswith("athanor 0.")


def test_a_mistake_of_ours_is_one_line_and_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(arguments: object) -> int:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(verify, "run", broken)
    said = athanor(capsys, "verify", "x")
    assert said.code == OUR_MISTAKE
    assert said.complaint.startswith("athanor: this is a mistake of ours: ZeroDivisionError: oops (details: ")
    log = Path(said.complaint.rsplit("details: ", 1)[1].rstrip(")"))
    assert "Traceback" in log.read_text()
    log.unlink()
    with pytest.raises(ZeroDivisionError):
        main(["--debug", "verify", "x"])


def test_an_interrupt_ends_quietly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "run", interrupted)
    said = athanor(capsys, "verify", "x")
    assert (said.code, said.out, said.err) == (INTERRUPTED, "", "")


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    scenario = Path("tests/scenarios/poison/deal-four-seats.json").resolve()
    command = f"{sys.executable} -m arena.cli.main scenario {(str(scenario) + ' ') * 500} | head -n 1"
    shell = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert shell.stderr == ""
    assert shell.stdout == "passed: poison/deal-four-seats\n"


def test_the_command_is_installed_beside_the_interpreter() -> None:
    said = subprocess.run(
        [Path(sys.executable).parent / "athanor", "--version"], capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith("athanor ")


def test_only_the_command_that_is_called_is_imported() -> None:
    code = (
        "import sys; import arena.cli.main; print(*[n for n in sys.modules if n.startswith(('grpc', 'arena.'))])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(said.stdout.split()) == {
        "arena.cli",
        "arena.cli.main",
        "arena.cli.commands",
        "arena.cli.terminal",
        "arena.cli.trouble",
    }


def test_every_line_of_the_table_names_what_is_there() -> None:
    for command in COMMANDS:
        module, _, name = command.place.partition(":")
        place = importlib.import_module(module)
        place = getattr(place, name) if name else place
        assert callable(place.configure)
        assert callable(place.run)
