"""athanor completion bash|zsh|fish: what lets the shell complete commands, options and their values.

At a press of Tab the shell runs `athanor` with what was typed so far in its environment; `complete` answers. Of
the commands only the one that was typed is imported.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from arena.cli.commands import COMMANDS, Command

SHELLS: Final = ("bash", "zsh", "fish")
EXAMPLE: Final = """\
example: eval "$(athanor completion bash)"

Write that line into ~/.bashrc, or `eval "$(athanor completion zsh)"` into ~/.zshrc after compinit; for fish:
athanor completion fish > ~/.config/fish/completions/athanor.fish
exit code: 0 printed, 2 there is nothing for this shell.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(arguments: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["athanor"], shell=arguments.shell))
    return 0


def complete(found: Callable[[Command], Any]) -> None:
    """Answers the shell, and ends the process. `found` gives the module of a command."""
    from argcomplete import autocomplete

    autocomplete(
        parser_for(os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])], found), always_complete_options="long"
    )


def parser_for(line: str, found: Callable[[Command], Any]) -> argparse.ArgumentParser:
    """With all commands, and the arguments of the one that was typed."""
    parser = argparse.ArgumentParser(prog="athanor")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--debug", action="store_true")
    commands = parser.add_subparsers()
    typed = line.split()[1:3]
    for command in COMMANDS:
        # Some shells show the help beside the name.
        of_command = commands.add_parser(command.name, help=command.about, allow_abbrev=False)
        if command.name in typed:
            found(command).configure(of_command)
            _give_values(command.name, of_command)
    return parser


def _give_values(command: str, parser: argparse.ArgumentParser) -> None:
    from argcomplete.completers import SuppressCompleter

    for action in parser._actions:
        values = VALUES.get(f"{command} {action.dest}") or VALUES.get(action.dest)
        if values is None and action.dest in NO_FILE:
            values = SuppressCompleter()
        if values is not None:
            action.completer = values  # type: ignore[attr-defined]
        if isinstance(action, argparse._SubParsersAction):
            for own in action.choices.values():
                _give_values(command, own)


NO_FILE: Final = frozenset(
    {"against", "bot", "bots", "clock", "games", "key", "limit", "match", "seed", "site", "tournament", "version"}
)
"""What it may be is not known here, and it is no file."""


def _games(**_: object) -> Iterable[str]:
    from arena.games.registry import PLUGINS

    return PLUGINS.names()


def _bots(prefix: str, parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """House bots, and the files of those of one's own."""
    from argcomplete.completers import FilesCompleter

    from arena.house.catalogue import house_bots

    return [*house_bots(parsed_args.game or ""), *FilesCompleter()(prefix)]


def _options(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    from arena.games.registry import GAMES

    game = GAMES.get(parsed_args.game or "")
    return [f"{name}=" for name in game.options] if game else []


def _ladders(**_: object) -> Iterable[str]:
    from arena.orders.ladders import all_plans

    return [plan.slug for plan in all_plans()]


def _languages(**_: object) -> Iterable[str]:
    from arena.cli.new import STARTERS

    return STARTERS


def _benchmarks(**_: object) -> Iterable[str]:
    from arena.cli.bench.registry import BENCHMARKS

    return BENCHMARKS


VALUES: Final[Mapping[str, Callable[..., Iterable[str]]]] = {
    "game": _games,
    "play bots": _bots,
    "option": _options,
    "ladder": _ladders,
    "language": _languages,
    "names": _benchmarks,
}
"""What an argument may be, by its name; of one command alone: after the command's."""
