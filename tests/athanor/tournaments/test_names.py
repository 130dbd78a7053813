"""What bots are called in the words of a tournament: as on every other page."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from athanor.bots.models import Bot
from athanor.tournaments import consequences, directing, queries
from tests.athanor import world
from tests.athanor.pages.reading import client_of
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
    follows = consequences.of(events.fresh(cup), "disqualify", given)
    assert follows.startswith("starter by a-bea plays no more")
    for name in ("ada", "bea"):
        directing.disqualify(
            tournament=events.fresh(cup), by=cup.owner, key=events.key(name), reason="twice the same"
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
    assert "starter by a-bea, starter by a-cam" in pairings
