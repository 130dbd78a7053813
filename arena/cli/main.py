"""The entry of `athanor`: finds the command, imports it alone, and turns every way to end into an exit code.

Exit codes: 0 done; 1 done, and the answer is no (a scenario fails, a replay differs, a budget is missed); 2 what
was given cannot be used; 70 a mistake of ours, with the details in a file; 130 interrupted.

The parsers are argparse's: a parser like that of `replay`, with its help printed, costs 20 ms of CPU time beyond a
bare interpreter, and 52 ms with click (measured 2026-11-20); all of `athanor --help` costs 40.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from arena.cli.commands import COMMANDS, Command
from arena.cli.terminal import write_what_can_be_written
from arena.cli.trouble import INTERRUPTED, OUR_MISTAKE, UNUSABLE, Trouble, written_down

PROGRAM = "athanor"
ASKED = frozenset({"_ARGCOMPLETE", "COMP_LINE", "COMP_POINT"})
"""The variables by which a shell asks what may come next: see `completion.py`."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(UNUSABLE)


def main(words: Sequence[str] | None = None) -> int:
    write_what_can_be_written()
    if words is None and os.environ.keys() >= ASKED:
        from arena.cli.completion import complete

        complete(_found)
    words = list(sys.argv[1:] if words is None else words)
    debug = "--debug" in words[:1]
    words = words[1:] if debug else words
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; without this Python complains when it closes it.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if debug:
            raise
        return _apologise(error)


def _dispatch(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0 if words else UNUSABLE
    if words[0] == "--version":
        from importlib.metadata import version

        print(f"{PROGRAM} {version(PROGRAM)}")
        return 0
    command = next((command for command in COMMANDS if command.name == words[0]), None)
    if command is None:
        known = ", ".join(command.name for command in COMMANDS)
        print(f"{PROGRAM}: no command is called {words[0]!r}; there are: {known}", file=sys.stderr)
        return UNUSABLE
    return _run(command, words[1:])


def _run(command: Command, words: Sequence[str]) -> int:
    program = f"{PROGRAM} {command.name}"
    parser = Parser(
        prog=program,
        description=command.about[0].upper() + command.about[1:] + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    place = _found(command)
    place.configure(parser)
    try:
        arguments = parser.parse_intermixed_args(words) if _may_mix(parser) else parser.parse_args(words)
        code: int = place.run(arguments)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else UNUSABLE
    except Trouble as trouble:
        print(f"{program}: {trouble}", file=sys.stderr)
        return trouble.code
    return code


def _found(command: Command) -> Any:
    module, _, name = command.place.partition(":")
    place = importlib.import_module(module)
    return getattr(place, name) if name else place


def _may_mix(parser: argparse.ArgumentParser) -> bool:
    """Whether options may stand between positional words: not where a command has commands of its own."""
    return not any(action.nargs in (argparse.PARSER, argparse.REMAINDER) for action in parser._actions)


def _overview() -> str:
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.about}" for command in COMMANDS]
    return "\n".join(
        (
            f"usage: {PROGRAM} COMMAND ...",
            "",
            "Programs play four tabletop games against each other.",
            "",
            *lines,
            "",
            f"example: {PROGRAM} play poison random greedy counting --games 10 --rotate",
            f"{PROGRAM} COMMAND --help says more; {PROGRAM} --debug COMMAND shows where we made a mistake.",
        )
    )


def _apologise(error: Exception) -> int:
    from arena.kernel.plugin import BadPlugin

    if isinstance(error, BadPlugin):
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return UNUSABLE
    print(f"{PROGRAM}: this is a mistake of ours: {written_down(error)}", file=sys.stderr)
    return OUR_MISTAKE


if __name__ == "__main__":
    sys.exit(main())
