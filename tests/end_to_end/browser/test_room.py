"""How much of the window the board of a match has, and whether what is written on it can be read."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.athanor.front.stage import Site
from tests.end_to_end.browser.accessibility import violations
from tests.end_to_end.browser.by_chance import played
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened, Reader
from tests.end_to_end.browser.scrubbing import wrong_frames
from tests.end_to_end.browser.test_alkemy import OUTSIDE

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "poison": ("poison", 6, {}),
    "kazaam": ("kazaam", 4, {"round_limit": 12}),
    "alakazoo": ("alakazoo", 4, {"portals": "choose", "book": "bonus", "tommy": True, "university": True}),
    "alkemy": ("alkemy", 2, {}),
}
OTHERS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "kazaam for five": ("kazaam", 5, {"round_limit": 12}),
    "alakazoo alone": ("alakazoo", 1, {}),
}
WINDOWS = [(1280, 800), (1366, 768), (1920, 1080)]
THEATRE, LEAVE, FULL = "Theatre (t)", "Leave full screen (f)", "Full screen (f)"


@cache
def replay(table: str) -> dict[str, Any]:
    game, seats, options = (TABLES | OTHERS)[table]
    return played(game, seats, **options)


COUNTING = """
    window.fullScreens = 0;
    Element.prototype.requestFullscreen = async () => { window.fullScreens++; };
"""
"""Instead of going full screen, which takes a while: that it was asked for is known at once."""


HELD = """
    window.held = [];
    const later = window.setTimeout.bind(window);
    window.setTimeout = (call, ms, ...given) => ms === 4000 ? -held.push(call) : later(call, ms, ...given);
