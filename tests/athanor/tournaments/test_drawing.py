"""What is drawn of a tournament: every name that a picture or a table uses can be found in it."""

from __future__ import annotations

import re

import pytest
import time_machine

from athanor.tournaments import boards, entries, queries
from athanor.tournaments.records import told
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Clock = time_machine.Traveller

NAMES = [f"bot-{number}" for number in range(8)]


def read(address: str) -> str:
    return client_of(None).get(address).content.decode()


def test_the_boxes_that_a_bracket_speaks_of_stand_under_their_letter(clock: Clock) -> None:
    cup = events.event(format="double-elimination")
    events.enter(cup, NAMES)
    events.at(clock, events.START)
    page = read(f"{cup.get_absolute_url()}bracket/")
    spoken_of = set(re.findall(r"(?:Winner|Loser) of ([WLF]\d+)-\d+<", page))
    heads = set(re.findall(r'<tspan class="code">([WLF]\d+)</tspan>', page))
    assert spoken_of
    assert spoken_of <= heads
    assert "W1-1, Winners&#x27; round 1:" in page, "to who does not see it, too"


def test_no_page_of_groups_is_empty(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = events.event(format="groups", groups=2, then="single-elimination", advance=2)
    events.enter(cup, NAMES)
    events.at(clock, events.START)
    standings = f"{cup.get_absolute_url()}standings/?stage=1"
    monkeypatch.setattr(boards, "PAGE", 4)
    assert "further down" not in read(standings)
    monkeypatch.setattr(boards, "PAGE", 3)
    assert "after=3" in read(standings)
    assert "further down" not in read(f"{standings}&after=3")


def test_nothing_of_a_performance_is_said_not_to_count(clock: Clock) -> None:
    cup = events.event(format="round-robin", tie_breaks=("performance", "buchholz_cut"))
    events.enter(cup, NAMES[:4])
    events.at(clock, events.START)
    events.play_out()
    contest = told(events.fresh(cup))
    (table,) = boards.tables(contest, contest.stages[0], queries.names_of(cup))
    performance, cut = table.lines[0].figures
    assert [(term.counted, term.value) for term in performance.terms] == [(True, "")] * 3
    assert sorted((term.counted, term.value) for term in cut.terms) == [(False, "0"), (True, "1"), (True, "2")]


@pytest.mark.database
def test_who_left_while_it_ran_is_still_one_of_its_entrants(clock: Clock) -> None:
    cup = events.event(format="round-robin")
    events.enter(cup, NAMES[:5])
    entries.withdraw(entry=events.entry(cup, NAMES[0]))
    events.at(clock, events.START)
    entries.withdraw(entry=events.entry(cup, NAMES[1]))
    assert queries.row(events.fresh(cup)).entrants == 4
    events.play_out()
    cup = events.fresh(cup)
    assert (cup.state, queries.row(cup).entrants) == ("finished", 4)
    (honour,) = queries.honours(cup.entries.get(place=1).bot)
    assert honour.of == 4
