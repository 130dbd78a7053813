"""Section 15: the Book of Magic."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from arena.games.alakazoo.book import lines_fulfilled
from arena.games.alakazoo.material import PAGE_NAMES, Line
from arena.games.alakazoo.setup import pages_in_play
from tests.arena.games.alakazoo.tables import (
    REST,
    act,
    drafted,
    identity,
    keys,
    legal,
    new,
    nine,
    only,
    place,
    player,
    refused,
    table,
    take,
)

BONUS = {"book": "bonus"}


def some(creature: str, count: int, first: int = 0) -> list[str]:
    return nine(creature)[first : first + count]


def ended(spells: list[str], page: str, book: str = "bonus", **seat: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The page's event and the judgment of seat 0 of three, with five creatures in play."""
    state = table(
        player(spells, page=page, **seat),
        player(page="dragon-kraken"),
        player(page="griffin-kraken"),
        turn=2,
        round=59,
        options={"book": book},
        finisher=0 if len(spells) == 9 else -1,
    )
    events = act(state, 2, REST)
    return only(events, "page")[0], only(events, "judged")[0]


def test_AZ_120_three_uses() -> None:
    assert new(2, book="bonus").dump()["options"]["book"] == "bonus"
    assert new(2, book="instead").dump()["options"]["book"] == "instead"
    assert new(1, book="goal").question(0) == "book"


@pytest.mark.parametrize(("seats", "pages"), [(1, 2), (2, 5), (3, 9), (4, 14)])
def test_AZ_122_pages_of_two_creatures_in_play_one_of_them_on_a_portal(seats: int, pages: int) -> None:
    state = new(seats)
    found = [PAGE_NAMES[page] for page in pages_in_play(state)]
    assert len(found) == pages
    document = state.dump()
    portals = {each["portal"] for each in document["players"]}
    for page in found:
        assert set(page.split("-")) <= set(document["creatures"])
        assert set(page.split("-")) & portals


def test_AZ_123_two_pages_each_of_which_one_is_kept_and_the_other_never_shown() -> None:
    state = new(2, {"setup": [*identity(8), *identity(6)], "book": identity(5)}, book="bonus")
    events = drafted(state)
    assert only(events, "book_offer") == [
        {"seat": 0, "pages": ["basilisk-dragon", "basilisk-unicorn"], "to": [0]},
        {"seat": 1, "pages": ["basilisk-yeti", "dragon-unicorn"], "to": [1]},
    ]
    assert state.to_act == (0, 1)
    assert refused(state, 1, {"keep": {"page": "basilisk-dragon"}}) == "not-offered"
    assert act(state, 1, {"keep": {"page": "basilisk-yeti"}}) == [{"kept": {"seat": 1}}]
    assert refused(state, 1, {"keep": {"page": "dragon-unicorn"}}) == "not-your-turn"
    assert keys(act(state, 0, legal(state, 0)[1])) == ["kept", "turn"]
    assert state.dump()["players"][0]["book"] == {"pages": [], "page": "basilisk-unicorn"}


def test_AZ_124_a_page_is_its_owners_until_the_end_then_all_are_shown() -> None:
    state = table(player(), player(page="dragon-hydra"), turn=1, round=59, options=BONUS)
    assert state.view(1)["players"][1]["book"]["page"] == "dragon-hydra"
    assert "book" not in state.view(0)["players"][1]
    assert "book" not in state.view(None)["players"][1]
    events = act(state, 1, REST)
    assert keys(events) == ["rested", "page", "page", "judged", "judged", "ended"]  # AZ-124: then all are shown
    assert only(events, "page")[1] == {"seat": 1, "page": "dragon-hydra", "lines": [False, False, False]}
    assert state.view(None)["players"][1]["book"]["page"] == "dragon-hydra"


def test_AZ_125_at_least_so_many_of_each_and_no_row_is_needed() -> None:
    spells = [*some("basilisk", 3), *some("dragon", 2, 3), *some("griffin", 1, 8)]
    page, judged = ended(spells, "basilisk-dragon")
    assert page == {"seat": 0, "page": "basilisk-dragon", "lines": [True, False, False]}
    assert judged["book"] == 1
    none = [*some("basilisk", 3), *some("griffin", 3, 3)]
    assert ended(none, "basilisk-dragon")[0]["lines"] == [False, False, False]


def test_AZ_126_the_joker_is_one_other_creature_the_best() -> None:
    same = [*some("basilisk", 2), *some("dragon", 2, 2), *some("griffin", 2, 4)]
    assert ended(same, "basilisk-dragon")[0]["lines"] == [True, True, False]
    others = [*some("basilisk", 2), *some("dragon", 2, 2), *some("griffin", 1, 4), *some("hydra", 1, 5)]
    assert ended(others, "basilisk-dragon")[0]["lines"] == [True, True, False]
    own = [*some("basilisk", 5), *some("dragon", 4, 5)]
    assert ended(own, "basilisk-dragon")[0]["lines"] == [False, False, False]