"""
"""What is said for four seconds is said until the test lets it go: looking at it may take longer."""


def shown(reading: Reader, site: Site, table: str = "") -> Page:
    if table:
        reading.page.route("**/replay.json*", lambda route: route.fulfill(json=replay(table)))
    page = reading.go(site.finished[0].get_absolute_url())
    expect(page.locator("[data-player].ready")).to_be_attached()
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def width_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["width"]


TOO_SMALL = """() => {
    const walk = document.createTreeWalker(document.querySelector('.player-stage'), NodeFilter.SHOW_TEXT);
    const found = {};
    while (walk.nextNode()) {
        const it = walk.currentNode.parentElement, words = walk.currentNode.textContent.trim();
        if (!words || it.closest('title') || !it.checkVisibility()) continue;
        const drawn = it instanceof SVGElement ? it.getScreenCTM() : {a: 1, b: 0};
        const size = parseFloat(getComputedStyle(it).fontSize) * Math.hypot(drawn.a, drawn.b);
        if (size < 9.99) found[it.getAttribute('class') ?? it.tagName] = [words, size];
    }
    return Object.entries(found);
}"""
HIGHLIGHTED = """it => {
    const other = document.body.appendChild(document.createElement('i'));
    other.style.border = '1px solid Highlight';
    return [it, other].map(each => getComputedStyle(each).borderTopColor);
}"""
BENEATH = """() => {
    const it = document.activeElement, controls = document.querySelector('.player-controls');
    const { top, bottom } = it.getBoundingClientRect(), edge = controls.getBoundingClientRect().top;
    if (!it.closest('.player-stage') || bottom - top > edge || bottom <= edge) return null;
    return `${it.getAttribute('aria-label') ?? it.textContent}: ${bottom} beneath ${edge}`;
}"""
BENEATH_ZOOM = """() => {
    const zoom = document.querySelector('.zooms').getBoundingClientRect(), words = document.createRange();
    words.selectNodeContents(document.querySelector('.turns b'));
    return [...words.getClientRects()].filter(box => box.right > zoom.left && box.top < zoom.bottom)
        .map(box => box.right);
}"""
OVER_ONE_ANOTHER = """() => [...document.querySelectorAll('.plaque')].flatMap(plaque => {
    const texts = [...plaque.querySelectorAll('text')].filter(it => it.textContent && !it.closest('.flask'))
        .map(it => [it.textContent, it.getBoundingClientRect()]);
    return texts.flatMap(([words, box], i) => texts.slice(i + 1)
        .filter(([, other]) => box.left < other.right && other.left < box.right &&
                               box.top < other.bottom && other.top < box.bottom)
        .map(([others]) => [words, others]));
})"""


@pytest.mark.parametrize("table", [*TABLES, *OTHERS])
def test_on_a_phone_nothing_on_a_board_is_written_smaller_than_ten_pixels(
    reader: Opened, site: Site, table: str
) -> None:
    page = shown(reader(PHONE), site, table)
    assert wrong_frames(page, TOO_SMALL, step=3) == []


@pytest.mark.parametrize("table", TABLES)
def test_nor_is_anything_in_a_usual_window(reader: Opened, site: Site, table: str) -> None:
    """Costs of Kazaam's tiles were five pixels high there, the numbers of Alkemy's figures six."""
    page = shown(reader(DESKTOP), site, table)
    assert wrong_frames(page, TOO_SMALL, step=5) == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_six_seats_of_poison_print_no_words_over_numbers(reader: Opened, site: Site, width: int) -> None:
    page = shown(reader(width), site, "poison")
    expect(page.locator(".plaque")).to_have_count(6)
    assert wrong_frames(page, OVER_ONE_ANOTHER, step=3) == []


def test_on_the_narrowest_phone_names_of_poison_are_read(reader: Opened, site: Site) -> None:
    (reading := reader()).page.set_viewport_size({"width": 320, "height": 700})
    page = shown(reading, site, "poison")
    names = page.locator(".plaque-name").all_text_contents()
    assert [name for name in names if name.endswith("…")] == []
    assert wrong_frames(page, OVER_ONE_ANOTHER, step=3) == []


@pytest.mark.parametrize("width", [700, 768, 900])
def test_the_turn_of_alkemy_is_not_written_beneath_the_buttons_that_zoom(
    reader: Opened, site: Site, width: int
) -> None:
    (reading := reader()).page.set_viewport_size({"width": width, "height": 1024})
    page = shown(reading, site, "alkemy")
    assert wrong_frames(page, BENEATH_ZOOM, step=5) == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_board_and_controls_are_seen_together(
    reader: Opened, site: Site, table: str, width: int, height: int
) -> None:
    (reading := reader()).page.set_viewport_size({"width": width, "height": height})
    page = shown(reading, site, table)
    expect(button(page, "Play (space)")).to_be_in_viewport(ratio=1)
    expect(page.locator(".player-stage .board")).to_be_in_viewport(ratio=1)
    stage = page.locator(".player-stage").bounding_box()
    assert stage is not None
    assert stage["height"] <= 0.79 * height
    # Either side of it is used: its height by a board that is narrow, or else its width.
    assert stage["height"] > 0.6 * height or stage["width"] > 0.6 * width
    assert not reading.scrolls_sideways
    assert reading.complaints == []


@pytest.mark.parametrize(("width", "height"), [*WINDOWS, (768, 1024)])
def test_under_the_map_of_alkemy_no_band_is_empty(reader: Opened, site: Site, width: int, height: int) -> None:
    (reading := reader()).page.set_viewport_size({"width": width, "height": height})
    page = shown(reading, site, "alkemy")
    board, field = page.locator(".board.alkemy").bounding_box(), page.locator(".field").bounding_box()
    assert board is not None
    assert field is not None
    assert board["y"] + board["height"] - field["y"] - field["height"] < 12
    # What happens is beside the map, and what has no room scrolls there.
    assert wrong_frames(page, OUTSIDE, step=5) == []
    page.get_by_role("button", name="To the end").click()
    again = page.locator(".board.alkemy").bounding_box()
    assert again == board


def test_the_theatre_gives_the_board_all_of_the_width_and_is_remembered(reader: Opened, site: Site) -> None:
    page = shown(reading := reader(), site, "kazaam")
    before = width_of(page, ".player-stage")
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "false")
    button(page, THEATRE).click()
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "true")
    wide = width_of(page, ".player-stage")
    assert wide > before + 100
    stage, words = page.locator(".player-stage").bounding_box(), page.locator(".player-side").bounding_box()
    assert stage is not None
    assert words is not None
    assert words["y"] > stage["y"] + stage["height"]
    assert violations(page) == []
    page.reload()
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "true")
    assert width_of(page, ".player-stage") == wide
    page.locator(".player-stage").click(position={"x": 5, "y": 5})
    page.keyboard.press("t")
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "false")
    assert width_of(page, ".player-stage") == before
    page.reload()
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "false")
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_the_board_fills_the_screen_and_comes_back(reader: Opened, site: Site) -> None:
    page = shown(reading := reader(), site)
    button(page, FULL).click()
    expect(button(page, LEAVE)).to_be_visible()
    page.wait_for_function("document.fullscreenElement?.matches('.player')")
    expect(page.locator(".player-side")).to_be_hidden()
    expect(button(page, "Play (space)")).to_be_in_viewport(ratio=1)
    expect(page.locator(".player-stage .board")).to_be_in_viewport(ratio=1)
    page.keyboard.press("f")
    expect(button(page, FULL)).to_be_visible()
    page.wait_for_function("!document.fullscreenElement")
    page.keyboard.press("F")
    expect(button(page, LEAVE)).to_be_visible()
    # What the browser does at Escape.
    page.evaluate("document.exitFullscreen()")
    expect(button(page, FULL)).to_be_visible()
    expect(page.locator(".player-side")).to_be_visible()
    assert reading.complaints == []


def test_where_the_browser_has_no_full_screen_there_is_no_button(reader: Opened, site: Site) -> None:
    reading = reader()
    reading.page.add_init_script("Object.defineProperty(document, 'fullscreenEnabled', {value: false})")
    reading.page.add_init_script(COUNTING)
    page = shown(reading, site)
    expect(button(page, THEATRE)).to_be_visible()
    expect(button(page, FULL)).to_have_count(0)
    button(page, "One on (right arrow)").focus()
    page.keyboard.press("f")
    assert page.evaluate("fullScreens") == 0
    assert reading.complaints == []


def test_a_browser_that_remembers_nothing_has_a_theatre_all_the_same(reader: Opened, site: Site) -> None:
    reading = reader()
    reading.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
    )
    page = shown(reading, site)
    button(page, THEATRE).click()
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "true")
    assert reading.complaints == []


def test_that_the_theatre_is_on_is_seen_in_the_readers_own_colours(reader: Opened, site: Site) -> None:
    page = shown(reader(forced_colors="active"), site)
    button(page, THEATRE).click()
    pressed, other = (
        button(page, name).evaluate("it => getComputedStyle(it).borderTopWidth") for name in (THEATRE, FULL)
    )
    assert (pressed, other) == ("3px", "1px")
    # The browser itself highlights what the pointer is over and what has the focus.
    page.mouse.move(0, 0)
    button(page, THEATRE).blur()
    colours = button(page, THEATRE).evaluate(HIGHLIGHTED)
    assert colours[0] == colours[1]


def test_t_and_f_typed_elsewhere_are_left_alone(reader: Opened, site: Site) -> None:
    reading = reader()
    reading.page.add_init_script(COUNTING)
    page = shown(reading, site)
    page.keyboard.press("t")
    page.keyboard.press("f")
    expect(button(page, THEATRE)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("fullScreens") == 0
    # On the board the same keys are its own.
    button(page, "One on (right arrow)").focus()
    page.keyboard.press("f")
    assert page.evaluate("fullScreens") == 1


@pytest.mark.parametrize("permissions", [["clipboard-write"], []])
@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_whether_a_link_was_copied_is_said_in_words_and_by_a_sign(
    reader: Opened, site: Site, width: int, permissions: list[str]
) -> None:
    reading = reader(width, permissions=permissions)
    if not permissions:
        reading.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))")
    reading.page.add_init_script(HELD)
    page = shown(reading, site)
    said, link = page.locator(".share-said"), button(page, "Copy a link to this move")
    expect(said).to_have_role("status")
    link.click()
    expect(said).to_have_text("Link copied" if permissions else "Not copied. The link is in the address bar.")
    expect(said).to_be_in_viewport(ratio=1)
    expect(link.locator(".icon-copied" if permissions else ".icon-failed")).to_be_visible()
    assert violations(page) == []
    assert not reading.scrolls_sideways
    assert page.evaluate("held.splice(0).map(call => call()).length") == 1
    expect(said).to_have_text("")
    expect(link.locator(".icon-link")).to_be_visible()
    assert reading.complaints == []


@pytest.mark.parametrize(("width", "height"), [(1280, 480), (390, 600)])
def test_what_gets_the_focus_on_the_board_is_not_beneath_the_controls(
    reader: Opened, site: Site, width: int, height: int
) -> None:
    (reading := reader()).page.set_viewport_size({"width": width, "height": height})
    page = shown(reading, site, "alkemy")
    field = page.locator(".field")
    field.focus()
    stops = page.locator(".player-stage").locator("button:visible, [tabindex='0']:visible").count()
    assert stops > 10
    hidden = []
    for key in ("Tab", "Shift+Tab"):
        for _ in range(stops):
            page.keyboard.press(key)
            hidden.append(page.evaluate(BENEATH))
    assert [what for what in hidden if what] == []
