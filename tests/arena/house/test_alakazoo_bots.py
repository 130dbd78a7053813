"""The house bots of Alakazoo: never illegal, repeatable, and good at playing alone."""

from __future__ import annotations

import runpy
from random import Random
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from arena.kernel.chance import Seeded
from tests.arena.house.test_house_bots import play

ALL = {"portals": "choose", "tommy": True, "university": True, "round_limit": 12}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (1, {**ALL, "book": "goal"}),
        (2, {}),
        (3, {**ALL, "book": "instead"}),
        (4, {**ALL, "book": "bonus"}),
    ],
)
def test_they_play_to_the_end_with_every_option(seats: int, options: dict[str, Any]) -> None:
    play(["thinking", "greedy", "random", "greedy"][:seats], bytes(32), options, "alakazoo")


def test_greedy_plays_alone() -> None:
    play(["greedy"], bytes(32), {}, "alakazoo")


def won_alone(name: str, deal: int) -> int:
    seed = deal.to_bytes(32, "big")
    _, answers = play([name], seed, game_name="alakazoo")
    state = GAMES["alakazoo"].new(1, {}, Seeded(seed)).state
    for answer in answers:
        state.apply(0, list(state.legal(0))[answer])
    assert state.result is not None
    score: int = state.result.scores[0]
    return score


DEALS_TO_WIN = (4, 5, 10, 11, 14, 15, 19, 29)
"""That `thinking` won when they were chosen, and `greedy` half of them."""


def test_thinking_wins_alone_what_it_should_win() -> None:
    """How often it wins over many deals is measured by `athanor bench house`."""
    assert sum(won_alone("thinking", deal) for deal in DEALS_TO_WIN) >= 6
    assert sum(won_alone("greedy", deal) for deal in DEALS_TO_WIN) < 6


def test_the_chance_of_the_dice_is_what_rolling_them_gives() -> None:
    """The bot's table of single dice (AZ-45 to AZ-49) against dice that are rolled."""
    bot = runpy.run_path(str(house_bots("alakazoo")["thinking"]))
    chance, rng = bot["chance"], Random(3)
    for open_runes, darkness in (((1, 0, 0, 0, 0), 0), ((1, 1, 0, 0, 0), 2), ((2, 1, 1, 1, 1), 4)):
        games = 4000
        won = sum(covers_all(list(open_runes), darkness, rng) for _ in range(games))
        assert abs(won / games - chance(open_runes, darkness)) < 0.04
    assert round(chance((4, 4, 4, 3, 3), 4), 3) == 0.408


def covers_all(runes: list[int], darkness: int, rng: Random) -> bool:
    """Rolls one die after the other; a wild one takes the kind of which there are most."""
    while any(runes):
        face = rng.randrange(6)
        kind = runes.index(max(runes)) if face == 0 else face - 1
        if runes[kind]:
            runes[kind] -= 1
        elif darkness:
            darkness -= 1
        else:
            return False
    return True


def test_the_same_match_is_played_the_same_again() -> None:
    names = ["random", "greedy", "thinking"]
    options = {"round_limit": 8}
    assert play(names, bytes(32), options, "alakazoo") == play(names, bytes(32), options, "alakazoo")
