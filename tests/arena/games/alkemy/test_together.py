"""Rules that meet: several orders of one act, reactions to them, and deaths at the same moment."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.alkemy.game import AlkemyRevision1
from arena.kernel.chance import Seeded
from arena.kernel.game import BadState
from tests.arena.games.alkemy.scenes import FAR, GAME, Scene, charge, fight, piece, shoot, walk

RECRUIT, JARAYA, ARCHERS, BEATERS, LOOTERS = (
    "avalon-recruits", "jaraya", "militia-archers", "avalon-beaters", "malikh-looters",
)  # fmt: skip
A, B = (1000, 1000), (1000, 1126)


def react(**response: Any) -> dict[str, Any]:
    return {"react": response}


def test_ak_102_shots_at_chargers_then_movement_then_the_volley() -> None:
    """AK-102, AK-190, AK-200, AK-201: asked first for the charge, then for the shot, before anything is rolled."""
    scene = Scene(
        (BEATERS, 0, *A, {"marked": 6}),
        (BEATERS, 0, 1000, 200),
        (BEATERS, 0, 200, 200),
        (LOOTERS, 1, 1000, 1500),
        (LOOTERS, 1, 1300, 800),
        FAR,
        together=[(0, 1, 2), (3, 4)],
        dice=[3, 3, 4, 4, 2, 4],
    ).activate(0)
    scene.order(walk(2, (200, 300)), shoot(1, 4), charge(0, [3], (1000, 1374)))
    assert scene.asked("react_charge") == {"figure": 3, "by": [0]}
    scene.do(1, react(shoot={"at": [0]}))
    assert scene.asked("react_shot") == {"figure": 4, "by": [1], "move": True, "shoot": [1]}
    assert scene.events("roll") == []
    scene.do(1, react(shoot={"at": [1]}))
    told = [next(iter(event)) for event in scene.told]
    assert scene.events("out_of_action") == [{"figure": 0}]
    assert scene.events("move") == [{"figure": 2, "from": {"x": 200, "y": 200}, "to": {"x": 200, "y": 300}}]
    assert told.index("out_of_action") < told.index("move") < len(told) - told[::-1].index("shot")
    assert [roll["figure"] for roll in scene.events("roll")] == [3, 1, 4]
    assert [scene.figure(one).marked for one in (1, 4)] == [1, 1]


def test_ak_193_a_reaction_move_is_lost_by_who_is_charged_in_the_same_act() -> None:
    """AK-104, AK-193."""
    scene = Scene(
        (LOOTERS, 0, 400, 1200), (LOOTERS, 0, *A), (JARAYA, 1, 1400, 1200), FAR,
        together=[(0, 1)], terrain=[piece("house", 1300, 1500)], dice=[0] * 5,
    ).activate(0)  # fmt: skip
    scene.order(shoot(0, 2), charge(1, [2], (1280, 1150)))
    scene.do(1, react(move={"path": [{"x": 1560, "y": 1250}, {"x": 1600, "y": 1500}]}))
    assert scene.events("order_lost") == [{"figure": 2}]
    target = scene.figure(2)
    assert (target.x, target.y, target.ap, target.moved) == (1400, 1200, 1, False)


def test_ak_285_a_marksman_spends_one_use_on_each_reaction_shot() -> None:
    """AK-196, AK-285."""
    scene = Scene(
        (ARCHERS, 0, 700, 1200), (ARCHERS, 0, 700, 1400), ("sheikh-araoui", 1, 1400, 1300, {"marksman_used": 1}),
        FAR, together=[(0, 1)], dice=[0] * 6,
    ).activate(0)  # fmt: skip
    scene.order(shoot(0, 2), shoot(1, 2))
    assert scene.refused(1, react(shoot={"at": [0, 1], "marksman": True})) == "already-done"
    scene.do(1, react(shoot={"at": [1], "marksman": True}))
    assert (scene.figure(2).marksman_used, scene.figure(2).ap) == (2, 3)


def charged_and_shot_at(used: int) -> Scene:
    """Sheikh Araoui, a marksman twice a turn, is asked for the shot at it after it has answered the charge."""
    sheikh = ("sheikh-araoui", 1, 1400, 1300, {"marksman_used": used, "immunity_lost": True})
    scene = Scene(
        (ARCHERS, 0, 700, 1200), (ARCHERS, 0, 1000, 1300), sheikh, FAR, together=[(0, 1)], dice=[0] * 40,
    ).activate(0)  # fmt: skip
    scene.order(shoot(0, 2), charge(1, [2], (1274, 1300)))
    scene.do(1, react(shoot={"at": [1], "marksman": True}))
    assert scene.asked("react_shot")["shoot"] == [0]
    return scene


def test_ak_285_a_shot_that_is_announced_and_not_yet_fired_counts() -> None:
    """AK-196, AK-285."""
    scene = charged_and_shot_at(used=1)
    assert scene.figure(2).marksman_used == 1
    again = react(shoot={"at": [0], "marksman": True})
    assert scene.refused(1, again) == "already-done"
    scene.do(1, react(shoot={"at": [0]}))
    assert scene.figure(2).marksman_used == 2
    assert charged_and_shot_at(used=0).refused(1, again) is None


def test_ak_285_at_every_question_after_two_announcements_the_state_can_be_loaded() -> None:
    """AK-285, AK-325."""
    scene = charged_and_shot_at(used=0)
    steps = 0
    scene.do(1, react(shoot={"at": [0], "marksman": True}))
    while scene.state.result is None and scene.state.turn == 1 and steps < 40:
        document = scene.state.dump()
        assert GAME.load(document, Seeded(bytes(32))).dump() == document
        scene.do(scene.state.to_act[0], {"default": {}})
        steps += 1
    assert scene.figure(2).marksman_used == 2 or scene.state.turn == 2


def test_ak_285_a_state_with_more_announcements_than_shots_is_not_loaded() -> None:
    """AK-285, AK-325."""
    document = charged_and_shot_at(used=1).state.dump()
    document["figures"][2]["marksman_used"] = 2
    with pytest.raises(BadState, match="figure 2 has not so many shots of a marksman"):
        GAME.load(document, Seeded(bytes(32)))


@pytest.mark.parametrize(("points", "ranks"), [((0, 1), (2, 1)), ((2, 1), (1, 2)), ((1, 1), (1, 1))])
def test_ak_268_both_last_figures_in_one_volley(points: tuple[int, int], ranks: tuple[int, int]) -> None:
    """AK-176, AK-268."""
    scene = Scene(
        (ARCHERS, 0, 600, 1200, {"marked": 5}),
        (LOOTERS, 1, 1600, 1200, {"marked": 6}),
        points=points,
        dice=[3] * 4,
    ).activate(0)
    scene.order(shoot(0, 1))
    scene.do(1, react(shoot={"at": [0]}))
    assert scene.state.result is not None
    assert (scene.state.result.reason, tuple(scene.state.result.ranks)) == ("wipe-out", ranks)


def test_ak_185_who_stands_nearest_to_the_shooter_suffers_the_shot_into_a_combat() -> None:
    """AK-185: no chance is needed; the tough one that stands farther off is spared."""
    scene = Scene(
        (ARCHERS, 0, 600, 1200), (RECRUIT, 0, 1400, 1326), (RECRUIT, 0, 1275, 1180),
        ("ghulam", 1, 1400, 1200, {"ap": 0}), FAR, combats=[(1, 3), (2, 3)], dice=[3, 3, 0, 4, 4],
    ).activate(0)  # fmt: skip
    scene.order(shoot(0, 3))
    assert scene.asked("cover")["covers"] == [{"melee": True}, {"figure": 2}]
    scene.do(1, {"cover": {"melee": True}})
    assert [scene.figure(one).marked for one in (1, 2, 3)] == [0, 3, 0]
    assert scene.state.dump()["drawn"]["ties"] == 0


def test_ak_286_two_feints_make_both_inactive_and_cost_nothing() -> None:
    """AK-143, AK-286: the attacker is asked first, and the other sees the change."""
    scene = Scene(("mehari-rider", 0, *A), ("dragon-inquisitor", 1, *B), FAR, combats=[(0, 1)]).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "brutal")
    assert scene.asked("feint") == {"figure": 0, "against": 1, "own": "normal", "other": "brutal"}
    scene.do(0, {"feint": {"use": True}})
    assert scene.asked("feint") == {"figure": 1, "against": 0, "own": "brutal", "other": "inactive"}
    scene.do(1, {"feint": {"use": True}})
    assert scene.events("activation_ends") == [{"card": 0}]
    assert [scene.figure(one).ap for one in (0, 1)] == [2, 3]


@pytest.mark.parametrize(("answer", "ap"), [([4, 3], 3), ([4, 4], 4)])
def test_ak_289_a_parry_by_four_does_not_give_the_point_back(answer: list[int], ap: int) -> None:
    """AK-289: by four, and by five."""
    scene = Scene(
        (RECRUIT, 0, *A), ("deicolus", 1, *B), FAR, combats=[(0, 1)], dice=[3, 2, *answer, 0, 0, 0, 0]
    ).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "parry")
    assert scene.events("parried")[0]["margin"] == ap + 1
    assert scene.figure(1).ap == ap


def test_ak_113_one_immune_target_of_two_annuls_the_whole_charge() -> None:
    """AK-113, AK-284: no AP, no combat; a charge that names it again is `immune`, one at the other is not."""
    scene = Scene(
        ("templar", 0, *A), ("sheikh-araoui", 1, 940, 1400), (RECRUIT, 1, 1066, 1400), dice=[0, 0, 5, 5]
    ).activate(0)
    scene.order(charge(0, [2, 1], (1003, 1292)))
    assert scene.events("charge_annulled") == [{"figure": 0, "target": 1}]
    assert (scene.figure(0).ap, scene.figure(0).charged) == (2, False)
    assert scene.why_not(charge(0, [2, 1], (1003, 1292))) == "immune"
    scene.order(charge(0, [2], (1066, 1274)))
    assert scene.events("combat_begins") == [{"a": 0, "b": 2}]


def test_ak_285_in_the_replays_of_revision_1_only_fired_shots_count() -> None:
    """AK-285."""
    scene = charged_and_shot_at(used=1)
    old = AlkemyRevision1().load(scene.state.dump(), Seeded(bytes(32)))
    assert old.refusal(1, GAME.action(react(shoot={"at": [0], "marksman": True}))) is None
