"""A browser, and a site behind a real socket with matches that were really played.

Needs a Chromium: the one of Debian (`apt-get install chromium`), or the one that ATHANOR_CHROMIUM names.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from athanor.accounts.models import User
from athanor.matches import epochs
from athanor.matches.models import Match
from tests.athanor.conftest import empty_queues, own_blobs
from tests.athanor.pages import stage

__all__ = ["empty_queues", "own_blobs"]

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
DESKTOP, PHONE = 1280, 390
HEIGHTS = {DESKTOP: 900, PHONE: 844}


def chromium() -> str:
    found = os.environ.get("ATHANOR_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium: apt-get install chromium, or name one in ATHANOR_CHROMIUM")
    return found


@pytest.fixture(scope="module")  # ends with its last test: no asynchronous test can be run beside it
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread, beside which Django would not read its database.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same matches in every run: of a test, and of the number of a deal in it."""
    word = os.environ.get("ATHANOR_CHANCE", "")

    def seed_of_match(match: Match) -> str:
        number = match.duplicate_set.rpartition("/")[2]
        return sha256(f"{word} {request.node.nodeid} {match.game} {number}".encode()).hexdigest()

    monkeypatch.setattr(epochs, "seed_of_match", seed_of_match)


@pytest.fixture
def site(live_server: LiveServer) -> stage.Site:
    return stage.site(matches=1)


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
