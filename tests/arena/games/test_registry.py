"""Which games there are: what is installed under the entry-point group, ours and a stranger's alike."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from arena.games.poison.game import Poison
from arena.games.registry import GAMES, PLUGINS, Plugins, declared, revisions_of
from arena.kernel.game import Game
from arena.kernel.plugin import GROUP, BadPlugin

ROOT = Path(__file__).parents[3]
STRANGER = """
from arena.games.poison.game import Poison
from arena.kernel.plugin import Plugin


class Stranger(Poison):
    name = "stranger"
    title = "Stranger"


class Older(Stranger):
    revision = 0


PLUGIN = Plugin(Stranger(), "A game of a stranger.", "the lowest score wins", earlier=(Older(),))
OTHER_GAME = Plugin(Poison(), "Another poison.", "the lowest score wins")
NO_GAME = Plugin("stranger", "No game.", "nobody wins")
NO_PLUGIN = Stranger()
NO_MESSAGES = Plugin(Stranger(), "Not typed.", "nobody wins", messages=Plugin)
"""


def distribution(folder: Path, name: str, *entries: str, source: str = STRANGER) -> None:
    """What pip leaves of a distribution with such entry points, on the path."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *entries, ""]))
    package = folder / "stranger_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(source)
    (folder / "alone.py").write_text(source)


