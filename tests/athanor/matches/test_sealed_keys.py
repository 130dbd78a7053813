"""Keys of deals are encrypted in the database until they are public, and survive a change of the secret key."""

from __future__ import annotations

import importlib
from datetime import timedelta
from hashlib import sha256

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings

from athanor import sealing
from athanor.ladders import seasons
from athanor.ladders.models import Ladder, Season
from athanor.matches import epochs, published_keys
from athanor.matches.models import Epoch
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = timezone.now()
TOMORROW = NOW + timedelta(days=1)
KEY = bytes(range(32))


def an_epoch() -> Epoch:
    epochs.ensure(now=NOW)
    return Epoch.objects.get(day=NOW.date())


def test_it_works() -> None:
    assert sealing.opened(sealing.sealed(KEY)) == KEY
    assert len(sealing.sealed(KEY)) <= sealing.LONGEST


def test_who_reads_the_database_has_no_key_of_a_deal_to_come() -> None:
    epoch = an_epoch()
    key = sealing.opened(epoch.key)
    assert sha256(key).hexdigest() == epoch.commitment
    assert key.hex() not in epoch.key.lower()
    assert epoch.key.startswith(sealing.MARK)


def test_a_season_to_come_is_sealed_as_well() -> None:
    season = a_season()
    assert sha256(sealing.opened(season.key)).hexdigest() == season.commitment
    assert sealing.opened(season.key).hex() not in season.key


def a_season(slug: str = "alone") -> Season:
    ladder: Ladder = world.solo_ladder(slug=slug)
    seasons.commit(ladder=ladder, now=NOW)
    return Season.objects.get(ladder=ladder)


def test_a_public_key_stands_plainly_and_needs_no_secret_of_ours(settings: Settings) -> None:
    epoch = an_epoch()
    key = sealing.opened(epoch.key)
    assert epochs.reveal(now=TOMORROW) == 1
    settings.SECRET_KEY = "quite another one"
    (row,) = [row for row in published_keys.epochs().rows if row.day == NOW.date()]
    assert bytes.fromhex(row.key) == key


def test_the_secret_key_can_be_changed_with_the_old_one_as_a_fallback(settings: Settings) -> None:
    epoch, season, old = an_epoch(), a_season(), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [old]
    assert sha256(sealing.opened(epoch.key)).hexdigest() == epoch.commitment
    assert epochs.seal_anew() == 3, "of today, of tomorrow, and the season's"
    settings.SECRET_KEY_FALLBACKS = []
    for row in (epoch, season):
        row.refresh_from_db()
        assert sha256(sealing.opened(row.key)).hexdigest() == row.commitment
    assert epochs.seal_anew() == 0


def test_without_the_old_secret_key_it_is_told_what_to_do(settings: Settings) -> None:
    epoch = an_epoch()
    settings.SECRET_KEY = "quite another one"
    with pytest.raises(ImproperlyConfigured, match="name that one in ATHANOR_SECRET_KEY_FALLBACKS"):
        sealing.opened(epoch.key)


def test_a_key_that_cannot_be_opened_is_logged_and_holds_up_no_other(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    an_epoch()
    settings.SECRET_KEY = "quite another one"
    Epoch.objects.filter(day=TOMORROW.date()).update(key=sealing.sealed(KEY))
    assert epochs.reveal(now=TOMORROW + timedelta(days=1)) == 1
    assert Epoch.objects.get(day=NOW.date()).revealed_at is None
    assert Epoch.objects.get(day=TOMORROW.date()).key == KEY.hex()
    assert f"the key of {NOW.date()} cannot be published" in caplog.text


def two_seasons_that_are_over() -> tuple[Season, Season]:
    """Each of a ladder of its own; the key of the first was sealed under another secret key."""
    first, second = a_season(), a_season("apart")
    Season.objects.update(starts_at=NOW - timedelta(days=2), ends_at=NOW - timedelta(days=1), begun_at=NOW)
    with override_settings(SECRET_KEY="one that was lost"):
        Season.objects.filter(pk=first.pk).update(key=sealing.sealed(KEY))
    return first, second


def test_a_season_whose_key_cannot_be_opened_is_logged_and_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    closed, other = two_seasons_that_are_over()
    assert seasons.reveal(now=NOW) == 1
    closed.refresh_from_db()
    other.refresh_from_db()
    assert (closed.revealed_at, other.revealed_at) == (None, NOW)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith(f"season {closed.number} of ladder {closed.ladder.slug} cannot be revealed: ")
    assert "name that one in ATHANOR_SECRET_KEY_FALLBACKS" in line


def test_keys_are_sealed_anew_around_one_that_cannot_be_opened_which_is_named(settings: Settings) -> None:
    closed, other = two_seasons_that_are_over()
    old, settings.SECRET_KEY = settings.SECRET_KEY, "a new one"
    settings.SECRET_KEY_FALLBACKS = [old]
    with pytest.raises(ImproperlyConfigured, match=f"{closed}: .* ATHANOR_SECRET_KEY_FALLBACKS"):
        epochs.seal_anew()
    other.refresh_from_db()
    assert sealing.is_sealed_now(other.key)


def test_nothing_is_sealed_under_the_published_key_except_for_development(settings: Settings) -> None:
    settings.SECRET_KEY = settings.DEVELOPMENT_KEY
    with pytest.raises(ImproperlyConfigured, match="set ATHANOR_SECRET_KEY"):
        sealing.sealed(KEY)
    settings.DEBUG = True
    assert sealing.opened(sealing.sealed(KEY)) == KEY


@pytest.mark.parametrize(("app", "number"), [("matches", "0009"), ("ladders", "0004")])
def test_the_migration_seals_what_is_secret(app: str, number: str) -> None:
    migration = importlib.import_module(f"athanor.{app}.migrations.{number}_sealed_keys")
    model, row = (Epoch, an_epoch()) if app == "matches" else (Season, a_season())
    key = sealing.opened(row.key)
    model._default_manager.filter(pk=row.pk).update(key=key.hex())
    migration.seal(apps, None)
    row.refresh_from_db()
    assert row.key.startswith(sealing.MARK)
    assert sealing.opened(row.key) == key
    migration.unseal(apps, None)
    row.refresh_from_db()
    assert row.key == key.hex()


def test_the_migration_leaves_what_is_public() -> None:
    migration = importlib.import_module("athanor.matches.migrations.0009_sealed_keys")
    an_epoch()
    epochs.reveal(now=TOMORROW)
    public = Epoch.objects.get(day=NOW.date()).key
    migration.seal(apps, None)
    assert Epoch.objects.get(day=NOW.date()).key == public
