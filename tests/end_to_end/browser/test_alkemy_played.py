"""The table of Alkemy is folded from the events alone, and must stand as the engine's does after every action."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.athanor.front.stage import Site
from tests.end_to_end.browser.alkemy_played import PRESETS, Played, drawn, known, played
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened, Reader
from tests.end_to_end.browser.scrubbing import wrong_frames

BROKEN = """() => [...document.querySelectorAll('.field *')].flatMap(it => [...it.attributes])
    .filter(({ value }) => /NaN|undefined/.test(value)).map(({ value }) => value.slice(0, 60))"""
FOLD = """async (document_) => {
    const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
    const { game } = await import(root + 'games/alkemy.js');
    const { opened } = await import(root + 'records.js');
    const { framesOf, tablesOf } = await import(root + 'frames.js');
    const replay = opened(document_);
    const frames = framesOf(game, replay);
    const of = {};
    tablesOf(game, replay, frames, 'public').forEach((table, i) => { of[frames[i].ply] = table; });
    return of;
}"""


def shown(reading: Reader, site: Site, match: Played, place: str = "") -> Page:
    reading.page.route("**/replay.json*", lambda route: route.fulfill(json=match.replay))
    page = reading.go(site.finished[0].get_absolute_url() + place)
    expect(page.locator("[data-player].ready .board.alkemy")).to_be_attached()
    return page


@pytest.mark.parametrize("number", range(len(PRESETS)))
def test_the_table_is_the_engines_after_every_action(reader: Opened, site: Site, number: int) -> None:
    match = played(number, PRESETS[number])
    page = shown(reader(), site, match)
    tables = page.evaluate(FOLD, json.loads(json.dumps(match.replay)))
    for place, table in tables.items():
        view = match.views[int(place)]
        assert drawn(table) == known(view), f"after action {place}, {view['question']}"


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_played_match_is_drawn_from_its_first_frame_to_its_last(reader: Opened, site: Site, width: int) -> None:
    reading = reader(width)
    page = shown(reading, site, played(9))
    assert wrong_frames(page, BROKEN, step=5) == []
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_a_match_that_is_still_being_played_grows_on_the_table(reader: Opened, site: Site) -> None:
    """As the public sees it: event by event, it comes to stand where the replay does before its end is told."""
    match = played(7)
    assert list(match.replay["events"].pop()["event"]) == ["game_over"]
    reading = reader()
    page = shown(reading, site, match)
    page.get_by_role("button", name="To the end").click()
    states = page.evaluate(
        """async (document_) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const { game } = await import(root + 'games/alkemy.js');
            const { opened } = await import(root + 'records.js');
            const { LivePlayer } = await import(root + 'live.js');
            const replayed = document.querySelector('.board.alkemy').getAttribute('aria-label');
            const section = document.createElement('section');
            section.className = 'player';
            section.dataset.player = 'large';
            document.querySelector('[data-player]').replaceWith(section);
            const events = document_.events;
            const player = new LivePlayer(section, game, opened({ ...document_, events: events.slice(0, 1) }));
            for (let at = 1; at < events.length; at += 37) player.grow(events.slice(at, at + 37));
            player.end();
            return [replayed, section.querySelector('.board.alkemy').getAttribute('aria-label')];
        }""",
        json.loads(json.dumps(match.replay)),
    )
    assert states[0] == states[1]
    assert states[1].startswith("Turn ")
    assert reading.complaints == []
