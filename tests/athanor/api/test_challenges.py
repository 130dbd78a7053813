"""POST /challenges"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import pytest
from pytest_django import Settings

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.services import retire
from athanor.ladders.models import LedgerEntry
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.api import caller

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    ada = world.author("ada")
    world.bot("gus", ada)
    grace = world.author("grace")
    for name in ("one", "two"):
        world.bot(name, grace)
    return ada


TABLE = ("ada/gus", "grace/one", "grace/two")


def wish(*bots: str, **also: Any) -> dict[str, Any]:
    return {"game": "poison", "bots": list(bots or TABLE)} | also


@pytest.mark.database
def test_it_works(ada: User) -> None:
    answer = caller.of(ada).post("/challenges", wish())
    assert answer.status == 201
    match = Match.objects.get(public_id=answer.document["matches"][0])
    assert (match.purpose, match.ladder, match.ordered_by) == ("challenge", None, ada)
    assert [seat.bot.slug for seat in match.seats.order_by("seat")] == ["gus", "one", "two"]
    world.play(match)
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize("bots", [3, 4])
def test_with_rotate_the_deal_is_played_by_every_seating_of_a_duplicate_set(ada: User, bots: int) -> None:
    """Three bots in all orders, four by a Williams square."""
    invited = [f"grace/{name}" for name in ("one", "two", "three")[: bots - 1]]
    world.bot("three", User.objects.get(username="grace"))
    answer = caller.of(ada).post("/challenges", wish("ada/gus", *invited, rotate=True))
    matches = [Match.objects.get(public_id=public_id) for public_id in answer.document["matches"]]
    tables = [tuple(match.seats.order_by("seat").values_list("bot__slug", flat=True)) for match in matches]
    assert tables[0] == ("gus", "one", "two", "three")[:bots]
    if bots == 3:
        assert sorted(tables) == sorted(permutations(tables[0]))
    else:
        assert len(tables) == bots
        assert len({pair for table in tables for pair in pairwise(table)}) == bots * (bots - 1)
        assert [set(column) for column in zip(*tables, strict=True)] == [set(tables[0])] * bots
    assert len({match.duplicate_set for match in matches}) == 1


def test_an_older_version_of_ones_own_can_play_against_the_newer(ada: User) -> None:
    gus = ada.bots.get()
    world.make_current(version=world.version(gus))
    answer = caller.of(ada).post("/challenges", wish("ada/gus@1", "ada/gus", "grace/one"))
    numbers = Match.objects.get(public_id=answer.document["matches"][0]).seats.order_by("seat")
    assert list(numbers.values_list("version__number", flat=True)) == [1, 2, 1]


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        (("grace/one", "grace/two", "grace/one"), "not-yours"),
        (("ada/gus", "grace/one@1", "grace/two"), "not-yours"),
        (("ada/gus@9", "grace/one", "grace/two"), "not-accepted"),
        (("ada/gus", "grace/nobody", "grace/two"), "unknown-bot"),
        (("ada/gus", "../../etc", "grace/two"), "bad-bot"),
        (("ada/gus", "x" * 91, "grace/two"), "invalid"),
        (("ada/gus",), "alone"),
        ((), "invalid"),
        (("ada/gus",) * 8, "bad-options"),
    ],
)
def test_bots_that_cannot_play_are_refused_with_the_reason(ada: User, bots: tuple[str, ...], code: str) -> None:
    assert caller.of(ada).post("/challenges", wish() | {"bots": list(bots)}).code == code
    assert not Match.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize(
    ("also", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"options": {"nonsense": 1}}, "bad-options"),
        ({"options": []}, "invalid"),
        ({"bots": "ada/gus"}, "invalid"),
        ({"bots": [1, 2]}, "invalid"),
        ({"surprise": 1}, "invalid"),
    ],
)
def test_a_wrong_wish_is_refused_with_the_reason(ada: User, also: dict[str, Any], code: str) -> None:
    assert caller.of(ada).post("/challenges", wish() | also).code == code


@pytest.mark.parametrize(
    ("game", "seats", "options", "says"),
    [
        (
            "poison",
            3,
            {"variant": "deal-none"},
            "poison: option variant is deal-all or draw-five, not 'deal-none'",
        ),
        ("poison", 7, {}, "poison is for 2 to 6 seats, not 7"),
        ("kazaam", 2, {"full_hand": True}, "kazaam: option full_hand is blocked or discard-first, not true"),
        ("kazaam", 6, {}, "kazaam is for 2 to 5 seats, not 6"),
        ("kazaam", 2, {"round_limit": "60"}, "option round_limit is a whole number from 1 to 200, not '60'"),
        (
            "kazaam",
            2,
            {"variant": "deal-all"},
            "kazaam has no option 'variant'; it has: head_scope (any or aimed)",
        ),
        ("alakazoo", 5, {}, "alakazoo is for 1 to 4 seats, not 5"),
        ("alakazoo", 3, {"book": "goal"}, "option book is off, bonus or instead with 3 seats, not 'goal'"),
        ("alakazoo", 2, {"tommy": 1}, "alakazoo: option tommy is false or true, not 1"),
        ("alakazoo", 3, {"round_limit": [60]}, "option round_limit is a whole number from 1 to 1000, not [60]"),
        ("alakazoo", 4, {"book": None}, "option book is off, bonus, instead or goal, not None"),
    ],
)
def test_an_option_or_a_number_of_seats_that_does_not_fit_is_named_with_what_would(
    ada: User, game: str, seats: int, options: dict[str, Any], says: str
) -> None:
    bots = ["ada/gus", *["grace/one"] * (seats - 1)]
    answer = caller.of(ada).post("/challenges", {"game": game, "bots": bots, "options": options})
    assert (answer.status, answer.code) == (400, "bad-options")
    assert says in answer.document["error"]["message"]
    assert f"/docs/{game}/" in answer.document["error"]["hint"]
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("kazaam", 5, {"head_scope": "aimed", "counters": "some-double"}),
        ("alakazoo", 4, {"book": "instead", "tommy": True, "university": True}),
        ("alakazoo", 2, {"book": "bonus", "round_limit": 20, "portals": "choose"}),
    ],
)
def test_options_that_fit_are_taken_in_every_game(
    ada: User, game: str, seats: int, options: dict[str, Any]
) -> None:
    world.bot("max", ada, games=[game])
    bots = ["ada/max"] * seats
    answer = caller.of(ada).post("/challenges", {"game": game, "bots": bots, "options": options})
    assert answer.status == 201, answer.document
    match = Match.objects.get(public_id=answer.document["matches"][0])
    assert match.options == GAMES[game].settle(seats, options)
    assert match.seats.count() == seats


def test_a_bot_is_refused_where_it_does_not_play_the_game(ada: User) -> None:
    answer = caller.of(ada).post("/challenges", wish("ada/gus", "grace/one", game="kazaam"))
    assert answer.code == "other-game"
    assert "it plays poison" in answer.document["error"]["hint"]


def test_a_retired_bot_plays_no_more(ada: User) -> None:
    retire(bot=world.Bot.objects.get(slug="one"))
    assert caller.of(ada).post("/challenges", wish()).code == "not-playing"


@pytest.mark.database
def test_too_many_an_hour_are_429(ada: User, settings: Settings) -> None:
    settings.CHALLENGES_AN_HOUR = 7
    me = caller.of(ada)
    assert me.post("/challenges", wish(rotate=True)).status == 201
    answer = me.post("/challenges", wish(rotate=True))
    assert (answer.status, answer.code) == (429, "too-many-challenges")
    assert me.post("/challenges", wish()).status == 201


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff"])
def test_a_body_that_is_no_wish_is_refused(ada: User, body: bytes) -> None:
    response = caller.of(ada).client.post("/api/v1/challenges", body, content_type="application/json")
    assert caller.answered(response).status in (400, 422)
    assert caller.answered(response).code
