"""A sample of the house bots' strength: a few deals, always the same, so that one that breaks or becomes clearly
weaker is noticed at once. How strong they are is measured by `athanor bench house` over enough deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from arena.cli.bench import house
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from tests.arena.house.test_alkemy_bots import SHORT, mirrored
from tests.arena.house.test_house_bots import NO_HURRY, play

LEAST = 0.75
"""Of the other seats that it ranks before; a bot like those of the other seats has about 0.5."""


class Sample(NamedTuple):
    game: str
    bot: str
    against: str
    seats: int
    deals: Sequence[int]
    """In which the bot won every match when they were chosen, from every seat."""
    options: Mapping[str, Any] = {}
    clock: Mapping[str, int] = NO_HURRY
    instead: Mapping[str, Any] = {}
    """Values that the bots have instead of their own: thinking less is quicker, and as repeatable."""


SAMPLES = [
    Sample("poison", "greedy", "random", 4, (0, 1, 2)),
    Sample("poison", "counting", "random", 2, (0,)),
    Sample("poison", "counting", "greedy", 2, (2,)),
    Sample("poison", "thinking", "counting", 3, (2,), instead={"EFFORT": 4_000, "WORLDS": (4, 7, 20)}),
    Sample("kazaam", "greedy", "random", 3, (0, 1, 2, 3)),
    Sample("kazaam", "thinking", "greedy", 2, (2,)),
    Sample("alakazoo", "greedy", "random", 2, (0, 1, 2, 3, 4)),
    Sample("alakazoo", "thinking", "greedy", 2, (1, 4)),
    Sample("alkemy", "greedy", "random", 2, (0,), mirrored("jade-1", turn_limit=2)),
    # With little time it thinks a fourth as long, and in the same way.
    Sample("alkemy", "thinking", "greedy", 2, (0,), mirrored("khaliman-2"), SHORT),
]


def told(sample: Sample) -> str:
    return f"{sample.game}, {sample.bot} against {sample.against}, {sample.seats} seats"


def share(sample: Sample, bot: str) -> float:
    """Of the other seats that the bot ranks before, a tie in half: each deal with it at every seat."""
    shares = []
    for deal in sample.deals:
        for seat in range(sample.seats):
            names = [bot if seat == other else sample.against for other in range(sample.seats)]
            seed = deal.to_bytes(32, "big")
            ranks, _ = play(names, seed, sample.options, sample.game, clock=sample.clock, instead=sample.instead)
            others = [rank for other, rank in enumerate(ranks) if other != seat]
            shares += [(1 + (rank > ranks[seat]) - (rank < ranks[seat])) / 2 for rank in others]
    return fmean(shares)


@pytest.mark.parametrize("sample", SAMPLES, ids=told)
def test_a_bot_beats_the_weaker_one(sample: Sample) -> None:
    assert share(sample, sample.bot) >= LEAST


@pytest.mark.parametrize("sample", [sample for sample in SAMPLES if sample.against != "random"], ids=told)
def test_the_weaker_one_in_its_place_would_be_noticed(sample: Sample) -> None:
    assert share(sample, sample.against) < LEAST


def beaten(pairs: Sequence[tuple[str, str, str]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for game, bot, against in pairs:
        found[game][bot] = against
    return found


def test_every_house_bot_is_in_the_sample_and_in_the_benchmark_with_a_weaker_one_down_to_random() -> None:
    sampled = beaten([(one.game, one.bot, one.against) for one in SAMPLES])
    measured = beaten([(one.game, one.bot, one.against) for one in house.recorded_tables() if one.against])
    for game in GAMES:
        for weaker in (sampled[game], measured[game]):
            assert set(weaker) | {"random"} == set(house_bots(game))
            for bot in weaker:
                chain = [bot]
                while chain[-1] != "random":
                    chain.append(weaker[chain[-1]])
                    assert len(set(chain)) == len(chain)


def test_what_is_recorded_is_an_order_of_strength() -> None:
    """At its budget a bot still beats more than half of the others; and alone it wins more than the weaker one."""
    for table in house.recorded_tables():
        assert 0 < table.share <= 1
        assert house.BUDGET * table.share > 0.5 or table.seats == 1, table.what
    alone = {one.bot: one.share for one in house.recorded_tables() if one.seats == 1}
    assert alone["thinking"] > alone["greedy"]
