"""The table of Alkemy in the replay player, over a story that has every kind of event."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arena.games.alkemy.geometry import Part
from arena.games.alkemy.material import PROFILES
from arena.games.alkemy.sight import sees
from arena.games.alkemy.table import Base, Table, Terrain, on_board, overlapping
from arena.games.alkemy.terrain import KINDS, PIECES, ROTATIONS, parts_of
from athanorpb.v1 import alkemy_pb2
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.alkemy_story import replay
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened, Reader
from tests.end_to_end.browser.scrubbing import wrong_frames
from tests.waiting import until

IMPORT = """const root = new URL('./', document.querySelector('script[src*="player/player"]').src).href;
            const from = (name) => import(root + 'games/alkemy/' + name + '.js');"""
BOARD = 2400
RADIUS = {1: 50, 2: 60, 3: 80, 4: 100}


def told(reading: Reader, site: Site, place: str = "") -> Page:
    """The story on the page of a match: what the page asks for is answered with it."""
    reading.page.route("**/replay.json*", lambda route: route.fulfill(json=replay()))
    page = reading.go(site.finished[0].get_absolute_url() + place)
    expect(page.locator("[data-player].ready .board.alkemy")).to_be_attached()
    return page


def turn_to(page: Page, place: str) -> None:
    page.evaluate("place => { window.location.hash = `#ply=${place}`; }", place)
    expect(page.locator(".player-place b")).to_have_text(place.split(".")[0])


def words(page: Page) -> str:
    return page.locator(".board.alkemy").get_attribute("aria-label") or ""


def view_box(page: Page) -> list[int]:
    return [int(part) for part in (page.locator(".field").get_attribute("viewBox") or "").split()]


def figure(page: Page, number: int) -> Any:
    return page.locator(f'.field [data-figure="{number}"]')


# --- what is told


def test_the_story_has_every_kind_of_event_that_there_is() -> None:
    kinds = {kind for entry in replay()["events"] for kind in entry["event"]}
    assert kinds == {field.name for field in alkemy_pb2.Event.DESCRIPTOR.fields}


def test_every_kind_of_event_is_told_in_words(reader: Opened, site: Site) -> None:
    page = told(reader(), site)
    sentences = page.evaluate(
        f"""async (entries) => {{
            {IMPORT}
            const [{{ begin, reduce }}, {{ words }}] = [await from('table'), await from('words')];
            let table = begin({{ options: {{}}, seats: 2 }});
            return entries.map(({{ event }}) => {{
                table = reduce(table, event, 'all', true);
                return [Object.keys(event)[0], words(event, (seat) => ['Ada', 'Bea'][seat], table)];
            }});
        }}""",
        replay()["events"],
    )
    silent = {kind for kind, sentence in sentences if sentence is None}
    assert silent == {"activation_ends"}, "whose hand it is then is told by the next event"
    for kind, sentence in sentences:
        if sentence is not None:
            assert sentence.endswith("."), kind
            assert "undefined" not in sentence, sentence
            assert "NaN" not in sentence, sentence


def test_the_state_says_where_everything_stands(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=49")
    said = words(page)
    assert said.startswith("Turn 2, Ada's Jade has the hand. Victory points: Ada's Jade 1, Bea's Avalon 0.")
    assert "the middle marker is Ada's Jade's" in said
    assert "Militia Lancers 1: 3 of 7 boxes" in said
    assert "house at 5 by 5.75" in said


# --- what is drawn


OUTSIDE = """() => {
    const box = document.querySelector('.board.alkemy').getBoundingClientRect();
    return [...document.querySelectorAll('.alkemy .side *, .alkemy .tray *, .alkemy .zooms *')]
        .map(it => [it.getBoundingClientRect(), it.className?.baseVal ?? it.className])
        .filter(([at]) => at.width && (at.left < box.left - 1 || at.right > box.right + 1))
        .map(([at, name]) => [name, at.left - box.left, at.right - box.right]);
}"""
BROKEN = """() => [...document.querySelectorAll('.field *')].flatMap(it => [...it.attributes])
    .filter(({ value }) => /NaN|undefined/.test(value))
    .map(({ name, value }) => name + ' ' + value.slice(0, 60))"""


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_every_frame_is_drawn_whole(reader: Opened, site: Site, width: int) -> None:
    reading = reader(width)
    page = told(reading, site)
    last = int(page.locator(".player-scrub input").get_attribute("max") or 0)
    assert last > 50
    assert wrong_frames(page, BROKEN, OUTSIDE) == []
    expect(page.locator(".side.winner")).to_have_count(1)
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_what_happens_is_on_the_table(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=27")
    expect(page.locator(".trail.plan.charge")).to_have_count(1)
    turn_to(page, "28.1")
    expect(page.locator(".trail.charge .was")).to_have_count(1)
    expect(page.locator(".clash")).to_have_count(1)
    expect(page.locator(".tray .face-down")).to_have_count(2)
    turn_to(page, "29")
    expect(page.locator(".tray .combat-card.brutal")).to_have_count(1)
    expect(page.locator(".tray .combat-card.normal")).to_have_count(1)
    turn_to(page, "30")
    expect(page.locator(".tray .combat-card.inactive")).to_have_count(1)
    turn_to(page, "30.2")
    expect(page.locator(".tray .die")).to_have_count(3)
    expect(page.locator(".tray .die.kept")).to_have_count(2)
    expect(page.locator(".word.hurt")).to_have_text("−4")
    expect(figure(page, 2).locator(".box.ticked")).to_have_count(4)


def test_arrows_of_fire_hit_miss_and_fall_short(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=32")
    expect(page.locator(".fire.aimed")).to_have_count(2)
    turn_to(page, "34.1")
    for result in ("hit", "miss", "out-of-range"):
        expect(page.locator(f".fire.{result}")).to_have_count(1)
    expect(page.locator(".results")).to_contain_text("Country Priest takes 2")


def test_a_marker_is_its_controllers_and_points_are_counted(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=48")
    expect(page.locator(".field .jin.held")).to_have_count(1)
    expect(page.locator('.side[data-seat="0"] .coins b')).to_have_text("1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".field .jin.held")).to_have_count(0)
    expect(page.locator('.side[data-seat="0"] .coins b')).to_have_text("3")


def test_where_nothing_is_rolled_the_words_stand_and_at_the_end_who_won(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=27")
    line = page.locator(".line[aria-current] .line-words")
    expect(page.locator(".tray .told")).to_have_text(line.inner_text())
    turn_to(page, "30.2")
    expect(page.locator(".tray .told")).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    winner = page.locator('.side[data-seat="0"] .side-name').inner_text()
    expect(page.locator(".ending-who")).to_have_text(f"{winner} wins3 : 0")
    expect(page.locator(".ending")).to_contain_text("Three victory points are enough.")


# --- figures and their cards


def test_a_figure_that_is_pointed_at_shows_its_card(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    figure(page, 0).hover()
    card, profile = page.locator(".profile"), PROFILES["captain-lee-ping"]
    expect(card.locator("h3")).to_have_text(profile.name)
    values = card.locator(".values dd").all_text_contents()
    assert values[:5] == [
        str(value) for value in (profile.esp, profile.ref, profile.com, profile.defence, profile.size)
    ]
    assert card.locator(".dom td").all_text_contents() == [str(dom) for dom in profile.dom]
    page.mouse.move(5, 5)
    expect(card).to_have_count(0)


def test_a_figure_is_chosen_by_the_keyboard_and_let_go(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    figure(page, 8).focus()
    expect(page.locator(".profile h3")).to_contain_text("Garlan")
    expect(figure(page, 8)).to_have_accessible_description(re.compile("Garlan.*ESP"))
    page.keyboard.press("Enter")
    expect(figure(page, 8)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".sight .beam")).not_to_have_count(0)
    expect(page.locator(".profile-sight")).to_contain_text("Sees")
    page.keyboard.press("ArrowRight")
    expect(figure(page, 8)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".sight *")).to_have_count(0)


def test_a_tap_on_a_phone_opens_a_card_and_the_roster_does_too(reader: Opened, site: Site) -> None:
    page = told(reader(PHONE, has_touch=True), site, "#ply=31")
    figure(page, 6).tap()
    expect(page.locator(".profile h3")).to_have_text("Triad Guard")
    page.locator('.side button[data-figure="7"]').tap()
    expect(page.locator(".profile h3")).to_have_text("Shadow")
    assert "Shadow: 7 of 7 boxes" in (
        page.locator('.side button[data-figure="7"]').get_attribute("aria-label") or ""
    )


# --- near and far


def test_the_table_is_zoomed_and_moved(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    field = page.locator(".field")
    assert view_box(page) == [0, 0, BOARD, BOARD]
    page.get_by_role("button", name="Nearer").click()
    assert view_box(page) == [450, 450, 1500, 1500]
    page.get_by_role("button", name="The whole table").click()
    field.focus()
    for key in ("z", "z", "a", "w"):
        page.keyboard.press(key)
    x, y, width, _ = view_box(page)
    assert width < BOARD / 1.9
    assert x < (BOARD - width) / 2
    assert y < (BOARD - width) / 2
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 250, steps=4)
    page.mouse.up()
    assert view_box(page)[0] > x
    assert view_box(page)[1] > y
    page.mouse.wheel(0, -200)
    until(lambda: view_box(page)[2] < width, "the wheel brings the table nearer")
    page.keyboard.press("0")
    assert view_box(page) == [0, 0, BOARD, BOARD]
    place = page.locator(".player-place b").text_content()
    assert place == "31", "none of it has moved the replay"


def test_a_zoom_by_key_or_button_keeps_the_chosen_figure_in_view(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    standing = page.locator(".field [data-figure][tabindex]")
    spots = standing.evaluate_all(
        "all => all.map(one => one.getAttribute('transform').match(/-?\\d+/g).map(Number))"
    )
    farthest = max(range(len(spots)), key=lambda place: max(abs(value - BOARD / 2) for value in spots[place]))
    standing.nth(farthest).focus()
    page.keyboard.press("Enter")
    for nearer in range(5):
        if nearer % 2:
            page.get_by_role("button", name="Nearer").click()
        else:
            standing.nth(farthest).focus()
            page.keyboard.press("z")
        x, y, width, height = view_box(page)
        assert width < BOARD
        assert x <= spots[farthest][0] <= x + width
        assert y <= spots[farthest][1] <= y + height


def test_a_wheel_over_the_whole_table_scrolls_the_page(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    page.locator(".field").hover(position={"x": 300, "y": 300})
    page.mouse.wheel(0, 300)
    until(lambda: page.evaluate("window.scrollY > 0"), "the page is scrolled")
    assert view_box(page) == [0, 0, BOARD, BOARD]


def test_two_fingers_spread_the_table(reader: Opened, site: Site) -> None:
    page = told(reader(PHONE, has_touch=True), site, "#ply=31")
    box = page.locator(".field").bounding_box()
    assert box is not None
    x, y = box["x"] + 150, box["y"] + 150
    hand = page.context.new_cdp_session(page)
    fingers = [[{"x": x - d, "y": y, "id": 0}, {"x": x + d, "y": y, "id": 1}] for d in (20, 50, 80)]
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[0]})
    for spread in fingers[1:]:
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": spread})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(lambda: view_box(page)[2] < 1500, "the fingers bring the table nearer")


# --- the same rules as the engine's


def test_scenery_lies_where_the_engine_puts_it(reader: Opened, site: Site) -> None:
    page = told(reader(), site)
    asked = [(piece, 1100, 700, rotation) for piece in PIECES for rotation in ROTATIONS]
    shown = page.evaluate(
        f"""async (asked) => {{
            {IMPORT}
            const {{ placed }} = await from('geometry');
            return asked.map((one) => placed(...one));
        }}""",
        asked,
    )
    assert shown == [[document(part) for part in parts_of(*one)] for one in asked]


def document(part: Part) -> dict[str, Any]:
    rim = [{"x": x, "y": y} for x, y in part.corners]
    disc = None if part.corners else {"x": part.x, "y": part.y, "r": part.r}
    return {"kind": part.kind, "size": part.size, "height": part.height, "polygon": rim, "disc": disc}


def test_the_page_sees_what_the_engine_sees(reader: Opened, site: Site) -> None:
    """AK-49 to AK-53, over tables where things touch exactly as often as not."""
    page = told(reader(), site)
    tables = [some_table(random.Random(number)) for number in range(250)]
    grounds = [
        {
            "parts": [document(part) for piece in table.terrain.pieces for part in piece],
            "bases": [
                {"id": base.figure, "x": base.x, "y": base.y, "radius": base.radius, "size": base.size}
                for base in table.bases.values()
            ],
        }
        for table in tables
    ]
    shown = page.evaluate(
        f"""async (grounds) => {{
            {IMPORT}
            const {{ lineBetween }} = await from('sight');
            return grounds.map((ground) => ground.bases.map((a) =>
                ground.bases.map((b) => a.id === b.id || Boolean(lineBetween(ground, a, b)))));
        }}""",
        json.loads(json.dumps(grounds)),
    )
    expected = [[[a == b or sees(table, a, b) for b in table.bases] for a in table.bases] for table in tables]
    assert shown == expected
    answers = [seen for table in expected for row in table for seen in row]
    assert 200 < answers.count(False) < len(answers) - 200, "both answers are common"


def some_table(dice: random.Random) -> Table:
    def place() -> int:
        return dice.choice((dice.randrange(BOARD), 100 * dice.randrange(6, 19)))

    pieces = []
    for _ in range(dice.randrange(6)):
        if dice.random() < 0.6:
            pieces.append(parts_of(dice.choice(sorted(PIECES)), place(), place(), dice.choice(sorted(ROTATIONS))))
        else:
            x, y, wide, high = place(), place(), dice.choice((50, 200)), dice.choice((50, 300))
            rim = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
            pieces.append((Part(dice.choice(KINDS), dice.randrange(5), 100, corners=rim),))
    found: list[Base] = []
    while len(found) < 6:
        size = dice.randrange(1, 5)
        base = Base(len(found), len(found) % 2, place(), place(), RADIUS[size], size)
        if on_board(base.x, base.y, base.radius) and not any(overlapping(base, other) for other in found):
            found.append(base)
    return Table(Terrain(pieces), found)


def test_escape_takes_the_card_away_wherever_pointer_and_focus_are(reader: Opened, site: Site) -> None:
    page = told(reader(), site, "#ply=31")
    card = page.locator(".profile h3")
    figure(page, 8).hover()
    expect(card).to_contain_text("Garlan")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    figure(page, 6).hover()
    expect(card).to_contain_text("Triad Guard")
    page.mouse.move(0, 0)
    figure(page, 8).focus()
    page.keyboard.press("Enter")
    expect(card).to_contain_text("Garlan")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(page.locator(".sight *")).to_have_count(0)
