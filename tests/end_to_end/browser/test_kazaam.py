"""The table of Kazaam in the replay player, over matches that were really played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from arena.games.kazaam import units
from arena.games.kazaam.material import INGREDIENTS, PRICE_OF, TILES
from athanor.matches.models import Match
from tests.athanor.front import stage
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.end_to_end.browser.player import opened, outside_plaques, replay_of, state
from tests.end_to_end.browser.scrubbing import wrong_frames

Options = dict[str, str | int]
VARIANTS: dict[int, Options] = {2: {}, 4: {}, 3: {"head_scope": "aimed", "favourite_bonus": "all"}}
LONG: Options = {"kazaam": "spoken", "full_hand": "discard-first", "counters": "some-double", "round_limit": 12}


def played(site: Site, seats: int, options: Options | None = None) -> Match:
    chosen: Options = {"round_limit": 12, **(options or {})}
    return stage.unrated([site.bots[seat] for seat in range(seats)], chosen, "kazaam")


OUTSIDE = outside_plaques(".tile, .unit, text")
OFF_THE_TABLE = """() => {
    const table = document.querySelector('.player-stage .board').getBoundingClientRect();
    return [...document.querySelectorAll('.board :is(.scene > *, .pile, .supply > *, .round)')]
        .map(it => it.getBoundingClientRect())
        .filter(box => box.width && (box.left < table.left - 1 || box.right > table.right + 1))
        .map(box => [box.left - table.left, box.right - table.right]);
}"""


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_table_is_laid(reader: Opened, site: Site, width: int, seats: int) -> None:
    """Every number of seats: each frame is drawn, as the public sees it, and all of a seat's lies before it."""
    match = played(site, seats, LONG if seats == 5 else VARIANTS[seats])
    reading = reader(width)
    page = opened(reading.go(f"{match.get_absolute_url()}#as=public"))
    expect(page.locator(".plaque")).to_have_count(seats)
    assert wrong_frames(page, OUTSIDE, OFF_THE_TABLE, step=7) == []
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    assert page.evaluate(OUTSIDE) == []
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_a_full_hand_closes_up_before_it_leaves_its_plaque(reader: Opened, site: Site) -> None:
    """For a hand of any size, on the narrowest phone too; matches by chance hardly ever fill one."""
    page = opened(reader().go(played(site, 2).get_absolute_url()))
    over = page.evaluate(
        """async () => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const { Plaque } = await import(root + 'games/kazaam/plaque.js');
            const { tall, wide } = await import(root + 'games/kazaam/layout.js');
            const { CELL } = await import(root + 'games/kazaam/creature.js');
            const layouts = [320, 360, 390, 640].map(width => tall(5, width)).concat([2, 3, 4, 5].map(wide));
            return layouts.flatMap(layout => [1, 5, 6, 9].map(n => {
                const plaque = new Plaque(0, 'gus', layout);
                const right = (plaque.slot(n - 1, n).x - plaque.spot.x) / plaque.spot.scale;
                return [n, plaque.size.width, plaque.size.width - right - CELL * plaque.at.hand.scale];
            })).filter(([n, width, left]) => left < 0);
        }"""
    )
    assert over == []


@pytest.mark.parametrize("width", [360, 390])
def test_two_digits_end_before_the_next_ingredient(reader: Opened, site: Site, width: int) -> None:
    """A seat may have up to twenty units of each; matches by chance seldom have two large ones side by side."""
    page = opened(reader(PHONE).go(played(site, 2).get_absolute_url()))
    page.set_viewport_size({"width": width, "height": 844})
    expect(page.locator(".plaque .units").first).to_be_visible()
    gaps = page.evaluate(
        """() => [...document.querySelectorAll('.plaque .units')].flatMap(units => {
            const texts = [...units.querySelectorAll('.count')], shapes = [...units.querySelectorAll('.unit')];
            const scale = units.getCTM().a;
            return texts.slice(0, -1).map((text, i) => {
                text.textContent = '20';
                text.classList.add('tight');
                return (shapes[i + 1].getBoundingClientRect().left - text.getBoundingClientRect().right) / scale;
            });
        })"""
    )
    assert len(gaps) == 10
    assert min(gaps) > 0


def test_what_is_shown_at_the_end_is_what_the_engine_has(reader: Opened, site: Site) -> None:
    match = played(site, 3)
    result: Any = replay_of(match).result
    page = opened(reader().go(match.get_absolute_url()))
    page.get_by_role("button", name="To the end").click()
    totals = page.locator(".plaque-total").evaluate_all("all => all.map(one => Number(one.lastChild.textContent))")
    assert totals == result["scores"]
    shown = page.locator(".plaque").evaluate_all(
        """all => all.map(one => [...one.querySelectorAll('.breakdown .figure:not(.total)')]
            .map(it => Number(it.textContent)))"""
    )
    told = next(event.event["ended"]["breakdown"] for event in replay_of(match).events if "ended" in event.event)
    terms = ("parts", "same", "favourite", "completion")
    assert shown == [[seat[term] for term in terms] for seat in told]


