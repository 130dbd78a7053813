"""Section 1: the material is what the book says it is."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from arena.games.alakazoo import material
from arena.games.alakazoo.material import CREATURES, FACE_AT, FACES, PARTS, SPELLS
from arena.kernel.options import BadOptions
from tests.arena.games.alakazoo.tables import GAME, TOMMY, new, player, table


def runes_at(portal: str) -> list[tuple[str, str]]:
    kinds = [FACES[face] for face in FACE_AT[CREATURES.index(portal)]]
    return list(zip(kinds[::2], kinds[1::2], strict=True))


def test_AZ_1_there_are_one_to_four_seats() -> None:
    assert list(GAME.seats) == [1, 2, 3, 4]
    with pytest.raises(BadOptions, match="1 to 4 seats, not 5"):
        GAME.settle(5, {})


def test_AZ_2_AZ_3_there_are_72_spells_nine_of_each_of_eight_creatures() -> None:
    assert CREATURES == ("basilisk", "dragon", "griffin", "hydra", "kraken", "phoenix", "unicorn", "yeti")
    assert len(SPELLS) == len(set(SPELLS)) == 72
    assert SPELLS[:3] == ("basilisk-left-ear", "basilisk-head", "basilisk-right-ear")
    assert SPELLS[9] == "dragon-left-ear"
    assert SPELLS[-1] == "yeti-right-leg"


def test_AZ_4_the_nine_parts_lie_in_three_rows_and_three_columns() -> None:
    assert PARTS[:3] == ("left-ear", "head", "right-ear")
    assert PARTS[3:6] == ("left-hand", "torso", "right-hand")
    assert PARTS[6:] == ("left-leg", "tail", "right-leg")


def test_AZ_5_AZ_6_each_portal_has_nine_of_the_ten_pairs_of_runes_once_each() -> None:
    for portal in CREATURES:
        pairs = runes_at(portal)
        assert len(pairs) == 9
        assert len({frozenset(pair) for pair in pairs}) == 9
        assert all(len(set(pair)) == 2 for pair in pairs)
        assert sorted(Counter(itertools.chain(*pairs)).values()) == [3, 3, 4, 4, 4]


def test_AZ_6_no_position_has_the_same_pair_on_two_portals() -> None:
    for one, other in itertools.combinations(CREATURES, 2):
        for pair, same_place in zip(runes_at(one), runes_at(other), strict=True):
            assert set(pair) != set(same_place)


def test_AZ_6_some_of_the_table_word_by_word() -> None:
    assert runes_at("basilisk")[6] == ("sun", "wave")
    assert runes_at("dragon")[0] == ("moon", "star")
    assert runes_at("kraken")[4] == ("sun", "wave")
    assert runes_at("yeti")[8] == ("moon", "wave")


def test_AZ_7_covered_lists_the_two_runes_of_a_position_in_order() -> None:
    state = table(player(covered=[3, 16]), player())
    positions = state.dump()["players"][0]["positions"]
    assert [position["covered"] for position in positions[:2]] == [[False, False], [False, True]]
    assert positions[8]["covered"] == [True, False]


def test_AZ_8_three_dice_with_six_faces_each() -> None:
    assert FACES == ("wild", "sun", "moon", "star", "wave", "leaf")
    assert material.DICE == 3


def test_AZ_9_there_are_30_magic_and_12_dark_tokens() -> None:
    state = new(2, portals="choose")
    assert (state.magic_supply, state.dark_supply) == (30, 12)


def test_AZ_10_a_keeper_has_three_slots_for_both_kinds_together() -> None:
    assert table(player(magic=1, dark=1), player()).free_slots(0) == 1


def test_AZ_11_there_are_five_abilities() -> None:
    assert material.ABILITIES == ("swap-column", "swap-discard", "mimic", "fetch-two", "trade-two")


def test_AZ_12_points_are_a_number_without_limit() -> None:
    """AZ-12."""
    state = table(player(points=1000), player(hand=["dragon-head"], covered=[2, 3], points=2_000_000))
    assert [each["points"] for each in state.dump()["players"]] == [1000, 2_000_000]


def test_AZ_121_a_page_for_each_pair_of_creatures_with_three_lines_alike() -> None:
    assert len(material.PAGES) == 28
    for page, pair, name in zip(
        material.PAGES, itertools.combinations(range(8), 2), material.PAGE_NAMES, strict=True
    ):
        assert (page.first, page.second) == pair
        assert name == "-".join(CREATURES[creature] for creature in pair)
        assert page.lines == ((1, 1, 1),) * 3


def test_AZ_140_tommy_has_24_cards() -> None:
    assert [material.CARDS[card] for card in material.TOMMY_COPIES] == TOMMY
    assert len(TOMMY) == 24


def test_AZ_161_there_are_13_magicians_and_13_keeper_cards() -> None:
    assert len(material.MAGICIANS) == len(material.KEEPERS) == 13
