"""The worked examples of the rules pages: each one was played.

An example names its scenario (`data-scenario`). What it says of the table, in words or as a picture, names its
place in the state (`data-at`, after `data-step` steps or at the end), and is compared with the engine's.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client

from arena.games.registry import GAMES, game_named
from arena.kernel.chance import Scripted
from arena.scenario.reading import read
from arena.scenario.shape import Act, Loaded
from athanor.front.facts.kazaam import told
from tests.arena.games.kits import KITS
from tests.athanor.front.reading import VOID

SCENARIOS = Path(__file__).parents[3] / "tests" / "scenarios"

pytestmark = pytest.mark.django_db


class Claim(NamedTuple):
    scenario: str
    step: int
    """After how many; -1: at the end."""
    at: str
    way: str
    told: str


class Examples(HTMLParser):
    """What the worked examples of a page say of their scenarios."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.claims: list[Claim] = []
        self.scenarios: list[str] = []
        self._open: list[dict[str, str]] = []
        self._text: dict[int, str] = {}
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = {name: value or "" for name, value in attrs}
        if "data-scenario" in given:
            self.scenarios.append(given["data-scenario"])
        self._open.append(given)
        self._text[len(self._open)] = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It has no text."""

    def handle_data(self, data: str) -> None:
        for depth in range(1, len(self._open) + 1):
            self._text[depth] += data

    def handle_endtag(self, tag: str) -> None:
        text = self._text[len(self._open)]
        given = self._open.pop()
        if "data-at" in given:
            scenario = next(outer["data-scenario"] for outer in reversed(self._open) if "data-scenario" in outer)
            self.claims.append(
                Claim(
                    scenario,
                    int(given.get("data-step", -1)),
                    given["data-at"],
                    given.get("data-as", ""),
                    given.get("data-is", " ".join(text.split())),
                )
            )


def examples_of(game: str) -> Examples:
    return Examples(Client().get(f"/docs/{game}/").content.decode())


def positions_of(name: str) -> list[Any]:
    """The state documents of a scenario: before its first step, and after each."""
    scenario = read(json.loads((SCENARIOS / f"{name}.json").read_text()))
    engine = game_named(scenario.game)
    chance = Scripted(scenario.chance, scenario.seed)
    assert isinstance(scenario.begin, Loaded)
    state = engine.load(dict(scenario.begin.state), chance)
    found = [state.dump()]
    for step in scenario.steps:
        if isinstance(step, Act) and step.refused is None:
            state.apply(step.seat, engine.read(state, step.seat, step.document))
        found.append(state.dump())
    return found


def written(state: Any, pointer: str, way: str) -> str:
    """What the state has there, as the pages write it."""
    value = state
    for word in pointer.split("/")[1:]:
        value = value[int(word)] if isinstance(value, list) else value[word]
    if way == "count":
        return str(len(value))
    if pointer.endswith("/figures"):
        return " ".join(f"{figure['x']},{figure['y']}" for figure in value)
    if pointer.endswith("/positions"):
        return " ".join(
            place["spell"].partition("-")[0] or "".join(str(int(covered)) for covered in place["covered"])
            for place in value
        )
    if pointer.endswith("/board"):
        return told(
            {part: "-" * (tile["face"] == "down") + tile["tile"].partition("-")[0] for part, tile in value.items()}
        )
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_is_a_scenario_and_says_what_the_engine_plays(game: str) -> None:
    examples = examples_of(game)
    assert len(set(examples.scenarios)) >= KITS[game].examples
    assert set(examples.scenarios) == {claim.scenario for claim in examples.claims}
    for claim in examples.claims:
        state = positions_of(claim.scenario)[claim.step]
        found = " ".join(written(state, pointer, claim.way) for pointer in claim.at.split())
        assert claim.told == found, claim


def test_what_is_written_of_a_state_is_told_apart() -> None:
    """The test above compares texts: two states that differ must not be written alike."""
    place = {"spell": "", "covered": [True, False]}
    assert written({"positions": [place]}, "/positions", "") == "10"
    assert written({"positions": [{**place, "spell": "dragon-head"}]}, "/positions", "") == "dragon"
    assert written({"a": [{"b": 3}]}, "/a/0/b", "") == "3"
    assert written({"a": [1, 2]}, "/a", "count") == "2"
    board = {"head": {"tile": "fur-head", "face": "down"}}
    assert written({"board": board}, "/board", "") == ". -fur . . . . . . ."
