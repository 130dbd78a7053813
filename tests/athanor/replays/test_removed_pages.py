"""What was removed says so, on pages and by the API; and stars are given and taken there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from athanor.accounts.models import User
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller
from tests.athanor.front.reading import client_of
from tests.athanor.replays.test_retention import MONTH, NOW, YEAR, kept, path_of, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return world.author("ada")


@pytest.fixture
def match(ada: User) -> Match:
    return played([world.bot("quicksilver", ada), world.bot(), world.bot()])


def page(match: Match, user: User | None = None) -> str:
    text: str = client_of(user).get(match.get_absolute_url()).content.decode()
    return text


def test_it_works(match: Match, ada: User) -> None:
    kept(NOW + YEAR)
    here, api = match.get_absolute_url(), f"/matches/{match.public_id}"
    shown = page(match, ada)
    text = " ".join(re.sub("<[^>]*>", "", shown).split())
    assert "The replay of this match was removed on 5 March 2028. Replays that nobody has starred" in text
    assert "Its stderr was removed on 5 March 2028." in text
    assert "data-player" not in shown
    assert "Replay file" not in shown
    assert match.seed in shown
    for address in (f"{here}replay.athanor", f"{here}replay.json"):
        answer = Client().get(address)
        assert (answer.status_code, "was removed on 2028-03-05" in answer.content.decode()) == (410, True)
    for path in (f"{api}/replay.athanor", f"{api}/replay.json"):
        refused = Caller().get(path)
        assert (refused.status, refused.code) == (410, "removed")
    document = Caller().get(api).document
    assert (document["replay"], document["match"]["has_replay"], document["seed"]) == ("", False, match.seed)
    assert document["replay_removed_at"].startswith("2028-03-05")


def test_a_log_that_was_removed_says_so_to_its_author_and_nothing_to_others(match: Match, ada: User) -> None:
    log = f"{match.get_absolute_url()}seats/0/log"
    assert client_of(ada).get(log).status_code == 200
    kept(NOW + MONTH)
    answer = client_of(ada).get(log)
    assert (answer.status_code, "This log was removed on" in answer.content.decode()) == (410, True)
    assert client_of(world.author()).get(log).status_code == 404
    refused = caller.of(ada).get(f"/matches/{match.public_id}/seats/0/log")
    assert (refused.status, refused.code) == (410, "removed")


def test_lists_and_the_home_page_show_no_replay_that_is_gone(match: Match) -> None:
    assert ">watch</a>" in Client().get("/matches/").content.decode()
    assert f"{match.get_absolute_url()}replay.json" in Client().get("/").content.decode()
    kept(NOW + YEAR)
    listed = Client().get("/matches/").content.decode()
    assert ">watch</a>" not in listed
    assert ">result</a>" in listed
    assert f"{match.get_absolute_url()}replay.json" not in Client().get("/").content.decode()
    live = Client().get(f"{match.get_absolute_url()}live.json").json()
    assert (live["replay"], "was removed" in live["why"]) == (None, True)


def test_a_replay_that_is_lost_is_said_to_be(match: Match) -> None:
    path_of(match.replay).unlink()
    answer = Client().get(f"{match.get_absolute_url()}replay.json")
    assert (answer.status_code, "is lost" in answer.content.decode()) == (404, True)
    assert Caller().get(f"/matches/{match.public_id}/replay.json").status == 404


# --- stars


def test_a_star_is_given_and_taken_on_the_page(match: Match, ada: User) -> None:
    client, here = client_of(ada), match.get_absolute_url()
    assert "☆ Star" in page(match, ada)
    assert client.post(f"{here}star/", {"starred": "yes"}).status_code == 302
    assert "★ Starred" in page(match, ada)
    assert here in client.get("/matches/starred/").content.decode()
    client.post(f"{here}star/", {"starred": "no"})
    assert "☆ Star" in page(match, ada)
    assert here not in client.get("/matches/starred/").content.decode()


def test_who_is_not_signed_in_sees_no_star_and_gives_none(match: Match) -> None:
    answer = Client().get(match.get_absolute_url())
    assert "Star" not in answer.content.decode().replace("Starred replays", "")
    assert not answer.cookies, "a page for everybody sets no cookie"
    refused = Client().post(f"{match.get_absolute_url()}star/", {"starred": "yes"})
    assert (refused.status_code, refused["Location"].startswith("/accounts/login/")) == (302, True)
    assert not match.stars.exists()


def test_a_wish_that_is_none_is_refused_in_words(match: Match, ada: User) -> None:
    answer = client_of(ada).post(f"{match.get_absolute_url()}star/", {"starred": "perhaps"})
    assert answer.status_code == 400
    assert "it is yes or no" in answer.content.decode().lower()


def test_a_star_is_given_and_taken_by_the_api(match: Match, ada: User) -> None:
    api, path = caller.of(ada), f"/matches/{match.public_id}/star"
    assert api.put(path).document == {"stars": 1}
    assert [row["public_id"] for row in api.get("/me/stars").document] == [match.public_id]
    assert api.delete(path).document == {"stars": 0}
    assert api.get("/me/stars").document == []
    kept(NOW + YEAR)
    assert (api.put(path).status, api.put(path).code) == (410, "removed")


def test_a_star_on_a_match_that_is_not_there_is_refused(ada: User) -> None:
    assert caller.of(ada).put("/matches/nowhere/star").status == 404
    assert client_of(ada).post("/matches/nowhere/star/", {"starred": "yes"}).status_code == 404
