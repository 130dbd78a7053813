"""What is no position is not loaded; its fault is named: where, and which invariant of section 23 it breaks."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from arena.games.alakazoo.actions import PLACE_NOTHING
from arena.kernel.chance import Scripted
from arena.kernel.game import BadState
from tests.arena.games.alakazoo.tables import GAME, SEED, act, document, new, nine, player, table, trade

Document = dict[str, Any]


def base(**more: Any) -> Document:
    return document(
        player(["griffin-head"], hand=["dragon-tail"], covered=[0], magic=2, dark=1),
        player(hand=["hydra-head", "hydra-tail"]),
        columns=[["basilisk-torso"]],
        discard=["basilisk-tail"],
        **more,
    )


def fault(broken: Document) -> BadState:
    with pytest.raises(BadState) as info:
        GAME.load(broken, Scripted({}, SEED))
    return info.value


def changed(pointer: str, value: Any, whole: Document | None = None) -> Document:
    twin = copy.deepcopy(base() if whole is None else whole)
    *path, last = pointer.split("/")[1:]
    place: Any = twin
    for key in path:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return twin


def test_what_these_tests_start_from_is_a_position() -> None:
    assert GAME.load(base(), Scripted({}, SEED)).dump() == base()


@pytest.mark.parametrize(
    ("pointer", "value", "where", "what"),
    [
        ("/game", "poison", "/game", "is none of: alakazoo"),
        ("/seats", 5, "/seats", "1 to 4 were expected"),
        ("/options/book", "goal", "/options", "off, bonus or instead"),
        ("/phase", "", "/phase", "one of portal"),
        ("/turn", 2, "/turn", "a seat from 0 to 1"),
        ("/ply", -1, "/ply", "negative"),
        ("/round", 60, "/round", "at most 59"),
        ("/columns", [], "/columns", "4 columns"),
        ("/discard/0", "toad-head", "/discard/0", "no card is called 'toad-head'"),
        ("/discard/0", "hydra-head", "/players/1/hand", "is at /discard too (invariant 1)"),
        ("/discard/0", "yeti-head", "/discard", "of no creature in play (invariant 1)"),
        ("/discard", [], "", "basilisk-tail is nowhere (invariant 1)"),
        ("/magic_supply", 28, "/magic_supply", "31 magic tokens in all, not 30 (invariant 2)"),
        ("/dark_supply", 12, "/dark_supply", "13 dark tokens in all, not 12 (invariant 2)"),
        ("/players/0/points", -2, "/players/0/points", "negative"),
        ("/players/0/magic", 3, "/magic_supply", "invariant 2"),
        ("/players/0/positions/1/covered", [True, True], "/magic_supply", "invariant 2"),
        ("/players/0/positions/0/covered", [True], "/players/0/positions/0/covered", "two runes"),
        ("/players/1/hand/0", "tommy-yawn", "/players/1/hand/0", "no spell is called"),
        ("/players/1/portal", "basilisk", "/players/1/portal", "same portal (invariant 21)"),
        ("/players/1/portal", "", "/players/1/portal", "a portal was expected"),
        ("/players/1/abilities", [], "/players/1/abilities", "1 were expected"),
        ("/players/1/abilities", ["trade-two"], "/players/1/abilities", "twice (invariant 21)"),
        ("/players/1/pack", ["hydra-torso"], "/players/1/pack", "is at /deck too"),
        ("/to_act", [1], "/to_act", "[0] was expected, not [1] (invariant 15)"),
        ("/to_act", [], "/to_act", "invariant 15"),
        ("/finisher", 1, "/finisher", "invariant 12"),
        ("/finisher", 7, "/finisher", "a seat from 0 to 1"),
        ("/dice", ["sun"], "/dice", "invariant 10"),
        ("/phase", "dice", "/dice", "invariant 10"),
        ("/phase", "give", "/to_act", "[] was expected"),
        ("/phase", "trim", "/phase", "no token too many"),
        ("/phase", "discard", "/phase", "no card too many"),
        ("/phase", "university", "/phase", "no University"),
        ("/phase", "book", "/phase", "no Book"),
        ("/phase", "over", "/to_act", "[] was expected"),
        ("/result", {"scores": [1], "ranks": [1, 2], "reason": "finished"}, "/result/scores", "one for each seat"),
        ("/result", {"scores": [1, 0], "ranks": [1, 2], "reason": "won"}, "/result/reason", "one of finished"),
        ("/result", {"scores": [1, 0], "ranks": [1, 2], "reason": "finished"}, "/result", "only then"),
        ("/drawn", {"tommy": 2}, "/drawn/tommy", "no such stream here"),
        ("/drawn", {"dice": -1}, "/drawn/dice", "0 or more"),
        ("/tommy", {"active": [], "gone": []}, "/tommy", "with the option tommy only"),
        ("/charm_used", False, "/charm_used", "with the option university only"),
        ("/players/0/school", {"magicians": []}, "/players/0/school", "with the option university only"),
        ("/players/0/book", {"pages": []}, "/players/0/book", "with the option book only"),
        ("/creatures", ["dragon", "basilisk", "griffin", "hydra"], "/creatures", "canonical order"),
        ("/nonsense", 1, "", "unknown field 'nonsense'"),
    ],
)
def test_a_broken_document_is_named(pointer: str, value: Any, where: str, what: str) -> None:
    error = fault(changed(pointer, value))
    assert error.pointer == where
    assert what in error.problem


def test_invariant_3_of_keepers() -> None:
    crowded = changed("/players/0/magic", 3)
    crowded["magic_supply"] -= 1
    assert "invariant 3" in fault(crowded).problem
    dark = changed("/players/1/dark", 4)
    dark["dark_supply"] -= 4
    assert "invariant 3" in fault(dark).problem
    solo = document(player(dark=4))
    solo["players"][0]["dark"], solo["dark_supply"] = 5, 7
    assert "invariant 3" in fault(solo).problem


def test_invariant_4_of_positions() -> None:
    elsewhere = changed("/players/0/positions/1/spell", "")
    elsewhere["players"][0]["positions"][2]["spell"] = "griffin-head"
    assert "griffin-head is no right-ear (invariant 4)" in fault(elsewhere).problem
    under = changed("/players/0/positions/1/covered", [True, False])
    under["magic_supply"] -= 1
    assert "under a spell (invariant 4)" in fault(under).problem


def test_only_what_an_invariant_forbids_is_not_loaded() -> None:
    """7 speaks of a seat whose turn it is not, and none of a hand in `place` from which nothing can be placed."""
    crowded = document(player(hand=nine("dragon")[:5], covered=range(7)), player())
    assert GAME.load(crowded, Scripted({}, SEED)).dump() == crowded
    place = changed("/phase", "place")
    assert [*GAME.load(place, Scripted({}, SEED)).legal(0)] == [PLACE_NOTHING]


def test_invariants_7_to_9_of_limits() -> None:
    assert "invariant 7" in fault(document(player(), player(hand=nine("dragon")[:5]))).problem
    assert "invariant 7" in fault(document(player(), player(covered=range(7)))).problem
    assert "more than 8 (invariant 8)" in fault(document(player(hand=nine("dragon")), player())).problem
    column = document(player(), player(), columns=[nine("griffin")[:5]])
    assert "5 cards, more than 4 (invariant 9)" in fault(column).problem


def test_invariant_11_of_dark_tokens() -> None:
    assert "invariant 11" in fault(document(player(dark=3), player())).problem


def test_invariant_12_of_full_portals() -> None:
    full = document(player(nine("basilisk")), player(), turn=1)
    assert fault(full).pointer == "/finisher"
    begins = document(player(), player(nine("dragon")), turn=1, finisher=1)
    assert "nobody begins a turn with a full portal" in fault(begins).problem
    solo = document(player(nine("basilisk")))
    assert "would have won" in fault(solo).problem


def test_invariant_20_of_tommy() -> None:
    with_tommy = document(player(), player(), options={"tommy": True}, deck=["tommy-yawn"])
    fewer = copy.deepcopy(with_tommy)
    fewer["deck"].remove("tommy-yawn")
    assert "5 cards of Tommy's, not 6 (invariant 20)" in fault(fewer).problem
    many = copy.deepcopy(with_tommy)
    many["deck"][many["deck"].index("tommy-gift")] = "tommy-yawn"
    assert "3 of tommy-yawn, more than there are" in fault(many).problem
    assert "permanent card" in fault(changed("/tommy/active", ["tommy-yawn"], with_tommy)).problem
    assert "single-use card" in fault(changed("/tommy/gone", ["tommy-lost-die"], with_tommy)).problem


def test_a_pending_trade_must_be_one_that_waits() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["griffin-head", "griffin-tail"]))
    act(state, 0, trade(1, "griffin", "dragon-tail"))
    whole = state.dump()
    assert "no choice to make" in fault(changed("/pending/creature", "hydra", whole)).problem
    assert "trader's hand" in fault(changed("/pending/offer", ["griffin-head"], whole)).problem
    assert "1 or 2" in fault(changed("/pending/count", 3, whole)).problem
    assert fault(changed("/pending/seat", 1, whole)).pointer == "/pending/seat"


def test_a_draft_must_be_even() -> None:
    whole = new(2).dump()
    card = whole["players"][0]["pack"].pop()
    whole["deck"].append(card)
    assert "as large as" in fault(whole).problem


def test_offers_are_kept_by_those_that_have_chosen() -> None:
    whole = document(player(), player(), options={"university": True})
    whole["players"][1]["school"]["keeper"] = ""
    assert fault(whole).pointer == "/players/1/school/keeper"
    twice = document(player(magician="envoy"), player(magician="envoy"), options={"university": True})
    assert "envoy is there twice (invariant 21)" in fault(twice).problem
    strange = document(player(page="basilisk-yeti"), player(), options={"book": "bonus"})
    assert "basilisk-yeti is not in this game" in fault(strange).problem
