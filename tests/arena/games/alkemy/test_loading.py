"""What a state document is loaded with, and what it is refused for (AK-321, AK-325)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from arena.kernel.chance import Seeded
from arena.kernel.game import BadState
from tests.arena.games.alkemy.scenes import (
    FAR,
    GAME,
    Scene,
    document,
    effect,
    figure_of,
    prepare,
    shoot,
)

RECRUIT, JARAYA = "avalon-recruits", "jaraya"


def _changed(state: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    twin = copy.deepcopy(state)
    *way, last = pointer.split("/")[1:]
    place: Any = twin
    for key in way:
        place = place[int(key) if isinstance(place, list) else key]
    place[int(last) if isinstance(place, list) else last] = value
    return twin


CLOCKWISE = {
    "piece": "wall",
    "seat": 0,
    "x": 0,
    "y": 0,
    "rotation": "r0",
    "parts": [
        {
            "kind": "hill",
            "size": 1,
            "height": 1,
            "polygon": [{"x": 0, "y": 0}, {"x": 0, "y": 9}, {"x": 9, "y": 0}],
            "disc": None,
        }
    ],
}


@pytest.mark.parametrize(
    ("pointer", "value", "where", "why"),
    [
        ("/seats", 3, "/seats", "2 were expected"),
        ("/options/aim", "guess", "/options/aim", "guess"),
        ("/figures/0/x", 40, "/figures/0", "AK-35"),
        ("/figures/0/y", 1380, "/figures/1", "overlaps that of figure 0"),
        ("/figures/0/ap", 3, "/figures/0/ap", "0 to 2"),
        ("/figures/0/marked", 7, "/figures/0/marked", "0 to 6"),
        ("/figures/0/failed_charge", True, "/figures/0/charged", "failed"),
        ("/figures/0/profile", "nobody", "/figures/0", "those of its card"),
        ("/figures/0/card", 2, "/figures/0/card", "has no figure 0"),
        ("/figures/0/prepared", ["apathy"], "/figures/0/prepared", "AK-214"),
        ("/figures/0/afraid_of", [1], "/figures/0/afraid_of", "AK-128"),
        ("/figures/0/effects", [effect("sleep")], "/figures/0/effects/0/kind", "sleep"),
        ("/combats", [{"a": 0, "b": 1}], "/combats", "AK-125"),
        ("/combats", [{"a": 0, "b": 2}], "/combats", "AK-125"),
        ("/cards/0/figures", [], "/figures/0/card", "has no figure"),
        ("/question", {"seats": [0], "orders": {"figures": [0], "must_act": True}}, "/question", "phase"),
        ("/question/seats", [1], "/question/seats", "still to act"),
        ("/victory_points", [1], "/victory_points", "two numbers"),
        ("/drawn/luck", 1, "/drawn/luck", "AK-4"),
        ("/armies", [{"faction": "jade", "cards": []}], "/armies", "or none"),
        ("/phase", "over", "/question", "not asked"),
        ("/terrain", [CLOCKWISE], "/terrain/0/parts/0/polygon", "counter-clockwise"),
    ],
)
def test_ak_325_a_state_that_breaks_an_invariant_is_named(pointer: str, value: Any, where: str, why: str) -> None:
    """AK-325."""
    good = document([figure_of(RECRUIT, 0, 1000, 1000), figure_of(JARAYA, 1, 1000, 1450), figure_of(*FAR)])
    GAME.load(good, Seeded(bytes(32)))
    with pytest.raises(BadState, match=why) as bad:
        GAME.load(_changed(good, pointer, value), Seeded(bytes(32)))
    assert bad.value.pointer == where


def test_ak_325_a_puzzle_needs_no_army_lists() -> None:
    """AK-321, AK-325: once the figures stand, what they were recruited for does not matter."""
    puzzle = {**document([figure_of(RECRUIT, 0, 1000, 1000), figure_of(*FAR)]), "armies": []}
    state = GAME.load(puzzle, Seeded(bytes(32)))
    state.apply(0, GAME.action({"first": {"seat": 0}}))
    assert state.question(0) == "hand"
    assert state.view(1)["armies"] == []


HAND = {"cards": [0, 1], "figures": [], "may_pass": False}


def _asked(question: dict[str, Any], **fields: Any) -> dict[str, Any]:
    figures = [figure_of(RECRUIT, 0, 1000, 1000), figure_of(JARAYA, 0, 1300, 1000), figure_of(*FAR)]
    return {
        **document(figures), "phase": "activation", "hand": 0, "opening": True, "question": question, **fields,
    }  # fmt: skip


def test_ak_325_a_puzzle_may_ask_for_less_than_could_be_played() -> None:
    """AK-325: a question is loaded as it stands, where what it offers can be done."""
    for cards in ([0, 1], [1]):
        state = GAME.load(_asked({"seats": [0], "hand": {**HAND, "cards": cards}}), Seeded(bytes(32)))
        assert [GAME.actions.document(one) for one in state.legal(0)] == [{"activate": {"card": c}} for c in cards]
    state.apply(0, GAME.action({"activate": {"card": 1}}))
    active = {"card": 1, "figures": [1], "reactivation": False, "acted": [], "last_shot": [], "over": False}
    state = GAME.load(
        _asked({"seats": [0], "orders": {"figures": [1], "must_act": False}}, activation=active), Seeded(bytes(32))
    )
    assert state.refusal(0, GAME.action({"end": {}})) is None


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ({"cards": [1, 0]}, "ascending"),
        ({"cards": [2]}, "card 2 cannot be activated"),
        ({"cards": [3]}, "there is no card 3"),
        ({"figures": [0]}, "figure 0 cannot be reactivated"),
        ({"cards": []}, "can play nothing"),
    ],
)
def test_ak_325_a_question_offers_nothing_that_cannot_be_done(hand: dict[str, Any], why: str) -> None:
    """AK-325."""
    with pytest.raises(BadState, match=why) as bad:
        GAME.load(_asked({"seats": [0], "hand": {**HAND, **hand}}), Seeded(bytes(32)))
    assert bad.value.pointer == "/question"


def test_ak_321_a_state_in_the_middle_of_an_action_is_saved_with_its_agenda() -> None:
    """AK-321."""
    scene = Scene(("militia-archers", 0, 1000, 600), ("malikh-looters", 1, 1000, 1500), FAR).activate(0)
    scene.order(shoot(0, 1))
    saved = scene.state.dump()
    assert [list(task) for task in saved["agenda"]] == [["acting"]]
    again = Scene.of(GAME.load(saved, Seeded(bytes(32))))
    assert again.do(1, {"react": {"shoot": {"at": [0]}}}) == scene.do(1, {"react": {"shoot": {"at": [0]}}})
    assert "agenda" not in scene.state.view(0)


def test_ak_224_a_formula_that_waits_for_its_enhancement_is_saved_too() -> None:
    """AK-224."""
    scene = Scene(("brother-collector", 0, 1000, 1000, {"components": 9}), FAR).activate(0)
    scene.order(prepare(0, "angelus-vitae", 0))
    loaded = GAME.load(scene.state.dump(), Seeded(bytes(32)))
    assert loaded.dump() == scene.state.dump()
    assert [list(task) for task in scene.state.dump()["agenda"]] == [["acting"], ["preparing"]]