@pytest.fixture
def site_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("stranger_game", "stranger_game.plugin", "alone"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def test_our_games_are_those_of_pyproject_in_the_order_of_their_places() -> None:
    ours = {each.entry.name for each in declared() if each.distribution == "athanor"}
    assert ours == {"poison", "kazaam", "alakazoo", "alkemy"} <= set(GAMES)
    assert [name for name in GAMES if name in ours] == ["poison", "kazaam", "alakazoo", "alkemy"]
    assert {name: sorted(revisions_of(name)) for name in sorted(ours)} == {
        "alakazoo": [2, 3], "alkemy": [1, 2], "kazaam": [1], "poison": [1]
    }  # fmt: skip


def test_a_checkout_that_was_never_installed_has_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(group: str) -> Sequence[metadata.EntryPoint]:
        return ()

    known = {(each.entry.name, each.entry.value) for each in declared() if each.distribution == "athanor"}
    monkeypatch.setattr(metadata, "entry_points", nothing)
    assert {(each.entry.name, each.entry.value) for each in declared()} == known
    assert list(Plugins(declared())) == [name for name in PLUGINS if name in dict(known)]


def test_a_game_of_an_installed_distribution_is_found_and_stands_behind_ours(site_packages: Path) -> None:
    distribution(site_packages, "stranger-game", "stranger = stranger_game.plugin:PLUGIN")
    found = Plugins(declared())
    assert list(found)[:4] == list(GAMES)[:4]
    assert found["stranger"].plugin.game.title == "Stranger"
    assert [game.revision for game in found["stranger"].plugin.earlier] == [0]


BROKEN = {
    "stranger = nowhere.plugin:PLUGIN": "nowhere.plugin:PLUGIN: ModuleNotFoundError: No module named 'nowhere'",
    "stranger = alone:PLUGIN": "alone:PLUGIN: it is in no package",
    "stranger = what is this": "what is this: AttributeError",
    "stranger = stranger_game.plugin:PLUG": "module 'stranger_game.plugin' has no attribute 'PLUG'",
    "stranger = stranger_game.plugin:NO_PLUGIN": "it is no Plugin",
    "stranger = stranger_game.plugin:NO_GAME": "its game is a str, not an arena.kernel.game.Game",
    "stranger = stranger_game.plugin:NO_MESSAGES": "ValueError: Plugin is not what protoc writes for a .proto",
    "other = stranger_game.plugin:PLUGIN": "the entry point is called 'other' and its game 'stranger'",
    "Stran-ger = stranger_game.plugin:PLUGIN": "a game's name has up to 30 small letters",
}


@pytest.mark.parametrize("entry", BROKEN)
def test_what_is_broken_is_told_with_the_distribution_to_repair(site_packages: Path, entry: str) -> None:
    distribution(site_packages, "stranger-game", entry)
    with pytest.raises(BadPlugin) as bad:
        list(Plugins(declared()))
    assert BROKEN[entry] in str(bad.value)
    assert "installed distribution stranger-game 1.2 cannot be used" in str(bad.value)
    assert str(bad.value).endswith("Repair or uninstall stranger-game")


def test_a_plugin_that_cannot_be_imported_is_told_with_its_own_error(site_packages: Path) -> None:
    distribution(site_packages, "stranger-game", "stranger = stranger_game.plugin:PLUGIN", source="1 / 0")
    with pytest.raises(BadPlugin, match=r"stranger-game 1\.2 .*ZeroDivisionError: division by zero"):
        list(Plugins(declared()))


def test_a_plugin_that_exits_when_it_is_imported_does_not_end_the_command_as_if_it_were_done(
    site_packages: Path,
) -> None:
    distribution(site_packages, "stranger-game", "stranger = stranger_game.plugin:PLUGIN", source="exit(0)")
    with pytest.raises(BadPlugin, match=r"stranger-game 1\.2 .*SystemExit: 0"):
        list(Plugins(declared()))


@pytest.mark.parametrize(("source", "problem"), [("1 / 0", "ZeroDivisionError"), ("exit(0)", "SystemExit: 0")])
def test_a_package_that_cannot_be_imported_is_told_by_who_looks_into_its_folder(
    site_packages: Path, source: str, problem: str
) -> None:
    distribution(site_packages, "stranger-game", "stranger = stranger_game.plugin:PLUGIN")
    (site_packages / "stranger_game" / "__init__.py").write_text(source)
    with pytest.raises(BadPlugin, match=rf"stranger-game 1\.2 .*{problem}"):
        Plugins(declared()).folder("stranger")


def test_two_distributions_with_a_game_of_one_name_are_both_named(site_packages: Path) -> None:
    distribution(site_packages, "stranger-game", "poison = stranger_game.plugin:OTHER_GAME")
    with pytest.raises(BadPlugin, match="a game called 'poison': ") as bad:
        Plugins(declared())
    assert "stranger-game 1.2" in str(bad.value)
    assert f"athanor {metadata.version('athanor')}" in str(bad.value)


def test_a_game_is_imported_when_it_is_asked_for_and_no_other_with_it(site_packages: Path) -> None:
    """A command of one game does not wait for the others, nor for one that is broken."""
    distribution(site_packages, "stranger-game", "stranger = nowhere.plugin:PLUGIN")
    code = (
        "import sys; from arena.games.registry import game_named; game_named('poison');"
        "print(*sorted({name.split('.')[2] for name in sys.modules if name.startswith('arena.games.')}))"
    )
    paths = os.pathsep.join([str(site_packages), str(ROOT), str(ROOT / "proto")])
    environment = {**os.environ, "PYTHONPATH": paths}
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert said.stdout.split() == ["poison", "registry"]


class Earlier(Poison):
    revision = 0


class Later(Poison):
    revision = 2


class Renamed(Earlier):
    name = "venom"


@pytest.mark.parametrize("earlier", [(Later(),), (Poison(),), (Earlier(), Earlier()), (Renamed(),)])
def test_earlier_revisions_are_distinct_earlier_and_of_the_same_game(
    earlier: tuple[Game[Any, Any, Any], ...],
) -> None:
    assert replace(PLUGINS["poison"].plugin, earlier=(Earlier(),)).fault("poison") is None
    assert "earlier revision" in (replace(PLUGINS["poison"].plugin, earlier=earlier).fault("poison") or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["-m", "arena.cli.main", "play", "stranger", "random", "random"], 2),
        ([str(ROOT / "manage.py"), "check"], 1),
        (["-m", "celery", "-A", "arena.worker.celery:app", "worker"], 1),
        (["-m", "celery", "-A", "athanor.celery:app", "worker"], 1),
        (["-m", "celery", "-A", "athanor.celery:app", "beat"], 1),
    ],
    ids=["athanor", "manage.py", "arena worker", "site worker", "beat"],
)
def test_a_broken_game_ends_every_command_with_one_line(tmp_path: Path, command: Sequence[str], code: int) -> None:
    distribution(tmp_path, "stranger-game", "stranger = stranger_game.plugin:NO_PLUGIN")
    paths = [str(tmp_path), str(ROOT), str(ROOT / "proto")]
    ended = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "ATHANOR_VAR": str(tmp_path),
            "ATHANOR_RECORD_KEY": "0" * 32,
        },
    )
    assert ended.returncode == code
    assert ended.stderr.count("\n") == 1
    assert "the game 'stranger' of the installed distribution stranger-game 1.2 cannot be used" in ended.stderr
