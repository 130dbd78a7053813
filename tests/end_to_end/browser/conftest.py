"""A browser, and a site behind a real socket with matches that were really played.

Needs a Chromium: one of Debian's (`apt-get install chromium-headless-shell`; `chromium`, which takes twice the CPU
time, does as well), or the one that ATHANOR_CHROMIUM names.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

import pytest
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from athanor.accounts.models import User
from athanor.matches import epochs
from athanor.matches.models import Match
from tests.athanor.conftest import empty_queues, own_blobs
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.prepared import PreparedSite, Snapshot
from tests.waiting import PATIENCE

__all__ = ["empty_queues", "own_blobs"]

DISABLED_FEATURES = [
    # Two hidden pages that the address bar loads for each window: they take longer than most pages under test.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # A process that is started for a next site, which no test ever opens.
    "SpareRendererForSitePerProcess",
    # What Playwright disables: Chromium hears only the last list of its command line.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
]
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    f"--disable-features={','.join(DISABLED_FEATURES)}",
]
DESKTOP, PHONE = 1280, 390
HEIGHTS = {DESKTOP: 900, PHONE: 844}
LIMIT = 1000 * PATIENCE
"""Milliseconds: for a page to be loaded, for what is expected of it, for a control to be ready."""


def chromium() -> str:
    if named := os.environ.get("ATHANOR_CHROMIUM"):
        return named
    for name in ("chromium-headless-shell", "chromium", "chromium-browser"):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium: apt-get install chromium-headless-shell, or name one in ATHANOR_CHROMIUM")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of this folder; it ends before a test of any other folder begins.

    Until then Playwright keeps an event loop in this thread, beside which no asynchronous test can run and Django
    would not read its database.
    """
    expect.set_options(timeout=LIMIT)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=LIMIT)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same matches in every run: the deal follows from its number in a test."""
    word = os.environ.get("ATHANOR_CHANCE", "")

    def seed_of_match(match: Match) -> str:
        number = match.duplicate_set.rpartition("/")[2]
        return sha256(f"{word} {match.game} {number}".encode()).hexdigest()

    monkeypatch.setattr(epochs, "seed_of_match", seed_of_match)


@pytest.fixture(scope="package")
def untouched(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Snapshot | None]:
    """The database as this folder's tests find it; None where it cannot be copied."""
    if connection.vendor != "sqlite":
        yield None
        return
    with django_db_blocker.unblock():
        snapshot = Snapshot()
    yield snapshot
    snapshot.close()


@pytest.fixture
def transactional_db(
    request: pytest.FixtureRequest, untouched: Snapshot | None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Instead of pytest-django's: what a test has written is undone by copying, not by emptying every table."""
    if untouched is None:
        request.getfixturevalue("transactional_db")
        yield
        return
    with django_db_blocker.unblock():
        yield
        untouched.restore()


@pytest.fixture(scope="package")
def prepared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PreparedSite]:
    prepared = PreparedSite(tmp_path_factory.mktemp("site") / "blobs")
    yield prepared
    prepared.close()


@pytest.fixture
def site(live_server: LiveServer, transactional_db: None, prepared_site: PreparedSite, settings: Settings) -> Site:
    return prepared_site.lay(settings.BLOBS)


@dataclass
class Reader:
    """Somebody before a screen; what the browser complained about is kept."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)

    def go(self, address: str) -> Page:
        self.page.goto(self.base + address)
        return self.page

    @property
    def scrolls_sideways(self) -> bool:
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        return wide


Opened = Callable[..., Reader]


@pytest.fixture
def reader(browser: Browser, live_server: LiveServer) -> Iterator[Opened]:
    contexts: list[BrowserContext] = []

    def opened(width: int = DESKTOP, user: User | None = None, motion: bool = False, **also: object) -> Reader:
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS[width]},
            reduced_motion="no-preference" if motion else "reduce",
            **also,  # type: ignore[arg-type]
        )
        context.set_default_timeout(LIMIT)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies["session"].value
            context.add_cookies([{"name": "session", "value": session, "url": live_server.url}])
        reading = Reader(context.new_page(), live_server.url)
        reading.page.on("console", lambda said: _note(reading, said.type, said.text))
        reading.page.on("pageerror", lambda error: reading.complaints.append(str(error)))
        return reading

    yield opened
    for context in contexts:
        context.close()


def _note(reading: Reader, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        reading.complaints.append(f"{kind}: {text}")
