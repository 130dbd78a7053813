"""A replay is verified by the rules that its match was played by, also when a later revision has changed them.

The replays were played by the engine of their time. In each of them something happens that is another thing now.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.games.registry import GAMES, PLUGINS
from arena.replay.file import read
from arena.replay.verification import verify
from tests.arena.replay.test_verification import forged

FILES = sorted((Path(__file__).parents[2] / "golden" / "replays").glob("*.athanor"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_replay_is_verified_by_the_rules_of_its_time(file: Path) -> None:
    assert verify(read(file.read_bytes())) is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rules_of_today_give_something_else(file: Path) -> None:
    replay = read(file.read_bytes())
    today = replace(replay.header, revision=GAMES[replay.header.game].revision)
    difference = verify(forged(replay, header=today))
    assert difference is not None
    assert difference.where != "hash chain"


def test_of_every_revision_that_is_kept_there_is_a_replay() -> None:
    headers = {(header.game, header.revision) for file in FILES if (header := read(file.read_bytes()).header)}
    assert headers == {(name, game.revision) for name in PLUGINS for game in PLUGINS[name].plugin.earlier}
