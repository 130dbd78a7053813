"""Bots of one name at one table: who is whose can be read on the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django import Settings

from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened, Reader
from tests.end_to_end.browser.test_room import TABLES, TOO_SMALL, replay

NAMES = """() => [...document.querySelectorAll('.board :is(.plaque-name, .side-name)')].map(name => {
    const ground = name.closest('.plaque, .side').getBoundingClientRect();
    const lines = name.children.length ? [...name.children] : [name];
    const outside = lines.map(line => line.getBoundingClientRect())
        .some(box => box.left < ground.left || box.right > ground.right);
    return [name.textContent.replace(/\\s+/g, ' '), outside];
})"""
APART = """() => [...document.querySelectorAll('.side-apart')].map(apart => {
    const box = apart.getBoundingClientRect(), side = apart.closest('.side').getBoundingClientRect();
    return box.width > 0 && box.left >= side.left && box.right <= side.right;
})"""
OVER_THE_NAME = """() => [...document.querySelectorAll('.plaque')].flatMap(plaque => {
    const own = plaque.querySelector('.plaque-name'), box = own.getBoundingClientRect();
    return [...plaque.querySelectorAll('text')].filter(it => it !== own && it.textContent)
        .map(it => [it.textContent, it.getBoundingClientRect()])
        .filter(([, other]) => box.left < other.right && other.left < box.right &&
                               box.top < other.bottom && other.top < box.bottom)
        .map(([words]) => [own.textContent, words]);
})"""
SHORT = ("starter", ("ada", "bea"))
LONG = (
    "A bot whose name is rather long, really",
    ("class-of-2026-of-athanor-uni-ada", "class-of-2026-of-athanor-uni-bea"),
)
"""About as long as they may be; the authors begin alike."""


def document(table: str, name: str, authors: tuple[str, ...]) -> dict[str, Any]:
    played = replay(table)
    seats = len(played["header"]["seats"])
    owners = [authors[seat % len(authors)] for seat in range(seats)]
    titles = [
        f"{name} by {owner}" + (f" #{seat}" if owners.count(owner) > 1 else "")
        for seat, owner in enumerate(owners)
    ]
    header = played["header"] | {"seats": [{"bot": f"{owner}/starter"} for owner in owners]}
    return played | {"header": header, "names": titles}


def replayed(reading: Reader, site: Site, said: dict[str, Any]) -> Page:
    reading.page.route("**/replay.json*", lambda route: route.fulfill(json=said))
    return reading.go(site.finished[0].get_absolute_url())


def live(reading: Reader, site: Site, said: dict[str, Any]) -> Page:
    """The first half of it, while it is played."""
    public = [told for told in said["events"] if told["to"] is None]
    shown = public[: len(public) // 2]

    def answer(route: Route) -> None:
        known = f"after={len(shown)}" in route.request.url
        running = {"state": "running", "why": "", "replay": None, "run": "1", "header": said["header"]}
        after, events = (len(shown), []) if known else (0, shown)
        route.fulfill(json=running | {"names": said["names"], "after": after, "events": events})

    reading.page.route("**/live.json*", answer)
    page = reading.go(site.running.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    return page


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("shown", [replayed, live])
def test_bots_of_one_name_show_whose_they_are(
    reader: Opened, site: Site, settings: Settings, shown: Any, table: str, width: int
) -> None:
    settings.LIVE_URL = "unix:///nobody"
    for name, authors in (SHORT, LONG):
        said = document(table, name, authors)
        page = shown(reader(width), site, said)
        expect(page.locator(".player-stage .board")).to_be_attached()
        names = page.evaluate(NAMES)
        assert [one for one, outside in names if outside] == []
        told = [one for one, _ in names]
        assert len(told) == len(said["names"])
        assert len(set(told)) == len(told), told
        for one, whole in zip(told, said["names"], strict=True):
            ending = whole.removeprefix(f"{name} ")
            assert one.endswith(ending if name == "starter" else ending[-5:]), told
        assert page.evaluate(APART) == [True] * (len(told) if table == "alkemy" else 0)
        assert page.evaluate(OVER_THE_NAME) == []
        if width == PHONE:
            assert page.evaluate(TOO_SMALL) == []
