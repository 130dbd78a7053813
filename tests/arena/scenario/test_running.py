"""What a scenario finds: the first difference, or none."""

from __future__ import annotations

from typing import Any

import pytest

from arena.scenario import Difference, NoScenario, read, run
from tests.arena.games.poison.table import document as position

ZERO = "0" * 64


def difference(*steps: Any, **changes: Any) -> Difference | None:
    state = position(["red-7", "red-4"], hand=["red-2", "blue-1"])
    scenario = {"name": "poison/a", "game": "poison", "state": state, "steps": list(steps)} | changes
    return run(read({key: value for key, value in scenario.items() if value is not ...}))


def act(card: str, cauldron: Any, seat: int = 2, **refused: str) -> dict[str, Any]:
    return {"seat": seat, "act": {"play": {"card": card, "cauldron": cauldron}}, **refused}


def test_a_scenario_that_holds_has_no_difference() -> None:
    assert difference(act("red-2", 0), {"expect": {"/ply": 3}}, expect={"/cauldrons/0/cards/2": "red-2"}) is None


def test_an_action_that_should_be_accepted_and_is_refused() -> None:
    found = difference(act("red-2", 0), act("red-2", 0))
    assert found is not None
    assert found.step == "/steps/1"
    assert str(found) == (
        '/steps/1: expected "accepted", found "refused: not-your-turn (It is another seat\'s turn (PO-18).)"'
    )


def test_an_action_that_should_be_refused_and_is_accepted_or_refused_otherwise() -> None:
    found = difference(act("red-2", 0, refused="wrong-colour"))
    assert found is not None
    assert found.found == "accepted"
    assert str(found.expected).startswith("refused: wrong-colour")
    found = difference(act("red-2", 3, refused="wrong-colour"))
    assert found is not None
    assert str(found.found).startswith("refused: no-such-cauldron")


@pytest.mark.parametrize(
    "document",
    [None, 7, "x", True, 1.5, [], [[]], {}, {"play": 3}, {"play": {"card": ["red-2"]}}, {"play": {"x": {}}},
     {"play": {"card": "\ud800"}}, {"play": {"cauldron": 10**30}}, {"pass": {}}, {"play": {}, "pass": {}}],
    ids=repr,
)  # fmt: skip
def test_an_action_of_any_shape_is_refused_as_malformed(document: Any) -> None:
    assert difference({"seat": 2, "act": document, "refused": "malformed"}) is None
    found = difference({"seat": 2, "act": document})
    assert found is not None
    assert str(found.found).startswith("refused: malformed")


def test_a_seat_that_does_not_exist_is_not_on_turn() -> None:
    assert difference(act("red-2", 0, seat=9, refused="not-your-turn")) is None
    assert difference(act("red-2", 0, seat=-1, refused="not-your-turn")) is None


@pytest.mark.parametrize("step", [{"view": 4}, {"view": -1}, {"legal": 4, "equals": []}])
def test_looking_as_a_seat_that_does_not_exist_is_a_difference(step: dict[str, Any]) -> None:
    found = difference(step)
    assert found is not None
    assert found.expected == "a seat from 0 to 3"


def test_the_first_difference_is_told_with_its_pointer() -> None:
    found = difference({"expect": {"/ply": 2, "/players/2/scores": [], "/seats": 5, "/round": 9}})
    assert found == Difference("/steps/0", "/seats", 5, 4)
    assert str(found) == "/steps/0: /seats: expected 5, found 4"


def test_a_difference_inside_a_value_is_pointed_at() -> None:
    cauldrons = [{"cards": ["red-7", "red-2"]}, {"cards": []}, {"cards": []}]
    found = difference({"expect": {"/cauldrons": cauldrons}})
    assert found == Difference("/steps/0", "/cauldrons/0/cards/1", "red-2", "red-4")
    found = difference({"expect": {"/options": {"variant": "deal-all"}}})
    assert str(found) == '/steps/0: /options/taken: expected nothing, found "open"'


def test_where_there_is_nothing_nothing_is_found() -> None:
    for pointer in ("/pile/0", "/nowhere", "/ply/0", "/players/4", "/players/-", "/players/01", "/players/x"):
        assert str(difference({"expect": {pointer: None}})) == f"/steps/0: {pointer}: expected null, found nothing"


def test_multisets_compare_without_order_and_lists_in_order() -> None:
    hand = position(["red-7", "red-4"], hand=["red-2", "blue-1"])["players"][0]["hand"]
    assert difference({"expect": {"/players/0/hand": list(reversed(hand))}}) is None
    assert difference({"view": 0, "expect": {"/players/0/hand": list(reversed(hand))}}) is None
    whole = {"hand": list(reversed(hand)), "taken": [], "scores": []}
    assert difference({"expect": {"/players/0": whole}}) is None
    assert difference({"expect": {"/cauldrons/0/cards": ["red-4", "red-7"]}}) is not None


def test_a_multiset_counts_its_copies() -> None:
    hand = position(["red-7", "red-4"], hand=["red-2", "blue-1"])["players"][0]["hand"]
    twice = [*hand[1:], hand[-1]]
    assert sorted(twice) != sorted(hand)
    found = difference({"expect": {"/players/0/hand": twice}})
    assert found is not None
    assert found.pointer == "/players/0/hand"


def test_true_is_not_one() -> None:
    assert difference({"expect": {"/to_act": [2]}}) is None
    assert difference({"expect": {"/to_act": [True]}}) is not None
    assert difference({"expect": {"/dealer": 3, "/round": False}}) is not None


