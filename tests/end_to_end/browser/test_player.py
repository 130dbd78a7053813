"""The replay player: played, stepped, scrubbed, linked to, looked at as somebody else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from arena.replay.file import read
from athanor.bots.models import Bot
from athanor.storage import blobs
from tests.athanor.front import stage
from tests.athanor.front.stage import Site
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.end_to_end.browser.player import PLACE, replay_of, state
from tests.end_to_end.browser.scrubbing import wrong_frames

OVERFULL = """() => {
    const sums = [...document.querySelectorAll('.player-stage .sum')].map(sum => Number(sum.textContent));
    window.fullest = Math.max(window.fullest, ...sums);
    return sums.filter(sum => sum > 13);
}"""


@pytest.fixture
def address(site: Site) -> str:
    return site.finished[0].get_absolute_url()


def last_ply(site: Site) -> int:
    return len(replay_of(site.finished[0]).plays)


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_it_steps_from_the_deal_to_the_end(reader: Opened, site: Site, address: str, width: int) -> None:
    reading = reader(width)
    page = reading.go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    page.get_by_role("button", name="One on").click()
    expect(page.locator(PLACE)).to_have_text("1")
    expect(page.locator(".line[aria-current]")).to_contain_text("plays")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(PLACE)).to_have_text(str(last_ply(site)))
    expect(page.locator(".line[aria-current]")).to_contain_text(re.compile("wins? with|share the win"))
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(PLACE)).to_have_text("0")
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_of_all_moves_in_words_the_tab_key_stops_at_the_current_one(reader: Opened, address: str) -> None:
    page = reader().go(address)
    stops = page.locator('.line[tabindex="0"]')
    for _ in range(2):
        page.get_by_role("button", name="One on").click()
        expect(stops).to_have_count(1)
        expect(stops).to_have_attribute("aria-current", "step")


def test_bots_are_called_as_in_the_lists(reader: Opened, site: Site, address: str) -> None:
    bot = site.finished[0].seats.get(seat=0).bot
    Bot.objects.filter(pk=bot.pk).update(name="Zoë/2")
    page = reader().go(address)
    expect(page.locator(".plaque-name").first).to_have_text("Zoë/2")
    expect(page.locator(".line", has_text="Zoë/2 plays").first).to_be_attached()
    assert "Zoë/2" in page.locator("table.rows").inner_text()


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_long_name_ends_before_the_dealers_mark(reader: Opened, site: Site, address: str, width: int) -> None:
    Bot.objects.update(name="W" * 40)
    page = reader(width).go(address)
    expect(page.locator("svg.board .dealer")).to_be_visible()
    gaps = page.evaluate(
        """() => {
            const box = it => it.getBoundingClientRect();
            const mark = box(document.querySelector('svg.board .dealer'));
            return [...document.querySelectorAll('svg.board .plaque')].map(plaque => {
                const name = box(plaque.querySelector('.plaque-name'));
                const counts = box(plaque.querySelector('.counts'));
                const beside = counts.top < name.bottom ? counts.left : Infinity;
                const dealer = plaque.querySelector('.dealer');
                return Math.min(beside, dealer ? box(dealer).left : Infinity, box(plaque).right) - name.right;
            });
        }"""
    )
    assert len(gaps) == 4
    assert min(gaps) >= 2
    expect(page.locator(".plaque-name").first).to_contain_text("W…")


def test_every_frame_can_be_shown_as_everybody(reader: Opened, site: Site, address: str) -> None:
    """Goes through the whole match as each viewer: no frame breaks, and no cauldron is ever over 13."""
    reading = reader()
    page = reading.go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    for viewer in ("all", "public", "0", "1", "2", "3"):
        page.get_by_label("See as").select_option(viewer)
        page.keyboard.press("Escape")
        page.evaluate("window.fullest = 0")
        assert wrong_frames(page, OVERFULL) == []
        assert page.evaluate("window.fullest") > 7
    assert reading.complaints == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize(
    ("seats", "variant", "taken"),
    [(2, "draw-five", "hidden"), (3, "deal-all", "hidden"), (5, "draw-five", "open"), (6, "deal-all", "open")],
)
def test_every_table_is_laid(reader: Opened, site: Site, width: int, seats: int, variant: str, taken: str) -> None:
    """Every number of seats and every option: each frame is drawn, as the public sees it, and fits."""
    table = [site.bots[seat % len(site.bots)] for seat in range(seats)]
    match = stage.unrated(table, {"variant": variant, "taken": taken})
    reading = reader(width)
    page = reading.go(f"{match.get_absolute_url()}#as=public")
    expect(page.locator(".plaque")).to_have_count(seats)
    for ply in (0, 7, 33, 50, 97):
        page.locator(".player-scrub input").fill(str(ply))
        # A seat's cards and counts lie within its plaque.
        outside = page.evaluate(
            """() => [...document.querySelectorAll('.plaque')].flatMap(plaque => {
                const ground = plaque.querySelector('.plaque-ground').getBoundingClientRect();
                return [...plaque.querySelectorAll('.flask, text')].map(it => it.getBoundingClientRect())
                    .filter(box => box.left < ground.left - 2 || box.right > ground.right + 2 ||
                                   box.top < ground.top - 2 || box.bottom > ground.bottom + 2)
                    .map(box => [box.x, box.y]);
            })"""
        )
        assert outside == []
    if taken == "hidden":
        page.locator(".player-scrub input").fill("33")
        expect(page.locator(".counts .flask-unknown")).to_have_count(seats)
        page.get_by_label("See as").select_option("all")
        expect(page.locator(".counts .flask-unknown")).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".plaque.winner")).not_to_have_count(0)
    assert not reading.scrolls_sideways
    assert reading.complaints == []


def test_it_plays_on_and_stops_at_a_key(reader: Opened, address: str) -> None:
    reading = reader(motion=True)
    clock = reading.page.clock
    clock.install(time=0)
    page = reading.go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    clock.pause_at(24 * 3600)
    page.get_by_label("Speed").select_option("10")
    page.get_by_role("button", name="Play (space)").click()
    clock.run_for(1000)
    expect(page.locator(PLACE)).to_have_text(re.compile(r"^([5-9]|10)$"))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    stopped = page.locator(PLACE).text_content()
    clock.run_for(60_000)
    assert page.locator(PLACE).text_content() == stopped
    assert reading.complaints == []


def test_the_keys_do_what_they_say(reader: Opened, site: Site, address: str) -> None:
    page = reader().go(address)
    place = page.locator(PLACE)
    expect(place).to_have_text("0")
    for key, ply in [
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowLeft", "1"),
        ("End", str(last_ply(site))),
        ("Home", "0"),
    ]:
        page.keyboard.press(key)
        expect(place).to_have_text(ply)
    page.locator(".player-scrub input").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="One on").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".line[aria-current]")).to_contain_text("deals")
    expect(place).not_to_have_text("0")
    page.keyboard.press("v")
    expect(page.get_by_label("See as")).to_have_value("public")
    page.keyboard.press("+")
    expect(page.get_by_label("Speed")).to_have_value("2")


def test_a_letter_typed_elsewhere_is_left_alone(reader: Opened, address: str) -> None:
    page = reader().go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    page.keyboard.press("v")
    expect(page.get_by_label("See as")).to_have_value("all")


def test_scrubbing_goes_anywhere(reader: Opened, address: str) -> None:
    page = reader().go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    page.locator(".player-scrub input").fill("20")
    expect(page.locator(PLACE)).to_have_text("20")
    expect(page.locator(".line[aria-current] .line-place")).to_have_text("20")


def test_a_link_leads_to_its_move_as_its_viewer(reader: Opened, address: str) -> None:
    page = reader().go(f"{address}#ply=12&as=2")
    expect(page.locator(PLACE)).to_have_text("12")
    expect(page.get_by_label("See as")).to_have_value("2")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#ply=13&as=2$"))
    again = reader().go(page.url.removeprefix(page.url.split("/matches")[0]))
    expect(again.locator(PLACE)).to_have_text("13")


@pytest.mark.parametrize("made_up", ["#ply=99999", "#ply=-4", "#ply=x&as=77", "#as=%00", "#ply=1e9.5&as=-1", "#"])
def test_a_link_that_is_none_leads_into_the_match_anyway(reader: Opened, address: str, made_up: str) -> None:
    reading = reader()
    page = reading.go(address + made_up)
    expect(page.locator(PLACE)).to_be_visible()
    assert reading.complaints == []


def test_a_spectator_sees_no_hand_and_a_seat_sees_its_own(reader: Opened, address: str) -> None:
    page = reader().go(address)
    expect(page.locator(".hand .flask-value")).to_have_count(50)
    page.get_by_label("See as").select_option("public")
    expect(page.locator(".hand .flask-value")).to_have_count(0)
    expect(page.locator(".hand .flask-unknown")).to_have_count(50)
    page.get_by_label("See as").select_option("1")
    expect(page.locator(".hand .flask-value")).to_have_count(13)
    assert state(page).count("holds 13 cards") + state(page).count("holds 12 cards") == 3


def test_what_is_shown_is_what_was_played(reader: Opened, site: Site, address: str) -> None:
    """The tables folded in the browser against those that the events tell: sums, scores, ranks."""
    replay = read(blobs().get(site.finished[0].replay))
    page = reader().go(address)
    told = [told.event["played"] | {"ply": told.ply} for told in replay.events if "played" in told.event]
    expect(page.locator(PLACE)).to_have_text("0")
    for play in told[:30]:
        page.keyboard.press("ArrowRight")
        place = ("left", "middle", "right")[play["cauldron"]]
        card = play["card"].replace("-", " ")
        expect(page.locator(".line[aria-current]")).to_contain_text(
            f"plays {card} into the {place} cauldron: {play['sum']}."
        )
        if play["sum"] <= 13:
            assert re.search(rf"{place} cauldron [a-z ]+, {play['sum']} of 13", state(page))
        else:
            expect(page.locator(".spilt").first).to_be_attached()
    page.keyboard.press("End")
    totals = [
        int(text)
        for text in page.locator(".plaque-total").evaluate_all("all => all.map(one => one.lastChild.textContent)")
    ]
    assert totals == replay.result["scores"]


def test_the_state_is_told_in_words(reader: Opened, address: str) -> None:
    page = reader().go(address)
    expect(page.locator(PLACE)).to_have_text("0")
    assert state(page).startswith(
        "Round 1 of 4. left cauldron empty; middle cauldron empty; right cauldron empty."
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-live=polite]").first).to_contain_text("plays")


def test_a_bot_that_was_out_is_marked_from_then_on(reader: Opened, site: Site) -> None:
    page = reader().go(f"{site.failed.get_absolute_url()}#ply=4")
    expect(page.locator(PLACE)).to_have_text("4")
    expect(page.locator(".plaque.out")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".plaque.out")).to_have_count(1)


def test_a_replay_that_cannot_be_had_is_said_so(reader: Opened, site: Site, address: str) -> None:
    reading = reader()
    reading.page.route("**/replay.json", lambda route: route.fulfill(status=404, body="{}"))
    page = reading.go(address)
    expect(page.locator("[data-player-state]")).to_contain_text("could not be shown")
    assert page.locator("#result").is_visible()


def test_without_javascript_the_result_is_there_and_the_way_to_the_replay(reader: Opened, address: str) -> None:
    page = reader(java_script_enabled=False).go(address)
    expect(page.locator("noscript, .player-waiting").first).to_be_attached()
    assert "needs JavaScript" in page.content()
    expect(page.locator("[data-player-state]")).to_be_hidden()
    expect(page.locator("#result")).to_be_visible()


def test_the_style_of_a_game_that_the_page_was_not_made_for_comes_with_its_board(
    reader: Opened, address: str
) -> None:
    """A small board on the home page goes on to a match of another game."""
    reading = reader()
    page = reading.go(address)
    expect(page.locator("svg.board .flask-glass").first).to_be_visible()
    page.locator("link[data-game]").evaluate("link => link.remove()")
    page.evaluate(
        """async () => {
            const { start } = await import('/static/athanor/player/player.js');
            await start(document.querySelector('[data-player]'));
        }"""
    )
    expect(page.locator('link[data-game="poison"]')).to_have_count(1)
    glass = page.locator("svg.board .flask-red .flask-glass").first
    assert glass.evaluate("node => getComputedStyle(node).fill") == "rgb(184, 64, 47)"
    assert reading.complaints == []


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_game_without_a_board_is_shown_event_by_event(reader: Opened, address: str, width: int) -> None:
    reading = reader(width)
    page = reading.go(address)
    page.evaluate(
        """async () => {
            const { start } = await import('/static/athanor/player/player.js');
            const root = document.querySelector('[data-player]');
            root.dataset.boards = 'kazaam alkemy';
            await start(root);
        }"""
    )
    board = page.locator(".board.events")
    expect(board.locator(".event-kind dd").first).to_have_text("dealt")
    page.get_by_role("button", name="One on").click()
    expect(board.locator(".event-kind dd").first).to_have_text("played")
    expect(board.locator("dl").first).to_contain_text("cauldron")
    expect(board).to_have_attribute("aria-label", re.compile(r"played, .*, card \S+, cauldron \d, sum \d+"))
    expect(page.locator(".line[aria-current]")).to_contain_text("played")
    page.get_by_role("button", name="To the end").click()
    expect(board).to_contain_text("ranks")
    assert not reading.scrolls_sideways
    assert reading.complaints == []
