"""The replay player on a page, whatever the game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from arena.replay.file import read
from arena.replay.model import Replay
from athanor.matches.models import Match
from athanor.storage import blobs

PLACE = ".player-place b"


def replay_of(match: Match) -> Replay:
    return read(blobs().get(match.replay))


def opened(page: Page) -> Page:
    expect(page.locator("[data-player].ready")).to_be_attached()
    return page


def state(page: Page) -> str:
    """What its board says to who cannot see it."""
    return page.locator("svg.board").first.get_attribute("aria-label") or ""


def outside_plaques(parts: str) -> str:
    """A check of `wrong_frames`: which of these parts of a plaque stick out of its ground."""
    return f"""() => [...document.querySelectorAll('.plaque')].flatMap(plaque => {{
        const ground = plaque.querySelector('.plaque-ground').getBoundingClientRect();
        return [...plaque.querySelectorAll('{parts}')]
            .map(it => [it.getBoundingClientRect(), it.textContent])
            .filter(([box]) => box.left < ground.left - 2 || box.right > ground.right + 2 ||
                               box.top < ground.top - 2 || box.bottom > ground.bottom + 2)
            .map(([box, text]) => [text, box.x, box.y]);
    }})"""
