"""The autopilot does the least, by what its seat may know."""

from __future__ import annotations

from tests.arena.games.alakazoo.tables import (
    GAME,
    PLACE_NOTHING,
    REST,
    activate,
    acts,
    new,
    nine,
    player,
    roll,
    table,
    take,
    trade,
)


def least(state: object, seat: int) -> object:
    return GAME.actions.document(state.autopilot(seat))  # type: ignore[attr-defined]


def test_it_keeps_the_first_of_what_it_is_offered() -> None:
    state = new(2)
    assert least(state, 1) == {"pick": {"card": state.dump()["players"][1]["pack"][0]}}
    assert least(new(2, portals="choose"), 0) == {"choose_portal": {"portal": "basilisk"}}


def test_it_rests_and_alone_it_rolls_one_die() -> None:
    assert least(table(player(), player()), 0) == REST
    assert least(table(player()), 0) == roll(1)


def test_it_places_nothing_and_covers_the_lowest_rune() -> None:
    state = table(player(hand=["dragon-head"], covered=[2]), player(), chance={"dice": [4]})
    acts(state, (0, roll(1)))
    assert least(state, 0) == activate("wave", 3)
    acts(state, (0, activate("wave", 3)))
    assert least(state, 0) == PLACE_NOTHING


def test_it_gives_and_discards_its_first_cards() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["hydra-head", "hydra-tail"]))
    acts(state, (0, trade(1, "hydra", "dragon-tail")))
    assert least(state, 1) == {"give": {"cards": ["hydra-head"]}}
    full = table(player(hand=nine("dragon")[:4]), player(), columns=[["griffin-head"]])
    acts(full, (0, take(0)))
    assert least(full, 0) == {"discard": {"cards": ["dragon-left-ear"]}}
