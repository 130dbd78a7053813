"""Everybody can use the pages: on any width, by any means, and with nothing that moves unasked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened, Reader
from tests.end_to_end.browser.test_pages import addresses

pytestmark = pytest.mark.slow

WIDTHS = (320, 360, 390, 560, 721, 760, 800, 847, 860, 861, 960, 1280)


CUT_NAMES = """() => [...document.querySelectorAll('.who .name')]
    .filter(it => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1).map(it => it.textContent)"""


def at(reading: Reader, width: int) -> Page:
    reading.page.set_viewport_size({"width": width, "height": 800})
    return reading.page


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_masthead_wraps_at_no_width(reader: Opened, site: Site, signed_in: bool) -> None:
    reading = reader(user=site.ada if signed_in else None)
    reading.go("/docs/clock/")
    wrapped = []
    for width in WIDTHS:
        tops = at(reading, width).evaluate(
            """() => ['.nav:not(.nav-own) > *', '.brand, .nav-own > a, .nav-own button'].map(one => new Set(
                [...document.querySelectorAll('.masthead :is(' + one + ')')].map(it => {
                    const {top, height} = it.getBoundingClientRect();
                    return Math.round((top + height / 2) / 8);
                })).size)"""
        )
        if tops != [1, 1] or reading.scrolls_sideways:
            wrapped.append((width, tops))
    assert wrapped == []


def test_nothing_scrolls_sideways_at_320_pixels(reader: Opened, site: Site) -> None:
    reading = reader(user=site.ada)
    at(reading, 320)
    wide = []
    for address in (*addresses(site), site.failed.get_absolute_url()):
        reading.go(address)
        if reading.scrolls_sideways:
            wide.append(address)
    assert wide == []


def test_pages_of_who_is_not_logged_in_do_not_scroll_sideways_at_320_pixels(reader: Opened, site: Site) -> None:
    reading = reader()
    at(reading, 320)
    for address in ("/", "/tournaments/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        reading.go(address)
        assert not reading.scrolls_sideways, address


def test_no_column_is_cut_off(reader: Opened, site: Site) -> None:
    match = site.finished[0]
    bot = match.seats.select_related("bot__owner")[0].bot
    reading = reader(user=site.ada)
    cut = []
    for address in (
        *("/ladders/", "/ladders/poison/", "/matches/", "/matches/?state=open", "/tournaments/", "/accounts/you/"),
        *(match.get_absolute_url(), bot.get_absolute_url(), f"{bot.get_absolute_url()}versions/1/"),
    ):
        reading.go(address)
        for width in (721, 760, 860, 960, 961, 1280):
            over = at(reading, width).evaluate(
                """() => [...document.querySelectorAll('.panel.flush')]
                    .filter(it => it.scrollWidth > it.clientWidth + 1).length"""
            )
            if over or reading.scrolls_sideways or reading.page.evaluate(CUT_NAMES):
                cut.append((address, width))
    assert cut == []


def test_on_a_phone_tables_of_the_docs_are_read_whole(reader: Opened, site: Site) -> None:
    page = (reading := reader(PHONE)).page
    for address in ("/docs/clock/", "/docs/ladders/"):
        reading.go(address)
        beyond = page.evaluate(
            "() => [...document.querySelectorAll('.across')].map(it => it.scrollWidth - it.clientWidth)"
        )
        assert beyond, "there are tables"
        assert max(beyond) <= 0, address
    reading.go("/docs/operations/")
    broken = page.evaluate(
        """() => [...document.querySelectorAll('.prose td:first-child code')]
            .filter(it => it.getClientRects().length > 1).map(it => it.textContent)"""
    )
    assert broken == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_no_option_of_a_command_is_broken_at_its_hyphens(reader: Opened, site: Site, width: int) -> None:
    """The line of a page is short enough somewhere to break each of them."""
    page = (reading := reader(width)).page
    broken = []
    for address in ("/", "/docs/clock/", "/docs/ladders/", "/docs/operations/", "/docs/api/"):
        reading.go(address)
        for narrower in range(0, 60, 6):
            page.set_viewport_size({"width": width - narrower, "height": 800})
            broken += page.evaluate(
                """() => [...document.querySelectorAll('code')].flatMap(code => {
                    const text = code.firstChild;
                    if (text?.nodeType !== Node.TEXT_NODE || text.length > 44) return [];
                    return [...text.data.matchAll(/-(?=[a-z-])/g)].filter(({ index }) => {
                        const range = document.createRange();
                        range.setStart(text, index);
                        range.setEnd(text, index + 2);
                        return range.getClientRects().length > 1;
                    }).map(() => text.data);
                })"""
            )
    assert set(broken) == set()


def test_what_follows_by_itself_can_be_stopped_and_stays_so(reader: Opened, site: Site) -> None:
    asked: list[str] = []
    page = (reading := reader()).page
    page.clock.install()
    page.on("request", lambda request: asked.append(request.url) if "parts=" in request.url else None)
    reading.go("/ladders/poison/")
    page.get_by_role("button", name="Pause live updates").click()
    page.clock.run_for(120_000)
    reading.go("/")
    page.clock.run_for(120_000)
    assert asked == []
    with page.expect_response("**parts=**"):
        page.get_by_role("button", name="Resume live updates").click()
        page.clock.run_for(1_000)
    # Where nothing follows there is nothing to stop.
    reading.go("/docs/clock/")
    expect(page.get_by_role("button", name="Pause live updates")).to_have_count(0)


def test_a_count_of_nothing_can_be_read(reader: Opened, site: Site) -> None:
    page = reader().go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    faded = page.evaluate(
        """() => [...document.querySelectorAll('.board .none text')].map(text => {
            let seen = 1;
            for (let it = text; it instanceof SVGElement; it = it.parentElement)
                seen *= Number(getComputedStyle(it).opacity);
            return seen;
        })"""
    )
    assert faded
    assert set(faded) == {1}


HEARD = """() => {
    window.heard = [];
    new MutationObserver(all => window.heard.push(...all.map(({target}) => target.textContent)))
        .observe(document.querySelector('.player [aria-live=polite]'), {childList: true});
}"""


def test_a_step_is_announced_once(reader: Opened, site: Site) -> None:
    page = reader().go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    expect(page.locator("output.player-place")).to_have_attribute("aria-live", "off")
    page.evaluate(HEARD)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player-place b")).to_have_text("1")
    assert len(page.evaluate("window.heard")) == 1
    # The slider tells its own value.
    page.get_by_role("slider", name="Move").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player-place b")).to_have_text("2")
    assert len(page.evaluate("window.heard")) == 1


def test_where_colours_are_the_readers_own_nothing_is_lost(reader: Opened, site: Site) -> None:
    page = (reading := reader(forced_colors="active")).go("/ladders/poison/")
    line = page.locator(".nav a[aria-current]").evaluate("it => getComputedStyle(it).borderBottomStyle")
    assert line == "solid"
    marks = page.locator(".roomy .marks i")
    expect(marks).not_to_have_count(0)
    panel = page.evaluate("getComputedStyle(document.querySelector('.panel')).backgroundColor")
    plain = marks.evaluate_all(
        "all => all.filter(it => !it.closest('.out')).map(it => getComputedStyle(it).backgroundColor)"
    )
    assert panel not in plain
    chosen = reading.go("/matches/?state=open").locator(".filters a[aria-current]")
    assert chosen.first.evaluate("it => getComputedStyle(it).borderTopStyle") == "solid"
    reading.go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    assert page.locator(".line[aria-current]").evaluate("it => getComputedStyle(it).outlineStyle") == "solid"


def test_on_a_phone_board_and_controls_are_seen_together_and_a_swipe_steps(reader: Opened, site: Site) -> None:
    page = reader(PHONE, has_touch=True).go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    expect(page.get_by_role("button", name="Play (space)")).to_be_in_viewport(ratio=1)
    expect(page.locator(".player-stage")).to_be_in_viewport()
    page.locator(".player-stage").evaluate(SWIPED, [300, 150])
    expect(page.locator(".player-place b")).to_have_text("1")
    page.locator(".player-stage").evaluate(SWIPED, [150, 300])
    expect(page.locator(".player-place b")).to_have_text("0")
    # A short one is none.
    page.locator(".player-stage").evaluate(SWIPED, [300, 280])
    expect(page.locator(".player-place b")).to_have_text("0")
    # Where the board ends below the window, the controls stick to its bottom.
    page.set_viewport_size({"width": PHONE, "height": 480})
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_role("button", name="Play (space)")).to_be_in_viewport(ratio=1)
    assert page.locator(".player-stage").evaluate("it => it.getBoundingClientRect().bottom > innerHeight")


SWIPED = """(stage, [from, to]) => {
    const touch = (x) => new Touch({identifier: 1, target: stage, clientX: x, clientY: 300});
    const tell = (kind, touches, changedTouches) =>
        stage.dispatchEvent(new TouchEvent(kind, {touches, changedTouches, bubbles: true}));
    tell('touchstart', [touch(from)], [touch(from)]);
    tell('touchend', [], [touch(to)]);
}"""


def test_on_a_wide_window_the_board_uses_it_and_the_controls_are_in_sight(reader: Opened, site: Site) -> None:
    page = (reading := reader()).page
    page.set_viewport_size({"width": 1920, "height": 1080})
    reading.go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    expect(page.get_by_role("button", name="Play (space)")).to_be_in_viewport(ratio=1)
    stage = page.locator(".player-stage").bounding_box()
    assert stage is not None
    assert stage["width"] > 1250
    assert stage["height"] <= 0.79 * 1080
    assert not reading.scrolls_sideways
