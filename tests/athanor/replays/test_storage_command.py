"""manage.py storage: what takes how much, and whose it is."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from athanor.matches.models import Match, Seat
from athanor.storage import blobs
from tests.athanor import world
from tests.athanor.replays.test_quotas import built
from tests.athanor.replays.test_retention import LOG, MONTH, NOW, played, stored_at

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def said(*words: str) -> str:
    out = StringIO()
    call_command("storage", *words, stdout=out)
    return out.getvalue()


def test_it_works(settings: Settings) -> None:
    settings.AUTHOR_BYTES = 1000
    bots = [world.bot("quicksilver", world.author("ada")), world.bot("salamander", world.author("bea"))]
    match = played([*bots, world.bot()])
    built(bots[1], b"x" * 50)
    lines = said().splitlines()
    assert lines[0].split() == ["bundles", "3", "300", "B"]
    assert lines[1].split() == ["built", "1", "50", "B"]
    assert lines[2].split() == ["replays", "1", str(match.replay_bytes), "B"]
    assert lines[3].split() == ["logs", "1", str(len(LOG)), "B"]
    assert lines[5].split() == ["author", "bundles", "built", "logs", "of", "quota"]
    assert lines[6].split() == ["bea", "100", "B", "50", "B", "0", "B", "15", "%"], "who has most comes first"
    assert ["ada", "100", "B", "0", "B", str(len(LOG)), "B", "12", "%"] in [line.split() for line in lines]
    assert [line.split()[0] for line in said("--top", "1").splitlines()[6:]] == ["bea"]
    assert [line.split()[0] for line in said("--author", "ada").splitlines()[6:]] == ["ada"]


def test_an_author_who_has_nothing_is_named() -> None:
    with pytest.raises(CommandError, match="'cam' has uploaded nothing: see "):
        said("--author", "cam")
    with pytest.raises(CommandError, match="--top is -1"):
        said("--top", "-1")


def test_what_was_stored_before_sizes_were_kept_is_measured() -> None:
    match = played([world.bot() for _ in range(3)])
    Match.objects.update(replay_bytes=0)
    Seat.objects.filter(seat=0).update(log_bytes=0)
    said()
    size = match.replay_bytes
    match.refresh_from_db()
    assert (match.replay_bytes, match.seats.get(seat=0).log_bytes) == (size, len(LOG))


def test_what_is_too_old_is_removed_at_once_where_it_is_asked_for() -> None:
    match = played([world.bot() for _ in range(3)])
    Match.objects.update(ended_at=NOW - 20 * MONTH)
    stored_at(NOW - 20 * MONTH)
    assert "removed: 1 logs, 1 replays, 2 blobs" in said("--remove")
    assert not blobs().has(match.replay)
    assert "removed" not in said("--remove")
