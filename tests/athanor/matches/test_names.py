"""What the bots of a match are called wherever it is shown: two of one name are always told apart."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from athanor.bots.models import Bot
from athanor.matches import queries
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.front.reading import client_of
from tests.athanor.front.stage import perform

BEA, CAM, DOT = "starter by bea", "starter by cam", "dot"


@pytest.fixture
def match(db: None) -> Match:
    """Two authors' bots are called "starter"."""
    bots = [world.bot(f"bot-of-{name}", world.author(name)) for name in ("bea", "cam", "dot")]
    Bot.objects.filter(pk__in=[bots[0].pk, bots[1].pk]).update(name="starter")
    Bot.objects.filter(pk=bots[2].pk).update(name="dot")
    (made,) = world.order(bots)
    return made


def page(address: str, of: Match | None = None) -> str:
    user = of.seats.get(bot__owner__username="bea").bot.owner if of else None
    return unescape(client_of(user).get(address).content.decode())


def names(text: str) -> set[str]:
    return set(re.findall(r"starter by \w+", text))


@pytest.mark.slow
def test_a_finished_match_tells_them_apart(match: Match) -> None:
    perform(match)
    for address in ("/matches/", "/"):
        assert names(page(address)) == {BEA, CAM}, address
    own = page(match.get_absolute_url(), match)
    assert names(own) == {BEA, CAM}
    assert f"{BEA}, for you" in own
    # On a phone the table leaves authors out, but not where only they tell two bots apart.
    assert sorted(re.findall(r'class="by needed">(\w+)<', own)) == ["bea", "cam"]
    assert re.findall(r'class="by">(\w+)<', own) == ["dot"]
    replay = Client().get(f"{match.get_absolute_url()}replay.json").json()
    assert sorted(replay["names"]) == [DOT, BEA, CAM]


def test_a_live_board_tells_them_apart(match: Match) -> None:
    assert sorted(queries.names_of(match)) == [DOT, BEA, CAM]


def test_an_author_sees_which_of_two_bots_is_meant(db: None) -> None:
    ada = world.author("ada")
    for game in ("kazaam", "poison"):
        world.bot(f"thinking-{game}", ada, games=[game])
    world.bot("alone", ada)
    Bot.objects.filter(owner=ada, slug__startswith="thinking").update(name="thinking")
    text = unescape(client_of(ada).get("/accounts/you/").content.decode())
    assert re.findall(r"<b>([^<]*)</b></a>", text) == ["alone", "thinking · Poison", "thinking · Kazaam"]
