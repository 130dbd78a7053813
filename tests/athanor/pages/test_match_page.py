"""The page of a match: the board, the result, and what it takes to check it."""

from __future__ import annotations

import json

from django.test import Client
from django.utils import timezone

from arena.replay.file import read
from arena.replay.verification import verify
from athanor.matches.models import Epoch
from tests.athanor import world
from tests.athanor.pages.reading import client_of, page_of
from tests.athanor.pages.stage import Site, perform


def test_a_finished_match_has_its_board_its_result_and_its_seed(site: Site) -> None:
    match = site.finished[0]
    text = Client().get(match.get_absolute_url()).content.decode()
    assert f'data-replay="/matches/{match.public_id}/replay.json"' in text
    assert match.seed in text
    assert f"athanor verify {match.public_id}.athanor" in text
    assert "<noscript>" in text
    for seat in match.seats.all():
        assert seat.bot.name in text


def test_its_replay_can_be_downloaded_and_verified(site: Site) -> None:
    match = site.finished[0]
    response = Client().get(f"{match.get_absolute_url()}replay.athanor")
    assert response["Content-Disposition"] == f'attachment; filename="{match.public_id}.athanor"'
    assert "immutable" in response["Cache-Control"]
    assert verify(read(response.content)) is None


def test_the_player_reads_the_document_of_that_replay(site: Site) -> None:
    address = site.finished[0].get_absolute_url()
    document = Client().get(f"{address}replay.json").json()
    packed = Client().get(f"{address}replay.json", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 4 < len(json.dumps(document))
    assert document == json.loads(json.dumps(read(Client().get(f"{address}replay.athanor").content).document()))


def test_what_is_under_way_shows_no_seed_and_follows_itself(site: Site) -> None:
    text = Client().get(site.running.get_absolute_url()).content.decode()
    assert "being played right now" in text
    assert 'data-live="3"' in text
    assert "data-replay" not in text
    assert "The seed is told when" in text


def test_a_void_match_says_whose_fault_it_was(site: Site) -> None:
    text = Client().get(site.void.get_absolute_url()).content.decode()
    assert "the worker stalled" in text
    assert "a fault of ours" in text
    assert "athanor verify" not in text


def test_a_deal_that_is_still_played_elsewhere_shows_no_replay(site: Site) -> None:
    first, second, *others = world.order(site.bots[:3], site.ladder, rotations=3)
    perform(first)
    text = Client().get(first.get_absolute_url()).content.decode()
    assert "data-replay" not in text
    assert "The replay is shown when the other matches of this deal have ended" in text
    assert second.get_absolute_url() in text
    for match in (second, *others):
        perform(match)
    assert "data-replay" in Client().get(first.get_absolute_url()).content.decode()


def test_the_key_of_the_day_is_shown_once_it_is_out(site: Site) -> None:
    epoch = Epoch.objects.get(pk=site.finished[0].epoch_id)
    for address in ("/fairness/", site.finished[0].get_absolute_url()):
        text = Client().get(address).content.decode()
        assert epoch.key not in text
        assert epoch.commitment in text
    Epoch.objects.filter(pk=epoch.pk).update(revealed_at=timezone.now())
    for address in ("/fairness/", site.finished[0].get_absolute_url()):
        assert epoch.key in Client().get(address).content.decode()


def test_a_bots_author_sees_where_it_failed_and_what_it_said(site: Site) -> None:
    own = client_of(site.ada).get("/bots/ada/quicksilver/").content.decode()
    assert "IndexError: pop from empty list" in own
    log = f"/matches/{site.failed.public_id}/seats/0/log"
    assert log in own
    assert client_of(site.ada).get(log).content == b"Traceback\n"
    assert client_of(site.bea).get(log).status_code == 404
    assert client_of(None).get(log).status_code == 403
    assert "Where it failed" not in client_of(site.bea).get("/bots/ada/quicksilver/").content.decode()


def test_pages_of_a_long_list_are_joined_by_links(site: Site) -> None:
    for _ in range(26):
        world.play(world.order(site.bots[:3], site.ladder)[0])
    page = page_of(Client().get("/matches/"))
    (older,) = (link for link in page.links if "from=" in link)
    second = page_of(Client().get(older))
    assert "/matches/" in second.links
    assert site.finished[0].get_absolute_url() in second.links
