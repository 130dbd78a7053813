"""The house bots: found by the catalogue, standard library only, never illegal, and as strong as they are said."""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.kernel.chance import Seeded
from arena.kernel.events import told
from arena.referee.inprocess import Functions, functions_of

BOTS = [(game, name, path) for game in GAMES for name, path in house_bots(game).items()]
ENTROPY = "00112233445566778899aabbccddeeff"


def play(
    names: Sequence[str], seed: bytes, options: Mapping[str, Any] | None = None, game_name: str = "poison"
) -> tuple[tuple[int, ...], list[int]]:
    """A match without a referee: the ranks, and the index that each ask was answered with."""
    game = GAMES[game_name]
    start = game.new(len(names), options or {}, Seeded(seed))
    state = start.state
    bots: list[Functions] = [functions_of(house_bots(game_name)[name]) for name in names]
    told_since = [told(start.events, seat) for seat in range(len(names))]
    welcomes = [SimpleNamespace(seat=seat, seats=len(names), entropy=ENTROPY) for seat in range(len(names))]
    for bot, welcome in zip(bots, welcomes, strict=True):
        if bot.welcome is not None:
            bot.welcome(welcome)
    answers: list[int] = []
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
            legal=[game.actions.document(action) for action in actions],
            welcome=welcomes[seat],
            events=[game.facts.document(event.fact) for event in told_since[seat]],
        )
        told_since[seat] = []
        answer = bots[seat].choose(ask)
        answers.append(answer)
        assert 0 <= answer < len(actions)
        for event in state.apply(seat, actions[answer]):
            for other in range(len(names)):
                if event.seen_by(other):
                    told_since[other].append(event)
    raise AssertionError("a count has no end")


def test_the_catalogue_knows_the_bots_of_a_game_by_name() -> None:
    assert {"random", "greedy", "counting"} <= set(house_bots("poison"))
    assert all(path.is_file() for path in house_bots("poison").values())
    for nonsense in ("chess", "", "..", "poison/../poison", "/etc"):
        assert house_bots(nonsense) == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_house_bots(game: str) -> None:
    assert {"random", "greedy"} <= set(house_bots(game))


@pytest.mark.parametrize(("game", "name", "path"), BOTS, ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_a_house_bot_is_one_file_that_imports_the_standard_library_only(game: str, name: str, path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        for imported in names:
            assert imported.split(".")[0] in sys.stdlib_module_names
    assert ast.get_docstring(tree), f"the house bot {name} of {game} says what it does"


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"variant": "draw-five"}), (3, {"taken": "hidden"}), (6, {})], ids=str
)
def test_the_house_bots_play_to_the_end_with_every_option(seats: int, options: dict[str, str]) -> None:
    names = [*["greedy", "random"] * 3][: seats - 1]
    play(["counting", *names], bytes([seats] * 32), options)


def test_the_same_match_is_played_the_same_again() -> None:
    names = ["random", "greedy", "counting"]
    assert play(names, bytes(32)) == play(names, bytes(32))


def test_counting_from_events_is_counting_from_open_cards() -> None:
    """What `taken: hidden` does not show it has counted: it plays as if it were open, alone of the house bots."""
    names = ["counting", "random", "random"]
    assert play(names, bytes(32), {"taken": "hidden"}) == play(names, bytes(32))


def mean_rank(one: str, other: str, seats: int, deals: int, game_name: str = "poison") -> float:
    """Of one bot among others, over duplicate deals: each deal from every chair."""
    ranks = []
    for deal in range(deals):
        for chair in range(seats):
            names = [other] * seats
            names[chair] = one
            found, _ = play(names, deal.to_bytes(32, "big"), game_name=game_name)
            ranks.append(found[chair])
    return sum(ranks) / len(ranks)


def test_greedy_beats_random() -> None:
    assert mean_rank("greedy", "random", seats=4, deals=5) < 1.3


def test_counting_beats_random() -> None:
    assert mean_rank("counting", "random", seats=3, deals=1) == 1


def test_counting_beats_greedy() -> None:
    """Three seats of four are greedy: a bot no better than they are would rank 2.4 or so."""
    assert mean_rank("counting", "greedy", seats=4, deals=2) < 2
