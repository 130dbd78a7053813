"""The two moments that every TrueSkill update needs, for any finite argument.

Z is standard normal, and something was seen that leaves it only a part of the line:

    won(x, e)       Z > e - x           the difference of two performances was more than the margin
    drawn(x, e)     |Z + x| < e         it was less, either way

Both give (v, w, rest): v is the mean of what is left, rest its variance, w = 1 - rest. The textbook's
formulas divide one vanishing tail by another and take the difference of two almost equal numbers; beyond what a
float can hold of that (an upset of 38 standard deviations) they fail. Here the tail has forms of its own, in
which nothing cancels and w never leaves [0, 1].
"""

from __future__ import annotations

from math import erfc, exp, pi, sqrt

Moments = tuple[float, float, float]

SQRT_HALF = sqrt(0.5)
SQRT_2_OVER_PI = sqrt(2 / pi)

TAIL = 16.0
"""From here on the continued fraction takes over; eleven digits of `rest` are left of the textbook's there."""
FRACTION_LEVELS = range(16, 2, -1)

NARROW = 0.02
"""Below this half width the difference of two distribution functions loses too much: the density is summed."""
CUT = 40.0
"""exp(-40) of the density is nothing."""
PANEL = 4.0
"""How many powers of e one panel of the quadrature spans."""

# Gauss-Legendre, ten points: the positive nodes of [-1, 1] and their weights.
NODES = (
    (0.14887433898163122, 0.29552422471475287),
    (0.4333953941292472, 0.26926671930999635),
    (0.6794095682990244, 0.21908636251598204),
    (0.8650633666889845, 0.1494513491505806),
    (0.9739065285171717, 0.06667134430868814),
)
POINTS = tuple(((1 + side * node) / 2, weight / 2) for node, weight in NODES for side in (-1, 1))  # on [0, 1]


def won(x: float, e: float) -> Moments:
    t = x - e
    if t < -TAIL:
        return _far_upset(-t)
    v = SQRT_2_OVER_PI * exp(-0.5 * t * t) / erfc(-SQRT_HALF * t)
    w = v * (v + t)
    return v, w, 1 - w


def _far_upset(t: float) -> Moments:
    """Z > t, far out: v = t + 1/(t + 2/(t + 3/(t + ...))), and w and rest from the same fraction."""
    third = 0.0
    for level in FRACTION_LEVELS:
        third = level / (t + third)
    second = 2 / (t + third)
    first = 1 / (t + second)
    v = t + first
    rest = (t + 2 * second - third) / (t + third) / (t + second) / (t + second)
    return v, v * first, rest


def drawn(x: float, e: float) -> Moments:
    distance = abs(x)
    upper = e - distance
    if e < NARROW or upper < -TAIL:
        v, w, rest = _summed(upper, 2 * e)
    else:
        lower = -e - distance
        mass = erfc(-SQRT_HALF * upper) - erfc(-SQRT_HALF * lower)
        at_upper = SQRT_2_OVER_PI * exp(-0.5 * upper * upper)
        at_lower = SQRT_2_OVER_PI * exp(-0.5 * lower * lower)
        v = (at_lower - at_upper) / mass
        w = v * v + (upper * at_upper - lower * at_lower) / mass
        rest = 1 - w
    return (v if x >= 0 else -v), w, rest


def _summed(upper: float, width: float) -> Moments:
    """Z in (upper - width, upper): with Y = upper - Z the density is exp(Y (upper - Y/2)), summed over panels."""
    if -upper * width > CUT:
        width = CUT / -upper
    panels = 1 + int(max(-upper, 0.0) * width / PANEL)
    panel = width / panels
    places: list[tuple[float, float]] = []
    mass = first = 0.0
    for number in range(panels):
        for point, weight in POINTS:
            y = (number + point) * panel
            density = weight * exp(y * (upper - 0.5 * y))
            mass += density
            first += density * y
            places.append((y, density))
    mean = first / mass
    rest = sum(density * (y - mean) * (y - mean) for y, density in places) / mass
    return upper - mean, 1 - rest, rest
