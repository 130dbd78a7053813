"""A stranger's game, in a distribution of its own that pip installs: it goes the whole way that ours go."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.plugin.installed import connect_four, installed

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return connect_four(tmp_path_factory.mktemp("source") / "connect4")


@pytest.fixture(scope="module")
def site_packages(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(source, tmp_path_factory.mktemp("site-packages"))


@pytest.fixture
def athanor(site_packages: Path, tmp_path: Path) -> Run:
    def run(*words: str, installed: bool = True) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(site_packages) if installed else ""}
        return subprocess.run(
            [sys.executable, "-m", "arena.cli.main", *words],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
        )

    return run


def test_it_is_one_of_the_games_and_without_it_there_are_those_that_were(athanor: Run) -> None:
    assert "alakazoo, alkemy, connect4, kazaam, poison" in athanor("play", "--help").stdout
    assert "connect4" not in athanor("play", "--help", installed=False).stdout
    assert "there are: poison, kazaam, alakazoo, alkemy, connect4" in athanor("new", "chess", "bot").stderr


@pytest.mark.parametrize("language", ["python", "python-lines"])
def test_a_bot_that_athanor_new_writes_plays_its_ladder_and_the_replay_is_verified(
    athanor: Run, tmp_path: Path, language: str
) -> None:
    """By the Python SDK, and by lines of JSON through the adapter: neither was built with the game."""
    assert athanor("new", "connect4", "mine", "--language", language).returncode == 0
    words = ["--ladder", "connect4", "--rotate", "--games", "2", "--seed", "0c", "--sandbox", "none", "--json"]
    played = athanor("play", "connect4", "mine", "greedy", *words, "--replay", "replays")
    assert played.returncode == 0, played.stderr
    document = json.loads(played.stdout)
    assert len(document["matches"]) == 4
    assert all(out == "" for match in document["matches"] for out in match["outs"])
    for match in document["matches"]:
        assert athanor("verify", match["replay"]).returncode == 0


def test_every_width_of_the_board_is_played_and_greedy_beats_chance(athanor: Run) -> None:
    for columns in (6, 9):
        words = ["--games", "5", "--rotate", "--seed", "0d", "--option", f"columns={columns}", "--json"]
        played = athanor("play", "connect4", "greedy", "random", *words)
        assert played.returncode == 0, played.stderr
        greedy, chance = (bot["wins"] for bot in json.loads(played.stdout)["bots"])
        assert greedy > 2 * chance


def test_a_replay_of_a_game_that_is_not_installed_is_not_verified_and_the_game_is_named(
    athanor: Run, tmp_path: Path
) -> None:
    assert (
        athanor("play", "connect4", "greedy", "random", "--seed", "01", "--replay", "one.athanor").returncode == 0
    )
    ended = athanor("verify", "one.athanor", installed=False)
    assert ended.returncode == 1
    assert "found 'connect4, which the distribution athanor-connect4 1.0 has'" in ended.stdout
    assert "Traceback" not in ended.stderr


SCENARIO: dict[str, Any] = json.loads((HERE / "contract/scenarios/four-up.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ply": 11}, "/ply"),
        ({"to_act": [1]}, "/to_act"),
        ({"columns": [[0]] * 7}, "CF-2"),
        ({"columns": [[0] * 7, [1] * 7, [], [], [], [], []]}, "CF-4"),
        ({"columns": []}, "CF-1"),
        ({"columns": [[2], [0], [], [], [], [], []]}, "CF-4"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place_or_rule(
    athanor: Run, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    scenario = {**SCENARIO, "state": {**SCENARIO["state"], **change}}
    (tmp_path / "wrong.json").write_text(json.dumps(scenario))
    ended = athanor("scenario", "wrong.json")
    assert ended.returncode == 2
    assert said in ended.stdout + ended.stderr


def contract(source: Path, site_packages: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site_packages)},
        cwd=source,
    )


def test_it_keeps_the_contract_of_every_game_by_pytest_in_its_own_folder(
    source: Path, site_packages: Path
) -> None:
    """With its scenarios, golden playthroughs, invariants, and every number of columns."""
    ended = contract(source, site_packages, "-vv")
    assert ended.returncode == 0, ended.stdout[-6000:]
    for check in ("positions", "playthroughs", "nulls", "random_games", "refusals", "scenarios"):
        assert f"contract/kit.py::{check}::" in ended.stdout
    assert all(f"connect4-2-{columns}]" in ended.stdout for columns in (6, 7, 9))


def test_a_rule_that_is_broken_is_found_by_the_contract(source: Path, site_packages: Path, tmp_path: Path) -> None:
    broken = tmp_path / "connect4"
    shutil.copytree(source, broken)
    game = broken / "connect4" / "game.py"
    text = game.read_text(encoding="utf-8")
    changed = text.replace("if not self.to_act:", "if not self.to_act and self.ply > 60:")
    assert changed != text
    game.write_text(changed, encoding="utf-8")
    ended = contract(broken, site_packages, "-m", "not slow")
    assert ended.returncode == 1
    assert "FAILED contract/kit.py::scenarios::test_a_scenario_holds[connect4-four-up]" in ended.stdout


def test_its_generated_messages_are_what_its_proto_gives(tmp_path: Path) -> None:
    roots = [f"-I{HERE}", f"-I{ROOT / 'proto'}"]
    subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", *roots, f"--python_out={tmp_path}", "connect4/messages.proto"],
        check=True,
        cwd=HERE,
    )
    fresh = (tmp_path / "connect4" / "messages_pb2.py").read_bytes()
    assert (HERE / "connect4" / "messages_pb2.py").read_bytes() == fresh


def test_a_site_has_its_ladder_its_matches_and_its_pages(site_packages: Path) -> None:
    """The tests in the file that is named here, in a process that has the distribution."""
    paths = os.pathsep.join([str(site_packages), str(ROOT), str(ROOT / "platform"), str(ROOT / "proto")])
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/athanor/plugin/journey.py"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
    )
    assert ended.returncode == 0, ended.stdout[-6000:]
