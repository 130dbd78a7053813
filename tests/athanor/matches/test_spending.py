"""What a version took in its last matches: added up rightly, and told to its author alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from arena.referee.clock import spread_of
from athanor.bots.models import Bot, Version
from athanor.matches import spending as spendings
from athanor.matches.models import Match
from athanor.matches.spending import LOOKED_AT, MEMORY_LIMIT, Range, spending
from athanorpb.farm.values import SeatRecord, Spent, Spread
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MIB = 1024 * 1024


def took(times: list[float], idle: int = 0, **fields: Any) -> SeatRecord:
    wall = [time + 1 for time in times]
    spent = Spent(spread_of(times), spread_of(wall), heard=1_000 * len(times), said=100 * len(times), idle=idle)
    return replace(SeatRecord(answers=len(times), cpu=500, memory=20 * MIB, spent=spent), **fields)


@pytest.fixture
def bot() -> Bot:
    return world.bot("gus", world.author("ada"))


@pytest.fixture
def other() -> Bot:
    return world.bot("one", world.author("bea"))


def played(bot: Bot, other: Bot, account: SeatRecord) -> Match:
    (match,) = world.order([bot, other])
    said = world.record(match)
    world.settle(signed=world.signed(replace(said, seats=(account, said.seats[1]))))
    match.refresh_from_db()
    return match


def version(bot: Bot) -> Version:
    return world.current(bot)


def test_it_adds_up_the_matches_of_the_version(bot: Bot, other: Bot) -> None:
    played(bot, other, took([0.5, 3.0, 3.0, 70.0], memory=60 * MIB))
    played(bot, other, took([3.5], cpu=700, strikes=2))
    played(bot, other, took([5_000.0], cpu=900, out="silent", out_detail="x", out_ply=3, withheld=40, idle=700))
    told = spending(version(bot))
    assert told is not None
    assert (told.seats, told.outs, told.strikes) == (3, {"silent": 1}, 2)
    assert (told.idle, told.withheld) == (700, 40)
    assert told.cpu == Range(700, 900)
    assert told.memory == Range(20 * MIB, 60 * MIB)
    assert (told.memory_limit, told.heard, told.said) == (256 * MIB, Range(1_000, 4_000), Range(100, 400))
    times = told.charged
    assert times is not None
    # 0.5 | 3.0, 3.0, 3.5 | 70 | 5000: the third of six lies below 4 ms, the sixth is the longest.
    assert (times.answers, times.half_within, times.p95_within, times.longest) == (6, 4.0, 5_000.0, 5_000.0)
    assert (times.bins[0], times.bins[4], sum(times.bins)) == (1, 3, 6)
    assert told.wall is not None
    assert told.wall.longest == 5_001.0


def test_of_another_version_it_tells_nothing(bot: Bot, other: Bot) -> None:
    played(bot, other, took([1.0]))
    assert spending(world.version(bot)) is None


def test_it_looks_at_the_last_matches(bot: Bot, other: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LOOKED_AT == 100
    monkeypatch.setattr(spendings, "LOOKED_AT", 2)
    for cpu in (9_000, 1, 3):
        played(bot, other, took([1.0], cpu=cpu))
    told = spending(version(bot))
    assert told is not None
    assert (told.seats, told.cpu) == (2, Range(2, 3))


def test_what_nobody_measured_is_no_figure(bot: Bot, other: Bot) -> None:
    played(
        bot, other, SeatRecord(answers=3, cpu=-1, spent=Spent(Spread(3, 1.0, 2.0, 2.0), Spread(3, 1.0, 2.0, 2.0)))
    )
    told = spending(version(bot))
    assert told is not None
    assert (told.charged, told.wall, told.cpu, told.memory, told.heard) == (None, None, None, None, None)
    page = as_author(bot).get(page_of(bot))
    assert page.status_code == 200
    assert "its last match" in page.content.decode()


def test_what_is_hidden_is_not_told_to_its_author_either(bot: Bot, other: Bot) -> None:
    match = played(bot, other, took([1.0]))
    Match.objects.filter(pk=match.pk).update(hidden=True)
    assert spending(version(bot)) is None


# --- who may see it


def as_author(bot: Bot) -> Client:
    client = Client()
    client.force_login(bot.owner)
    return client


def page_of(bot: Bot) -> str:
    return f"{bot.get_absolute_url()}versions/1/"


def test_its_author_sees_it_on_the_page_of_the_version(bot: Bot, other: Bot) -> None:
    played(bot, other, took([2.0, 3.0, 90.0], memory=64 * MIB))
    shown = as_author(bot).get(page_of(bot)).content.decode()
    assert "What it took" in shown
    assert 'aria-label="How long its answers took: half of 3 within 4' in shown
    assert shown.count('class="answers"') == 3
    assert "64\u00a0MiB of 256\u00a0MiB" in shown
    assert '<rect class="sure" x="0" y="3" width="35" height="8">' in shown


def test_before_its_first_match_the_page_says_what_will_be_there(bot: Bot) -> None:
    assert "When it has played its first match" in as_author(bot).get(page_of(bot)).content.decode()


@pytest.mark.parametrize("who", ["nobody", "another author"])
def test_others_see_nothing_of_it(who: str, bot: Bot, other: Bot) -> None:
    played(bot, other, took([2.0]))
    client = Client() if who == "nobody" else as_author(other)
    answer = client.get(page_of(bot))
    assert answer.status_code == 200
    assert "What it took" not in answer.content.decode()


def test_by_the_api_its_author_reads_it(bot: Bot, other: Bot) -> None:
    played(bot, other, took([2.0, 3.0, 90.0], out="dead", out_ply=1))
    answer = _asked(bot, world.token(bot.owner))
    assert answer.status_code == 200
    document = answer.json()
    assert document["seats"] == 1
    assert document["outs"] == {"dead": 1}
    assert document["memory"] == {"median": 20 * MIB, "most": 20 * MIB}
    assert document["memory_limit"] == MEMORY_LIMIT
    charged = document["charged"]
    assert (charged["answers"], charged["longest"], sum(charged["bins"])) == (3, 90.0, 3)


def test_by_the_api_a_version_that_has_played_nothing_took_nothing(bot: Bot) -> None:
    document = _asked(bot, world.token(bot.owner)).json()
    assert (document["seats"], document["charged"], document["outs"]) == (0, None, {})


def test_by_the_api_others_find_no_such_version(bot: Bot, other: Bot) -> None:
    played(bot, other, took([2.0]))
    assert _asked(bot, world.token(other.owner)).status_code == 404
    assert _asked(bot, "").status_code == 401


def _asked(bot: Bot, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Client().get(f"/api/v1/me/bots/{bot.slug}/versions/1/spending", headers=headers)
