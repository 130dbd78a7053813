"""The house bots: found by the catalogue, with no more than any bot has, never illegal, and repeatable.

How strong they are is for `test_strength` and `athanor bench house`.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena import games
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.kernel.chance import Seeded
from arena.kernel.events import told
from arena.referee.inprocess import Functions, functions_of
from tests.arena.house.samples import NO_HURRY, little_thought

BOTS = [(game, name, path) for game in GAMES for name, path in house_bots(game).items()]
ENTROPY = "00112233445566778899aabbccddeeff"


def bot_of(game: str, name: str, instead: Mapping[str, Any] | None = None) -> Functions:
    """A fresh instance of a house bot, which has other values `instead` of its own where it has such names. Its
    clock gains a microsecond each time it looks: how busy the machine is changes nothing."""
    bot = functions_of(house_bots(game)[name])
    names: dict[str, Any] = bot.choose.__globals__
    names.update({word: value for word, value in (instead or {}).items() if word in names})
    for clock in {"monotonic", "thread_time"} & set(names):
        names[clock] = map((1e-6).__mul__, itertools.count()).__next__
    return bot


class Documents(list[Any]):
    def __init__(self, documents: Iterable[Any], templates: Sequence[Any]) -> None:
        super().__init__(documents)
        self.templates = templates


def play(
    names: Sequence[str],
    seed: bytes,
    options: Mapping[str, Any] | None = None,
    game_name: str = "poison",
    *,
    little: bool = False,
    instead: Mapping[str, Any] | None = None,
    clock: Mapping[str, int] = NO_HURRY,
) -> tuple[tuple[int, ...], list[Any]]:
    """A match without a referee: the ranks, and what each ask was answered with."""
    game = GAMES[game_name]
    start = game.new(len(names), options or {}, Seeded(seed))
    state = start.state
    instead = little_thought(game_name) if little else instead
    bots = [bot_of(game_name, name, instead) for name in names]
    told_since = [told(start.events, seat) for seat in range(len(names))]
    welcomes = [SimpleNamespace(seat=seat, seats=len(names), entropy=ENTROPY) for seat in range(len(names))]
    for bot, welcome in zip(bots, welcomes, strict=True):
        if bot.welcome is not None:
            bot.welcome(welcome)
    answers: list[Any] = []
    for number in itertools.count():
        if not state.to_act:
            assert state.result is not None
            return state.result.ranks, answers
        seat = state.to_act[0]
        actions = list(state.legal(seat))
        ask = SimpleNamespace(
            number=number,
            seat=seat,
            question=state.question(seat),
            view=state.view(seat),
            legal=Documents(map(game.actions.document, actions), state.legal(seat).templates),
            clock=clock,
            welcome=welcomes[seat],
            events=[game.facts.document(event.fact) for event in told_since[seat]],
        )
        told_since[seat] = []
        answer = bots[seat].choose(ask)
        answers.append(answer)
        action = actions[answer] if isinstance(answer, int) else game.action(answer)
        for event in state.apply(seat, action):
            for other in range(len(names)):
                if event.seen_by(other):
                    told_since[other].append(event)
    raise AssertionError("a count has no end")


def test_the_catalogue_knows_the_bots_of_a_game_by_name() -> None:
    assert {"random", "greedy", "counting", "thinking"} <= set(house_bots("poison"))
    assert all(path.is_file() for path in house_bots("poison").values())
    for nonsense in ("chess", "", "..", "poison/../poison", "/etc"):
        assert house_bots(nonsense) == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_house_bots(game: str) -> None:
    assert {"random", "greedy"} <= set(house_bots(game))


@pytest.mark.parametrize(("game", "name", "path"), BOTS, ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_a_house_bot_is_one_file_that_imports_no_more_than_any_bot_can(game: str, name: str, path: Path) -> None:
    """The standard library, and of a game with help for authors that game: inside it has the same name."""
    helped = (Path(games.__file__).parent / game / "authors.py").exists()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        for imported in names:
            own = helped and f"{imported}.".startswith(f"arena.games.{game}.")
            assert own or imported.split(".")[0] in sys.stdlib_module_names
    assert ast.get_docstring(tree), f"the house bot {name} of {game} says what it does"


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"variant": "draw-five"}), (3, {"taken": "hidden"}), (6, {})], ids=str
)
def test_the_house_bots_play_to_the_end_with_every_option(seats: int, options: dict[str, str]) -> None:
    names = [*["greedy", "random"] * 3][: seats - 1]
    play(["counting", *names], bytes([seats] * 32), options, little=True)


NAMES = ("counting", "random", "random")


@cache
def played() -> tuple[tuple[int, ...], list[Any]]:
    return play(NAMES, bytes(32))


def test_the_same_match_is_played_the_same_again() -> None:
    assert play(NAMES, bytes(32)) == played()
    assert play(["greedy", "random"], bytes(32)) == play(["greedy", "random"], bytes(32))


def test_counting_from_events_is_counting_from_open_cards() -> None:
    """What `taken: hidden` does not show it has counted: it plays as if it were open, alone of the house bots."""
    assert play(NAMES, bytes(32), {"taken": "hidden"}) == played()
