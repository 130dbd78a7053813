"""What bots are called in the words of a tournament: as on every other page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from athanor.bots.models import Bot
from athanor.tournaments import commands, queries
from athanor.tournaments.models import Tournament
from athanor.tournaments.tasks import advance_tournaments
from tests.athanor import world
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller


def named(bot: Bot, name: str) -> Bot:
    Bot.objects.filter(pk=bot.pk).update(name=name)
    return bot


def test_the_champion_and_the_log_call_bots_by_their_names_and_tell_them_apart(clock: Clock) -> None:
    """By the game where an author has two of a name, by the author where two have one."""
    house = world.author("house", is_house=True)
    world.bot("aaa", house, games=["kazaam"])
    named(world.bot("aaa-poison", house, games=["poison"]), "aaa")
    cup = events.event(format="round-robin", house=True, house_competes=True)
    ada, bea, cam, _ = events.enter(cup, events.NAMES[:4])
    named(ada, "Zoë & Co")
    named(bea, "starter")
    named(cam, "starter")
    events.at(clock, events.START)
    given = {"key": events.key("bea"), "reason": "twice the same", "results": "kept"}
    follows = commands.COMMANDS["disqualify"].follows(events.fresh(cup), given)
    assert follows.startswith("starter by a-bea plays no more")
    for name in ("ada", "bea"):
        commands.carry(
            "disqualify", tournament=events.fresh(cup), by=cup.owner, key=events.key(name), reason="twice the same"
        )
    events.play_out()
    sentences = list(events.fresh(cup).log.order_by("number").values_list("sentence", flat=True))
    assert "Disqualified Zoë & Co: twice the same." in sentences
    assert "Disqualified starter by a-bea: twice the same." in sentences
    assert sentences[-1] == "Finished. aaa · Kazaam won."
    assert "won by aaa · Kazaam;" in client_of(None).get("/tournaments/").content.decode()
    assert queries.row(events.fresh(cup)).champion == "house/aaa", "the API names it by its address"


OPTION = re.compile(r'<option value="([^"]*)"[^>]*>([^<]*)</option>')


def options(client: Client, address: str) -> dict[str, str]:
    """Of all selects of a page: what stands for each value."""
    return dict(OPTION.findall(client.get(address).content.decode()))


def test_an_author_who_chooses_a_bot_sees_which_of_two_of_one_name_it_is(clock: Clock) -> None:
    ada = world.author("ada")
    world.bot("thinking", ada, games=["kazaam", "poison"])
    named(world.bot("thinking-alkemy", ada, games=["alkemy"]), "thinking")
    world.bot("other", ada)
    client, cup = client_of(ada), events.event(format="round-robin", game="kazaam")
    upload, challenge = options(client, "/upload/"), options(client, "/matches/challenge/")
    assert upload["thinking"] == challenge["ada/thinking"] == "thinking · Kazaam, Poison"
    assert upload["thinking-alkemy"] == challenge["ada/thinking-alkemy"] == "thinking · Alkemy"
    assert upload["other"] == challenge["ada/other"] == "other"
    assert options(client, cup.get_absolute_url())["thinking"] == "thinking · Kazaam, Poison"


def test_an_organizer_who_chooses_an_entrant_sees_whose_of_two_of_one_name_it_is(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    ada, bea, cam = events.enter(cup, events.NAMES[:3])
    named(bea, "starter")
    named(cam, "starter")
    events.at(clock, events.START)
    control = options(client_of(cup.owner), f"{cup.get_absolute_url()}control/")
    assert control[events.key("bea")] == "starter by a-bea"
    assert control[events.key("cam")] == "starter by a-cam"
    assert control[events.key("ada")] == ada.name
    pairings = {words.partition(": ")[2] for value, words in control.items() if words.startswith(f"{value}: ")}
    # Who has the first seat is drawn.
    assert {"starter by a-bea, starter by a-cam", "starter by a-cam, starter by a-bea"} & pairings


NAME = re.compile(r'<span class="name">([^<]*)</span>')


def shown(address: str) -> list[str]:
    """What stands as the name of a bot on a page, in its order; its author is not part of it."""
    page = client_of(None).get(address).content.decode()
    return [unescape(name) for name in NAME.findall(page)]


def namesakes(**fields: Any) -> tuple[Tournament, dict[str, str]]:
    """Two authors' bots are called "starter", and two of the house "thinking", one of which plays here: the
    tournament at its start, and what each entrant is called."""
    house = world.author("house", is_house=True)
    named(world.bot("thinking-poison", house, games=["poison"]), "thinking")
    world.bot("thinking", house, games=["kazaam"])
    given: dict[str, Any] = {"format": "round-robin", "house": True, "house_competes": True}
    cup = events.event(**given | fields)
    bea, cam = events.enter(cup, ["bea", "cam"])
    named(bea, "starter")
    named(cam, "starter")
    return cup, {
        "a-bea/bea": "starter by a-bea",
        "a-cam/cam": "starter by a-cam",
        "house/thinking": "thinking · Kazaam",
    }


def test_where_the_author_is_left_out_a_page_tells_bots_of_one_name_apart(clock: Clock) -> None:
    """In the round, the bye, the cross-table, the games of a pairing, and at the tables."""
    cup, called = namesakes()
    events.at(clock, events.START)
    advance_tournaments()
    here = cup.get_absolute_url()
    overview = client_of(None).get(here).content.decode()
    round_, _, rest = overview.partition("<h2>Standings")
    assert sorted(map(unescape, NAME.findall(round_))) == sorted(called.values()), "a pairing and the bye"
    at_the_tables = rest.partition("At the tables")[2].partition("</section>")[0]
    (match, *_) = events.open_matches()
    for seat in match.seats.select_related("bot__owner"):
        assert called[f"{seat.bot.owner.username}/{seat.bot.slug}"] in at_the_tables
    cross = client_of(None).get(f"{here}crosstable/").content.decode()
    assert sorted(map(unescape, NAME.findall(cross))) == sorted(called.values())
    assert sorted(map(unescape, re.findall(r'<abbr title="([^"]*)">', cross))) == sorted(called.values())
    assert re.search(r'title="[^"]*starter by a-(bea|cam)[^"]* against [^"]*: not decided"', cross)
    (pairing,) = re.findall(r"/pairings/([^/]+)/", round_)
    games = client_of(None).get(f"{here}pairings/{pairing}/").content.decode().partition("<h3>Games</h3>")[2]
    assert any(title in games for key, title in called.items() if key != "house/thinking")


def test_the_arithmetic_of_a_table_names_opponents_so_that_they_are_told_apart(clock: Clock) -> None:
    cup, _ = namesakes(tie_breaks=("buchholz",))
    events.at(clock, events.START)
    events.play_out()
    table = client_of(None).get(f"{cup.get_absolute_url()}standings/").content.decode()
    for opponent in ("starter by a-bea", "starter by a-cam", "thinking · Kazaam"):
        assert re.search(rf"<li[^>]*>[^/]*</span>[^<]*, {opponent}\b", table), opponent


def test_a_bracket_tells_bots_of_one_name_apart_in_its_boxes_and_in_words(clock: Clock) -> None:
    cup, called = namesakes(format="single-elimination")
    events.at(clock, events.START)
    page = unescape(client_of(None).get(f"{cup.get_absolute_url()}bracket/").content.decode())
    wide = page.partition('class="only-wide')[2]
    for title in called.values():
        assert f">{title}</text>" in wide
    words = " ".join(re.findall(r'aria-label="(W[^"]*)"', wide))
    for title in called.values():
        assert title in words
    narrow = page.partition('class="only-wide')[0]
    assert ">star… by a-bea</text>" in narrow, "the name is cut, not what tells it apart"


def test_beside_its_author_a_bot_has_its_games_where_the_author_has_two_of_its_name(clock: Clock) -> None:
    cup, _ = namesakes()
    events.at(clock, events.START)
    events.play_out(lambda names: [1 if name == max(names) else 2 for name in names])
    here = cup.get_absolute_url()
    page = client_of(None).get(here).content.decode()
    champion = page.partition('aria-label="Champion"')[2].partition("</section>")[0]
    assert NAME.findall(champion) == ["thinking · Kazaam"]
    assert '<span class="by">house</span>' in champion
    assert shown(f"{here}entrants/") == ["thinking · Kazaam", "starter", "starter"]
    assert shown(f"{here}standings/") == ["thinking · Kazaam", "starter", "starter"]


def test_titles_take_no_more_queries_where_more_bots_have_one_name(
    clock: Clock, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cup, _ = namesakes(capacity=64)
    with CaptureQueriesContext(connection) as few:
        assert len(queries.entries(cup)) == 3
    for number, bot in enumerate(events.enter(cup, [f"more-{number}" for number in range(12)])):
        named(bot, "starter")
        named(world.bot(f"other-{number}", bot.owner, games=["poison"]), "starter")
    with django_assert_max_num_queries(len(few)):
        titles = [one.title for one in queries.entries(cup)]
    assert "starter · Kazaam by a-more-3" in titles
