"""Numbers are written as a reader expects them: with a unit, and no more exact than they are."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from athanor.design import sigils
from athanor.design.charts import Point, axis, history, spark
from athanor.design.templatetags.athanor import ago, count, figure, ordinal, rating_change, size, span


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (0, "0\u00a0ms"),
        (999, "999\u00a0ms"),
        (1000, "1.0\u00a0s"),
        (59_949, "59.9\u00a0s"),
        (61_000, "1\u00a0min 01\u00a0s"),
        (-1, "–"),
        (None, "–"),
    ],
)
def test_a_time_has_the_unit_that_fits(given: int | None, shown: str) -> None:
    assert span(given) == shown


@pytest.mark.parametrize(
    ("given", "shown"),
    [(0, "0\u00a0B"), (1023, "1023\u00a0B"), (1024, "1.0\u00a0KiB"), (10 * 1024 * 1024, "10\u00a0MiB"), (-1, "–")],
)
def test_a_size_has_the_unit_that_fits(given: int, shown: str) -> None:
    assert size(given) == shown


def test_thousands_stand_apart() -> None:
    assert count(1234567) == "1\u202f234\u202f567"
    assert count(None) == "–"


def test_a_negative_number_has_a_minus_and_no_hyphen() -> None:
    assert figure(-1.25) == "\u22121.2"
    assert figure(27.44) == "27.4"


def test_a_number_that_rounds_to_nothing_has_no_sign() -> None:
    assert figure(-0.04) == "0.0"
    assert figure(-0.004, 2) == "0.00"


def test_a_change_that_rounds_to_nothing_has_neither_sign_nor_colour() -> None:
    def shown(mu: float) -> str:
        return rating_change(SimpleNamespace(mu=mu, sigma=1.0, mu_before=20.0, sigma_before=1.0))

    assert '<span class="tiny dim">0.0</span>' in shown(19.97)
    assert '<span class="tiny bad">\u22120.1</span>' in shown(19.93)
    assert '<span class="tiny good">+0.1</span>' in shown(20.07)


def test_places_in_words() -> None:
    assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th")
    ]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "just now"),
        (30, "30 s ago"),
        (90, "1 min ago"),
        (7200, "2 h ago"),
        (3 * 86400 + 5, "3 d ago"),
        (-90, "min from now"),
    ],
)
def test_a_moment_is_told_from_now_and_exactly_on_hover(seconds: int, words: str) -> None:
    shown = str(ago(timezone.now() - timedelta(seconds=seconds)))
    assert words in shown
    assert "UTC" in shown
    assert "<time datetime=" in shown


def test_a_moment_that_never_was() -> None:
    assert ago(None) == "never"


def test_a_line_needs_two_points() -> None:
    assert spark([1.0]) is None
    assert history([Point(25, 8, 1)]) is None


def test_a_line_stays_in_its_picture() -> None:
    drawn = spark([5.0, -3.0, 12.0, 12.0])
    assert drawn is not None
    numbers = [float(number) for number in drawn.path.replace("M", " ").replace("L", " ").split()]
    assert all(0 <= x <= 92 for x in numbers[::2])
    assert all(0 <= y <= 26 for y in numbers[1::2])


def test_a_level_line_is_drawn_too() -> None:
    assert spark([4.0, 4.0]) is not None


def test_all_bars_of_a_board_lie_on_one_axis() -> None:
    bar = axis([(25.0, 8.0), (10.0, 1.0)]).bar(10, 1)
    assert (bar.start, bar.length, bar.sure) == ("20", "17.1", "28.6")


def test_a_long_history_is_thinned_and_ends_where_it_ends() -> None:
    drawn = history([Point(20 + place / 500, 8 - place / 1000, 1 + place // 1000) for place in range(3001)])
    assert drawn is not None
    assert drawn.line.count("L") < 300
    assert [change.label for change in drawn.changes] == ["v1", "v2", "v3", "v4"]
    assert drawn.line.split("L")[-1].split()[0] == "714"


def test_a_bot_keeps_its_sign() -> None:
    assert sigils.sigil("ada/quicksilver") == sigils.sigil("ada/quicksilver")
    signs = {sigils.sigil(f"author-{number}/bot") for number in range(200)}
    assert len(signs) > 150
