"""G4: a revealed key matches the hash published before the epoch's first match, and gives each of its seeds."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import pytest
from django.utils import timezone

from arena.replay.seeds import commitment, seed_of
from athanor.lifecycles import MatchState
from athanor.matches import epochs, published_keys, queries
from athanor.matches.models import Epoch, Match
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = timezone.now()
TOMORROW = NOW + timedelta(days=1)


def test_it_works() -> None:
    """From the outside: what is published before, and after, gives the seed."""
    epochs.ensure(now=NOW)
    published = {row.day: row.commitment for row in published_keys.epochs().rows}
    (match,) = world.order([world.bot() for _ in range(4)], on=world.ladder(), now=NOW)
    world.play(match)
    epochs.reveal(now=TOMORROW)
    (row,) = [row for row in published_keys.epochs().rows if row.day == NOW.date()]
    key = bytes.fromhex(row.key)
    assert sha256(key).hexdigest() == commitment(key) == published[NOW.date()]
    match.refresh_from_db()
    bundles = [seat.version.built for seat in match.seats.select_related("version")]
    expected = seed_of(key, set_id=match.duplicate_set, game="poison", options=match.options, bundles=bundles)
    assert match.seed == expected.hex()


def test_no_match_is_ordered_where_no_commitment_was_published() -> None:
    bots = [world.bot() for _ in range(4)]
    with pytest.raises(Epoch.DoesNotExist):
        world.services.order(
            purpose=world.Purpose.CHALLENGE,
            game="poison",
            options={},
            clock=world.Clock(),
            versions=[world.current(bot) for bot in bots],
            now=NOW,
        )
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_commitment_is_never_published_together_with_the_order_that_uses_it() -> None:
    """`ensure` refuses to run inside a transaction, in which the order might follow before the commit."""
    from django.db import transaction

    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        epochs.ensure(now=NOW)


def test_every_match_is_ordered_after_its_commitment() -> None:
    epochs.ensure(now=NOW - timedelta(seconds=1))
    (match,) = world.order([world.bot() for _ in range(4)], now=NOW)
    assert match.epoch is not None
    assert match.epoch.opened_at < match.ordered_at


def test_ensuring_again_keeps_the_key() -> None:
    epochs.ensure(now=NOW)
    before = list(Epoch.objects.values())
    epochs.ensure(now=NOW)
    assert list(Epoch.objects.values()) == before
    assert len(before) == 2, "tomorrow's commitment is out today"


def test_the_key_is_not_revealed_on_its_day() -> None:
    epochs.ensure(now=NOW)
    assert epochs.reveal(now=NOW) == 0
    assert all(not row.key for row in published_keys.epochs().rows)


def test_the_key_is_not_revealed_while_a_match_of_the_epoch_is_open() -> None:
    first, second = (world.order([world.bot() for _ in range(3)], now=NOW)[0] for _ in range(2))
    world.play(first)
    assert epochs.reveal(now=TOMORROW) == 0
    world.play(second)
    assert epochs.reveal(now=TOMORROW) == 1
    assert epochs.reveal(now=TOMORROW) == 0


def test_no_match_can_be_ordered_in_an_epoch_that_is_revealed() -> None:
    bots = [world.bot() for _ in range(3)]
    epochs.ensure(now=NOW)
    Epoch.objects.filter(day=NOW.date()).update(revealed_at=NOW + timedelta(hours=1))
    with pytest.raises(Epoch.DoesNotExist):
        world.order(bots, now=NOW + timedelta(hours=2) if NOW.hour < 21 else NOW)


def test_sets_are_numbered_without_a_gap_so_none_was_tried_and_thrown_away() -> None:
    bots = [world.bot() for _ in range(3)]
    sets = [world.order(bots, now=NOW, rotations=turns)[0].duplicate_set for turns in (1, 3, 1)]
    assert sets == [f"{NOW.date()}/{number}" for number in (1, 2, 3)]
    assert Epoch.objects.get(day=NOW.date()).sets == 3


def test_a_set_has_one_deal_and_another_set_another() -> None:
    bots = [world.bot() for _ in range(3)]
    matches = [*world.order(bots, now=NOW, rotations=3), *world.order(bots, now=NOW)]
    for match in matches:
        world.play(match)
    seeds = list(Match.objects.order_by("pk").values_list("seed", flat=True))
    assert len(set(seeds[:3])) == 1
    assert seeds[3] not in seeds[:3]


def test_another_attempt_is_dealt_the_same() -> None:
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW)
    first = world.dispatch_order(match)
    world.settle(signed=world.signed(world.record(match, outcome="void", reason="host stalled")))
    second = world.dispatch_order(match)
    assert (first.attempt.number, second.attempt.number) == (1, 2)
    assert first.seed == second.seed
    assert first.attempt.token != second.attempt.token


def test_a_rotation_gives_every_bot_every_seat_once() -> None:
    bots = [world.bot() for _ in range(3)]
    matches = world.order(bots, now=NOW, rotations=3)
    tables = [list(match.seats.order_by("seat").values_list("bot", flat=True)) for match in matches]
    for bot in bots:
        assert {table.index(bot.pk) for table in tables} == {0, 1, 2}


def test_the_seed_is_nowhere_in_the_database_before_the_match_has_ended() -> None:
    (match,) = world.order([world.bot() for _ in range(3)], now=NOW)
    seed = world.dispatch_order(match).seed
    rows = [Match.objects.filter(pk=match.pk).values().get(), *match.attempts.values(), *match.seats.values()]
    assert seed not in str(rows)
    match.refresh_from_db()
    assert match.state == MatchState.ORDERED
    page = queries.match_page(match.public_id)
    assert (page.seed, page.replay, page.epoch_key) == ("", "", "")
