"""The small pictures of the site as SVG paths: computed here, drawn by the templates.

Why no library: a line over ten matches, of which a board has fifty, is a path of 83 letters and takes 10 µs here.
By pygal 3.1, which is made for such lines, it takes 2.3 ms and is 13 kB, with a script, a style element and style
attributes, which the site's content security policy forbids.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import NamedTuple

from arena.orders.bins import BINS_AN_OCTAVE

SPARK = (92.0, 26.0)
BAR = 140.0
HISTORY = (720.0, 240.0)
MARGIN_LEFT, MARGIN_BOTTOM, MARGIN_TOP = 36.0, 26.0, 12.0
MOST_POINTS = 240
"""More than there are pixels to show them."""


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class Spark(NamedTuple):
    path: str
    x: str
    y: str
    """Of its last point."""


def spark(values: Sequence[float]) -> Spark | None:
    """A line over the last few values; nothing where there is no line yet."""
    if len(values) < 2:
        return None
    width, height = SPARK
    low, high = min(values), max(values)
    spread = max(high - low, 0.5)
    points = [
        (3 + (width - 6) * i / (len(values) - 1), height - 4 - (height - 8) * (value - low) / spread)
        for i, value in enumerate(values)
    ]
    path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return Spark(path, _n(points[-1][0]), _n(points[-1][1]))


class Bar(NamedTuple):
    start: str
    length: str
    sure: str


class Axis(NamedTuple):
    low: float
    high: float

    def place(self, value: float) -> float:
        return BAR * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def bar(self, mu: float, sigma: float) -> Bar:
        """From the rating that counts to the one it might be, with a mark at the likeliest."""
        return self.between(mu - 3 * sigma, mu, mu + 3 * sigma)

    def between(self, low: float, sure: float, high: float) -> Bar:
        start, end = self.place(low), self.place(high)
        return Bar(_n(start), _n(max(end - start, 2)), _n(self.place(sure)))


def axis(ratings: Sequence[tuple[float, float]]) -> Axis:
    """One axis for all bars of a board."""
    lows = [mu - 3 * sigma for mu, sigma in ratings]
    highs = [mu + 3 * sigma for mu, sigma in ratings]
    low, high = min([*lows, 0.0]), max([*highs, 1.0])
    return Axis(low, high)


class Tick(NamedTuple):
    y: str
    label: str


class Change(NamedTuple):
    x: str
    label: str


class Point(NamedTuple):
    mu: float
    sigma: float
    version: int


class History(NamedTuple):
    width: int
    height: int
    line: str
    floor: str
    band: str
    ticks: Sequence[Tick]
    changes: Sequence[Change]
    """Where another version began to play."""
    games: int
    last: Point


def history(points: Sequence[Point]) -> History | None:
    """The rating after each match, with the band it lies in."""
    if len(points) < 2:
        return None
    games = len(points)
    step = max(1, -(-games // MOST_POINTS))
    kept = list(range(0, games, step))
    if kept[-1] != games - 1:
        kept.append(games - 1)
    width, height = HISTORY
    low = min(point.mu - 3 * point.sigma for point in points)
    high = max(point.mu + 3 * point.sigma for point in points)
    spread = max(high - low, 1.0)

    def x(place: int) -> float:
        return MARGIN_LEFT + (width - MARGIN_LEFT - 6) * place / (games - 1)

    def y(value: float) -> float:
        return MARGIN_TOP + (height - MARGIN_TOP - MARGIN_BOTTOM) * (high - value) / spread

    def line(values: Sequence[float]) -> str:
        return "L".join(f"{_n(x(place))} {_n(y(value))}" for place, value in zip(kept, values, strict=True))

    shown = [points[place] for place in kept]
    floor = line([point.mu - 3 * point.sigma for point in shown])
    ceiling = [f"{_n(x(place))} {_n(y(points[place].mu + 3 * points[place].sigma))}" for place in reversed(kept)]
    changes = [
        Change(_n(x(place)), f"v{points[place].version}")
        for place in range(games)
        if place == 0 or points[place].version != points[place - 1].version
    ]
    return History(
        int(width),
        int(height),
        "M" + line([point.mu for point in shown]),
        "M" + floor,
        "M" + floor + "L" + "L".join(ceiling) + "Z",
        [Tick(_n(y(value)), str(value)) for value in _round_values(low, high)],
        changes if len(changes) <= 12 else changes[-12:],
        games,
        points[-1],
    )


def _round_values(low: float, high: float) -> list[int]:
    step = next((step for step in (1, 2, 5, 10, 20, 50) if (high - low) / step <= 6), 100)
    first = -int(-low // step) * step
    return list(range(first, int(high) + 1, step))


def part(value: float, of: float) -> str:
    """How far a bar is filled."""
    return _n(BAR * min(value / of, 1.0))


HISTOGRAM = (720.0, 200.0)
BELOW, ABOVE = 36.0, 40.0
"""Room for the times under the bars, and for what the marks are called."""
NEAR = 110.0
"""Two marks that are nearer have no room for both names."""
TIMES = tuple(factor * 10**power for power in range(6) for factor in (1, 3))
LEAST_BARS = 14
"""Shown, also where all answers took about the same: one broad bar would be no picture."""


class BarOf(NamedTuple):
    x: str
    y: str
    width: str
    height: str


class TimeTick(NamedTuple):
    x: str
    label: str
    between: bool
    """Whether it may be left out where there is little room."""


class Mark(NamedTuple):
    x: str
    label: str
    anchor: str


class Histogram(NamedTuple):
    width: int
    height: int
    floor: str
    bars: Sequence[BarOf]
    ticks: Sequence[TimeTick]
    marks: Sequence[Mark]
    """Within which time half of them lie, and 19 of 20."""


def histogram(bins: Sequence[int], half: float, p95: float) -> Histogram:
    """Times in steps of half an octave (`arena.orders.bins.bin_of`), as high as they are many."""
    width, height = HISTOGRAM
    used = [place for place, many in enumerate(bins) if many]
    first = max(min(used[0], used[-1] + 1 - LEAST_BARS), 0)
    shown = max(used[-1] + 1 - first, LEAST_BARS)
    step = (width - 12) / shown
    floor, most = height - BELOW, max(bins)

    def x(milliseconds: float) -> float:
        """By the end of a step; what is below 1 ms has one of its own."""
        place = 1 + BINS_AN_OCTAVE * log2(milliseconds) if milliseconds >= 1 else milliseconds
        return 6 + min(max(place - first, 0), shown) * step

    bars = []
    for place in used:
        high = max((floor - ABOVE) * bins[place] / most, 2.0)
        bars.append(BarOf(_n(6 + (place - first) * step + 1), _n(floor - high), _n(step - 2), _n(high)))
    ticks = [
        TimeTick(_n(x(time)), f"{time} ms" if time < 1_000 else f"{time // 1_000} s", str(time).startswith("3"))
        for time in TIMES
        if 20 < x(time) < width - 24
    ]
    return Histogram(int(width), int(height), _n(floor), bars, ticks, _marks(x(half), x(p95), width))


def _marks(half: float, p95: float, width: float) -> list[Mark]:
    """Their names outside of what lies between them, where there is room."""
    if p95 - half < 1:
        return [Mark(_n(half), "half, 95 %", "start" if half < width / 2 else "end")]
    first = Mark(_n(half), "half", "end" if half > NEAR else "start")
    is_told = first.anchor == "end" or p95 - half > NEAR
    return [first, Mark(_n(p95), "95 %" if is_told else "", "start" if p95 < width - NEAR else "end")]
