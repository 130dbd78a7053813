"""The games that are installed: each is what one entry point of the group `athanor.games` gives.

Ours are declared in `pyproject.toml` as a stranger's are in theirs. What is installed is known from its metadata;
of a checkout that was never installed, or not since its games were declared, that file itself is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from arena.kernel.game import Game
from arena.kernel.plugin import GROUP, BadPlugin, Plugin

OURS: Final = "athanor"
"""The distribution that this module is part of."""


class UnknownGame(ValueError):
    """A name that no game has; says which there are."""


class Declared(NamedTuple):
    """One entry point of the group."""

    entry: metadata.EntryPoint
    distribution: str
    version: str

    @property
    def package(self) -> str:
        """The game's package, whose folder holds what is no code of its engine."""
        return self.entry.module.rpartition(".")[0]

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"

    def unusable(self, why: str) -> BadPlugin:
        return BadPlugin(
            f"the game {self.entry.name!r} of the installed distribution {self} cannot be used ({why}). "
            f"Repair or uninstall {self.distribution}"
        )


class Installed(NamedTuple):
    plugin: Plugin
    declared: Declared


def declared() -> Iterator[Declared]:
    """All that are installed, and ours in any case."""
    found = [
        Declared(entry, entry.dist.name, entry.dist.version)
        for entry in metadata.entry_points(group=GROUP)
        if entry.dist is not None
    ]
    if not any(each.distribution == OURS for each in found):
        yield from _of_the_checkout()
    yield from found


def _of_the_checkout() -> Iterator[Declared]:
    file = resources.files("arena").joinpath("..", "pyproject.toml")
    if not file.is_file():
        raise BadPlugin(f"the distribution {OURS} declares no game: it was installed in part. Install it again")
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    for name, value in project["entry-points"][GROUP].items():
        yield Declared(metadata.EntryPoint(name, value, GROUP), OURS, project["version"])


class Plugins(Mapping[str, Installed]):
    """By the names of their games, in the order of lists. Raises BadPlugin.

    A game is imported when it is asked for; all are where it takes their order.
    """

    def __init__(self, found: Iterable[Declared]) -> None:
        self._declared: dict[str, Declared] = {}
        self._installed: dict[str, Installed] = {}
        self._names: tuple[str, ...] = ()
        for each in found:
            name = each.entry.name
            if name in self._declared:
                raise BadPlugin(
                    f"two installed distributions have a game called {name!r}: {self._declared[name]} and {each}. "
                    f"Uninstall one of them"
                )
            self._declared[name] = each

    def __getitem__(self, name: str) -> Installed:
        if name not in self._installed:
            declared = self._declared[name]
            self._installed[name] = Installed(_loaded(declared), declared)
        return self._installed[name]

    def __contains__(self, name: object) -> bool:
        return name in self._declared

    def __len__(self) -> int:
        return len(self._declared)

    def __iter__(self) -> Iterator[str]:
        if not self._names:
            self._names = tuple(sorted(self._declared, key=lambda name: (self[name].plugin.place, name)))
        return iter(self._names)

    def names(self) -> list[str]:
        """In alphabetical order, which takes no game to be imported."""
        return sorted(self._declared)

    def folder(self, name: str) -> Traversable:
        """Of a game's package: what it brings beside its engine is found there by name. Raises BadPlugin."""
        declared = self._declared[name]
        try:
            return resources.files(declared.package)
        except (Exception, SystemExit) as error:
            raise declared.unusable(f"{declared.entry.value}: {type(error).__name__}: {error}") from error


def _loaded(each: Declared) -> Plugin:
    try:
        plugin = each.entry.load()
        if not isinstance(plugin, Plugin):
            fault: str | None = "it is no Plugin"
        elif not each.package:
            fault = "it is in no package: name a module of the game's package"
        else:
            fault = plugin.fault(each.entry.name)
            if fault is None and plugin.messages is not None:
                from athanorpb.open_games import learn_module

                learn_module(each.entry.name, plugin.messages)
    except (Exception, SystemExit) as error:
        # SystemExit too: whatever command runs would end with it, and seem to have succeeded.
        raise each.unusable(f"{each.entry.value}: {type(error).__name__}: {error}") from error
    if fault is not None:
        raise each.unusable(f"{each.entry.value}: {fault}")
    return plugin  # type: ignore[no-any-return]


class Games(Mapping[str, Game[Any, Any, Any]]):
    """The games by their names, in the order of lists."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins

    def __getitem__(self, name: str) -> Game[Any, Any, Any]:
        return self._plugins[name].plugin.game

    def __contains__(self, name: object) -> bool:
        return name in self._plugins

    def __len__(self) -> int:
        return len(self._plugins)

    def __iter__(self) -> Iterator[str]:
        return iter(self._plugins)


PLUGINS: Final = Plugins(declared())
GAMES: Final = Games(PLUGINS)


def game_named(name: str) -> Game[Any, Any, Any]:
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(GAMES)}") from None


def folder_of(name: str) -> Traversable:
    return PLUGINS.folder(name)


def package_of(name: str) -> str:
    """The distribution and version of a plug-in's game; empty for a built-in or missing game."""
    declared = PLUGINS[name].declared if name in PLUGINS else None
    return str(declared) if declared is not None and declared.distribution != OURS else ""


def title_of(name: str) -> str:
    """What a game is called; of one that is not installed any more its name."""
    return GAMES[name].title if name in GAMES else name


def revisions_of(name: str) -> Mapping[int, Game[Any, Any, Any]]:
    """Of a game there is, by revision: itself, and what is kept of its earlier rules."""
    plugin = PLUGINS[name].plugin
    return {game.revision: game for game in (plugin.game, *plugin.earlier)}
