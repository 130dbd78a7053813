"""The live board: a real match, played by the worker's own code, seen in a browser while it is played."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django import Settings

import arena.live.feed
import arena.live.publishing
from arena.live.publishing import Feed, Publisher, Said
from arena.orders.envelopes import sign
from arena.worker.environment import Settings as WorkerSettings
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanor.bots.models import Version
from athanor.jobs import services as jobs
from athanor.lifecycles import MatchState
from athanor.matches.models import Match
from athanor_contract.bundle import pack, read
from athanorpb.farm.values import MatchRecord
from tests.athanor import world
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.end_to_end.browser.player import PLACE
from tests.services import valkey
from tests.waiting import PATIENCE, until

BOT = b"""import random
def choose(ask):
    return random.randrange(len(ask.legal))
"""


class HeldBack(Publisher):
    """The worker's feed, of which spectators see as much as the test lets through."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.held: deque[tuple[Feed, Said]] = deque()
        self.allowed = 0
        self.turn = threading.Lock()

    def put(self, feed: Feed, said: Said) -> None:
        with self.turn:
            self.held.append((feed, said))
            self._let_through()

    def allow(self, more: int) -> None:
        """So many more messages: a header, what an action made happen, or the end."""
        with self.turn:
            self.allowed += more
            self._let_through()

    def _let_through(self) -> None:
        while self.held and self.allowed:
            self.allowed -= 1
            super().put(*self.held.popleft())


@dataclass
class Play:
    """A match in the hands of a worker, in a thread of its own."""

    match: Match
    farm: Farm
    feed: HeldBack
    record: list[MatchRecord] = field(default_factory=list)

    def begin(self) -> None:
        """Plays it, and shows the first moves."""
        jobs.begin(token=world.attempt_of(self.match).token)
        order = world.dispatch_order(self.match)

        def work() -> None:
            self.record.append(asyncio.run(play(order, self.farm)))

        self.thread = threading.Thread(target=work)
        self.thread.start()
        self.feed.allow(5)
        seen = arena.live.feed.reader(settings.LIVE_URL)
        until(lambda: seen.there([self.match.public_id]), "the match has a feed")

    def show_more(self) -> None:
        self.feed.allow(5)

    def settle(self) -> None:
        """It has ended, and all of it is to be seen."""
        self.thread.join()
        self.feed.allow(len(self.feed.held))
        (record,) = self.record
        world.settle(signed=sign(record, bytes(range(32))))
        self.match.refresh_from_db()
        assert self.match.state == MatchState.FINISHED, record


@pytest.fixture
def match(site: Site, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """A match of four bots that a worker is to play."""
    # However busy the machine is, the feed is there to be read: what is too slow for it is tested elsewhere.
    monkeypatch.setattr(arena.live.feed, "PATIENCE", PATIENCE)
    monkeypatch.setattr(arena.live.publishing, "LINGER", arena.live.feed.LIFE)
    with valkey(tmp_path) as url:
        settings.LIVE_URL = url
        state = tmp_path / "state"
        farm = Farm(WorkerSettings("test", "", settings.BLOBS, bytes(range(32)), "auto", state, url))
        farm.live = feed = HeldBack(url)
        if trouble := farm.driver.trouble():
            pytest.skip(trouble)

        digest = farm.store.put(pack(read(BOT, "bot.py")))
        Version.objects.update(digest=digest, built=digest)
        play = Play(world.order(site.bots[:4], site.ladder)[0], farm, feed)
        yield play
        play.thread.join()
        feed.close()


def ply(page: Page) -> int:
    return int(page.locator(PLACE).text_content() or "")


def goes_on(page: Page, match: Play) -> None:
    """More is shown, and the page has heard of it."""
    scrub = page.locator(".player-scrub input")
    known = scrub.get_attribute("max") or ""
    match.show_more()
    expect(scrub).not_to_have_attribute("max", known)


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_match_is_followed_from_its_order_to_its_replay(reader: Opened, match: Play, width: int) -> None:
    reading = reader(width, motion=True)
    page = reading.go(match.match.get_absolute_url())
    expect(page.locator("[data-player-state]")).to_contain_text("waits for a free worker")
    match.begin()
    live = page.locator(".live-sign")
    expect(live).to_have_text("Live")
    before = ply(page)
    match.show_more()
    expect(page.locator(PLACE)).not_to_have_text(str(before))
    # The public sees backs of cards, and who played what.
    assert page.locator(".hand .flask-unknown").count() > 0
    expect(page.locator(".hand .flask:not(.flask-unknown)")).to_have_count(0)
    expect(page.locator(".line[aria-current]")).to_contain_text("plays")
    assert page.get_by_label("See as").count() == 0
    # Back to the beginning, where it stays, and on to what is being played.
    page.get_by_role("button", name="To the start").click()
    expect(live).to_have_text("Back to live")
    for _ in range(3):  # what followed one of them would have moved before the page hears of the next
        goes_on(page, match)
        assert ply(page) == 0
    assert not reading.scrolls_sideways
    live.click()
    expect(live).to_have_text("Live")
    until(lambda: ply(page) > before, "it follows again")
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    expect(page.locator(PLACE)).to_have_text(str(match.match.plies))
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_whoever_went_back_stays_there_when_the_match_ends(reader: Opened, match: Play) -> None:
    match.begin()
    page = reader().go(match.match.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(PLACE)).to_have_text("1")
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    expect(page.locator(PLACE)).to_have_text("1")


def note_places(page: Page) -> None:
    """Writes down every place that is shown from now on: on a busy machine it is gone before one could look."""
    page.evaluate(
        """place => {
            const board = document.querySelector('[data-player]');
            window.places = [];
            new MutationObserver(() => window.places.push(Number(board.querySelector(place)?.textContent)))
                .observe(board, { subtree: true, childList: true, characterData: true });
        }""",
        PLACE,
    )


def places(page: Page) -> list[int]:
    found: list[int] = page.evaluate("window.places")
    return found


def begins_again(page: Page, last: int) -> bool:
    shown = places(page)
    return 0 in shown[shown.index(last) :]


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_the_home_page_has_the_match_that_is_being_played(reader: Opened, match: Play, width: int) -> None:
    match.begin()
    reading = reader(width, motion=True)
    reading.page.clock.install()
    page = reading.go("/")
    expect(page.locator(".live-sign")).to_have_text("Live")
    caption = page.locator("[data-player-caption]")
    expect(caption).to_contain_text("Being played right now: quicksilver, salamander")
    before = ply(page)
    match.show_more()
    expect(page.locator(PLACE)).not_to_have_text(str(before))
    note_places(page)
    match.settle()
    expect(caption).to_have_text(re.compile(r"Just ended: quicksilver \d+"))
    until(lambda: match.match.plies in places(page), "the last move is shown")
    assert not reading.scrolls_sideways
    assert reading.complaints == []
    # It does not stand still: there is no other match, so this one begins once more.
    page.clock.fast_forward(10_000)
    until(lambda: begins_again(page, match.match.plies), "the match is shown once more")


def test_the_board_survives_that_the_feed_is_lost(
    reader: Opened, match: Play, settings: Settings, tmp_path: Path
) -> None:
    match.begin()
    reading = reader()
    page = reading.go(match.match.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    settings.LIVE_URL = f"unix://{tmp_path}/nobody"
    expect(page.locator(".player-said")).to_have_text("There is no live feed now.")
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    assert reading.complaints == []
