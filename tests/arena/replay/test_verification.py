"""A replay is verified by playing it again; what its seed and actions do not give is the first difference."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.replay.chain import head_of
from arena.replay.file import read, write
from arena.replay.model import Replay, header_document
from arena.replay.verification import verify
from tests.arena.replay.played import played, played_with_one_out

REPLAY = read(write(played(seats=3)))
CUT = read(write(played_with_one_out()))


def forged(replay: Replay, **parts: Any) -> Replay:
    """With other parts, and a chain that fits them."""
    changed = dataclasses.replace(replay, **parts)
    head = head_of(changed.header, changed.seed, changed.events, changed.plays, changed.result, changed.accounts)
    return dataclasses.replace(changed, chain=head)


@pytest.mark.parametrize("game", GAMES)
def test_played_matches_are_verified(game: str) -> None:
    """G5."""
    for seats in GAMES[game].seats:
        for number in range(3):
            assert verify(read(write(played(game, seats, seed=bytes([number]) * 32)))) is None


def test_a_match_with_bots_that_were_out_is_verified() -> None:
    assert verify(CUT) is None
    assert CUT.result["ranks"] == [1, 2, 3]


def test_a_replay_that_was_never_written_is_verified_too() -> None:
    assert verify(played()) is None


def other_event(replay: Replay) -> Replay:
    events = list(replay.events)
    place = next(place for place, told in enumerate(events) if "played" in told.event)
    facts = {**events[place].event["played"], "sum": 99}
    events[place] = events[place]._replace(event={"played": facts})
    return forged(replay, events=tuple(events))


def other_audience(replay: Replay) -> Replay:
    events = list(replay.events)
    place = next(place for place, told in enumerate(events) if told.to is not None)
    events[place] = events[place]._replace(to=None)
    return forged(replay, events=tuple(events))


def other_action(replay: Replay) -> Replay:
    plays = list(replay.plays)
    plays[5] = plays[5]._replace(action={"play": {"card": "green-9", "cauldron": 0}})
    return forged(replay, plays=tuple(plays))


def other_seat(replay: Replay) -> Replay:
    plays = list(replay.plays)
    plays[5] = plays[5]._replace(seat=(plays[5].seat + 1) % 3)
    return forged(replay, plays=tuple(plays))


def claimed_autopilot(replay: Replay) -> Replay:
    plays = list(replay.plays)
    plays[5] = plays[5]._replace(by_bot=False)
    return forged(replay, plays=tuple(plays))


def bot_after_out(replay: Replay) -> Replay:
    plays = list(replay.plays)
    place = max(place for place, play in enumerate(plays) if not play.by_bot)
    plays[place] = plays[place]._replace(by_bot=True)
    return forged(replay, plays=tuple(plays))


def other_autopilot(replay: Replay) -> Replay:
    plays = list(replay.plays)
    place = next(place for place, play in enumerate(plays) if not play.by_bot)
    plays[place] = plays[place]._replace(action={"play": {"card": "poison", "cauldron": 2}})
    return forged(replay, plays=tuple(plays))


DIFFERENCES: dict[str, tuple[Callable[[], Replay], str]] = {
    "event": (lambda: other_event(REPLAY), "event 4: expected"),
    "audience": (lambda: other_audience(REPLAY), "event 1: expected"),
    "action": (lambda: other_action(REPLAY), "action 6: expected 'refused as unknown-card'"),
    "seat": (lambda: other_seat(REPLAY), "action 6, its seat: expected [2]"),
    "claimed": (lambda: claimed_autopilot(REPLAY), "action 6, who played it"),
    "after-out": (lambda: bot_after_out(CUT), "who played it: expected 'autopilot', found 'bot'"),
    "autopilot": (lambda: other_autopilot(CUT), "the autopilot's: expected"),
    "seed": (lambda: forged(REPLAY, seed=bytes(32)), "event 1: expected"),
    "result": (lambda: forged(REPLAY, result={**REPLAY.result, "scores": [0, 0, 0]}), "result: expected"),
    "ranks": (lambda: forged(CUT, result={**CUT.result, "ranks": [1, 3, 2]}), "result: expected"),
    "missing-event": (lambda: forged(REPLAY, events=REPLAY.events[:-1]), "found None"),
    "more-events": (lambda: forged(REPLAY, events=(*REPLAY.events, REPLAY.events[-1])), "expected None"),
    "missing-action": (lambda: forged(REPLAY, plays=REPLAY.plays[:-1]), "seats that still have to act"),
    "more-actions": (lambda: forged(REPLAY, plays=(*REPLAY.plays, REPLAY.plays[-1])), "its seat: expected []"),
    "revision": (
        lambda: forged(REPLAY, header=dataclasses.replace(REPLAY.header, revision=77)),
        "revision of the rules: expected 'one of 1', found 77",
    ),
    "game": (lambda: forged(REPLAY, header=dataclasses.replace(REPLAY.header, game="chess")), "game: expected"),
    "options": (
        lambda: forged(REPLAY, header=dataclasses.replace(REPLAY.header, options={"taken": "maybe"})),
        "options: expected",
    ),
    "default-options": (
        lambda: forged(REPLAY, header=dataclasses.replace(REPLAY.header, options={})),
        "options: expected",
    ),
    "chain": (lambda: dataclasses.replace(REPLAY, chain="00" * 32), "hash chain: expected"),
    "bot": (
        lambda: dataclasses.replace(REPLAY, header=dataclasses.replace(REPLAY.header, match="another")),
        "hash chain: expected",
    ),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_the_first_difference_is_told(name: str) -> None:
    make, expected = DIFFERENCES[name]
    difference = verify(make())
    assert difference is not None
    assert expected in str(difference)


def test_measured_times_are_not_compared() -> None:
    plays = tuple(play._replace(charged=9, wall=9) for play in REPLAY.plays)
    assert verify(dataclasses.replace(REPLAY, plays=plays)) is None


def test_a_game_of_ours_names_no_package_and_a_plug_in_names_its_distribution() -> None:
    assert "package" not in header_document(REPLAY.header)
    stranger = dataclasses.replace(REPLAY.header, game="stones", package="stones-for-athanor 2.1")
    again = read(write(forged(REPLAY, header=stranger)))
    assert again.header.package == "stones-for-athanor 2.1"
    difference = verify(again)
    assert difference is not None
    assert difference.where == "game"
    assert difference.found == "stones, which the distribution stones-for-athanor 2.1 has"
