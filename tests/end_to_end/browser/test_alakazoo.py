"""The table of Alakazoo in the replay player: matches that were really played, and every kind of event."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect
from pytest_django import Settings

from arena.games.alakazoo.material import (
    ABILITIES,
    CREATURES,
    FACE_AT,
    FACES,
    KEEPERS,
    MAGICIANS,
    PAGE_NAMES,
    PAGES,
    PAGES_OF_REVISION_2,
    TOMMY,
)
from arena.games.registry import GAMES
from athanor.matches.models import Match
from tests.athanor.front import stage
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.end_to_end.browser.player import PLACE, opened, outside_plaques, replay_of, state
from tests.end_to_end.browser.scrubbing import wrong_frames
from tests.end_to_end.browser.wandering import Wandered, of_every_kind

Options = dict[str, str | int]
ALL: Options = {"portals": "choose", "book": "bonus", "tommy": True, "university": True}
VARIANTS: dict[int, Options] = {2: {}, 3: {"book": "instead", "tommy": True}, 4: ALL}


def played(site: Site, seats: int, options: Options | None = None) -> Match:
    chosen: Options = {"round_limit": 12, **(options or {})}
    return stage.unrated([site.bots[seat] for seat in range(seats)], chosen, "alakazoo")


OUTSIDE = outside_plaques(".card, .slot, .portal-frame, .line-mark, .page-ground, text")
OFF_THE_TABLE = """() => {
    const table = document.querySelector('.player-stage .board').getBoundingClientRect();
    return [...document.querySelectorAll('.board :is(.stage > *, .pile, .column, .supply, .round, .tommy-holds)')]
        .map(it => it.getBoundingClientRect())
        .filter(box => box.width && (box.left < table.left - 1 || box.right > table.right + 1 ||
                                     box.top < table.top - 1 || box.bottom > table.bottom + 1))
        .map(box => [box.left - table.left, box.right - table.right, box.bottom - table.bottom]);
}"""
OVER_ONE_ANOTHER = """() => {
    const box = it => it.getBoundingClientRect();
    const grounds = [...document.querySelectorAll('.plaque-ground')].map(box);
    return [...document.querySelectorAll('.board :is(.stage > *, .pile, .column, .supply)')]
        .map(it => [box(it), it])
        .filter(([a]) => a.width && grounds.some(b =>
            a.left < b.right - 2 && a.right > b.left + 2 && a.top < b.bottom - 2 && a.bottom > b.top + 2))
        .map(([a, it]) => [it.getAttribute('class'), it.textContent, a.left, a.right]);
}"""
FOLDED = """async ([document_, viewer]) => {
    const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
    const { game } = await import(root + 'games/alakazoo.js');
    const { opened } = await import(root + 'records.js');
    const { framesOf, tablesOf, wordsOf } = await import(root + 'frames.js');
    const replay = opened(document_);
    const name = seat => `bot-${seat}`;
    const frames = framesOf(game, replay);
    const tables = tablesOf(game, replay, frames, viewer);
    const of = {};
    tables.forEach(({ trail, scene, ...table }, i) => { of[frames[i].ply] = table; });
    return {
        tables: of,
        words: frames.map((frame, i) => wordsOf(game, frame, viewer, tables[i], name)),
        states: tables.map(table => game.state(table, name, viewer)),
    };
}"""


@pytest.fixture(scope="module")
def wandered() -> list[Wandered]:
    return of_every_kind()


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_table_is_laid(reader: Opened, site: Site, width: int, seats: int) -> None:
    """Every number of seats: each frame is drawn, as the public sees it, and all of a seat's lies before it."""
    match = played(site, seats, VARIANTS[seats])
    reading = reader(width)
    page = opened(reading.go(f"{match.get_absolute_url()}#as=public"))
    expect(page.locator(".plaque")).to_have_count(seats)
    assert wrong_frames(page, OUTSIDE, OFF_THE_TABLE, OVER_ONE_ANOTHER, step=5) == []
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    assert page.evaluate(OUTSIDE) == []
    assert not reading.scrolls_sideways
    assert reading.complaints == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_every_kind_of_event_is_drawn_whoever_looks_on(
    reader: Opened, site: Site, wandered: list[Wandered], width: int
) -> None:
    """Solo, expansions and all: half of the frames go by, and nothing of them breaks or leaves its place."""
    address = site.finished[0].get_absolute_url()
    reading = reader(width)
    shown: list[Any] = []
    reading.page.route("**/replay.json", lambda route: route.fulfill(json=shown[-1]))
    for number, match in enumerate(wandered):
        shown.append(match.document)
        viewer = ("all", "public", "0")[number % 3]
        reading.page.goto("about:blank")
        page = opened(reading.go(f"{address}#as={viewer}"))
        expect(page.locator(".player-stage svg.alakazoo")).to_be_attached()
        wrong = wrong_frames(page, OUTSIDE, OFF_THE_TABLE, OVER_ONE_ANOTHER, step=2, look=3)
        assert wrong == [], (number, wrong[:3])
    assert reading.complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_the_player_knows_every_kind_of_event(reader: Opened, site: Site, game: str) -> None:
    page = opened(reader().go(site.finished[0].get_absolute_url()))
    known = page.evaluate(
        """async (name) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            return (await import(`${root}games/${name}.js`)).game.kinds;
        }""",
        game,
    )
    assert set(GAMES[game].facts.kinds) <= set(known["told"])
    assert set(GAMES[game].facts.kinds) <= set(known["changes"])