def test_AZ_127_a_spell_counts_for_one_line_only() -> None:
    spells = [*some("basilisk", 4), *some("dragon", 1, 4), *some("griffin", 4, 5)]
    page, judged = ended(spells, "basilisk-dragon")
    assert page["lines"] == [True, False, False]
    assert judged["book"] == 1


def test_AZ_127_the_most_lines_are_fulfilled_of_equally_many_the_earlier_ones() -> None:
    """With lines that ask for different numbers: no page of the data has such, the rule holds for all."""
    lines = (Line(3, 1, 1), Line(1, 1, 1), Line(1, 1, 2))
    dear = (Line(1, 1, 1), Line(4, 1, 1), Line(1, 1, 1))
    assert lines_fulfilled(dear, 3, 3, [1, 1]) == (True, False, True)
    assert lines_fulfilled(lines, 4, 4, [1, 1]) == (True, True, False)
    assert lines_fulfilled(lines, 3, 3, [1, 2]) == (False, True, True)
    assert lines_fulfilled(lines, 3, 3, [2, 0]) == (True, False, False)


@pytest.mark.parametrize("seed", range(200))
def test_AZ_126_AZ_127_the_assignment_is_the_best_of_all_that_there_are(seed: int) -> None:
    rng = Random(seed)
    lines = tuple(Line(rng.randrange(3), rng.randrange(3), rng.randrange(3)) for _ in range(3))
    first, second, others = rng.randrange(5), rng.randrange(5), [rng.randrange(4) for _ in range(3)]
    possible = [
        chosen
        for chosen in product((True, False), repeat=3)
        if any(fits(lines, chosen, jokers, first, second, others) for jokers in product(range(3), repeat=3))
    ]
    best = max(possible, key=lambda chosen: (sum(chosen), chosen))
    assert lines_fulfilled(lines, first, second, others) == best


def fits(
    lines: tuple[Line, ...],
    chosen: tuple[bool, ...],
    jokers: tuple[int, ...],
    first: int,
    second: int,
    others: list[int],
) -> bool:
    """Whether the chosen lines are fulfilled at once, each with the joker that is tried."""
    counted = [(line, joker) for line, taken, joker in zip(lines, chosen, jokers, strict=True) if taken]
    return (
        sum(line.first for line, _ in counted) <= first
        and sum(line.second for line, _ in counted) <= second
        and all(
            sum(line.joker for line, joker in counted if joker == creature) <= there
            for creature, there in enumerate(others)
        )
    )


def test_AZ_127_three_of_each_fulfil_all_three_lines() -> None:
    spells = [*some("basilisk", 3), *some("dragon", 3, 3), *some("griffin", 3, 6)]
    page, judged = ended(spells, "basilisk-dragon")
    assert page["lines"] == [True, True, True]
    assert judged["book"] == 3


def test_AZ_128_bonus_is_added_to_the_usual_scoring() -> None:
    spells = [*some("basilisk", 3), *some("dragon", 3, 3), *some("griffin", 3, 6)]
    _, judged = ended(spells, "basilisk-dragon", points=4)
    assert (judged["same"], judged["different"], judged["book"], judged["total"]) == (3, 3, 3, 13)


def test_AZ_129_instead_counts_fulfilled_lines_only() -> None:
    spells = [*some("basilisk", 3), *some("dragon", 3, 3), *some("griffin", 3, 6)]
    _, judged = ended(spells, "basilisk-dragon", book="instead", points=4)
    assert judged == {
        "seat": 0,
        "points": 4,
        "same": 0,
        "different": 0,
        "pure": 0,
        "book": 3,
        "school": 0,
        "total": 7,
        "tie": 3,
    }


def test_AZ_130_the_goal_of_the_solo_mode_is_all_three_lines() -> None:
    spells = [*some("basilisk", 3), "griffin-left-hand", "griffin-right-hand", *some("dragon", 3, 6)]
    state = table(
        player(spells, hand=["griffin-torso"], covered=[8, 9], page="basilisk-griffin"),
        columns=[["dragon-head"]],
        options={"book": "goal"},
    )
    act(state, 0, take(0))
    events = act(state, 0, place("griffin-torso"))
    assert keys(events) == ["placed", "page", "ended"]
    assert only(events, "ended")[0]["reason"] == "won"


def test_AZ_130_a_full_portal_alone_wins_nothing() -> None:
    state = table(
        player(nine("basilisk")[1:], hand=["griffin-left-ear"], covered=[0, 1], page="basilisk-griffin"),
        columns=[["dragon-head"]],
        options={"book": "goal"},
    )
    act(state, 0, take(0))
    assert keys(act(state, 0, place("griffin-left-ear"))) == ["placed", "turn"]


def test_AZ_130_an_exchange_can_win_too() -> None:
    spells = [
        *some("basilisk", 3),
        "griffin-left-hand",
        "griffin-right-hand",
        "dragon-torso",
        *some("dragon", 3, 6),
    ]
    state = table(
        player(spells, hand=["griffin-torso"], magic=1, page="basilisk-griffin"), options={"book": "goal"}
    )
    events = act(state, 0, {"revise": {"card": "griffin-torso"}})
    assert keys(events) == ["paid", "revised", "page", "ended"]
