"""A sample of the house bots' strength: a few deals, always the same, so that one that breaks or becomes clearly
weaker is noticed at once. How strong they are is measured by `athanor bench house` over enough deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import pytest

from arena.cli.bench import house
from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from tests.arena.house.samples import Sample, samples_of
from tests.arena.house.test_house_bots import play

LEAST = 0.75
"""Of the other seats that it ranks before; a bot like those of the other seats has about 0.5."""


SAMPLES = [(game, sample) for game in GAMES for sample in samples_of(game)]


def told(sample: Sample | str) -> str:
    if isinstance(sample, str):
        return sample
    return f"{sample.bot} against {sample.against}, {sample.seats} seats"


def share(game: str, sample: Sample, bot: str) -> float:
    """Of the other seats that the bot ranks before, a tie in half: each deal with it at every seat."""
    shares = []
    for deal in sample.deals:
        for seat in range(sample.seats):
            names = [bot if seat == other else sample.against for other in range(sample.seats)]
            seed = deal.to_bytes(32, "big")
            ranks, _ = play(names, seed, sample.options, game, clock=sample.clock, instead=sample.instead)
            others = [rank for other, rank in enumerate(ranks) if other != seat]
            shares += [(1 + (rank > ranks[seat]) - (rank < ranks[seat])) / 2 for rank in others]
    return fmean(shares)


@pytest.mark.parametrize(("game", "sample"), SAMPLES, ids=told)
def test_a_bot_beats_the_weaker_one(game: str, sample: Sample) -> None:
    assert share(game, sample, sample.bot) >= LEAST


@pytest.mark.parametrize(("game", "sample"), [one for one in SAMPLES if one[1].against != "random"], ids=told)
def test_the_weaker_one_in_its_place_would_be_noticed(game: str, sample: Sample) -> None:
    assert share(game, sample, sample.against) < LEAST


def beaten(pairs: Sequence[tuple[str, str, str]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for game, bot, against in pairs:
        found[game][bot] = against
    return found


def test_every_house_bot_is_in_the_sample_and_in_the_benchmark_with_a_weaker_one_down_to_random() -> None:
    sampled = beaten([(game, one.bot, one.against) for game, one in SAMPLES])
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
