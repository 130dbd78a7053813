"""Random games, in which every invariant of the rule book is checked."""

from __future__ import annotations

import pytest

from arena.contract.kit import Kit
from arena.contract.plan import planned
from arena.contract.play import play


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_slice_of_random_games_breaks_no_invariant(kit: Kit, part: int) -> None:
    games = kit.random_games
    for number in range(part * games // 4, (part + 1) * games // 4):
        play(planned(kit, number), stride=25)


def test_the_slice_has_every_number_of_seats_and_every_value_of_every_option(kit: Kit) -> None:
    plans = [planned(kit, number) for number in range(kit.random_games)]
    assert {plan.seats for plan in plans} == set(kit.game.seats)
    for key, option in kit.game.options.items():
        met = {str(plan.options[key]) for plan in plans}
        if option.values and not isinstance(option.values, range):
            assert met == {*map(str, option.values)}
        else:
            assert len(met) >= min(6, len(option.values) or 6)


@pytest.mark.slow
def test_what_is_checked_does_not_bear_on_what_is_played(kit: Kit) -> None:
    for number in range(2):
        assert play(planned(kit, number), stride=1) == play(planned(kit, number), stride=1000)
