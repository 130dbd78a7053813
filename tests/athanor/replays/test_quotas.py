"""What of an author's counts for a quota, and what goes beyond it."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from pytest_django import Settings

from athanor.bots.models import Bot, Version
from athanor.bots.services import upload
from athanor.ladders.matchmaker import matchmake
from athanor.matches.models import Match, Seat
from athanor.refusals import Refusal
from athanor.replays import retention, usage
from athanor.storage import blobs
from athanorpb.farm.values import SeatRecord
from tests.athanor import world
from tests.athanor.replays.test_retention import DAY, LOG, NOW, kept, log_of, path_of, played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def bots() -> list[Bot]:
    return [world.bot() for _ in range(3)]


def test_the_oldest_logs_of_an_author_with_too_much_go_first(settings: Settings) -> None:
    ada = world.author("ada")
    bots = [world.bot("quicksilver", ada), world.bot(), world.bot()]
    matches = [played(bots, log=bytes([65 + number]) * 1000) for number in range(4)]
    settings.AUTHOR_BYTES = usage.bundle_bytes()[ada.pk] + 2500
    assert kept(NOW + 5 * DAY)["beyond a quota"] == 2
    assert [blobs().has(log_of(match)) for match in matches] == [False, False, True, True]
    assert kept(NOW + 5 * DAY)["beyond a quota"] == 0


def test_nobodys_logs_go_for_anothers_quota(settings: Settings) -> None:
    older = played([world.bot(), world.bot(), world.bot()], log=b"older" * 200)
    ada = world.author("ada")
    bots = [world.bot("quicksilver", ada), world.bot(), world.bot()]
    matches = [played(bots, log=bytes([65 + number]) * 1000) for number in range(3)]
    settings.AUTHOR_BYTES = 100 + 2500
    assert kept(NOW + 5 * DAY)["beyond a quota"] == 1
    assert [blobs().has(log_of(match)) for match in (older, *matches)] == [True, False, True, True]


def test_a_log_of_a_season_does_not_make_room_before_its_author_could_read_it(settings: Settings) -> None:
    world.solo_ladder(season_seeds=1)
    world.soloist()
    matchmake(now=NOW)
    match = Match.objects.get()
    world.play_alone(match, now=NOW, seats=(SeatRecord(answers=1, log=blobs().put(LOG)),))
    settings.AUTHOR_BYTES = 1
    assert kept(NOW + DAY)["beyond a quota"] == 0


def test_an_upload_beyond_the_quota_is_refused_with_the_figures(settings: Settings) -> None:
    world.ladder()
    ada = world.author("ada")
    first = b"def choose(ask):\n    return 0\n"
    version = upload(owner=ada, content=first, filename="bot.py", games=["poison"], slug="")
    takes = len(blobs().get(version.digest))
    settings.AUTHOR_BYTES = 2 * takes
    with pytest.raises(Refusal) as refused:
        upload(owner=ada, content=first + b"# another\n", filename="bot.py", games=["poison"])
    assert refused.value.code == "storage-full"
    assert f"{takes} bytes, and this one has {takes + 10}" in refused.value.message


def test_what_an_upload_takes_is_what_is_stored_of_it_and_not_how_small_it_was_packed(settings: Settings) -> None:
    world.ladder()
    ada, packed = world.author("ada"), BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        toml = 'name = "one"\ngame = "poison"\nruntime = "python"\ncommand = ["python", "bot.py"]\n'
        archive.writestr("bot.toml", toml)
        archive.writestr("bot.py", "def choose(ask):\n    return 0\n" + "# a comment\n" * 50_000)
    version = upload(owner=ada, content=packed.getvalue(), filename="bot.zip", games=["poison"])
    assert version.size < 10_000
    assert usage.bundle_bytes()[ada.pk] == len(blobs().get(version.digest)) > 500_000
    Version.objects.update(state="refused", reason="no", message="no", decided_at=NOW)
    settings.AUTHOR_BYTES = 600_000
    with pytest.raises(Refusal, match="your bundles, unpacked and built, take"):
        upload(owner=ada, content=packed.getvalue(), filename="bot.zip", games=["poison"], name="another")


def built(bot: Bot, content: bytes) -> Version:
    """The bot's version, as if a build had made that of it."""
    version = world.current(bot)
    Version.objects.filter(pk=version.pk).update(built=blobs().put(content), built_bytes=len(content))
    version.refresh_from_db()
    return version


def test_what_was_built_counts_for_its_authors_quota(bots: list[Bot], settings: Settings) -> None:
    match = played(bots)
    built(bots[0], b"x" * 5000)
    settings.AUTHOR_BYTES = 100 + 5000 + len(LOG)
    assert kept(NOW + 5 * DAY)["beyond a quota"] == 0
    settings.AUTHOR_BYTES -= 1
    assert kept(NOW + 5 * DAY)["beyond a quota"] == 1
    assert not blobs().has(log_of(match))
    settings.AUTHOR_BYTES = 5100
    with pytest.raises(Refusal, match=r"take 5,100 bytes, and this one has \d+: an author may have 5,100"):
        upload(owner=bots[0].owner, content=b"def choose(ask):\n    return 0\n", filename="a.py", games=["poison"])


# --- what was stored before sizes were kept


def test_logs_from_before_sizes_were_kept_count_for_a_quota_without_anybodys_doing(
    bots: list[Bot], settings: Settings
) -> None:
    matches = [played(bots, log=bytes([65 + number]) * 1000) for number in range(3)]
    Seat.objects.exclude(log="").update(log_bytes=0)
    settings.AUTHOR_BYTES = 100 + 2500
    done = kept(NOW + 5 * DAY)
    assert (done["measured"], done["beyond a quota"]) == (3, 1)
    assert [blobs().has(log_of(match)) for match in matches] == [False, True, True]


def test_so_many_are_measured_in_one_round_until_none_is_left(
    bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MEASURED_A_ROUND", 2)
    for number in range(5):
        played(bots, log=LOG + bytes([number]))
    Seat.objects.exclude(log="").update(log_bytes=0)
    rounds = [kept(NOW + DAY)["measured"] for _ in range(4)]
    assert rounds == [2, 2, 1, 0]
    assert usage.log_bytes() == {bots[0].owner_id: 5 * (len(LOG) + 1)}


def test_a_log_that_is_lost_or_empty_is_not_measured_for_ever(bots: list[Bot]) -> None:
    lost, empty = played(bots), played(bots, log=b"")
    Seat.objects.exclude(log="").update(log_bytes=0)
    path_of(log_of(lost)).unlink()
    assert kept(NOW + DAY)["measured"] == 1
    assert kept(NOW + DAY)["measured"] == 0
    assert empty.seats.get(seat=0).log_bytes == 0


def test_bundles_and_builds_from_before_sizes_were_kept_are_measured(bots: list[Bot]) -> None:
    here, unbuilt = built(bots[0], b"x" * 5000), world.current(bots[1])
    Version.objects.filter(pk=here.pk).update(digest=blobs().put(b"y" * 700))
    Version.objects.update(stored_bytes=None, built_bytes=None)
    assert kept(NOW + DAY)["measured"] == 3
    sizes = {
        pk: (stored, built)
        for pk, stored, built in Version.objects.values_list("pk", "stored_bytes", "built_bytes")
    }
    assert sizes[here.pk] == (700, 5000)
    assert sizes[unbuilt.pk] == (unbuilt.size, 0), "lost: it counts as it was uploaded"
    assert kept(NOW + DAY)["measured"] == 0
