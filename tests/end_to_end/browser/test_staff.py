"""The pages for staff, in a browser that holds them to the site's policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from athanor.ladders.models import Ladder
from tests.athanor import world
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import Opened

pytestmark = pytest.mark.slow


def test_a_superuser_finds_a_bot_and_rewords_a_ladder(site: Site, reader: Opened) -> None:
    root = world.author("root", is_staff=True, is_superuser=True)
    reading = reader(user=root)
    page = reading.go("/staff/")
    page.locator('a[href="/staff/bots/bot/"]').first.click()
    page.locator("#searchbar").fill("quicksilver")
    page.keyboard.press("Enter")
    expect(page.locator("#result_list tbody tr")).to_have_count(1)
    page.locator("#result_list").get_by_role("link", name="quicksilver").first.click()
    expect(page.locator("#content")).to_contain_text("ada")
    reading.go("/staff/ladders/ladder/")
    page.locator("#result_list").get_by_role("link", name="Poison").click()
    page.get_by_label("Title").fill("Poison, reworded")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist")).to_contain_text("Poison, reworded")
    assert Ladder.objects.get(slug="poison").title == "Poison, reworded"
    assert reading.complaints == []


def test_matches_and_their_attempts_are_shown(site: Site, reader: Opened) -> None:
    reading = reader(user=world.author("mod", is_staff=True))
    page = reading.go("/staff/matches/match/")
    page.get_by_role("link", name=site.void.public_id).click()
    expect(page.locator("#content")).to_contain_text("the worker stalled")
    assert page.get_by_role("button", name="Save").count() == 0
    assert reading.complaints == []