def test_the_table_is_the_engines_after_every_action(reader: Opened, site: Site, wandered: list[Wandered]) -> None:
    """Every kind of event, as the public, as a seat and as everybody: tokens, cards, points against the views."""
    page = opened(reader().go(site.finished[0].get_absolute_url()))
    for match in wandered:
        seats = len(match.document["header"]["seats"])
        for viewer, place in (("public", 0), (seats - 1, seats), ("all", 0)):
            folded = page.evaluate(FOLDED, [match.document, viewer])
            for ply, table in folded["tables"].items():
                views = match.views[int(ply)]
                compare(table, views[place])
                if viewer == "all":
                    for seat, player in enumerate(table["players"]):
                        assert Counter(player["hand"]) == Counter(views[seat + 1]["players"][seat]["hand"])
            for words in folded["words"] if viewer == "all" else []:
                assert words
                assert "undefined" not in words
            assert not any("undefined" in told for told in folded["states"])


def compare(table: Any, view: Any) -> None:
    assert table["toAct"] == view["to_act"]
    assert (table["magic"], table["dark"]) == (view["magic_supply"], view["dark_supply"])
    assert (table["deck"], Counter(table["discard"])) == (view["deck_count"], Counter(view["discard"]))
    assert table["columns"] == [column["cards"] for column in view["columns"]]
    assert Counter(die["face"] for die in table["dice"] if not die["done"]) == Counter(view["dice"])
    assert table["finisher"] == view["finisher"]
    assert table["tommy"] == view.get("tommy", {}).get("active", [])
    if table["round"] >= 0:
        assert (table["round"], table["turn"]) == (view["round"], view["turn"])
    for shown, known in zip(table["players"], view["players"], strict=True):
        assert (shown["portal"] or "") == known["portal"]
        assert [spell or "" for spell in shown["spells"]] == [place["spell"] for place in known["positions"]]
        assert shown["covered"] == [rune for place in known["positions"] for rune in place["covered"]]
        for word in ("magic", "dark", "points", "abilities"):
            assert shown[word] == known[word]
        for pile in ("hand", "pack"):
            assert len(shown[pile]) == known[f"{pile}_count"]
            if pile in known:
                assert Counter(shown[pile]) == Counter(known[pile])
        if known.get("book", {}).get("page"):
            assert shown["pages"] == [known["book"]["page"]]


def test_its_material_is_the_engines(reader: Opened, site: Site) -> None:
    page = opened(reader().go(site.finished[0].get_absolute_url()))
    known = page.evaluate(
        """async ([creatures, pages]) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const material = await import(root + 'games/alakazoo/material.js');
            return {
                runes: creatures.map(material.runesOf),
                pages: pages.map((page) => material.pageOf(page, 3)),
                before: pages.map((page) => material.pageOf(page, 2)),
                abilities: Object.keys(material.ABILITIES),
                magicians: Object.keys(material.MAGICIANS),
                keepers: Object.keys(material.KEEPERS),
                tommy: Object.keys(material.TOMMY),
            };
        }""",
        [list(CREATURES), list(PAGE_NAMES)],
    )
    assert known["runes"] == [[FACES[face] for face in portal] for portal in FACE_AT]
    assert [page["lines"] for page in known["pages"]] == [[list(line) for line in page.lines] for page in PAGES]
    assert [page["lines"] for page in known["before"]] == [
        [list(line) for line in page.lines] for page in PAGES_OF_REVISION_2
    ]
    assert known["abilities"] == list(ABILITIES)
    assert known["magicians"] == list(MAGICIANS)
    assert known["keepers"] == list(KEEPERS)
    assert set(known["tommy"]) == set(TOMMY)


def test_what_is_shown_at_the_end_is_what_the_engine_has(reader: Opened, site: Site) -> None:
    match = played(site, 3, ALL)
    result: Any = replay_of(match).result
    page = opened(reader().go(match.get_absolute_url()))
    page.get_by_role("button", name="To the end").click()
    totals = page.locator(".plaque-total").evaluate_all("all => all.map(one => Number(one.lastChild.textContent))")
    assert totals == result["scores"]
    shown = page.locator(".plaque").evaluate_all(
        """all => all.map(one => [...one.querySelectorAll('.breakdown .figure:not(.total)')]
            .reduce((sum, it) => sum + Number(it.textContent), 0))"""
    )
    assert shown == result["scores"]


