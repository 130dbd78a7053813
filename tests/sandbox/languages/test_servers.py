"""Bots that are gRPC servers of their own: the examples play whole matches on both drivers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.stands import Stand
from arena.games.registry import GAMES
from athanor_contract.bundle import of_path
from athanor_contract.runtimes import RUNTIMES
from sandbox.interface import Driver
from tests.sandbox.languages.conftest import played

ROOT = Path(__file__).parents[3]
EXAMPLES = {path.name: path for path in sorted((ROOT / "arena" / "cli" / "starters" / "servers").iterdir())}


def test_there_is_an_example_of_every_language_that_has_grpc() -> None:
    assert set(EXAMPLES) == {name for name, runtime in RUNTIMES.items() if runtime.grpc}
    for language, folder in EXAMPLES.items():
        manifest = of_path(folder).manifest
        assert (manifest.runtime, manifest.protocol) == (language, "grpc")
        assert set(manifest.games) == set(GAMES), "it picks an index: it plays every game"


@pytest.mark.parametrize("language", EXAMPLES)
def test_an_example_plays_a_whole_match_of_every_game(
    language: str, furnished: Callable[[str], Driver], stands: Callable[[Driver], Stand]
) -> None:
    stand = stands(furnished(language))
    for game in GAMES:
        (match,) = played(stand, EXAMPLES[language], game)
        assert match.outs == tuple("" for _ in match.outs), (game, match.details)
