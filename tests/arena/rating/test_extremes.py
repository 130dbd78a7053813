"""No finite table ends in an exception, in an infinity, or with more uncertainty than the drift adds."""

import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating import Environment, Rating, rate
from arena.rating.environment import LARGEST, LEAST_PROBABILITY, SMALLEST
from arena.rating.truncation import drawn, won


@st.composite
def far_apart(draw: st.DrawFn) -> tuple[list[Rating], list[int], Environment]:
    """Gaps up to 10,000 c, margins down to nothing."""
    probability = 10 ** draw(st.floats(-9, -0.01))
    environment = Environment(tau=draw(st.sampled_from([0.0, 25 / 300, 3.0])), draw_probability=probability)
    seats = draw(st.integers(2, 7))
    sigmas = draw(st.lists(st.floats(0.01, 25 / 3), min_size=seats, max_size=seats))
    c = math.sqrt(2 * max(sigmas) ** 2 + 2 * environment.tau**2 + 2 * environment.beta**2)
    places = draw(st.lists(st.floats(-5e3, 5e3), min_size=seats, max_size=seats))
    ranks = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return [Rating(place * c, sigma) for place, sigma in zip(places, sigmas, strict=True)], ranks, environment


@st.composite
def absurd(draw: st.DrawFn) -> tuple[list[Rating], list[int], Environment]:
    """Anything that is let in at all."""
    size = st.floats(math.log10(SMALLEST) + 1e-9, math.log10(LARGEST) - 1e-9).map(lambda power: 10**power)
    environment = Environment(
        beta=draw(size),
        tau=draw(st.one_of(st.just(0.0), size)),
        draw_probability=draw(st.floats(LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)),
    )
    seats = draw(st.integers(2, 6))
    ratings = draw(st.lists(st.builds(Rating, st.floats(-LARGEST, LARGEST), size), min_size=seats, max_size=seats))
    return ratings, draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats)), environment


@given(st.one_of(far_apart(), absurd()))
def test_every_table_has_a_finite_answer_and_no_sigma_beyond_the_drift(
    case: tuple[list[Rating], list[int], Environment],
) -> None:
    ratings, ranks, environment = case
    for before, after in zip(ratings, rate(ratings, ranks, environment), strict=True):
        assert math.isfinite(after.mu)
        assert 0 <= after.sigma <= math.sqrt(before.sigma**2 + environment.tau**2) * (1 + 1e-12)


@given(st.floats(-1e4, 1e4), st.floats(1e-9, 40))
def test_moments_stay_in_their_range(x: float, e: float) -> None:
    for v, w, rest in (won(x, e), drawn(x, e)):
        assert math.isfinite(v)
        assert 0 <= w <= 1
        assert 0 <= rest <= 1
        assert w + rest == pytest.approx(1)


POINTS = [-5000.0, -300.0, -39.0, -25.0, -16.5, -15.9, -8.0, -1.0, 0.0, 0.3, 2.0, 9.0, 30.0]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("e", [1e-9, 1e-4, 0.0199, 0.0201, 0.06, 0.7, 3.0])
def test_moments_agree_with_many_digits(x: float, e: float) -> None:
    with mpmath.workdps(60):
        _agree(won(x, e), _exact(mpmath.mpf(e) - mpmath.mpf(x), mpmath.inf))
        _agree(drawn(x, e), _exact(-mpmath.mpf(e) - mpmath.mpf(x), mpmath.mpf(e) - mpmath.mpf(x)))


def _exact(low: mpmath.mpf, high: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Mean and variance of a standard normal between two bounds, by the textbook, with digits to spare."""
    mirrored = high > 0 and abs(low) < high
    if mirrored:
        low, high = -high, -low
    with mpmath.workdps(120):
        at_low = mpmath.npdf(low) if low != -mpmath.inf else mpmath.mpf(0)
        at_high = mpmath.npdf(high)
        mass = mpmath.ncdf(high) - (mpmath.ncdf(low) if low != -mpmath.inf else 0)
        mean = (at_low - at_high) / mass
        edge = high * at_high - (low * at_low if low != -mpmath.inf else 0)
        variance = 1 - edge / mass - mean * mean
    return (-mean if mirrored else mean), variance


def _agree(found: tuple[float, float, float], exact: tuple[mpmath.mpf, mpmath.mpf]) -> None:
    v, w, rest = found
    mean, variance = exact
    assert v == pytest.approx(float(mean), rel=1e-9, abs=1e-13)
    assert rest == pytest.approx(float(variance), rel=1e-7)
    assert w == pytest.approx(float(1 - variance), rel=1e-9, abs=1e-13)
