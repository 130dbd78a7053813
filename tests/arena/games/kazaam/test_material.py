"""Sections 1 and 2: the material and the options."""

from collections import Counter
from typing import Any

import pytest

from arena.games.kazaam import material, units
from arena.games.kazaam.material import ALCHEMISTS, HOMUNCULI, INGREDIENTS, KINDS, PARTS, TILES
from arena.kernel.options import BadOptions
from tests.arena.games.kazaam.tables import GAME, new, player, table

RING = list(INGREDIENTS)
STEPS = {  # KZ-6, in the book's words
    "left-ear": (0, 1),
    "right-ear": (0, 5),
    "left-hand": (0, 1, 3),
    "right-hand": (0, 2, 4),
    "left-leg": (0, 3, 5),
    "right-leg": (0, 4, 5),
    "tail": (0, 2, 2, 3),
    "torso": (0, 3, 4, 4),
    "head": (0, 1, 1, 2, 5),
}


def symbols(tile: str) -> Counter[str]:
    counts = units.counts(material.PRICE_OF[TILES.index(tile)])
    return Counter({name: count for name, count in zip(INGREDIENTS, counts, strict=True) if count})


def part(tile: str) -> str:
    return PARTS[material.PART_OF[TILES.index(tile)]]


@pytest.mark.parametrize("seats", [1, 6])
def test_a_game_has_two_to_five_seats(seats: int) -> None:
    """KZ-1."""
    assert [new(allowed).seats for allowed in (2, 3, 4, 5)] == [2, 3, 4, 5]
    with pytest.raises(BadOptions, match="2 to 5 seats"):
        GAME.settle(seats, {})


def test_nine_parts_of_six_kinds_in_reading_order() -> None:
    """KZ-2."""
    assert (
        *("left-ear", "head", "right-ear"),
        *("left-hand", "torso", "right-hand"),
        *("left-leg", "tail", "right-leg"),
    ) == PARTS
    assert len(set(KINDS)) == 6
    assert dict(zip(PARTS, material.POINTS, strict=True)) == {
        name: 2 if name in ("head", "torso", "tail") else 1 for name in PARTS
    }
    size = {"ear": 2, "head": 5, "hand": 3, "torso": 4, "leg": 3, "tail": 4}
    assert all(symbols(tile).total() == size[KINDS[PARTS.index(part(tile))]] for tile in TILES)


def test_seventy_tiles_of_seven_homunculi() -> None:
    """KZ-3."""
    assert len(TILES) == len(set(TILES)) == 70
    assert HOMUNCULI == ("insect", "fire", "wood", "fur", "reptile", "bone", "stone")
    assert all(tile.startswith(HOMUNCULI[material.HOMUNCULUS_OF[TILES.index(tile)]] + "-") for tile in TILES)


def test_of_each_homunculus_nine_parts_once_and_one_twice() -> None:
    """KZ-4."""
    doubled = []
    for homunculus in HOMUNCULI:
        own = [tile for tile in TILES if tile.startswith(homunculus)]
        assert [part(tile) for tile in own[:9]] == list(PARTS)
        assert own[9] == f"{homunculus}-{part(own[9])}-2"
        assert symbols(own[9]) == symbols(own[9].removesuffix("-2"))
        doubled.append(part(own[9]))
    assert Counter(doubled) == {"head": 3, "torso": 2, "tail": 2}


def test_the_symbols_follow_the_ring_from_each_signature() -> None:
    """KZ-6."""
    # The ring's order of signatures: insect M, fire S, wood R, fur U, reptile D, bone F.
    for place, homunculus in enumerate(HOMUNCULI[:6]):
        for name, steps in STEPS.items():
            assert symbols(f"{homunculus}-{name}") == Counter(RING[(place + step) % 6] for step in steps)


def test_stone_levels_the_symbols_of_all_tiles_to_39_each() -> None:
    """KZ-6."""
    assert sum((symbols(tile) for tile in TILES), Counter()) == dict.fromkeys(INGREDIENTS, 39)
    assert symbols("fire-right-hand") == {"unicorn-horn": 1, "phoenix-feather": 1, "sulphur": 1}
    assert symbols("stone-tail") == {"mercury": 1, "mandrake": 2, "dragon-blood": 1}


@pytest.mark.parametrize(("counters", "of_each"), [("single", 16), ("some-double", 20)])
def test_the_supply_has_as_many_units_of_each_ingredient(counters: str, of_each: int) -> None:
    """KZ-7, KZ-8."""
    assert new(counters=counters).dump()["supply"] == dict.fromkeys(INGREDIENTS, of_each)
    assert INGREDIENTS == ("mercury", "sulphur", "mandrake", "unicorn-horn", "dragon-blood", "phoenix-feather")


def test_all_units_lie_open() -> None:
    """KZ-9."""
    state = table(player(units={"mercury": 5}), player(units={"sulphur": 2, "mercury": 1}))
    public = state.view(None)
    assert public["players"][0]["ingredients"]["mercury"] == 5
    assert public["players"][1]["ingredients"]["sulphur"] == 2
    assert public["supply"]["mercury"] == 10


def test_the_favourite_homunculus_has_the_favourite_ingredient_on_every_part() -> None:
    """KZ-10."""
    assert ALCHEMISTS == ("severus", "balthasar", "cordula", "minerva", "lazarus", "ottilia")
    assert material.FAVOURITE_INGREDIENT == (0, 1, 2, 3, 4, 5)
    for ingredient, homunculus in zip(material.FAVOURITE_INGREDIENT, material.FAVOURITE_HOMUNCULUS, strict=True):
        own = [tile for tile in TILES if tile.startswith(HOMUNCULI[homunculus] + "-")]
        assert all(symbols(tile)[INGREDIENTS[ingredient]] == 1 for tile in own)


def test_a_missing_option_has_its_default() -> None:
    """KZ-11."""
    assert GAME.settle(3, {"kazaam": "spoken"}) == {
        "head_scope": "any",
        "full_hand": "blocked",
        "counters": "single",
        "kazaam": "spoken",
        "favourite_bonus": "face-up",
        "round_limit": 60,
    }


@pytest.mark.parametrize(
    "options",
    [{"heads": "any"}, {"head_scope": "all"}, {"round_limit": 0}, {"round_limit": 201}, {"round_limit": "60"}],
)
def test_an_unknown_name_or_value_starts_no_game(options: dict[str, Any]) -> None:
    """KZ-11."""
    with pytest.raises(BadOptions, match="kazaam"):
        new(2, **options)


@pytest.mark.parametrize("limit", [1, 200])
def test_the_round_limit_is_1_to_200(limit: int) -> None:
    """KZ-11."""
    assert new(2, round_limit=limit).dump()["options"]["round_limit"] == limit
