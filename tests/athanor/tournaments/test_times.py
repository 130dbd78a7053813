"""Local times and rules of recurrence: nights when clocks change, days that some months lack."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice

import pytest

from athanor.tournaments import times

BERLIN = times.zone("Europe/Berlin")
LORD_HOWE = times.zone("Australia/Lord_Howe")
"""Its clocks go forward by half an hour."""


def fired(rule: str, after: datetime, zone: str = "Europe/Berlin", count: int = 4) -> list[str]:
    of = times.zone(zone)
    return [f"{one.astimezone(of):%Y-%m-%d %H:%M}" for one in islice(times.firings(rule, after, of), count)]


def test_it_works() -> None:
    assert times.moment("2027-03-05T18:00", BERLIN) == datetime(2027, 3, 5, 17, tzinfo=UTC)
    assert fired("0 18 * * FRI", datetime(2027, 3, 20, tzinfo=UTC), count=2) == [
        "2027-03-26 18:00",
        "2027-04-02 18:00",
    ]


def test_the_29th_of_february_comes_in_leap_years_alone() -> None:
    assert fired("0 18 29 2 *", datetime(2027, 1, 1, tzinfo=UTC), count=3) == [
        "2028-02-29 18:00",
        "2032-02-29 18:00",
        "2036-02-29 18:00",
    ]


def test_the_31st_leaves_out_the_months_without_one() -> None:
    assert fired("0 18 31 * *", datetime(2027, 1, 1, tzinfo=UTC)) == [
        "2027-01-31 18:00",
        "2027-03-31 18:00",
        "2027-05-31 18:00",
        "2027-07-31 18:00",
    ]


def test_an_hour_that_is_left_out_is_made_up_for_right_after_it() -> None:
    before = datetime(2027, 3, 26, 12, tzinfo=UTC)
    assert fired("30 2 * * *", before) == [
        "2027-03-27 02:30",
        "2027-03-28 03:00",
        "2027-03-29 02:30",
        "2027-03-30 02:30",
    ]


def test_an_hour_that_comes_twice_fires_once() -> None:
    before = datetime(2027, 10, 29, 12, tzinfo=UTC)
    assert fired("30 2 * * *", before, count=3) == ["2027-10-30 02:30", "2027-10-31 02:30", "2027-11-01 02:30"]
    twice = list(islice(times.firings("30 2 * * *", before, BERLIN), 3))
    assert twice[1] == datetime(2027, 10, 31, 0, 30, tzinfo=UTC), "of two moments the first"
    assert times.moment("2027-10-31T02:30", BERLIN) == twice[1]


def test_a_time_that_no_clock_shows_is_refused_with_the_next_that_one_does() -> None:
    with pytest.raises(times.BadTime, match="Take 03:30"):
        times.moment("2027-03-28T02:30", BERLIN)
    with pytest.raises(times.BadTime, match="Take 02:45"):
        times.moment("2027-10-03T02:15", LORD_HOWE)


def test_registration_opens_at_the_hour_of_the_start_on_the_clock_there() -> None:
    start = times.moment("2027-03-29T18:00", BERLIN)
    assert times.days_before(start, 2, BERLIN) == times.moment("2027-03-27T18:00", BERLIN)
    gap = times.moment("2027-03-29T02:30", BERLIN)
    assert f"{times.days_before(gap, 1, BERLIN).astimezone(BERLIN):%d %H:%M}" == "28 03:30"


@pytest.mark.parametrize("rule", ["0 18 29 2 *", "0 18 31 * *", "30 2 * * *", "0 * * * *", "0 18 * * FRI#1"])
def test_a_rule_that_comes_is_taken(rule: str) -> None:
    times.check_rule(rule, datetime(2027, 1, 1, tzinfo=UTC), BERLIN)


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("0 18 31 4 *", "never comes"),
        ("0 18 31 2,4,6,9,11 *", "never comes"),
        ("0 24 * * *", "its hour does not exist"),
        ("60 * * * *", "its minute does not exist"),
        ("0 18 * * FRI#6", "never comes"),
        ("0 18 * *", "five parts"),
        ("0 18 * * * 2027", "five parts"),
        ("0 18 * * FRIDAY", "never comes"),
        ("30,45 18 * * *", "comes again after 15 minutes"),
        ("-1 18 * * *", "its minute does not exist"),
        ("@daily", "five parts"),
    ],
)
def test_a_rule_that_never_comes_or_too_often_says_so(rule: str, says: str) -> None:
    with pytest.raises(times.BadTime, match=says):
        times.check_rule(rule, datetime(2027, 1, 1, tzinfo=UTC), BERLIN)
