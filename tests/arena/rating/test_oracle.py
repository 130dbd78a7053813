"""The trueskill package with its mpmath backend is the definition; `athanor bench rating` runs 10,000 tables."""

import mpmath
import pytest

from arena.cli.bench.measure import reference
from arena.cli.bench.rating import AGREEMENT, furthest_apart, random_tables
from arena.rating import Environment, Rating, exposure, rate

trueskill = reference("trueskill")


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
def test_updates_agree_with_trueskill_for_any_number_of_seats(seats: int) -> None:
    assert furthest_apart(random_tables(25, [seats], seed=100 + seats)) <= AGREEMENT


@pytest.mark.parametrize(
    "constants",
    [
        {"mu": 1600.0, "sigma": 350.0, "beta": 200.0, "tau": 3.5, "draw_probability": 0.001},
        {"mu": 0.0, "sigma": 1.0, "beta": 0.5, "tau": 0.0, "draw_probability": 0.5},
        {"mu": 25.0, "sigma": 25 / 3, "beta": 0.4, "tau": 1.0, "draw_probability": 0.02},
    ],
)
def test_updates_agree_under_other_constants(constants: dict[str, float]) -> None:
    ours = Environment(**constants)
    oracle = trueskill.TrueSkill(**constants, backend="mpmath")
    step = ours.sigma
    given = [Rating(ours.mu + step, step / 2), Rating(ours.mu, step), Rating(ours.mu - step, step / 4)]
    with mpmath.workdps(40):
        for ranks in ([1, 2, 3], [3, 2, 1], [1, 1, 3], [1, 2, 2], [1, 1, 1]):
            expected = oracle.rate([(trueskill.Rating(*rating),) for rating in given], ranks)
            for mine, (theirs,) in zip(rate(given, ranks, ours), expected, strict=True):
                assert mine.mu == pytest.approx(theirs.mu, abs=1e-9 * step)
                assert mine.sigma == pytest.approx(theirs.sigma, abs=1e-9 * step)


@pytest.mark.parametrize("gap", [50.0, 230.0, 232.0, 250.0, 900.0, 4000.0])
@pytest.mark.parametrize("ranks", [[1, 2], [1, 1]])
def test_upsets_that_trueskill_cannot_compute_agree_with_many_digits(gap: float, ranks: list[int]) -> None:
    given = [Rating(25.0, 1.0), Rating(25.0 + gap, 1.0)]
    # cdf(-x) needs about x²/2 / ln(10) digits before it differs from nothing.
    with mpmath.workdps(40):
        oracle = trueskill.TrueSkill(backend="mpmath")
        expected = oracle.rate([(trueskill.Rating(*rating),) for rating in given], ranks)
    for mine, (theirs,) in zip(rate(given, ranks, Environment()), expected, strict=True):
        assert mine.mu == pytest.approx(theirs.mu, rel=1e-9)
        assert mine.sigma == pytest.approx(theirs.sigma, rel=1e-7)


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (Rating(1253.2, 1.315), Rating(2038.3, 1.136)),  # scttcper/ts-trueskill#228
        (Rating(-323.263, 2.965), Rating(-48.441, 2.190)),  # sublee/trueskill#5
    ],
)
def test_upsets_that_were_reported_as_exceptions_have_an_answer(winner: Rating, loser: Rating) -> None:
    with pytest.raises(FloatingPointError):
        trueskill.TrueSkill().rate([(trueskill.Rating(*winner),), (trueskill.Rating(*loser),)])
    with mpmath.workdps(40):
        oracle = trueskill.TrueSkill(backend="mpmath")
        expected = oracle.rate([(trueskill.Rating(*winner),), (trueskill.Rating(*loser),)])
    for mine, (theirs,) in zip(rate([winner, loser], [1, 2], Environment()), expected, strict=True):
        assert mine.mu == pytest.approx(theirs.mu, rel=1e-9)
        assert mine.sigma == pytest.approx(theirs.sigma, rel=1e-7)


def test_exposure_is_three_sigma_below_the_mean() -> None:
    assert exposure(Rating(31.0, 2.0)) == 25.0
    assert exposure(Environment().newcomer()) == pytest.approx(0.0)
