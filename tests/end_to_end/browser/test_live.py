"""The live board: a real match, played by the worker's own code, seen in a browser while it is played."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from arena.bundle import pack, read
from arena.live.publishing import Publisher
from arena.orders.documents import MatchRecord, sign
from arena.worker.environment import Settings as WorkerSettings
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanor.bots.models import Version
from athanor.lifecycles import MatchState
from athanor.matches import services
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.pages.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.services import valkey

PLACE = ".player-place b"
SLOW = b"""import random, time
def choose(ask):
    time.sleep(%s)
    return random.randrange(len(ask.legal))
"""


@dataclass
class Play:
    """A match in the hands of a worker, in a thread of its own."""

    match: Match
    farm: Farm
    record: list[MatchRecord] = field(default_factory=list)

    def begin(self) -> None:
        services.begin(token=world.attempt_of(self.match).token)
        order = world.dispatch_order(self.match)

        def work() -> None:
            self.record.append(asyncio.run(play(order, self.farm)))

        self.thread = threading.Thread(target=work)
        self.thread.start()

    def settle(self) -> None:
        self.thread.join()
        (record,) = self.record
        services.settle(signed=sign(record, bytes(range(32))))
        self.match.refresh_from_db()
        assert self.match.state == MatchState.FINISHED, record


@pytest.fixture
def table(site: Site, settings: Settings, tmp_path: Path) -> Iterator[Callable[[float], Play]]:
    """Begins a match of four bots that think for so many seconds about each move."""
    plays: list[Play] = []
    with valkey(tmp_path) as url:
        settings.LIVE_URL = url
        state = tmp_path / "state"
        farm = Farm(WorkerSettings("test", "", settings.BLOBS, bytes(range(32)), "auto", state, url))
        if trouble := farm.driver.trouble():
            pytest.skip(trouble)

        def begun(seconds: float) -> Play:
            digest = farm.store.put(pack(read(SLOW % str(seconds).encode(), "bot.py")))
            Version.objects.update(digest=digest, built=digest)
            made = Play(world.order(site.bots[:4], site.ladder)[0], farm)
            plays.append(made)
            return made

        yield begun
        for each in plays:
            each.thread.join()
        assert isinstance(farm.live, Publisher)
        farm.live.close()


def ply(page: Page) -> int:
    return int(page.locator(PLACE).text_content() or "")


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_match_is_followed_from_its_order_to_its_replay(
    reader: Opened, table: Callable[[float], Play], width: int
) -> None:
    match = table(0.04)
    reading = reader(width, motion=True)
    page = reading.go(match.match.get_absolute_url())
    expect(page.locator("[data-player-state]")).to_contain_text("waits for a free worker")
    match.begin()
    live = page.locator(".live-sign")
    expect(live).to_have_text("Live")
    before = ply(page)
    expect(page.locator(PLACE)).not_to_have_text(str(before))
    # The public sees backs of cards, and who played what.
    assert page.locator(".hand .flask-unknown").count() > 0
    expect(page.locator(".hand .flask:not(.flask-unknown)")).to_have_count(0)
    expect(page.locator(".line[aria-current]")).to_contain_text("plays")
    assert page.get_by_label("See as").count() == 0
    # Back to the beginning, where it stays, and on to what is being played.
    page.get_by_role("button", name="To the start").click()
    expect(live).to_have_text("Back to live")
    page.wait_for_timeout(1500)
    assert ply(page) == 0
    assert not reading.scrolls_sideways
    live.click()
    expect(live).to_have_text("Live")
    page.wait_for_timeout(1500)
    assert ply(page) > before
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    expect(page.locator(PLACE)).to_have_text(str(match.match.plies))
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    expect(page.get_by_role("heading", name="Result")).to_be_visible(timeout=10_000)
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_whoever_went_back_stays_there_when_the_match_ends(reader: Opened, table: Callable[[float], Play]) -> None:
    match = table(0.02)
    match.begin()
    page = reader().go(match.match.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(PLACE)).to_have_text("1")
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    expect(page.locator(PLACE)).to_have_text("1")


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_the_home_page_has_the_match_that_is_being_played(
    reader: Opened, table: Callable[[float], Play], width: int
) -> None:
    match = table(0.03)
    match.begin()
    reading = reader(width, motion=True)
    page = reading.go("/")
    for _ in range(50):
        if page.locator("[data-feed]").count():
            break
        page.wait_for_timeout(200)
        page.reload()
    expect(page.locator(".live-sign")).to_have_text("Live")
    caption = page.locator("[data-player-caption]")
    expect(caption).to_contain_text("Being played right now: quicksilver, salamander")
    before = ply(page)
    expect(page.locator(PLACE)).not_to_have_text(str(before))
    match.settle()
    expect(caption).to_have_text(re.compile(r"Just ended: quicksilver \d+"))
    expect(page.locator(PLACE)).to_have_text(str(match.match.plies))
    assert not reading.scrolls_sideways
    assert reading.complaints == []
    # It does not stand still: there is no other match, so this one begins once more.
    expect(page.locator(PLACE)).to_have_text(re.compile(r"^[0-3]$"))


def test_the_board_survives_that_the_feed_is_lost(
    reader: Opened, table: Callable[[float], Play], settings: Settings, tmp_path: Path
) -> None:
    match = table(0.03)
    match.begin()
    reading = reader()
    page = reading.go(match.match.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    settings.LIVE_URL = f"unix://{tmp_path}/nobody"
    expect(page.locator(".player-said")).to_have_text("There is no live feed now.")
    match.settle()
    expect(page.get_by_label("See as")).to_have_value("all")
    assert reading.complaints == []