def test_what_must_be_absent_is_found() -> None:
    assert difference({"view": 2, "absent": ["/drawn", "/players/1/hand"]}) is None
    found = difference({"view": 2, "absent": ["/players/2/scores"]})
    assert str(found) == "/steps/0: /players/2/scores: expected nothing, found []"
    assert difference({"absent": ["/seat"]}) is None


def test_a_view_is_the_viewer_s() -> None:
    assert difference({"view": "public", "expect": {"/seat": -1}}) is None
    assert difference({"view": 1, "expect": {"/seat": 1}}) is None


def play(card: str, cauldron: int) -> dict[str, Any]:
    return {"play": {"card": card, "cauldron": cauldron}}


def test_what_is_legal_is_contained_and_the_rest_excluded() -> None:
    holds = {
        "legal": 2,
        "contains": [play("blue-1", 1), {"play": {"card": "red-2"}}],
        "excludes": [play("blue-1", 0)],
    }
    assert difference(holds) is None
    found = difference({"legal": 2, "contains": [play("blue-1", 0)]})
    assert found is not None
    assert found.pointer == "/contains/0"
    assert str(found.found).startswith("refused: wrong-colour")
    found = difference({"legal": 2, "excludes": [play("blue-1", 0), play("blue-1", 1)]})
    assert found == Difference("/steps/0", "/excludes/1", "refused", play("blue-1", 1))
    assert difference({"legal": 2, "excludes": [None, {"pass": {}}]}) is None
    assert difference({"legal": 2, "contains": [None]}) is not None


def test_all_legal_actions_are_compared_without_order() -> None:
    others = {"legal": 1, "equals": []}
    assert difference(others) is None
    last = position(["red-7"], ["blue-1"], hand=["red-2"], options={"variant": "draw-five"})
    seat = last["to_act"][0]
    cards = sorted(set(last["players"][seat]["hand"]))
    legal = [play(card, cauldron) for card in cards for cauldron in range(3) if allowed(card, cauldron)]
    assert difference({"legal": seat, "equals": legal[::-1]}, state=last) is None
    found = difference({"legal": seat, "equals": legal[1:]}, state=last)
    assert found is not None
    assert str(found) == f"/steps/0: /equals: expected nothing, found {shown(legal[0])}"
    found = difference({"legal": seat, "equals": [*legal, legal[0]]}, state=last)
    assert found is not None
    assert "named twice" in str(found)
    found = difference({"legal": seat, "equals": [*legal, {"pass": {}}]}, state=last)
    assert found is not None
    assert "malformed" in str(found)


def allowed(card: str, cauldron: int) -> bool:
    """With red in cauldron 0, blue in 1 and nothing in 2."""
    place = {"red": 0, "blue": 1, "purple": 2}.get(card.split("-")[0])
    return place is None or place == cauldron


def shown(document: Any) -> str:
    return str(document).replace("'", '"')


def test_a_state_that_breaks_an_invariant_is_not_loaded_and_says_which() -> None:
    with pytest.raises(NoScenario) as info:
        difference(state=position(["red-7"], hand=["red-2"]) | {"ply": 9})
    assert info.value.pointer == "/state/ply"
    assert "this is no state of poison: " in str(info.value)
    assert "invariant 5" in str(info.value)
    nonsense: Any
    for nonsense in (None, 3, [], {}, {"players": 7}):
        with pytest.raises(NoScenario) as info:
            difference(state=nonsense)
        assert info.value.pointer.startswith("/state")


@pytest.mark.parametrize("options", [{"speed": 1}, {"variant": "none"}, {"variant": 3}, {"taken": ["open"]}])
def test_options_that_the_game_does_not_have_are_named(options: dict[str, Any]) -> None:
    for begin in ({"state": ..., "seats": 4}, {}):
        with pytest.raises(NoScenario, match=next(iter(options))):
            difference(options=options, **begin)


def test_options_that_the_state_does_not_have_are_a_difference() -> None:
    found = difference(options={"taken": "hidden"})
    assert found is not None
    assert (found.pointer, found.expected, found.found) == ("/options/taken", "hidden", "open")
    assert difference(options={"taken": "open"}) is None


def test_a_number_of_seats_that_the_game_does_not_have_is_named() -> None:
    with pytest.raises(NoScenario, match="poison is for 2 to 6 seats, not 9"):
        difference(state=..., seats=9)


def test_a_new_game_is_dealt_from_the_seed_and_the_script() -> None:
    script = list(range(49, 0, -1))
    hand = {"/players/1/hand/0": "red-1", "/drawn": {"deck": 49}}
    assert difference(state=..., seats=4, chance={"deck": script}, expect=hand) is None
    assert difference(state=..., seats=4, seed=ZERO, expect={"/round": 0}) is None


def test_a_scripted_value_that_cannot_be_is_a_difference() -> None:
    found = difference(state=..., seats=4, chance={"deck": [50]})
    assert found is not None
    assert "stream 'deck' is scripted to give 50 where a draw gives 0 to 49" in str(found)


def test_a_long_value_is_cut() -> None:
    found = difference({"expect": {"/players": 1}})
    assert found is not None
    assert len(str(found)) < 700
    assert str(found).endswith("...")


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def test_what_is_nested_deep_is_a_difference_and_no_traceback() -> None:
    for depth in (50, 500, 900):
        assert difference({"seat": 2, "act": {"play": {"card": nested(depth)}}, "refused": "malformed"}) is None
        assert difference({"seat": 2, "act": nested(depth), "refused": "malformed"}) is None
        for state in (nested(depth), {"pile": nested(depth)}):
            with pytest.raises(NoScenario):
                difference(state=state)
        assert difference({"expect": {"/ply": nested(depth)}}) is not None
