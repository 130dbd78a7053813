"""/ladders/SLUG/seasons, their boards, and a bot's runs"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from athanor.bots.models import Bot
from athanor.ladders import seasons
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Season
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WON, FAR = (9, 18, 2), (1, 4, 0)


def play(bot: Bot, *results: tuple[int, ...]) -> None:
    for match, progress in zip(
        Match.objects.filter(ended_at=None, seats__bot=bot).order_by("pk"), results, strict=True
    ):
        world.play_alone(match, progress)


def test_it_works() -> None:
    world.solo_ladder()
    good, bad = world.soloist("good"), world.soloist("bad")
    assert matchmake() == 6
    play(bad, FAR, FAR, FAR)
    play(good, WON, WON, FAR)
    (ladder,) = Caller().get("/ladders").document
    assert (ladder["slug"], ladder["seats"], ladder["bots"], ladder["matches"]) == ("alone", 1, 2, 6)
    to_come, present = Caller().get("/ladders/alone/seasons").document
    assert (to_come["number"], to_come["begun_at"], to_come["key"]) == (2, None, "")
    assert (present["number"], present["bots"], present["seeds"]) == (1, 2, 3)
    assert Caller().get("/ladders/alone/seasons/1").document == present
    first, second = Caller().get("/ladders/alone/seasons/1/runs").document["rows"]
    assert (first["slug"], first["rank"], first["solved"], first["marks"]) == ("good", 1, 2, "ssf")
    assert first["progress"] == {"spells": 19, "runes": 40, "spare": 4}
    assert first["interval"] == pytest.approx([0.2077, 0.9385], abs=1e-3)
    assert (second["slug"], second["solved"]) == ("bad", 0)


def test_the_board_is_paged_over_those_that_still_play_too() -> None:
    world.solo_ladder()
    bots = [world.soloist() for _ in range(6)]
    matchmake()
    while matchmake():
        pass
    for bot in bots[:3]:
        while Match.objects.filter(ended_at=None, seats__bot=bot).exists() or matchmake():
            for match in Match.objects.filter(ended_at=None, seats__bot=bot):
                world.play_alone(match, FAR)
    rows, cursor = [], ""
    while True:
        page = Caller().get("/ladders/alone/seasons/1/runs", limit=2, cursor=cursor).document
        rows += page["rows"]
        cursor = page["next"]
        if not cursor:
            break
    assert [row["slug"] for row in rows] == [bot.slug for bot in bots]
    assert [row["rank"] for row in rows] == [1, 2, 3, None, None, None]


def test_a_bot_has_its_runs() -> None:
    world.solo_ladder()
    bot = world.soloist("bot")
    matchmake()
    play(bot, WON, FAR, FAR)
    later = Season.objects.get(number=1).ends_at
    seasons.turn(now=later)
    seasons.reveal(now=later)
    (place,) = Caller().get(f"/bots/{bot.owner.username}/bot").document["alone"]
    assert (place["ladder"], place["season"], place["run"]["played"], place["run"]["solved"]) == (
        "alone",
        2,
        0,
        None,
    )
    assert [(run["season"], run["rank"], run["solved"]) for run in place["earlier"]] == [(1, 1, 1)]


def test_what_is_not_there_is_refused() -> None:
    world.solo_ladder()
    world.ladder()
    seasons.turn(now=timezone.now())
    for path, status, code in (
        ("/ladders/alone/seasons/2", 404, "not-found"),
        ("/ladders/alone/seasons/2/runs", 404, "not-found"),
        ("/ladders/alone/seasons/0", 422, "invalid"),
        ("/ladders/nowhere/seasons", 404, "not-found"),
        ("/ladders/poison/seasons", 404, "not-solo"),
        ("/ladders/poison/seasons/1/runs", 404, "not-solo"),
        ("/ladders/alone/standings", 409, "solo-ladder"),
    ):
        answer = Caller().get(path)
        assert (answer.status, answer.code) == (status, code), path
    assert Caller().get("/ladders/alone/seasons/1/runs", cursor="WzFd").code == "bad-cursor"


def test_an_unrated_match_needs_an_opponent() -> None:
    bot = world.soloist("bot", world.author("ada"))
    token = world.token(bot.owner, "challenge")
    answer = Caller(token).post("/challenges", {"game": "alakazoo", "bots": ["ada/bot"]})
    assert (answer.status, answer.code) == (400, "alone")


def test_a_season_that_was_slept_through_is_not_in_the_list() -> None:
    ladder = world.solo_ladder(season_days=2)
    seasons.turn(now=timezone.now())
    seasons.turn(now=timezone.now() + timedelta(days=11))
    assert [row["number"] for row in Caller().get(f"/ladders/{ladder.slug}/seasons").document] == [3, 2, 1]
