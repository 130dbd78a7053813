"""/bots, /me/bots and what is below them"""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

REFUSED = {"state": "refused", "built": "", "reason": "crash", "message": "It crashed.", "log": "Traceback"}


def test_it_works() -> None:
    ladder = world.ladder()
    bot = world.bot("gus", world.author("ada"))
    (row,) = Caller().get("/bots").document["rows"]
    assert (row["owner"], row["slug"], row["current"], row["games"]) == ("ada", "gus", 1, ["poison"])
    page = Caller().get("/bots/ada/gus").document
    assert page["places"][0]["ladder"] == ladder.slug
    assert [version["number"] for version in page["versions"]] == [1]
    assert bot.pk


def test_lists_are_paged_and_filtered() -> None:
    world.ladder()
    for number in range(5):
        world.bot(f"b{number}")
    first = Caller().get("/bots", limit=3).document
    rest = Caller().get("/bots", limit=3, cursor=first["next"]).document
    assert [row["slug"] for row in first["rows"] + rest["rows"]] == ["b4", "b3", "b2", "b1", "b0"]
    assert rest["next"] == ""
    assert Caller().get("/bots", game="chess").document["rows"] == []
    assert len(Caller().get("/bots", game="poison").document["rows"]) == 5


def test_others_see_accepted_versions_only_and_no_messages() -> None:
    ada = world.author("ada")
    world.version(world.bot("gus", ada), **REFUSED)
    for other in (Caller(), caller.of(world.author("eve"))):
        (version,) = other.get("/bots/ada/gus").document["versions"]
        assert (version["number"], version["has_log"], version["filename"]) == (1, False, "")
    refused, _ = caller.of(ada).get("/bots/ada/gus").document["versions"]
    assert (refused["reason"], refused["message"], refused["has_log"]) == ("crash", "It crashed.", True)


def test_a_version_and_its_log_are_their_authors() -> None:
    ada = world.author("ada")
    world.version(world.bot("gus", ada), **REFUSED)
    mine = caller.of(ada)
    assert mine.get("/me/bots/gus/versions/2").document["message"] == "It crashed."
    assert mine.get("/me/bots/gus/versions/2/log").document == {"log": "Traceback"}
    eve = caller.of(world.author("eve"))
    assert eve.get("/me/bots/gus/versions/2/log").status == 404
    assert Caller().get("/me/bots/gus/versions/2/log").status == 401


def test_an_older_version_can_be_made_current() -> None:
    ada = world.author("ada")
    bot = world.bot("gus", ada)
    world.make_current(version=world.version(bot))
    answer = caller.of(ada).post("/me/bots/gus/versions/1/current")
    assert (answer.status, answer.document["current"]) == (200, 1)
    world.version(bot, **REFUSED)
    answer = caller.of(ada).post("/me/bots/gus/versions/3/current")
    assert (answer.status, answer.code) == (409, "not-accepted")


def test_a_bot_can_be_retired_by_its_author_alone() -> None:
    ada = world.author("ada")
    world.bot("gus", ada)
    assert caller.of(world.author("eve")).post("/me/bots/gus/retire").status == 404
    assert caller.of(ada, "read").post("/me/bots/gus/retire").code == "missing-scope"
    refused = caller.of(ada).post("/me/bots/gus/retire")
    assert (refused.status, refused.code) == (409, "not-confirmed")
    assert "gus leaves every ladder for good" in refused.document["error"]["message"]
    assert "?confirm=true" in refused.document["error"]["hint"]
    assert [row["retired"] for row in caller.of(ada).get("/me/bots").document] == [False]
    answer = caller.of(ada).post("/me/bots/gus/retire?confirm=true")
    assert (answer.status, answer.document["retired"], answer.document["current"]) == (200, True, None)
    assert [row["retired"] for row in caller.of(ada).get("/me/bots").document] == [True]
    assert caller.of(ada).post("/me/bots/gus/retire").status == 200, "there is nothing left to ask about"


def test_a_list_of_many_is_as_many_queries_as_one_of_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(12):
        world.bot()
    with django_assert_max_num_queries(1):
        Caller().get("/bots")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/bots/ada/nothing", 404),
        ("/bots?cursor=x", 400),
        ("/bots?limit=0", 422),
        ("/bots?limit=many", 422),
        ("/nothing", 404),
    ],
)
def test_a_wrong_address_is_told_what_is_wrong(path: str, status: int) -> None:
    answer = Caller().get(path) if "?" not in path else caller.answered(Caller().client.get(f"/api/v1{path}"))
    assert answer.status == status
    assert answer.code
