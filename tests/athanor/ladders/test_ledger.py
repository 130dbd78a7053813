"""G3: ratings are a fold over the ledger: rebuilt from it they are the same to the last bit."""

from __future__ import annotations

import io
import struct

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from arena.rating import Entry, fold
from athanor.ladders import ledger
from athanor.ladders.models import Ladder, LedgerEntry, LedgerLine, Standing
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def bits() -> list[tuple[object, ...]]:
    def exact(value: object) -> object:
        return struct.pack(">d", value) if isinstance(value, float) else value

    rows = [
        *Standing.objects.order_by("pk").values_list(*("pk", *ledger.FOLDED)),
        *LedgerLine.objects.order_by("pk").values_list("pk", "mu_before", "sigma_before", "mu", "sigma"),
    ]
    return [tuple(exact(value) for value in row) for row in rows]


@pytest.mark.slow
def test_it_works(ladder: Ladder) -> None:
    assert ladder.sequence == 30
    before = bits()
    assert ledger.rebuild(ladder=ladder, write=True) == []
    assert bits() == before


@pytest.mark.slow
def test_ratings_lost_altogether_come_back_to_the_last_bit(ladder: Ladder) -> None:
    before = bits()
    Standing.objects.update(mu=0, sigma=1, exposure=0, games=0, wins=0, trend=0, recent=[])
    LedgerLine.objects.update(mu_before=1, sigma_before=1, mu=1, sigma=1)
    assert len(ledger.rebuild(ladder=ladder, write=False)) > 100
    assert bits() != before, "a check changes nothing"
    ledger.rebuild(ladder=ladder, write=True)
    assert bits() == before


def test_the_rating_package_folds_the_ledger_to_the_same_numbers(ladder: Ladder) -> None:
    entries = []
    for entry in LedgerEntry.objects.order_by("sequence").prefetch_related("lines"):
        lines = sorted(entry.lines.all(), key=lambda line: line.seat)
        entries.append(Entry(tuple(line.standing_id for line in lines), tuple(line.rank for line in lines)))
    folded = fold(entries, ledger.environment_of(ladder))
    rated = Standing.objects.filter(games__gt=0)
    assert folded == {standing.pk: (standing.mu, standing.sigma) for standing in rated}


def test_a_single_changed_bit_is_found(ladder: Ladder) -> None:
    standing = Standing.objects.filter(games__gt=0)[0]
    Standing.objects.filter(pk=standing.pk).update(mu=standing.mu + 1e-14)
    (deviation,) = ledger.rebuild(ladder=ladder, write=False)
    assert deviation.where == f"mu of standing {standing.pk}"


def test_a_missing_entry_is_found(ladder: Ladder) -> None:
    entry = LedgerEntry.objects.get(sequence=12)
    entry.lines.all().delete()
    entry.delete()
    assert any(deviation.where == "the ledger's order" for deviation in ledger.rebuild(ladder=ladder, write=False))


def test_the_command_says_identical_and_with_check_exits_1_on_a_difference(ladder: Ladder) -> None:
    out = io.StringIO()
    call_command("rebuild_ratings", "--check", stdout=out)
    assert out.getvalue() == "poison: 30 matches, identical\n"
    Standing.objects.filter(games__gt=0).update(mu=1)
    with pytest.raises(CommandError) as failed:
        call_command("rebuild_ratings", "--check", stdout=out, stderr=io.StringIO())
    assert failed.value.returncode == 1
    call_command("rebuild_ratings", "poison", stdout=out, stderr=io.StringIO())
    call_command("rebuild_ratings", "--check", stdout=out)


def test_the_command_names_a_ladder_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="there is no ladder chess"):
        call_command("rebuild_ratings", "chess")


def test_a_match_cannot_stand_in_the_ledger_twice(ladder: Ladder) -> None:
    entry = LedgerEntry.objects.get(sequence=1)
    lines = list(entry.lines.order_by("seat").select_related("standing"))
    table = [(line.standing.version_id, line.standing.bot_id, line.rank) for line in lines]
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.enter(ladder_id=ladder.pk, match_id=entry.match_id, table=table, now=timezone.now())
    ladder.refresh_from_db()
    assert ladder.sequence == 30
    assert ledger.rebuild(ladder=ladder, write=False) == []


def test_exposure_recent_matches_and_trend_follow_from_the_ratings(ladder: Ladder) -> None:
    for standing in Standing.objects.filter(games__gt=0):
        lines = list(standing.lines.order_by("entry__sequence"))
        shown = [line.mu - 3 * line.sigma for line in lines]
        assert standing.games == len(lines)
        assert standing.wins == sum(line.rank == 1 for line in lines)
        assert standing.exposure == shown[-1] == standing.mu - 3 * standing.sigma
        assert [row[2] for row in standing.recent] == shown[-10:]
        start = 25.0 - 3 * (25.0 / 3)
        assert standing.trend == shown[-1] - (shown[-11] if len(shown) > 10 else start)


def test_an_older_version_that_ends_a_match_late_is_rated_off_the_board(ladder: Ladder) -> None:
    bots = [world.bot() for _ in range(3)]
    (match,) = world.order(bots, on=ladder)
    old = world.current(bots[0])
    new = world.version(bots[0])
    world.make_current(version=new)
    world.play(match)
    assert Standing.objects.get(ladder=ladder, version=old, listed=False).games == 1
    assert Standing.objects.get(ladder=ladder, version=new, listed=True).games == 0
