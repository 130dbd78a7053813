"""Rounds of a public beacon: their times, their form, and how a value gets into a seed."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from arena.replay.beacon import BadRounds, Timetable, rounds_of
from arena.replay.chain import head_of
from arena.replay.file import read, write
from arena.replay.model import header_document
from arena.replay.seeds import fits, seed_of
from arena.replay.verification import verify
from athanorpb.farm.values import Beacon
from tests.arena.replay.played import order, played

KEY = bytes(range(32))
ROUND = Beacon("drand", 17, "ab" * 32)
QUICKNET = Timetable(genesis=1692803367, period=3)


def written(number: object, randomness: str = "ab" * 32) -> str:
    return json.dumps({"round": number, "randomness": randomness, "signature": "00"})


def test_it_works() -> None:
    assert rounds_of(written(17, ROUND.randomness)) == {17: ROUND.randomness}


def test_the_first_round_is_that_of_the_genesis_and_others_follow_at_fixed_times() -> None:
    genesis = datetime.fromtimestamp(QUICKNET.genesis, UTC)
    assert QUICKNET.time_of(1) == genesis
    assert QUICKNET.time_of(1001) == genesis + timedelta(seconds=3000)


@pytest.mark.parametrize("after", [-10, 0, 1, 2.999, 3, 3.001, 86_400])
def test_the_round_that_is_named_comes_out_later_and_none_between_does(after: float) -> None:
    moment = datetime.fromtimestamp(QUICKNET.genesis, UTC) + timedelta(seconds=after)
    named = QUICKNET.first_after(moment)
    assert QUICKNET.time_of(named) > moment
    assert named == 1 or QUICKNET.time_of(named - 1) <= moment


def test_rounds_are_read_from_a_list_and_from_lines_too() -> None:
    one, two = (written(number, f"{number:064x}") for number in (1, 2))
    both = {1: f"{1:064x}", 2: f"{2:064x}"}
    assert rounds_of(f"[{one}, {two}]") == both
    assert rounds_of(f"{one}\n\n{two}\n") == both


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no round in it"),
        ("[]", "no round in it"),
        ("hello", "not JSON"),
        ("17", "is not a round"),
        (written("17"), "not the number of a round"),
        (written(0), "not the number of a round"),
        (written(True), "not the number of a round"),
        ('{"round": 17}', "not 32 to 128 hexadecimal digits"),
        ('{"round": 17, "randomness": "xyz"}', "not 32 to 128 hexadecimal digits"),
        (f"[{written(1)}, {written(1, 'cd' * 32)}]", "twice"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_what_holds_no_rounds_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadRounds, match=why):
        rounds_of(text)


def with_beacon(beacon: Beacon) -> bytes:
    fixture = order("poison", 3)
    bundles = [entrant.bundle for entrant in fixture.seats]
    given: dict[str, Any] = {
        "set_id": fixture.set_id,
        "game": "poison",
        "options": fixture.options,
        "bundles": bundles,
    }
    seed = seed_of(KEY, **given, beacon=beacon)
    assert seed != seed_of(KEY, **given), "the value makes a difference"
    replay = played(seats=3, seed=seed)
    header = dataclasses.replace(replay.header, beacon=beacon)
    chain = head_of(header, seed, replay.events, replay.plays, replay.result, replay.accounts)
    return write(dataclasses.replace(replay, header=header, chain=chain))


def test_a_replay_has_the_round_and_its_value_and_its_seed_follows_from_them() -> None:
    replay = read(with_beacon(ROUND))
    assert replay.header.beacon == ROUND
    assert replay.document()["header"]["beacon"] == dataclasses.asdict(ROUND)
    assert verify(replay) is None
    assert fits(KEY, replay.seed, replay.header)


@pytest.mark.parametrize("other", [Beacon("drand", 18, ROUND.randomness), Beacon("drand", 17, "cd" * 32)])
def test_another_round_or_another_value_does_not_give_the_seed(other: Beacon) -> None:
    replay = read(with_beacon(ROUND))
    assert not fits(KEY, replay.seed, dataclasses.replace(replay.header, beacon=other))


def test_a_replay_without_a_beacon_is_the_file_that_it_always_was() -> None:
    replay = played(seats=3)
    assert "beacon" not in header_document(replay.header)
    assert set(header_document(replay.header)) == {
        "match",
        "game",
        "revision",
        "options",
        "seats",
        "clock",
        "set_id",
    }
    assert "beacon" not in replay.document()["header"]