def test_the_table_before_the_end_is_the_engines_too(reader: Opened, site: Site) -> None:
    """Every face, every hand's size, every unit, after every action, against the engine's own views."""
    from arena.games.registry import game_named
    from arena.kernel.chance import Seeded

    match = played(site, 4)
    replay = replay_of(match)
    game = game_named("kazaam")
    start = game.new(4, replay.header.options, Seeded(replay.seed))
    views = [start.state.view(None)]
    now = start.state
    for play in replay.plays:
        now.apply(play.seat, game.actions.parse(play.action))
        views.append(now.view(None))
    page = opened(reader().go(match.get_absolute_url()))
    tables = page.evaluate(
        """async (document_) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const { game } = await import(root + 'games/kazaam.js');
            const { opened } = await import(root + 'records.js');
            const { framesOf, tablesOf } = await import(root + 'frames.js');
            const { asked } = await import(root + 'games/kazaam/table.js');
            const replay = opened(document_);
            const frames = framesOf(game, replay);
            const of = {};
            tablesOf(game, replay, frames, 'public').forEach((table, i) => {
                of[frames[i].ply] = { ...table, asked: asked(table) };
            });
            return Object.values(of);
        }""",
        json.loads(json.dumps(replay.document())),
    )
    assert len(tables) == len(views)
    for table, view in zip(tables, views, strict=True):
        assert table["deck"] == view["deck_count"]
        assert table["discard"] == view["discard_count"]
        assert table["supply"] == view["supply"]
        assert [table["toAct"]] == (view["to_act"] or [None])
        assert [table["asked"]] == (view["to_act"] if view["phase"] == "reaction" else [None])
        for shown, known in zip(table["players"], view["players"], strict=True):
            assert shown["slab"] == known["board"]
            assert shown["hand"] == [None] * known["hand_count"]
            assert shown["units"] == known["ingredients"]
    symbols = page.evaluate(
        """async (tiles) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const { symbolsOf } = await import(root + 'games/kazaam/tiles.js');
            return tiles.map(symbolsOf);
        }""",
        list(TILES),
    )
    for tile, shown in enumerate(symbols):
        assert [shown.count(name) for name in INGREDIENTS] == list(units.counts(PRICE_OF[tile]))


def test_a_hand_is_seen_by_its_seat_alone(reader: Opened, site: Site) -> None:
    match = played(site, 3)
    page = opened(reader().go(match.get_absolute_url()))
    expect(page.locator(".hand .tile")).to_have_count(9)
    expect(page.locator(".hand .unknown")).to_have_count(0)
    page.get_by_label("See as").select_option("public")
    expect(page.locator(".hand .unknown")).to_have_count(9)
    page.get_by_label("See as").select_option("1")
    expect(page.locator(".hand .unknown")).to_have_count(6)
    assert "3 tiles in hand" in state(page)


def test_a_head_that_says_no_is_drawn_and_told(reader: Opened, site: Site) -> None:
    match = with_a_cancelling(site)
    cancelling = next(told.ply for told in replay_of(match).events if "cancelled" in told.event)
    page = opened(reader().go(f"{match.get_absolute_url()}#ply={cancelling - 1}"))
    expect(page.locator(".question")).to_have_count(1)
    expect(page.locator(".arrow.open").first).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".line[aria-current]")).to_contain_text("comes to nothing")
    expect(page.locator(".link.lost .strike")).not_to_have_count(0)
    expect(page.locator(".arrow.lost .cross")).not_to_have_count(0)
    assert "asked whether to cancel" not in state(page) or page.locator(".question").count() == 1


@pytest.mark.parametrize("asked", [0, 1])
def test_a_head_is_seen_to_be_asked_on_its_own_turn_too(reader: Opened, site: Site, asked: int) -> None:
    """Against another head, which would cancel what its own seat does."""
    page = opened(reader().go(played(site, 2).get_absolute_url()))
    events: list[dict[str, Any]] = [
        {"used": {"seat": 0, "part": "tail", "tile": "bone-tail", "target": 1, "target_part": "torso"}},
        {"asked": {"seat": 1}},
    ]
    if asked == 0:
        events += [{"used": {"seat": 1, "part": "head", "tile": "insect-head"}}, {"asked": {"seat": 0}}]
    drawn = page.evaluate(
        """async (events) => {
            const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const { begin, reduce } = await import(root + 'games/kazaam/table.js');
            const { Plaque } = await import(root + 'games/kazaam/plaque.js');
            const { state } = await import(root + 'games/kazaam/words.js');
            const { wide } = await import(root + 'games/kazaam/layout.js');
            let table = begin({ seats: 2, options: {} });
            events.forEach((event) => { table = reduce(table, event, 'all'); });
            const plaques = [0, 1].map((seat) => new Plaque(seat, 'gus', wide(2)));
            plaques.forEach((plaque) => plaque.update(table, {}));
            const named = (seat) => ['Ada', 'Bea'][seat];
            return [plaques.map(({ node }) => node.querySelectorAll('.question').length), state(table, named)];
        }""",
        events,
    )
    assert drawn[0] == [int(seat == asked) for seat in (0, 1)]
    assert f"{('Ada', 'Bea')[asked]} is asked whether to cancel." in drawn[1]


def with_a_cancelling(site: Site) -> Match:
    for _ in range(6):
        match = played(site, 4, {"round_limit": 20})
        if any("cancelled" in told.event for told in replay_of(match).events):
            return match
    raise AssertionError("no head said no in six matches")


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_the_rules_have_their_pictures_and_a_refusal_leads_to_its_rule(
    reader: Opened, site: Site, width: int
) -> None:
    reading = reader(width)
    page = reading.go("/docs/kazaam/")
    assert page.locator(".prose svg.picture").count() == 3
    for picture in page.locator(".prose svg.picture").all():
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 150
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll('.prose *')]
            .filter(it => it.getBoundingClientRect().right > window.innerWidth)
            .filter(it => !it.closest('.across') && !it.parentElement.closest('pre'))
            .map(it => it.outerHTML.slice(0, 80))"""
    )
    assert too_wide == []
    page.locator("#refused-cannot-pay a").click()
    expect(page).to_have_url(re.compile("#KZ-29$"))
    assert not reading.scrolls_sideways
    assert reading.complaints == []
