"""Options, data, questions, documents, refusals and templates (sections 1, 2, 18 to 21)."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.alkemy.material import COLOURS, PRESETS, PROFILES, STREAMS
from arena.games.alkemy.mustering import default
from arena.games.alkemy.recruiting import cost_of, preset, trouble
from arena.kernel.options import BadOptions
from athanorpb.codec import unordered_paths
from athanorpb.v1 import alkemy_pb2
from tests.arena.games.alkemy.scenes import (
    FAR,
    GAME,
    Scene,
    charge,
    figure_of,
    piece,
    walk,
)
from tests.arena.games.alkemy.wandering import army, begun

RECRUIT, JARAYA = "avalon-recruits", "jaraya"


# --- options and data


def test_ak_3_the_options_and_their_defaults() -> None:
    """AK-3."""
    assert GAME.settle(2, {}) == {
        "points": 180,
        "turn_limit": 8,
        "ply_limit": 3000,
        "aim": "steady",
        "wipeout": "win",
        "terrain_set": "standard",
        "auto_setup": False,
        "armies": [],
    }
    for options, wrong in (
        ({"points": 99}, "points"),
        ({"aim": "guess"}, "aim"),
        ({"armies": [army("jade-1")]}, "armies"),
        ({"armies": ["jade-1", "avalon-1"]}, "armies"),
    ):
        with pytest.raises(BadOptions, match=wrong):
            GAME.settle(2, options)


def test_ak_3_armies_of_an_option_are_such_as_could_be_chosen() -> None:
    """AK-3."""
    army_list = army("jade-1")
    army_list["cards"][1]["profile"] = "templar"
    with pytest.raises(BadOptions, match="armies/1/cards/1 is refused, wrong-faction"):
        GAME.settle(2, {"armies": [army("avalon-1"), army_list]})
    assert GAME.options["armies"].read("jade-1,avalon-1") == [army("jade-1"), army("avalon-1")]
    assert GAME.options["armies"].read("") == GAME.options["armies"].read("[]") == []


@pytest.mark.parametrize("words", ["jade-9,avalon-1", "jade-1", "jade-1,jade-2,avalon-1"])
def test_ak_3_ready_made_armies_that_there_are_not_two_of_are_told_as_they_were_written(words: str) -> None:
    """AK-3."""
    with pytest.raises(BadOptions) as info:
        GAME.settle(2, {"armies": GAME.options["armies"].read(words)})
    assert f"not '{words}'" in str(info.value)
    assert all(name in str(info.value) for name in PRESETS)


def test_ak_2_the_game_is_for_two() -> None:
    """AK-2."""
    assert list(GAME.seats) == [2]


def test_ak_4_nothing_else_is_random_than_the_four_streams() -> None:
    """AK-4."""
    state = begun({"auto_setup": True, "armies": [army("jade-1"), army("avalon-1")]}, 3)
    assert set(state.chance.drawn) <= set(STREAMS)
    assert set(state.dump()["drawn"]) == set(STREAMS)


def test_ak_9_ak_11_ak_12_what_a_profile_card_says() -> None:
    """AK-9, AK-11, AK-12."""
    for profile in PROFILES.values():
        assert 1 <= profile.size <= 4
        assert 3 <= len(profile.life) <= len(COLOURS)
        assert len(profile.dom) == len(profile.dom_alchemist) == 6
        assert profile.lines <= profile.limit
        assert not profile.hero or (profile.limit, profile.lines) == (1, 1)
        assert profile.ranged is None or len(profile.ranged.dom) == 6
    assert PROFILES["avalon-beaters"].lines == 3
    assert PROFILES["tha-pioca"].life == (5, 7, 0)


def test_ak_19_two_alchemists_have_formulas_of_others() -> None:
    """AK-19."""
    formulas = {name: PROFILES[name].alchemy for name in ("sorhna-oracle", "brother-collector")}
    assert formulas["sorhna-oracle"] is not None
    assert formulas["sorhna-oracle"].formulas == ("apathy", "fluidity")
    assert formulas["brother-collector"] is not None
    assert formulas["brother-collector"].formulas == ("angelus-vitae", "corrosive-oil")


@pytest.mark.parametrize("name", PRESETS)
def test_ak_18_every_preset_is_an_army_of_180_points(name: str) -> None:
    """AK-18."""
    found = preset(name)
    assert found is not None
    assert trouble(found, 180) is None
    assert cost_of(found.cards) <= 180


@pytest.mark.parametrize("points", [100, 120, 179, 180, 200, 201, 300, 301, 400])
def test_ak_5_the_default_army_is_accepted_at_any_points(points: int) -> None:
    """AK-5: the presets are for 180 points: above 300 they lack a hero, below they cost too much."""
    state = begun({"points": points}, 1)
    for seat in (0, 1):
        assert state.refusal(seat, default(state, seat)) is None
        assert list(state.legal(seat))
    for seat in (0, 1):
        state.apply(seat, state.autopilot(seat))
    assert state.phase == "terrain"


def test_ak_10_a_colour_may_have_no_boxes() -> None:
    """AK-10."""
    scene = Scene(("tha-pioca", 0, 1000, 1000, {"marked": 11}), (JARAYA, 1, 1000, 1126), FAR, combats=[(0, 1)])
    scene.activate(0)
    scene.order({"fight": {"figure": 0, "target": 1}})
    scene.cards("normal", "inactive")
    assert {die["colour"] for die in scene.events("roll")[0]["dice"]} == {"yellow"}


# --- questions and documents


def test_ak_300_a_question_is_its_seats_and_one_object() -> None:
    """AK-300."""
    scene = Scene((RECRUIT, 0, 1000, 1000), FAR)
    question = scene.state.dump()["question"]
    assert question == {"seats": [0], "hand": {"cards": [0], "figures": [], "may_pass": False}}
    scene.activate(0)
    assert scene.state.dump()["question"] == {"seats": [0], "orders": {"figures": [0], "must_act": True}}
    assert scene.state.dump()["activation"] == {
        "card": 0,
        "figures": [0],
        "reactivation": False,
        "acted": [],
        "last_shot": [],
        "over": False,
    }


def test_ak_127_combats_are_a_set_and_compare_without_order() -> None:
    """AK-127, AK-320: kept sorted, but the book calls them a set: a scenario may list them as it likes."""
    assert unordered_paths(alkemy_pb2.State.DESCRIPTOR) == {"/combats"}
    assert unordered_paths(alkemy_pb2.View.DESCRIPTOR) == {"/combats"}


def test_ak_320_every_field_is_written_and_what_is_absent_is_null() -> None:
    """AK-320."""
    scene = Scene((RECRUIT, 0, 1000, 1000), FAR).activate(0)
    scene.order(walk(0, (1000, 1100)))
    (told,) = scene.events("orders")
    assert told["orders"] == [
        {"walk": {"figure": 0, "path": [{"x": 1000, "y": 1100}], "jump": False, "leap": None, "free": False}}
    ]
    fields = set(figure_of(RECRUIT, 0, 0, 0))
    assert set(scene.state.dump()["figures"][0]) == fields


@pytest.mark.parametrize(
    "action",
    [
        {"activate": {}},
        {"activate": {"card": "0"}},
        {"activate": {"card": 0, "figure": 0}},
        {"activate": {"card": 0}, "pass": {}},
        {"dance": {}},
        {"act": {"orders": [{"dance": {}}]}},
        {"act": {"orders": [{"walk": {"path": []}}]}},
        {"act": {"orders": [{"walk": {"figure": 0, "path": [{"x": 1}]}}]}},
        {"react": {"none": {}, "shoot": {"at": [0]}}},
        {"react": {}},
        {"cover": {"piece": 0, "melee": True}},
        {"cover": {}},
        {"feint": {}},
        {"army": {}},
        {"army": {"preset": "jade-1", "faction": "jade"}},
    ],
)
def test_ak_323_what_is_no_action_is_malformed(action: dict[str, Any]) -> None:
    """AK-323."""
    scene = Scene((RECRUIT, 0, 1000, 1000), FAR)
    assert scene.refused(0, action) == "malformed"
    assert scene.refused(1, action) == "not-your-turn", "AK-8: whose turn it is comes first"


def test_ak_324_a_facts_document_reads_back() -> None:
    """AK-324."""
    scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1400), FAR).activate(0)
    scene.order(charge(0, [1], (1000, 1274)))
    scene.cards("normal", "normal")
    for event in scene.told:
        assert GAME.facts.document(GAME.facts.parse(event)) == event
    assert {"orders", "move", "combat_begins", "cards", "roll", "blow"} <= {
        kind for event in scene.told for kind in event
    }


# --- what is sealed


def test_ak_303_nothing_tells_what_card_was_chosen_before_both_have() -> None:
    """AK-303."""

    def scene(card: str) -> Scene:
        made = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1126), FAR, combats=[(0, 1)]).activate(0)
        made.order({"fight": {"figure": 0, "target": 1}})
        made.told = []
        made.do(0, {"card": {"card": card}})
        return made

    one, other = scene("brutal"), scene("parry")
    assert one.told == other.told == []
    for viewer in (None, 1):
        assert one.state.view(viewer) == other.state.view(viewer)
    assert one.state.view(0) != other.state.view(0)
    assert list(one.state.legal(1)) == list(other.state.legal(1))
    assert one.state.autopilot(1) == other.state.autopilot(1)
    assert one.refused(0, {"card": {"card": "quick"}}) == "not-your-turn"


def test_ak_303_nothing_tells_an_army_or_a_leader_before_both_are_named() -> None:
    """AK-303."""
    one, other = begun({}, 1), begun({}, 1)
    for state, name in ((one, "jade-1"), (other, "walosi-1")):
        assert state.apply(0, GAME.action({"army": {"preset": name}})) == []
    for viewer in (None, 1):
        assert one.view(viewer) == other.view(viewer)
    assert one.view(0)["secret"]["0"]["army"] == army("jade-1")


# --- legal


def test_ak_311_templates_say_what_may_be_ordered() -> None:
    """AK-311."""
    scene = Scene(
        ("tamel-seh", 0, 1000, 1000, {"components": 6}), (RECRUIT, 0, 1000, 1300), (JARAYA, 1, 1000, 1600), FAR
    )
    scene.activate(0)
    templates = {one["order"]: one for one in scene.state.templates(0)}
    assert templates["walk"] == {"order": "walk", "figure": 0, "cost": 1, "allowance": 500}
    assert templates["run"]["cost"] == 2
    assert templates["charge"] == {"order": "charge", "figure": 0, "cost": 1, "allowance": 700, "targets": [2]}
    assert templates["shoot"]["targets"] == [2, 3]
    assert templates["prepare"] == {
        "order": "prepare",
        "figure": 0,
        "cost": 1,
        "formulas": ["koga-speed"],
        "targets": [1],
    }
    assert templates["control"]["markers"] == []
    assert "fight" not in templates
    assert "harvest" not in templates


def test_ak_311_other_questions_have_one_template_with_their_own_fields() -> None:
    """AK-311."""
    state = begun({"armies": [army("jade-1"), army("avalon-1")]}, 1)
    (template,) = state.templates(state.to_act[0])
    assert template["question"]["terrain"] == state.dump()["question"]["terrain"]
    assert (template["x"], template["y"], template["rule"]) == ([0, 2400], [0, 2400], "AK-254")


def test_ak_310_finite_is_what_lists_all_there_is() -> None:
    """AK-310."""
    scene = Scene((RECRUIT, 0, 1000, 1000), FAR)
    assert scene.state.legal(0).finite
    scene.activate(0)
    assert not scene.state.legal(0).finite


def test_a_refusal_says_where_the_rule_is_broken() -> None:
    """AK-13, AK-91, AK-93: which card, which order, which point, who is in the way."""
    wall = piece("house", 1300, 1000)
    scene = Scene((RECRUIT, 0, 1000, 1000), (RECRUIT, 0, 1000, 1200), FAR, terrain=[wall], together=[[0, 1]])
    scene.activate(0)

    def where(seat: int, action: dict[str, Any]) -> str:
        return scene.state.explanation(seat, GAME.action(action))

    first = walk(0, (1000, 900))
    assert where(0, {"act": {"orders": [first, walk(1, (1000, 1300), (1100, 1000))]}}) == (
        "order 1, point 1 of its path, the house at (1300, 1000)"
    )
    assert where(0, {"act": {"orders": [walk(0, (1000, 1100))]}}) == (
        "order 0, point 0 of its path, figure 1 (Avalonian Recruits) at (1000, 1200)"
    )
    assert where(0, {"act": {"orders": [first]}}) == ""
    assert where(1, {"act": {"orders": [first]}}) == ""
    state = begun({}, 1)
    cards = [{"profile": "captain-lee-ping", "figures": 1}, {"profile": "templar", "figures": 1}]
    wrong = GAME.action({"army": {"faction": "jade", "cards": cards}})
    assert state.explanation(0, wrong) == "card 1: Avalonian Templar serves avalon, temple"
