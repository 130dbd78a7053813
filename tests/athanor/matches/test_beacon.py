"""A deal follows from a round of the public beacon that comes out after its match was ordered."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from arena.orders.lanes import Lane
from arena.replay.beacon import Timetable
from arena.replay.seeds import seed_of
from athanor import sealing
from athanor.environment import Beacon
from athanor.jobs import sweeping
from athanor.lifecycles import MatchState
from athanor.matches import beacon, beacon_source, epochs, published_log
from athanor.matches.models import BeaconRound, Epoch, Match
from athanor.matches.transparency_log import chain
from athanorpb.farm.values import Beacon as Mixed
from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = datetime(2027, 3, 5, 12, tzinfo=UTC)
TIMETABLE = Timetable(int(datetime(2027, 1, 1, tzinfo=UTC).timestamp()), 3)
VALUE = "7b" * 32
DUE = NOW + timedelta(seconds=6)
"""A round comes out at NOW + 3, which is not more than three seconds later: the next one is taken."""
LATE = DUE + beacon.LATE + timedelta(seconds=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def rounds(settings: Settings, tmp_path: Path) -> Path:
    """The beacon's file, with no round in it yet."""
    path = tmp_path / "rounds.json"
    settings.BEACON = Beacon(f"file:{path}", "test beacon", TIMETABLE)
    return path


@pytest.fixture
def match(rounds: Path) -> Match:
    return world.order([world.bot() for _ in range(4)], on=world.ladder(), now=NOW)[0]


def comes_out(rounds: Path, match: Match, value: str = VALUE) -> None:
    assert match.beacon_round is not None
    rounds.write_text(json.dumps({"round": match.beacon_round.number, "randomness": value}))


def sent() -> list[str]:
    return [order.match for order in world.orders(Lane.LADDERS.queue)]


def test_it_works(rounds: Path, match: Match) -> None:
    """Ordered, waits for its round, played from a seed that key and value give."""
    round_ = match.beacon_round
    assert round_ is not None
    assert (round_.due_at, TIMETABLE.time_of(round_.number)) == (DUE, DUE)
    comes_out(rounds, match)
    assert beacon.read_due(now=DUE) == 1
    assert sent() == [match.public_id]
    match = Match.objects.get(pk=match.pk)
    order = world.dispatch_order(match)
    mixed = Mixed("test beacon", round_.number, VALUE)
    assert order.beacon == mixed
    key = sealing.opened(Epoch.objects.get(day=NOW.date()).key)
    bundles = [entrant.bundle for entrant in order.seats]
    given = {"set_id": match.duplicate_set, "game": "poison", "options": match.options, "bundles": bundles}
    assert order.seed == seed_of(key, **given, beacon=mixed).hex()
    world.play(match)
    assert Match.objects.get(pk=match.pk).seed == order.seed


def test_the_round_comes_out_after_the_order_whenever_that_is(rounds: Path) -> None:
    bots = [world.bot() for _ in range(3)]
    for tenths in range(0, 70, 7):
        now = NOW + timedelta(seconds=tenths / 10)
        (match,) = world.order(bots, now=now)
        assert match.beacon_round is not None
        assert now + beacon.AHEAD < match.beacon_round.due_at <= now + beacon.AHEAD + timedelta(seconds=3)


def test_nothing_is_sent_before_the_round_is_out(rounds: Path, match: Match) -> None:
    comes_out(rounds, match)
    assert beacon.read_due(now=DUE - timedelta(milliseconds=1)) == 0, "nobody asks for what cannot be there"
    assert sweeping.sweep(now=DUE - timedelta(milliseconds=1)).sent == 0
    assert sent() == []


def test_a_beacon_that_is_down_holds_its_matches_up_and_nothing_is_dealt_without_it(
    rounds: Path, match: Match
) -> None:
    for minutes in range(1, 240, 13):
        now = DUE + timedelta(minutes=minutes)
        assert beacon.read_due(now=now) == 0
        assert sweeping.sweep(now=now) == sweeping.Swept(sent=0, overdue=0, forsaken=0)
    match.refresh_from_db()
    assert (match.state, match.attempts.count(), sent()) == (MatchState.ORDERED, 1, [])
    with pytest.raises(AssertionError, match="is not out"):
        epochs.seed_of_match(match)


def test_when_it_answers_again_the_match_is_sent_and_has_its_whole_time(rounds: Path, match: Match) -> None:
    beacon.read_due(now=DUE)
    comes_out(rounds, match)
    back = DUE + timedelta(hours=3)
    assert beacon.read_due(now=back) == 1
    assert sent() == [match.public_id]
    assert world.attempt_of(match).deadline > back + timedelta(minutes=1)
    assert sweeping.sweep(now=back).overdue == 0


