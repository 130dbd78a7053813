"""The names of a game's modules, the same in every game: what each holds stands in `arena/games/README.md`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Final

NAMES: Final = frozenset(
    {
        "actions",
        "announcements",
        "authors",
        "autopilot",
        "facts",
        "game",
        "invariants",
        "legality",
        "listing",
        "loading",
        "material",
        "messages_pb2",
        "options",
        "plugin",
        "position",
        "scoring",
        "setup",
        "spellings",
        "state",
        "templates",
        "turns",
        "views",
    }
)


def modules_in(package: Traversable) -> Iterator[str]:
    for file in package.iterdir():
        name, dot, ending = file.name.rpartition(".")
        if dot and ending == "py" and name != "__init__":
            yield name
