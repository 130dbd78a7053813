"""Tournaments in a real browser: one form, and three editions go by themselves; everybody can use every page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
import time_machine
from django.db import connection
from playwright.sync_api import expect

from athanor.accounts.models import User
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.models import Tournament
from athanor.tournaments.tasks import advance_tournaments, turn_tournaments
from athanorpb.farm.values import SeatRecord
from tests.athanor import world
from tests.athanor.tournaments import events
from tests.athanor.tournaments.test_names import namesakes
from tests.end_to_end.browser.accessibility import violations
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened
from tests.end_to_end.browser.test_reach import CUT_NAMES

NOW = datetime(2027, 3, 22, 9, tzinfo=UTC)
"""The Monday before the clocks of Berlin are put forward."""
Clock = time_machine.Traveller


@pytest.fixture
def clock(transactional_db: None) -> Iterator[Clock]:
    with time_machine.travel(NOW) as traveller:
        yield traveller


class Killed(BaseException):
    """The process is gone: nothing catches it."""


def killed_at_query(number: int) -> None:
    """One step of the schedule by a process that dies at this query; what it had begun is rolled back."""
    left = [number]

    def dying(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        left[0] -= 1
        if left[0] == 0:
            raise Killed
        return execute(sql, parameters, many, context)

    try:
        with connection.execute_wrapper(dying):
            turn_tournaments()
            advance_tournaments()
    except Killed:
        pass


def play(crashing: str) -> None:
    """Whoever comes first in the alphabet wins; one bot dies in every game."""
    while matches := events.open_matches():
        for match in matches:
            names = list(match.seats.order_by("seat").values_list("bot__slug", flat=True))
            standing = sorted(names, key=lambda name: (name == crashing, name))
            seats = tuple(SeatRecord(out="dead" if name == crashing else "") for name in names)
            record = world.record(match, [standing.index(name) + 1 for name in names], seats=seats)
            world.settle(signed=world.signed(record))
        for query in (3, 12, 25, 60):
            killed_at_query(query)
        advance_tournaments()


def test_a_stage_asks_what_its_format_is_asked_and_no_more(reader: Opened, clock: Clock) -> None:
    page = reader(DESKTOP, world.author("olga")).go("/tournaments/new/")
    every = {field for of in FORMATS.values() for field in of.model_fields}
    for name, of in FORMATS.items():
        page.select_option("#id_stage-1-format", name)
        shown = {field for field in every if page.locator(f"#id_stage-1-{field}").is_visible()}
        assert shown == set(of.model_fields), name
        assert page.locator("#id_stage-1-tie_1").is_visible() != of.is_bracket


def test_a_weekly_event_is_planned_in_a_browser_and_three_editions_go_by_themselves(
    reader: Opened, clock: Clock
) -> None:
    olga = world.author("olga")
    page = (organizer := reader(DESKTOP, olga)).go("/tournaments/new/")
    page.fill("#id_title", "Friday Cup")
    page.select_option("#id_game", "kazaam")
    page.select_option("#id_stage-1-format", "round-robin")
    page.fill("#id_zone", "Europe/Berlln")
    page.fill("#id_start", "2027-03-26T18:00")
    page.fill("#id_opens_days", "4")
    page.fill("#id_repeat", "0 18 * * FRI")
    page.fill("#id_seats", "7")
    page.uncheck("#id_stage-1-duplicate")
    page.click("button[value=dry]")
    expect(page.locator(".field.wrong", has_text="Write it like Europe/Berlin.")).to_have_count(1)
    expect(page.locator(".field.wrong", has_text="Kazaam is for 2 to 5 at a table, not 7.")).to_have_count(1)
    page.fill("#id_zone", "Europe/Berlin")
    page.fill("#id_seats", "2")
    page.fill("#id_least_seats", "2")
    page.fill("#id_capacity", "8")
    page.click("button[value=dry]")
    expect(page.locator("#dry")).to_have_text("Dry run: 8 entrants")
    page.click("button[value=announce]")
    expect(page.locator("h1")).to_have_text("Friday Cup 1")
    assert organizer.complaints == [
        "error: Failed to load resource: the server responded with a status of 400 (Bad Request)"
    ]

    bots = [events.bot(name) for name in ("ada", "bea", "cam", "crash")]
    for number, start in enumerate(("03-26 17:00", "04-02 16:00", "04-09 16:00"), 1):
        cup = Tournament.objects.get(edition=number)
        assert f"{cup.starts_at:%m-%d %H:%M}" == start, (
            "at six on the clocks of Berlin, also when they are put forward"
        )
        clock.move_to(cup.opens_at + timedelta(minutes=1))
        turn_tournaments()
        bots.append(events.bot(f"new-{number}"))
        for bot in bots:
            author = reader(PHONE, bot.owner)
            page = author.go(cup.get_absolute_url())
            page.click("button[value=enter]")
            expect(page.locator(".message.success")).to_have_text(f"{bot.slug} is entered.")
        if number == 2:
            page = reader(PHONE, bots[1].owner).go(cup.get_absolute_url())
            page.click("button[value=withdraw]")
            expect(page.locator(".message.success")).to_have_text("bea is withdrawn.")
        clock.move_to(cup.starts_at + timedelta(seconds=1))
        for query in (5, 30, 80):
            killed_at_query(query)
        turn_tournaments()
        play(crashing="crash")
        page = reader(DESKTOP).go(cup.get_absolute_url())
        expect(page.locator(".champion .name")).to_have_text("ada")
        clock.move_to(cup.starts_at + timedelta(days=4))
        turn_tournaments()

    states = list(Tournament.objects.order_by("edition").values_list("edition", "state"))
    assert states == [(1, "finished"), (2, "finished"), (3, "finished"), (4, "registration")]
    for cup in Tournament.objects.filter(edition__lt=4):
        there = cup.entries.filter(place__isnull=False)
        assert there.get(bot__slug="crash").place == there.count(), "who dies in every game is last"
        most = there.count() * (there.count() - 1) // 2
        assert cup.games.filter(counted_at__isnull=False).count() == cup.games.count() == most, "each game once"
    assert Tournament.objects.get(edition=2).entries.get(bot__slug="bea").state == "withdrawn"


CUT_PANELS = """() => [...document.querySelectorAll('.panel.flush')]
    .filter(it => it.scrollWidth > it.clientWidth + 1).map(it => it.dataset.livePart ?? it.className)"""


def pages(cup: Tournament) -> Iterator[str]:
    here = cup.get_absolute_url()
    yield from ("/tournaments/", "/tournaments/new/", here, f"{here}bracket/", f"{here}bracket/?window=losers-2")
    yield from (f"{here}{part}/" for part in ("standings", "crosstable", "schedule", "entrants", "control"))
    yield f"{here}pairings/{cup.games.all()[0].pairing}/"


@pytest.mark.parametrize(("width", "look"), [(DESKTOP, "dark"), (PHONE, "light")])
def test_every_page_of_a_tournament_is_in_order(
    reader: Opened, clock: Clock, width: int, look: Literal["dark", "light"]
) -> None:
    olga: User = world.author("olga")
    cup = events.event(olga, start="2027-03-26T18:00", format="double-elimination", capacity=16)
    swiss = events.event(olga, title="Open", start="2027-03-26T18:00", format="swiss", rounds=2)
    events.enter(cup, [f"bot-of-a-rather-long-name-{number}" for number in range(9)])
    events.enter(swiss, ["ada", "bea", "cam"])
    clock.move_to(cup.starts_at)
    turn_tournaments()
    events.play()
    reading = reader(width, olga, color_scheme=look)
    wrong: dict[str, object] = {}
    for address in [*pages(cup), f"{swiss.get_absolute_url()}standings/"]:
        page = reading.go(address)
        found: list[object] = list(reading.complaints)
        reading.complaints.clear()
        if reading.scrolls_sideways:
            found.append("scrolls sideways")
        found.extend(violations(page))
        if found:
            wrong[address] = found
    assert wrong == {}


def test_no_name_and_no_column_of_a_tournament_is_cut_off(reader: Opened, clock: Clock) -> None:
    olga = world.author("olga")
    orders = ("head_to_head", "buchholz", "buchholz_cut", "sonneborn_berger", "wins", "games_won")
    cup = events.event(olga, start="2027-03-26T18:00", format="swiss", rounds=4, capacity=16, tie_breaks=orders)
    bracket = events.event(olga, title="Knock-out", start="2027-03-26T18:00", format="double-elimination")
    events.enter(cup, [f"quicksilver-{number}" for number in range(9)])
    events.enter(bracket, ["thinking", "counting", "greedy", "random"])
    clock.move_to(cup.starts_at)
    turn_tournaments()
    events.play()
    reading = reader(user=olga)
    cut = []
    for address in (
        one for found in (cup, bracket) for one in pages(found) if found is bracket or "bracket" not in one
    ):
        reading.go(address)
        for width in (320, 721, 860, 960, 961, 1280):
            reading.page.set_viewport_size({"width": width, "height": 800})
            if reading.scrolls_sideways:
                cut.append((address, width, "scrolls sideways"))
            cut += [(address, width, found) for found in reading.page.evaluate(CUT_PANELS)]
            if width > PHONE:
                cut += [(address, width, name) for name in reading.page.evaluate(CUT_NAMES)]
    assert cut == []


def test_a_bracket_of_64_is_read_on_a_phone(reader: Opened, clock: Clock) -> None:
    cup = events.event(world.author("olga"), start="2027-03-26T18:00", format="double-elimination", capacity=64)
    events.enter(cup, [f"bot-{number}" for number in range(64)])
    clock.move_to(cup.starts_at)
    turn_tournaments()
    reading = reader(PHONE)
    for window in ("winners-1", "losers-3", "final-1"):
        page = reading.go(f"{cup.get_absolute_url()}bracket/?window={window}")
        sizes = page.evaluate(
            "[...document.querySelectorAll('.only-narrow svg.bracket text')]"
            ".map(one => one.getBoundingClientRect())"
            ".filter(box => box.width > 0).map(box => [box.height, box.left, box.right])"
        )
        assert sizes
        assert min(height for height, *_ in sizes) >= 11, "letters of a readable size"
        assert min(left for _, left, _ in sizes) >= 0
        assert max(right for *_, right in sizes) <= PHONE
        assert not reading.scrolls_sideways


def test_times_are_on_the_readers_clock_with_the_organizers_beside_them(reader: Opened, clock: Clock) -> None:
    cup = events.event(world.author("olga"), start="2027-03-26T18:00", zone="Europe/Berlin")
    here = f"{cup.get_absolute_url()}schedule/"
    start = "main li:has-text('Start,') time"
    far = reader(DESKTOP, timezone_id="America/New_York").go(here)
    expect(far.locator(start).first).to_have_text("Fri 26 Mar 2027 13:00 your time; 18:00 CET")
    other_day = reader(DESKTOP, timezone_id="Asia/Tokyo").go(here)
    expect(other_day.locator(start).first).to_have_text("Sat 27 Mar 2027 02:00 your time; Fri 26 Mar 18:00 CET")
    # The same clock needs no second time, and without a script the organizer's is there.
    for there in (
        reader(DESKTOP, timezone_id="Europe/Paris"),
        reader(DESKTOP, timezone_id="Asia/Tokyo", java_script_enabled=False),
    ):
        expect(there.go(here).locator(start).first).to_have_text("Fri 26 Mar 2027 18:00 CET")
    ago = far.locator(start).last
    expect(ago).to_have_attribute("title", "Fri 26 Mar 2027 13:00 your time; 2027-03-26 17:00:00 UTC")


def test_a_new_plan_begins_with_the_organizers_own_zone(reader: Opened, clock: Clock) -> None:
    olga = world.author("olga")
    page = reader(DESKTOP, olga, timezone_id="Asia/Tokyo").go("/tournaments/new/")
    expect(page.locator("#id_zone")).to_have_value("Asia/Tokyo")
    # What was chosen stays.
    page.fill("#id_zone", "Europe/Rome")
    page.get_by_role("button", name="Dry run").click()
    expect(page.locator("#id_zone")).to_have_value("Europe/Rome")
    expect(
        reader(DESKTOP, olga, timezone_id="Asia/Tokyo", java_script_enabled=False)
        .go("/tournaments/new/")
        .locator("#id_zone")
    ).to_have_value("UTC")


def test_a_phone_shows_the_author_where_only_that_tells_two_bots_apart(reader: Opened, clock: Clock) -> None:
    cup, _ = namesakes(start="2027-03-26T18:00")
    clock.move_to(cup.starts_at)
    turn_tournaments()
    events.play_out(lambda names: [1 if name == max(names) else 2 for name in names])
    reading = reader(PHONE)
    for address in ("", "standings/", "entrants/"):
        listed = reading.go(f"{cup.get_absolute_url()}{address}").locator(".standings, .entries").first
        expect(listed.locator(".who", has_text="a-bea").locator(".by")).to_be_visible()
        expect(listed.locator(".who", has_text="thinking · Kazaam").locator(".by")).to_be_hidden()
        assert not reading.scrolls_sideways, "the champion's name has room"
    names = reading.go(f"{cup.get_absolute_url()}crosstable/").locator(".cross .name")
    expect(names).to_have_count(3)
    assert names.evaluate_all("all => all.filter(it => it.scrollWidth > it.clientWidth)") == [], "none is cut"


def test_the_form_shows_the_options_of_the_game_that_is_chosen(reader: Opened, clock: Clock) -> None:
    reading = reader(DESKTOP, world.author("olga"))
    page = reading.go("/tournaments/new/")
    for chosen, other in (("kazaam", "alakazoo"), ("alakazoo", "kazaam")):
        page.select_option("#id_game", chosen)
        expect(page.locator(f"#id_{chosen}-round_limit")).to_be_visible()
        expect(page.locator(f"#id_{other}-round_limit")).to_be_hidden()
    assert reading.complaints == []
