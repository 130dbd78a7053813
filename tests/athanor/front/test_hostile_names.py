"""A name is a stranger's: it is shown as it is written, and can do nothing."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from athanor.bots.models import Bot
from athanor.design.templatetags.athanor import plain
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RIGHT_TO_LEFT = "\u202e"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}", "'\"&<>"]
)
def test_a_name_with_markup_is_only_text(name: str) -> None:
    bot = world.bot("mercury")
    world.ladder()
    Bot.objects.filter(pk=bot.pk).update(name=name)
    for address in (bot.get_absolute_url(), "/ladders/poison/", "/"):
        page = page_of(client_of(bot.owner).get(address))
        assert page.faults == []
        assert "<script>alert" not in page.text
        assert not any("onerror" in attributes for _, attributes in page.tags)


def test_a_name_cannot_turn_the_line_around() -> None:
    bot = world.bot("mercury")
    world.ladder()
    Bot.objects.filter(pk=bot.pk).update(name=f"abc{RIGHT_TO_LEFT}fed\u2066\u200b")
    for address in (bot.get_absolute_url(), "/ladders/poison/"):
        text = client_of(None).get(address).content.decode()
        assert RIGHT_TO_LEFT not in text
        assert "abcfed" in text


def test_what_is_plain_stays_what_it_was() -> None:
    assert plain("Zoë's bot – №7 日本") == "Zoë's bot – №7 日本"
    assert plain(None) == ""
    assert plain("a\x00b\x1b[31mc\u202ed\ud800") == "ab[31mcd"


def test_what_a_bot_printed_is_only_text() -> None:
    shown = Template("{% load athanor %}<pre>{{ log|plain }}</pre>").render(Context({"log": "</pre><b>\x1b[0m\n"}))
    assert shown == "<pre>&lt;/pre&gt;&lt;b&gt;[0m\n</pre>"
