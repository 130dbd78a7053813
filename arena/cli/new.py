"""athanor new GAME DIR: a starter bot that plays at once."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from arena.cli.trouble import Trouble

EXAMPLE = """\
languages:
{languages}

example: athanor new poison my-bot --language python

exit code: 0 written, 2 something on the command line cannot be used.
"""

FILLED_IN = {".md", ".toml"}
"""Everything else is copied as it is."""
LONGEST_NAME = 40


class Starter(NamedTuple):
    about: str
    folder: str
    """Under starters/."""
    main: str
    """Of the bot. What the game's package has in its folder `starters`, under the name of this folder, is taken
    instead."""


STARTERS: Mapping[str, Starter] = {
    "python": Starter("one function, choose(ask)", "python", "bot.py"),
    "python-lines": Starter("a loop that reads and prints lines of JSON, no library", "python_lines", "bot.py"),
    "node": Starter("JavaScript: the same loop, by Node 20", "node", "bot.js"),
    "c": Starter("C, with a small reader of JSON", "c", "bot.c"),
    "cpp": Starter("C++, with a small reader of JSON", "cpp", "bot.cpp"),
    "rust": Starter("Rust, with a small reader of JSON", "rust", "bot.rs"),
    "go": Starter("Go, by its own reader of JSON", "go", "bot.go"),
    "java": Starter("Java, with a small reader of JSON", "java", "Bot.java"),
    "sh": Starter("the same loop in a dozen lines of POSIX shell", "sh", "bot.sh"),
}
HERE = Path(__file__).parent / "starters"


def configure(parser: argparse.ArgumentParser) -> None:
    from arena.games.registry import PLUGINS

    listed = "\n".join(f"  {name:<13} {starter.about}" for name, starter in STARTERS.items())
    parser.epilog = EXAMPLE.format(languages=listed)
    parser.add_argument("game", metavar="GAME", help=", ".join(PLUGINS.names()))
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder; its name names the bot")
    parser.add_argument("--language", metavar="L", default="python", help="one of those below (default python)")


def run(arguments: argparse.Namespace) -> int:
    from arena.games.registry import UnknownGame, game_named

    try:
        game = game_named(arguments.game)
    except UnknownGame as error:
        raise Trouble(str(error)) from error
    starter = starter_named(arguments.language)
    if starter is None:
        raise Trouble(f"there is no starter in {arguments.language!r}; there are: {', '.join(STARTERS)}")
    folder: Path = arguments.folder
    files = files_of(starter, game.name, folder)
    write(files, folder)
    opponents = " ".join(["random"] * max(1, game.seats.start - 1))
    path = shlex.quote(str(folder))
    print(f"{folder}: {', '.join(files)}")
    print(f"play it:   athanor play {game.name} {path} {opponents}")
    print(f"upload it: athanor upload {path}")
    return 0


def starter_named(word: str) -> Starter | None:
    """By its own name, or by one that bot.toml takes for its language: c++, golang."""
    from athanor_contract.runtimes import runtime_named

    runtime = runtime_named(word)
    return STARTERS.get(word) or STARTERS.get(runtime.name if runtime else "")


def files_of(starter: Starter, game: str, folder: Path) -> dict[str, str]:
    """What is written, by name."""
    from arena.games.registry import folder_of

    place = HERE / starter.folder
    own = folder_of(game) / "starters" / f"{starter.folder}{Path(starter.main).suffix}"
    words = {"name": name_of(folder), "game": game, "folder": shlex.quote(str(folder))}
    found = {starter.main: (own if own.is_file() else place / starter.main).read_text(encoding="utf-8")}
    for path in sorted(place.iterdir()):
        if path.suffix in FILLED_IN:
            found[path.name] = Template(path.read_text(encoding="utf-8")).substitute(words)
    return found


def name_of(folder: Path) -> str:
    """The bot's name: that of its folder, as far as a bot may be called so."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return name[:LONGEST_NAME].strip("-") or "my-bot"


def write(files: Mapping[str, str], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Trouble(f"{folder} is not empty: name a folder that is, or that is not there yet")
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise Trouble(f"{folder} is a file: name a folder that is empty, or that is not there yet") from None
    except NotADirectoryError:
        raise Trouble(f"{folder} cannot be a folder: something on the way to it is a file") from None
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror}") from error