def test_the_sweeper_sends_what_was_not_sent_when_the_round_came(rounds: Path, match: Match) -> None:
    """Killed between the value and the message."""
    BeaconRound.objects.update(randomness=VALUE)
    assert sweeping.sweep(now=DUE + timedelta(seconds=5)).sent == 1
    assert sent() == [match.public_id]


def test_a_match_that_waits_holds_up_no_other_of_its_lane(match: Match, settings: Settings) -> None:
    settings.BEACON = None
    bots = [world.bot() for _ in range(4)]
    (other,) = world.order(bots, on=match.ladder, now=NOW)
    assert sweeping.sweep(now=NOW + timedelta(minutes=1)).sent == 1
    assert sent() == [other.public_id]


@pytest.mark.slow
def test_a_silent_beacon_is_asked_less_and_less_often(
    rounds: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[datetime] = []
    now = DUE

    def silent(source: str, number: int) -> str:
        asked.append(now)
        raise beacon_source.Silent("no answer")

    monkeypatch.setattr(beacon, "value_of", silent)
    for second in range(600):
        now = DUE + timedelta(seconds=second)
        beacon.read_due(now=now)
    pauses = [(later - earlier).total_seconds() for earlier, later in pairwise(asked)]
    assert len(asked) < 25
    assert pauses == sorted(pauses)
    assert max(pauses) <= 60


def test_a_round_that_is_missing_holds_up_no_later_one(rounds: Path, match: Match) -> None:
    (later,) = world.order([world.bot() for _ in range(3)], now=NOW + timedelta(minutes=1))
    comes_out(rounds, later)
    assert beacon.read_due(now=NOW + timedelta(minutes=2)) == 1
    assert later.beacon_round is not None
    assert BeaconRound.objects.get(randomness=VALUE) == later.beacon_round
    (last,) = world.order([world.bot() for _ in range(3)], now=NOW + timedelta(minutes=3))
    comes_out(rounds, last)
    assert last.beacon_round is not None
    assert beacon.read_due(now=last.beacon_round.due_at) == 1, "not even by the pause of the missing one"


def test_rounds_that_come_out_while_the_source_is_down_are_asked_for_no_more_often(
    rounds: Path, match: Match
) -> None:
    beacon.read_due(now=DUE + timedelta(minutes=5))
    (later,) = world.order([world.bot() for _ in range(3)], now=DUE + timedelta(minutes=5))
    comes_out(rounds, later)
    assert later.beacon_round is not None
    assert beacon.read_due(now=later.beacon_round.due_at) == 0
    assert beacon.read_due(now=DUE + timedelta(minutes=7)) == 1


def six_that_wait(rounds: Path) -> list[Match]:
    """Each for a round of its own."""
    bots = [world.bot() for _ in range(3)]
    return [world.order(bots, now=NOW + timedelta(seconds=3 * place))[0] for place in range(6)]


def asked_rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Which rounds are asked for from now on."""
    asked: list[int] = []

    def noted(source: str, number: int) -> str:
        asked.append(number)
        return beacon_source.value_of(source, number)

    monkeypatch.setattr(beacon, "value_of", noted)
    return asked


ALL_DUE = DUE + timedelta(seconds=5 * 3)


def test_a_source_that_misses_five_rounds_and_gives_none_counts_as_unreachable(
    rounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, asked = six_that_wait(rounds), asked_rounds(monkeypatch)
    rounds.write_text("[]")
    assert beacon.read_due(now=ALL_DUE) == 0
    assert len(asked) == beacon.MOST_MISSED == 5, "no more of them are asked for in one go"
    assert BeaconRound.objects.filter(unreachable=True).count() == 1
    comes_out(rounds, matches[-1])
    assert beacon.read_due(now=ALL_DUE + beacon.LEAST_PAUSE) == 0, "the sixth waits for the source as a whole"
    assert len(asked) == 5
    assert beacon.read_due(now=ALL_DUE + beacon.LONGEST_PAUSE) == 1
    assert asked[5] == matches[-1].beacon_round.number, "who was never asked for comes first"  # type: ignore[union-attr]


def test_a_source_that_gives_one_round_and_misses_five_is_asked_on(
    rounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *missing = six_that_wait(rounds)
    (late,) = world.order([world.bot() for _ in range(3)], now=NOW + timedelta(seconds=18))
    asked = asked_rounds(monkeypatch)
    comes_out(rounds, first)
    due = ALL_DUE + timedelta(seconds=3)
    assert beacon.read_due(now=due) == 1
    assert len(asked) == 6, "one was there, and five were not"
    assert not BeaconRound.objects.filter(unreachable=True).exists()
    comes_out(rounds, late)
    assert late.beacon_round not in {match.beacon_round for match in missing}
    assert beacon.read_due(now=due) == 1, "at once"


def test_a_match_whose_round_never_comes_ends_void_with_the_reason(
    rounds: Path, match: Match, settings: Settings
) -> None:
    sweeping.sweep(now=NOW + timedelta(seconds=settings.NEVER_TAKEN + 1))
    match.refresh_from_db()
    assert match.state == MatchState.VOID
    assert match.reason == f"{match.beacon_round} did not come"
    assert match.seed == ""
    page = Client().get(match.get_absolute_url()).content.decode()
    assert "the round of the beacon that it waited for never came" in page


def test_a_value_that_is_there_is_never_changed(rounds: Path, match: Match) -> None:
    comes_out(rounds, match)
    beacon.read_due(now=DUE)
    comes_out(rounds, match, "cd" * 32)
    beacon.read_due(now=DUE + timedelta(minutes=1))
    assert BeaconRound.objects.get().randomness == VALUE


def test_matches_of_one_moment_wait_for_one_round(rounds: Path) -> None:
    bots = [world.bot() for _ in range(3)]
    for _ in range(3):
        world.order(bots, now=NOW, rotations=3)
    assert BeaconRound.objects.count() == 1


def test_without_a_beacon_nothing_waits(settings: Settings) -> None:
    assert settings.BEACON is None
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW)
    assert match.beacon_round is None
    assert world.dispatch_order(match).beacon == Mixed()


# --- what everybody is told


def test_the_order_is_in_the_log_with_its_round_before_that_is_out(rounds: Path, match: Match) -> None:
    chain()
    (entry,) = published_log.documents(after=0, limit=10)
    assert match.beacon_round is not None
    assert entry["details"]["beacon"]["round"] == match.beacon_round.number
    assert datetime.fromisoformat(entry["at"]) < datetime.fromisoformat(entry["details"]["beacon"]["due"])


def test_the_page_of_a_match_says_which_round_it_waits_for(match: Match) -> None:
    page = Client().get(match.get_absolute_url()).content.decode()
    assert match.beacon_round is not None
    assert f"waits for round {match.beacon_round.number} of the public beacon test beacon" in page
    assert "waiting for the beacon" in page
    shown = Caller().get(f"/matches/{match.public_id}").document["beacon"]
    assert (shown["name"], shown["round"], shown["randomness"]) == (
        "test beacon",
        match.beacon_round.number,
        "",
    )


def test_a_beacon_that_is_late_is_said_by_pages_and_health(match: Match, clock: time_machine.Traveller) -> None:
    quiet = {"name": "test beacon", "late_since": None}
    assert Caller().get("/health").document["beacon"] == quiet
    assert "is late" not in Client().get("/fairness/").content.decode()
    clock.move_to(LATE)
    told = Caller().get("/health").document["beacon"]
    assert datetime.fromisoformat(told["late_since"]) == DUE
    assert "The beacon test beacon is late." in Client().get("/fairness/").content.decode()
    assert "the beacon has not answered since" in Client().get(match.get_absolute_url()).content.decode()


def test_a_hidden_match_that_waits_is_told_by_nothing(rounds: Path, clock: time_machine.Traveller) -> None:
    world.order([world.bot() for _ in range(3)], now=NOW, hidden=True, set_name="tournament-1/p/1/1")
    clock.move_to(LATE)
    assert Caller().get("/health").document["beacon"]["late_since"] is None


def test_without_a_beacon_the_fairness_page_says_whom_one_must_trust(settings: Settings) -> None:
    page = Client().get("/fairness/").content.decode()
    assert "You have to trust them not to look ahead." in page
    settings.BEACON = Beacon("file:/none", "test beacon", TIMETABLE)
    page = Client().get("/fairness/").content.decode()
    assert "trust them not to look ahead" not in page
    assert "the operator cannot look ahead to decide who plays which deal" in page


def test_the_fields_of_a_replays_beacon_are_those_of_the_order(rounds: Path, match: Match) -> None:
    comes_out(rounds, match)
    beacon.read_due(now=DUE)
    order = world.dispatch_order(Match.objects.get(pk=match.pk))
    assert set(dataclasses.asdict(order.beacon)) == {"name", "round", "randomness"}
