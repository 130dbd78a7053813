"""/matches, replays, logs and epochs"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from athanor.jobs import services as jobs
from athanor.matches.models import Match
from athanor.storage import blobs
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def match() -> Match:
    ada = world.author("ada")
    bots = [world.bot("gus", ada), *(world.bot() for _ in range(3))]
    return world.order(bots, on=world.ladder())[0]


def test_it_works(match: Match) -> None:
    page = Caller().get(f"/matches/{match.public_id}").document
    assert (page["match"]["state"], page["seed"], page["replay"], page["accounts"]) == ("ordered", "", "", [])
    assert len(page["commitment"]) == 64
    assert page["epoch_key"] == ""
    world.play(match)
    page = Caller().get(f"/matches/{match.public_id}").document
    assert (page["match"]["state"], len(page["seed"])) == ("finished", 64)
    assert [seat["rank"] for seat in page["match"]["seats"]] == [1, 2, 3, 4]
    assert page["accounts"][0]["charged"] == 340
    assert page["accounts"][0]["mu"] > page["accounts"][0]["mu_before"]
    assert "token" not in str(page)


def test_lists_have_what_was_asked_for(match: Match) -> None:
    world.play(match)
    (unrated,) = world.order([world.bot("x"), world.bot("y"), world.bot("z")])
    world.play(unrated)
    other = match.seats.get(seat=1).bot
    assert listed() == [unrated.public_id, match.public_id]
    assert listed(ladder="poison") == [match.public_id]
    assert listed(game="poison") == [unrated.public_id, match.public_id]
    assert listed(bot="ada/gus") == [match.public_id]
    assert listed(bot="ada/gus", against=f"{other.owner.username}/{other.slug}") == [match.public_id]
    assert listed(bot="ada/gus", against=f"{unrated.seats.all()[0].bot.owner.username}/x") == []


def listed(**query: str) -> list[str]:
    return [row["public_id"] for row in Caller().get("/matches", **query).document["rows"]]


def test_pages_have_every_match_once(match: Match) -> None:
    bots = [seat.bot for seat in match.seats.order_by("seat")]
    world.play(match)
    for _ in range(6):
        world.play(world.order(bots, on=match.ladder)[0])
    for query in ({}, {"ladder": "poison"}, {"bot": "ada/gus"}):
        seen, cursor = [], ""
        while True:
            page = Caller().get("/matches", limit=3, cursor=cursor, **query).document
            seen += [row["public_id"] for row in page["rows"]]
            cursor = page["next"]
            if not cursor:
                break
        assert seen == list(Match.objects.order_by("-pk").values_list("public_id", flat=True))


def test_a_list_of_many_is_two_or_three_queries(
    match: Match, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    bots = [seat.bot for seat in match.seats.order_by("seat")]
    for _ in range(8):
        world.play(world.order(bots, on=match.ladder)[0])
    with django_assert_max_num_queries(3):
        assert len(Caller().get("/matches").document["rows"]) == 8


def test_what_is_under_way(match: Match) -> None:
    (row,) = Caller().get("/matches/under-way").document
    assert (row["public_id"], row["state"]) == (match.public_id, "ordered")
    jobs.begin(token=world.attempt_of(match).token)
    assert [row["state"] for row in Caller().get("/matches/under-way").document] == ["running"]
    world.play(match)
    assert Caller().get("/matches/under-way").document == []


def test_the_replay_file_is_an_attachment_once_it_is_public(match: Match) -> None:
    path = f"/matches/{match.public_id}/replay.athanor"
    assert Caller().get(path).code == "not-found"
    world.play(match)
    answer = Caller().get(path)
    assert answer.content == f"replay of {match.public_id}".encode()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{match.public_id}.athanor"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_replay_of_a_match_whose_set_is_still_played_is_not_public() -> None:
    matches = world.order([world.bot() for _ in range(3)], on=world.ladder(seats=3), rotations=3)
    world.play(matches[0])
    answer = Caller().get(f"/matches/{matches[0].public_id}/replay.athanor")
    assert answer.status == 404
    assert "not public yet" in answer.document["error"]["message"]
    assert Caller().get(f"/matches/{matches[0].public_id}").document["replay"] == ""


def test_a_bots_log_is_its_authors_alone(match: Match) -> None:
    said = world.record(match)
    log = blobs().put(b"thinking...")
    seats = (replace(said.seats[0], log=log), *said.seats[1:])
    world.settle(signed=world.signed(replace(said, seats=seats)))
    path = f"/matches/{match.public_id}/seats/0/log"
    ada = match.seats.get(seat=0).bot.owner
    assert caller.of(ada).get(path).document == {"log": "thinking..."}
    assert caller.of(world.author("eve")).get(path).status == 404
    assert caller.of(ada).get(f"/matches/{match.public_id}/seats/1/log").status == 404
    assert Caller().get(path).status == 401
    page = Client()
    page.force_login(ada)
    assert page.get(f"{path}").content == b"thinking..."


def test_what_the_store_has_lost_is_told_as_lost(match: Match) -> None:
    said = world.record(match)
    seats = (replace(said.seats[0], log="0" * 64), *said.seats[1:])
    world.settle(signed=world.signed(replace(said, seats=seats, replay=blobs().put(b"no replay"))))
    path = f"/matches/{match.public_id}/seats/0/log"
    ada = match.seats.get(seat=0).bot.owner
    assert caller.of(ada).get(path).code == "not-found"
    page = Client()
    page.force_login(ada)
    assert page.get(path).status_code == 404
    assert Caller().get(f"/matches/{match.public_id}/replay.json").code == "unreadable"
    assert page.get(f"/matches/{match.public_id}/replay.json").status_code == 409


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"bot": "ada"}, "bad-bot"),
        ({"bot": "ada/nobody"}, "not-found"),
        ({"bot": "ada/gus", "ladder": "poison"}, "bad-filter"),
        ({"against": "ada/gus"}, "bad-filter"),
        ({"ladder": "chess"}, "not-found"),
        ({"cursor": "WyJ4IiwxXQ"}, "bad-cursor"),
        ({"cursor": "WyIyMDI2LTAyLTMxVDAwOjAwOjAwWiIsMV0"}, "bad-cursor"),
        ({"limit": "101"}, "invalid"),
        ({"cursor": "x" * 401}, "invalid"),
    ],
)
def test_a_wrong_filter_is_told_what_is_wrong(match: Match, query: dict[str, str], code: str) -> None:
    assert Caller().get("/matches", **query).code == code


def test_a_match_that_is_not_there_is_404() -> None:
    for path in ("/matches/zzzzzzzzzz", "/matches/zzzzzzzzzz/replay.athanor", "/matches/zzzzzzzzzz/replay.json"):
        assert Caller().get(path).code == "not-found"


def test_epochs_show_their_commitment_and_no_key(match: Match) -> None:
    rows = Caller().get("/epochs").document["rows"]
    assert len(rows) == 2
    assert all(len(row["commitment"]) == 64 and row["key"] == "" for row in rows)
    assert Caller().get("/epochs", cursor="WyJub25lIl0").code == "bad-cursor"
