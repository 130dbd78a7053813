"""A game that no runtime and no SDK was built with: bots that are servers of their own play Connect Four."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.installed import connect_four, installed
from tests.sandbox.languages.conftest import trees_of

pytestmark = pytest.mark.slow

MANIFEST = """
name = "upwards"
games = ["connect4"]
runtime = "node"
protocol = "grpc"
"""
PROGRAM = """
const { run } = require("athanor-bot");

let game = "";
run({
  welcome(welcome) {
    if (welcome.options.connect4.columns !== 7) throw new Error("a board of 7 columns was asked for");
    game = welcome.game;
  },
  choose(ask) {
    // The fullest column that has room: its last disc by index, others by action.
    const columns = ask.view[game].columns.map((column) => column.discs.length);
    const room = ask.legal.actions.map((action) => action[game].drop.column);
    const best = room.reduce((one, other) => (columns[other] > columns[one] ? other : one));
    return columns[best] === 5 ? room.indexOf(best) : { [game]: { drop: { column: best } } };
  },
});
"""


def test_a_server_in_javascript_sees_the_board_and_answers_by_actions_of_the_game(tmp_path: Path) -> None:
    trees_of("node")
    packages = installed(connect_four(tmp_path / "source"), tmp_path / "packages")
    bot = tmp_path / "upwards"
    bot.mkdir()
    (bot / "bot.toml").write_text(MANIFEST)
    (bot / "bot.js").write_text(PROGRAM)
    words = ["--rotate", "--games", "2", "--seed", "0e", "--sandbox", "bubblewrap", "--json"]
    played = subprocess.run(
        [sys.executable, "-m", "arena.cli.main", "play", "connect4", "./upwards", "random", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(packages)},
        cwd=tmp_path,
    )
    assert played.returncode == 0, played.stdout + played.stderr
    matches = json.loads(played.stdout)["matches"]
    assert len(matches) == 4
    assert all(out == "" for match in matches for out in match["outs"]), matches
