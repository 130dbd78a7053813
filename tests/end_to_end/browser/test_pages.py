"""Every page in a real browser: nothing complains, nothing scrolls sideways, everybody can use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from athanor.bots.models import Bot, Version
from athanor.front.chapters import CHAPTERS
from athanor.ladders.models import Ladder
from athanor.matches import services
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.accessibility import violations
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened


def addresses(site: Site) -> Iterator[str]:
    yield from (
        "/",
        "/ladders/",
        "/ladders/poison/",
        "/matches/",
        "/matches/?state=open",
        "/fairness/",
        "/fairness/log/",
        "/nowhere",
        "/alkemy/cards/?faction=khaliman",
        "/alkemy/armies/?faction=jade&points=180&card=captain-lee-ping:1&card=militia-lancers:2",
        "/alkemy/armies/?faction=jade&card=militia-lancers:1&card=militia-lancers:1&card=hakan:1&card=nobody:1",
    )
    yield from (match.get_absolute_url() for match in (site.finished[0], site.running, site.void))
    yield from ("/bots/ada/quicksilver/", "/bots/ada/quicksilver/versions/1/", "/bots/house/random/")
    yield from ("/upload/", "/accounts/you/", "/accounts/tokens/", "/accounts/email/", "/accounts/2fa/")
    yield from ("/accounts/sessions/", "/accounts/password/change/", "/matches/challenge/")
    yield "/bots/ada/quicksilver/retire/"
    yield from (f"/docs/{chapter.slug}/" if chapter.slug else "/docs/" for chapter in CHAPTERS)


@pytest.mark.parametrize(("width", "look"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_every_page_is_in_order(reader: Opened, site: Site, width: int, look: Literal["dark", "light"]) -> None:
    reading = reader(width, site.ada, color_scheme=look)
    wrong: dict[str, object] = {}
    for address in addresses(site):
        page = reading.go(address)
        if page.locator("[data-player]").count():
            expect(page.locator("[data-player].ready")).to_be_attached()
        found: list[object] = [text for text in reading.complaints if "404 (Not Found)" not in text]
        reading.complaints.clear()
        if reading.scrolls_sideways:
            found.append("scrolls sideways")
        found.extend(violations(page))
        if found:
            wrong[address] = found
    assert wrong == {}


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_pages_for_whoever_is_not_logged_in(reader: Opened, site: Site, width: int) -> None:
    reading = reader(width)
    for address in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        page = reading.go(address)
        assert not reading.scrolls_sideways, address
        assert violations(page) == [], address
    assert reading.complaints == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_the_widest_name_stays_in_its_place(reader: Opened, site: Site, width: int) -> None:
    Bot.objects.filter(pk=site.bots[0].pk).update(name="W" * 40)
    reading = reader(width, site.ada)
    match = site.finished[0].get_absolute_url()
    for address in ("/", "/ladders/poison/", "/matches/", match, "/bots/ada/quicksilver/", "/accounts/you/"):
        page = reading.go(address)
        assert not reading.scrolls_sideways, address
        cut_off = page.evaluate(
            """() => [...document.querySelectorAll('main p:not(.out-of-sight), main .nowrap, main figcaption')]
                .filter(it => it.scrollWidth > it.clientWidth + 1 && it.clientWidth)
                .map(it => it.textContent.trim().slice(0, 60))"""
        )
        assert cut_off == [], address


def test_the_second_line_of_a_row_keeps_its_words_apart(reader: Opened, site: Site) -> None:
    """On a phone: author, band and matches, also where they are the row's last cell."""
    page = reader(PHONE).go("/")
    gaps = page.evaluate(
        """() => [...document.querySelectorAll('.rows .second')].map(cell => {
            const boxes = [...cell.children].map(it => it.getBoundingClientRect()).filter(box => box.width);
            return Math.min(...boxes.slice(1).map((box, i) => box.left - boxes[i].right));
        })"""
    )
    assert gaps
    assert min(gaps) >= 4


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_everything_can_be_touched(reader: Opened, site: Site, width: int) -> None:
    """WCAG 2.2: what is to be hit is 24 px or more, or stands in a line of text."""
    reading = reader(width, site.ada)
    for address in ("/", "/ladders/poison/", site.finished[0].get_absolute_url(), "/upload/"):
        page = reading.go(address)
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, select, input:not([type=hidden]), .nav a, .button')]
                .filter(it => it.offsetParent)
                .map(it => ({it, box: it.getBoundingClientRect()}))
                .filter(({it, box}) => Math.min(box.width, box.height) < 24 && it.type !== 'checkbox')
                .map(({it, box}) => `${it.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""
        )
        assert small == [], address


def test_on_a_phone_the_text_of_the_docs_comes_before_the_list_of_all_chapters(reader: Opened, site: Site) -> None:
    page = reader(PHONE).go("/docs/clock/")
    chapter = page.get_by_role("navigation", name="Documentation").get_by_role("link", name="Bundle and bot.toml")
    expect(chapter).to_have_count(0)
    heading = page.get_by_role("heading", level=1).bounding_box()
    assert heading is not None
    assert heading["y"] < 250
    page.get_by_text("All chapters").click()
    chapter.click()
    page.wait_for_url("**/docs/bundle/")
    page = reader(DESKTOP).go("/docs/clock/")
    expect(
        page.get_by_role("navigation", name="Documentation").get_by_role("link", name="Bundle and bot.toml")
    ).to_be_visible()
    expect(page.get_by_text("All chapters")).to_be_hidden()


def test_the_look_changes_at_once_and_is_remembered(reader: Opened, site: Site) -> None:
    page = reader(color_scheme="light").go("/ladders/")
    before = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Light or dark").click()
    after = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    assert before != after
    page.reload()
    assert page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") == after


def test_everything_but_the_player_works_without_javascript(reader: Opened, site: Site) -> None:
    reading = reader(user=site.ada, java_script_enabled=False)
    page = reading.go("/upload/")
    page.get_by_label("Or paste Python").fill("def choose(ask):\n    return 0\n")
    page.get_by_label("Name of a new bot").fill("plain one")
    page.get_by_label("Poison", exact=True).check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    expect(page.locator(".message noscript")).to_be_visible()
    expect(page.get_by_text("This page follows it")).to_be_hidden()
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


def test_a_page_follows_the_check_of_an_upload(reader: Opened, site: Site) -> None:
    page = reader(user=site.ada).go("/upload/")
    page.get_by_label("File").set_input_files(
        {"name": "fast.py", "mimeType": "text/x-python", "buffer": b"def choose(ask):\n    return 0\n"}
    )
    page.get_by_label("Poison", exact=True).check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("It waits for a free worker")).to_be_visible()
    version = Version.objects.get(bot__slug="fast")
    now = version.uploaded_at
    Version.objects.filter(pk=version.pk).update(
        state="refused", reason="crash", message="It ended by itself.", log="boom\n", decided_at=now
    )
    expect(page.get_by_text("It ended by itself.")).to_be_visible()
    expect(page.get_by_text("boom")).to_be_visible()


def test_the_board_on_the_home_page_plays_by_itself_unless_motion_is_unwanted(reader: Opened, site: Site) -> None:
    moving = reader(motion=True).go("/")
    expect(moving.locator(".player-place b")).to_have_text(re.compile(r"^([2-9]|[1-9]\d+)$"))
    moving.get_by_role("button", name="Pause (space)").click()
    still = reader().go("/")
    expect(still.get_by_role("button", name="Play (space)")).to_be_visible()


def test_a_live_part_is_asked_for_by_itself_and_no_more_when_it_is_over(reader: Opened, site: Site) -> None:
    """Two parts of a ladder in one request; a part that has changed is shown."""
    asked: list[str] = []
    page = (reading := reader()).page
    page.clock.install()
    page.on("request", lambda request: asked.append(request.url) if "parts=" in request.url else None)
    reading.go("/ladders/poison/")
    Bot.objects.filter(pk=site.bots[0].pk).update(name="Renamed")
    with page.expect_response("**parts=**"):
        page.clock.run_for(31_000)
    expect(page.locator('[data-live-part="board"]')).to_contain_text("Renamed")
    assert asked == [f"{reading.base}/ladders/poison/?parts=board%2Crecent"]
    Ladder.objects.filter(pk=site.ladder.pk).update(open=False)
    for match in (site.running, site.waiting):
        services.give_up(match=match, fault="the worker stalled", now=timezone.now() + timedelta(seconds=1))
    with page.expect_response("**parts=**"):
        page.clock.run_for(31_000)
    page.clock.run_for(300_000)
    assert len(asked) == 2
    assert reading.complaints == []