def test_the_sign_of_who_acts_stands_close_before_the_words(reader: Opened, site: Site) -> None:
    match = played(site, 2)
    taken = next(told for told in replay_of(match).events if "rolled" in told.event)
    page = opened(reader().go(f"{match.get_absolute_url()}#ply={taken.ply}"))
    sign, words = (page.locator(part).first.bounding_box() for part in (".stage-who", ".stage-words"))
    assert sign is not None
    assert words is not None
    assert 0 < words["x"] - (sign["x"] + sign["width"]) < 12


def test_a_hand_is_seen_by_its_seat_alone(reader: Opened, site: Site) -> None:
    match = played(site, 2)
    first = next(told.ply for told in replay_of(match).events if "turn" in told.event)
    page = opened(reader().go(f"{match.get_absolute_url()}#ply={first}"))
    expect(page.locator(".hand .card")).to_have_count(8)
    expect(page.locator(".hand .back")).to_have_count(0)
    page.get_by_label("See as").select_option("public")
    expect(page.locator(".hand .back")).to_have_count(8)
    page.get_by_label("See as").select_option("1")
    expect(page.locator(".hand .back")).to_have_count(3)  # what it passed on last it knows
    assert "and 3 unknown" in state(page)


def test_a_pick_of_the_draft_is_known_to_its_seat_alone(reader: Opened, site: Site) -> None:
    match = played(site, 2)
    card = next(play.action["pick"]["card"] for play in replay_of(match).plays if play.seat == 0)
    words = card.replace("-", " ", 1).replace("-", " ")
    page = opened(reader().go(f"{match.get_absolute_url()}#ply=1&as=0"))
    line = page.locator(".line", has_text="keeps").first
    expect(line).to_contain_text(f"keeps {words}.")
    for viewer in ("1", "public"):
        page.get_by_label("See as").select_option(viewer)
        expect(line).to_contain_text("keeps a card.")


def test_dice_are_thrown_and_each_tells_what_became_of_it(reader: Opened, site: Site) -> None:
    match = played(site, 2)
    rolled = next(told for told in replay_of(match).events if "rolled" in told.event)
    page = opened(reader(motion=True).go(f"{match.get_absolute_url()}#ply={rolled.ply - 1}"))
    # Written down as they begin: on a busy machine they are over before one could look at them.
    page.evaluate(
        """() => {
            const { animate } = Element.prototype;
            window.moved = [];
            Element.prototype.animate = function (...given) {
                const begun = animate.apply(this, given);
                window.moved.push(begun.effect.getComputedTiming().endTime);
                return begun;
            };
        }"""
    )
    faces = rolled.event["rolled"]["faces"]
    said = page.locator(".line[aria-current]")
    for _ in range(20):  # what went before may take several steps
        if "rolls " in said.inner_text():
            break
        page.evaluate("() => window.moved.splice(0)")
        page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("rolls " + faces[0])
    expect(page.locator(".stage .die")).to_have_count(len(faces))
    assert 0 < page.evaluate("() => Math.max(...window.moved)") <= 240
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage .die.done")).to_have_count(1)
    assert f"Dice: {faces[0]}" in state(page) or len(faces) == 1 or "Dice: " in state(page)


def test_nothing_moves_for_who_wants_it_still(reader: Opened, site: Site) -> None:
    page = opened(reader().go(played(site, 2).get_absolute_url()))
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("() => document.getAnimations().length") == 0
    expect(page.locator(".flying > *")).to_have_count(0)


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_it_is_followed_while_it_is_played(
    reader: Opened, site: Site, wandered: list[Wandered], settings: Settings, width: int
) -> None:
    """As the feed gives it: public events only, more with each answer."""
    settings.LIVE_URL = "unix:///nobody"
    match = wandered[0]
    public = [told for told in match.document["events"] if told["to"] is None]
    header = match.document["header"] | {"run": "1"}
    reading = reader(width)
    seen = 20

    def answer(route: Route) -> None:
        after = int(parse_qs(urlsplit(route.request.url).query)["after"][0])
        told = public[after : min(after + 60, seen)]
        route.fulfill(
            json={
                "state": "running",
                "why": "",
                "replay": None,
                "run": "1",
                "header": header,
                "names": [],
                "after": after,
                "events": told,
            }
        )

    reading.page.route("**/live.json*", answer)
    page = opened(reading.go(site.running.get_absolute_url()))
    expect(page.locator(".live-sign")).to_have_text("Live")
    expect(page.locator(".plaque")).to_have_count(len(header["seats"]))
    before = page.locator(PLACE).text_content() or ""
    seen = len(public)
    expect(page.locator(PLACE)).not_to_have_text(before)
    # Packs of the draft and hands are backs of cards, but for what was seen to come to them.
    assert page.locator(".hand .back").count() > 0
    expect(page.locator(".player-words .line", has_text="rolls").first).to_be_attached()
    assert page.evaluate(OUTSIDE) == []
    assert not reading.scrolls_sideways
    assert reading.complaints == []
