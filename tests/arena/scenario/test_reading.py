"""Which documents are scenarios, and what is wrong with the others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.scenario import NoScenario, Scenario, read
from arena.scenario.shape import Act, Expect, Legal, Loaded, Look, New


def least(**changes: Any) -> dict[str, Any]:
    document = {"name": "poison/a", "game": "poison", "seats": 4} | changes
    return {key: value for key, value in document.items() if value is not ...}


def test_the_least_scenario_is_a_new_game_of_an_all_zero_seed() -> None:
    scenario = read(least())
    assert scenario.begin == New(4)
    assert scenario.seed == bytes(32)
    assert (scenario.options, scenario.rules, scenario.steps, scenario.expect) == ({}, [], [], {})


def test_a_scenario_with_a_state_may_have_a_seed() -> None:
    scenario = read(least(seats=..., state={"ply": 3}, seed="0A" * 32, rules=["PO-1"], chance={"deck": [1, 2]}))
    assert scenario.begin == Loaded({"ply": 3})
    assert scenario.seed == bytes([10] * 32)
    assert scenario.rules == ["PO-1"]
    assert scenario.chance == {"deck": [1, 2]}


def test_the_steps() -> None:
    steps = [
        {"seat": 1, "act": [7]},
        {"seat": 2, "act": None, "refused": "malformed"},
        {"expect": {"/ply": 1}},
        {"absent": ["/pile"]},
        {"legal": 2, "contains": [1], "excludes": [2], "equals": []},
        {"legal": 2},
        {"view": "public", "expect": {"/ply": 1}},
        {"view": 3, "absent": ["/drawn"]},
    ]
    assert read(least(steps=steps)).steps == [
        Act(1, [7], None),
        Act(2, None, "malformed"),
        Expect({"/ply": 1}, []),
        Expect({}, ["/pile"]),
        Legal(2, [1], [2], []),
        Legal(2, [], [], None),
        Look(None, {"/ply": 1}, []),
        Look(3, {}, ["/drawn"]),
    ]


@pytest.mark.parametrize(
    ("document", "pointer", "says"),
    [
        (None, "", "an object was expected, not None"),
        ([], "", "an object was expected, not []"),
        ("scenario", "", "an object was expected"),
        ({}, "", "a scenario has a 'name'"),
        (least(game=...), "", "a scenario has a 'game'"),
        (least(name=3), "/name", "a string was expected, not 3"),
        (least(game="chess"), "/game", "no game is called 'chess'; there are: "),
        (least(game=["poison"]), "/game", "a string was expected"),
        (least(seats=...), "", "begins with a 'state', or with 'seats' and a 'seed'"),
        (least(state={}), "/seats", "not both"),
        (least(seats="4"), "/seats", "a whole number was expected, not '4'"),
        (least(seats=True), "/seats", "a whole number was expected, not True"),
        (least(seed="00"), "/seed", "64 hexadecimal digits, not '00'"),
        (least(seed="x" * 64), "/seed", "64 hexadecimal digits"),
        (least(seed=0), "/seed", "a string was expected"),
        (least(options=[]), "/options", "an object was expected"),
        (least(rules="PO-1"), "/rules", "a list was expected"),
        (least(rules=[1]), "/rules/0", "a string was expected"),
        (least(chance=[]), "/chance", "an object was expected"),
        (least(chance={"deck": 3}), "/chance/deck", "a list was expected"),
        (least(chance={"deck": [1, 0.5]}), "/chance/deck/1", "a whole number was expected"),
        (least(steps={}), "/steps", "a list was expected"),
        (least(steps=[7]), "/steps/0", "an object was expected"),
        (least(steps=[{}]), "/steps/0", "a step has one of: act, legal, view, expect, absent"),
        (least(steps=[{"expct": {}}]), "/steps/0", "a step has one of"),
        (least(steps=[{"act": {}}]), "/steps/0", "an 'act' has a 'seat'"),
        (least(steps=[{"act": {}, "seat": "0"}]), "/steps/0/seat", "a whole number was expected"),
        (least(steps=[{"act": {}, "seat": 0, "refused": None}]), "/steps/0/refused", "a string was expected"),
        (least(steps=[{"act": {}, "seat": 0, "expect": {}}]), "/steps/0", "unknown key 'expect'"),
        (least(steps=[{"legal": 0, "contain": []}]), "/steps/0", "unknown key 'contain'; there may be: legal, "),
        (least(steps=[{"legal": 0, "equals": {}}]), "/steps/0/equals", "a list was expected"),
        (least(steps=[{"view": "all"}]), "/steps/0/view", 'a whole number or "public" was expected'),
        (least(steps=[{"view": 0, "absent": [3]}]), "/steps/0/absent/0", "a string was expected"),
        (least(steps=[{"view": 0, "absent": ["pile"]}]), "/steps/0/absent/0", "'pile' is no JSON pointer"),
        (least(expect={"ply": 3}), "/expect", "'ply' is no JSON pointer"),
        (least(expect={"/a~2": 3}), "/expect", "is no JSON pointer"),
        (least(expect=[]), "/expect", "an object was expected"),
        (least(expects={}), "", "unknown key 'expects'"),
    ],
)
def test_what_is_no_scenario_is_named(document: Any, pointer: str, says: str) -> None:
    with pytest.raises(NoScenario) as info:
        read(document)
    assert info.value.pointer == pointer
    assert says in info.value.problem
    assert str(info.value).startswith(f"at {pointer or 'the top'}: ")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
keys = st.sampled_from(["name", "rules", "game", "options", "state", "seats", "seed", "chance", "steps", "expect"])


@pytest.mark.slow
@given(st.dictionaries(keys, anything, max_size=10))
def test_any_document_is_a_scenario_or_is_named(changes: dict[str, Any]) -> None:
    found: Any
    try:
        found = read(least() | changes)
    except NoScenario as error:
        found = error
    assert isinstance(found, Scenario | NoScenario)
