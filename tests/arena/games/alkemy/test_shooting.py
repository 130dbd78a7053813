"""Shots, covers and reactions (sections 13 and 14)."""

from __future__ import annotations

from tests.arena.games.alkemy.scenes import FAR, Scene, charge, effect, piece, run, shoot, walk

RECRUIT, JARAYA, ARCHERS, LOOTERS = "avalon-recruits", "jaraya", "militia-archers", "malikh-looters"
IDLE = {"ap": 0}


def test_ak_171_partial_sight_is_enough() -> None:
    """AK-171."""
    scene = Scene(
        (ARCHERS, 0, 600, 1200), (RECRUIT, 1, 1400, 1330, IDLE), FAR, terrain=[piece("house", 1000, 1150)]
    )
    scene.activate(0)
    assert scene.why_not(shoot(0, 1)) is None


def test_ak_170_in_combat_nobody_shoots_and_nobody_is_shot_twice_by_the_same_order() -> None:
    """AK-170."""
    scene = Scene(
        (ARCHERS, 0, 1000, 1000), (RECRUIT, 1, 1000, 1126), (RECRUIT, 1, 1000, 1500), FAR, combats=[(0, 1)]
    )
    scene.activate(0)
    assert scene.why_not(shoot(0, 2)) == "in-combat"
    scene = Scene((ARCHERS, 0, 1000, 1000), (RECRUIT, 1, 1000, 1500, IDLE), FAR).activate(0)
    assert scene.why_not(shoot(0, 0)) == "bad-target"
    assert scene.why_not(shoot(0, 1, estimate=4)) == "malformed"
    assert scene.why_not(shoot(0, 1, marksman=True)) == "no-skill"


def test_ak_175_an_estimate_aims_if_its_point_lies_on_the_base() -> None:
    """AK-175: the target's edges are 380 and 500 away."""
    for estimate, dice in ((3, 2), (4, 3), (5, 3), (6, 2)):
        scene = Scene(
            (ARCHERS, 0, 1000, 1000, {"moved": True}),
            (RECRUIT, 1, 1000, 1500, IDLE),
            FAR,
            options={"aim": "estimate"},
        ).activate(0)
        assert scene.why_not(shoot(0, 1)) == "estimate-needed"
        assert scene.why_not(shoot(0, 1, estimate=61)) == "estimate-needed"
        scene.order(shoot(0, 1, estimate=estimate))
        assert len(scene.events("roll")[0]["dice"]) == dice


def test_ak_175_without_aim_there_is_no_die() -> None:
    """AK-175."""
    scene = Scene(
        (ARCHERS, 0, 1000, 1000), (RECRUIT, 1, 1000, 1500, IDLE), FAR, options={"aim": "never"}
    ).activate(0)
    scene.order(shoot(0, 1))
    assert len(scene.events("roll")[0]["dice"]) == 2


def test_ak_299_hakans_aim_die_is_red_and_his_weapon_cumbersome() -> None:
    """AK-299."""
    scene = Scene(("hakan", 0, 1000, 1000), (RECRUIT, 1, 1000, 1900, IDLE), FAR).activate(0)
    scene.order(shoot(0, 1))
    assert [die["colour"] for die in scene.events("roll")[0]["dice"]] == ["white", "white", "red"]
    assert scene.why_not(shoot(0, 1)) == "cumbersome"
    scene.order(walk(0, (1000, 1000)))
    assert scene.why_not(shoot(0, 1)) is None
    assert scene.why_not(run(0, (1000, 1000))) == "cannot-run"


def test_ak_293_poison_takes_a_die_of_every_roll_to_the_end_of_the_turn() -> None:
    """AK-293."""
    scene = Scene(("whisper", 0, 1000, 1000), (RECRUIT, 1, 1000, 1500, IDLE), FAR, dice=[4, 4, 4]).activate(0)
    scene.order(shoot(0, 1))
    assert scene.kinds(1) == ["poison"]
    scene.end_turn()
    assert scene.kinds(1) == []


def test_ak_192_who_is_asked_to_react() -> None:
    """AK-192: not without points, not in combat, not knocked down, not after a charge without a weapon."""
    for fields in (IDLE, {"charged": True}, {"ran": True}, {"effects": [effect("knocked")]}):
        scene = Scene((ARCHERS, 0, 1000, 1000), (RECRUIT, 1, 1000, 1700, fields), FAR).activate(0)
        scene.order(shoot(0, 1))
        assert scene.events("react") == []
        assert scene.question == "orders"


def test_ak_194_who_has_charged_may_shoot_back_but_not_move() -> None:
    """AK-194."""
    scene = Scene((ARCHERS, 0, 1000, 1000), (LOOTERS, 1, 1000, 1700, {"charged": True}), FAR).activate(0)
    scene.order(shoot(0, 1))
    assert scene.asked("react_shot") == {"figure": 1, "by": [0], "move": False, "shoot": [0]}
    stay = {"react": {"move": {"path": [{"x": 1000, "y": 1700}]}}}
    assert scene.refused(1, stay) == "no-more-movement"
    assert (
        scene.refused(1, {"react": {"engage": {"target": 0, "to": {"x": 1000, "y": 1126}}}}) == "no-more-movement"
    )


def test_ak_83_ak_197_a_reaction_costs_a_point_and_takes_the_aim_also_out_of_range() -> None:
    """AK-83, AK-197: edge case 22."""
    scene = Scene((ARCHERS, 0, 300, 1000), (LOOTERS, 1, 2200, 1000), FAR, dice=[0, 0]).activate(0)
    scene.order(shoot(0, 1))
    scene.do(1, {"react": {"shoot": {"at": [0]}}})
    assert scene.figure(1).ap == 1
    assert [roll["figure"] for roll in scene.events("roll")] == [0]
    assert len(scene.events("roll")[0]["dice"]) == 2
    assert scene.events("shot")[1] == {"shooter": 1, "target": 0, "result": "out-of-range"}


def test_ak_196_each_reaction_shot_costs_a_point() -> None:
    """AK-196: two shooters are answered by two shots, for two points; who has one point answers one of them."""
    both = {"react": {"shoot": {"at": [0, 1]}}}
    for ap, at in ((1, [1]), (2, [0, 1])):
        scene = Scene(
            (ARCHERS, 0, 1000, 1000), (ARCHERS, 0, 1200, 1000), (LOOTERS, 1, 1000, 1500, {"ap": ap}), FAR,
            together=[[0, 1]], dice=[0] * 8,
        ).activate(0)  # fmt: skip
        scene.order(shoot(0, 2), shoot(1, 2))
        assert scene.asked("react_shot") == {"figure": 2, "by": [0, 1], "move": True, "shoot": [0, 1]}
        assert scene.refused(1, both) == ("no-action-points" if ap == 1 else None)
        scene.do(1, {"react": {"shoot": {"at": at}}})
        assert scene.figure(2).ap == 0
        assert [shot["target"] for shot in scene.events("shot") if shot["shooter"] == 2] == at


def test_ak_200_each_shot_at_a_charger_costs_a_point() -> None:
    """AK-200: the point that it costs is gone before anything else is asked: a charge and a shot, one point."""
    figures = (ARCHERS, 0, 1000, 1000), (ARCHERS, 0, 1200, 1000), (LOOTERS, 1, 1000, 1500, {"ap": 1}), FAR
    scene = Scene(*figures, together=[[0, 1]], dice=[0] * 6).activate(0)
    scene.order(shoot(0, 2), charge(1, [2], (1052, 1386)))
    assert scene.asked("react_charge") == {"figure": 2, "by": [1]}
    scene.do(1, {"react": {"shoot": {"at": [1]}}})
    assert scene.question != "react_shot"
    assert scene.figure(2).ap == 0
    assert {"figure": 2, "reaction": {"shoot": {"at": [1], "marksman": False}}} in scene.events("react")
    scene = Scene(*figures, together=[[0, 1]]).activate(0)
    scene.order(charge(0, [2], (1000, 1374)), charge(1, [2], (1110, 1440)))
    assert scene.asked("react_charge") == {"figure": 2, "by": [0, 1]}
    assert scene.refused(1, {"react": {"shoot": {"at": [0, 1]}}}) == "no-action-points"


def test_ak_198_a_reaction_shot_is_lost_by_who_is_in_combat_by_then() -> None:
    """AK-198: the looter is shot at and charged in one act: the charger is there before the volley."""
    scene = Scene(
        (ARCHERS, 0, 1000, 1000),
        (ARCHERS, 0, 1200, 1000),
        (LOOTERS, 1, 1000, 1500, {"ap": 1}),
        FAR,
        together=[[0, 1]],
    ).activate(0)
    scene.order(shoot(0, 2), charge(1, [2], (1052, 1386)))
    assert scene.question == "react_charge"
    scene.do(1, {"react": {"none": {}}})
    scene.do(1, {"react": {"shoot": {"at": [0]}}})
    if scene.question == "cover":
        scene.do(1, {"cover": {"none": True}})
    assert {"figure": 2} in scene.events("order_lost")
    assert all(shot["shooter"] == 0 for shot in scene.events("shot"))


def test_ak_200_shots_at_a_charger_mind_no_range_but_sight() -> None:
    """AK-200: edge case 21: a sling reaches 10 inches, the charger stands 12 away."""
    scene = Scene(
        ("mehari-rider", 0, 1000, 400), ("avalon-beaters", 1, 1000, 1400, {"ap": 1}), FAR, dice=[5, 5]
    ).activate(0)
    scene.order(charge(0, [1], (1000, 1274)))
    assert scene.asked("react_charge") == {"figure": 1, "by": [0]}
    assert scene.refused(1, {"react": {"move": {"path": [{"x": 1000, "y": 1500}]}}}) == "wrong-action"
    scene.do(1, {"react": {"shoot": {"at": [0]}}})
    assert scene.events("shot") == [{"shooter": 1, "target": 0, "result": "hit"}]
    assert len(scene.events("roll")[0]["dice"]) == 2


def test_ak_177_sight_and_cover_are_those_when_the_volley_starts() -> None:
    """AK-177: a friend that walks between them in the same act stands there when the shot is fired."""
    scene = Scene(
        (ARCHERS, 0, 1000, 600),
        (ARCHERS, 0, 1300, 1350),
        (RECRUIT, 1, 1000, 1500, IDLE),
        FAR,
        together=[[0, 1]],
        dice=[5, 5, 5],
    ).activate(0)
    scene.order(shoot(0, 2), walk(1, (1000, 1340)))
    assert scene.asked("cover")["covers"] == [{"figure": 1}]


def test_ak_186_at_reach_an_opponent_is_cover_only_where_it_stands_between() -> None:
    """AK-186."""
    for y, covers in ((1000, [{"figure": 1}]), (1400, None)):
        scene = Scene(
            (ARCHERS, 0, 1000, 400),
            ("militia-lancers", 0, 1000, y),
            (RECRUIT, 1, 1000, 1200, IDLE),
            FAR,
            combats=[(1, 2)],
            dice=[5, 5, 5],
        ).activate(0)
        scene.order(shoot(0, 2))
        assert (scene.asked("cover")["covers"] if scene.question == "cover" else None) == covers


def test_ak_176_who_is_put_out_in_a_volley_still_fires_with_the_dice_it_had() -> None:
    """AK-176: edge cases 10 and 23: DOM come at the end, health is read at the start."""
    scene = Scene(
        (ARCHERS, 0, 600, 1200, {"marked": 1}), (LOOTERS, 1, 1600, 1200, {"marked": 2}), FAR, dice=[3, 3, 3, 3]
    ).activate(0)
    scene.order(shoot(0, 1))
    scene.do(1, {"react": {"shoot": {"at": [0]}}})
    assert [{die["colour"] for die in roll["dice"]} for roll in scene.events("roll")] == [{"white"}, {"white"}]
    kinds = [kind for event in scene.told for kind in event]
    assert kinds.index("damage") > max(place for place, kind in enumerate(kinds) if kind == "shot")


def test_ak_103_a_failed_charge_moves_before_shots_and_takes_the_aim() -> None:
    """AK-103: edge case 18."""
    scene = Scene((ARCHERS, 0, 1000, 600), (RECRUIT, 1, 1000, 1800, IDLE), FAR).activate(0)
    scene.order(charge(0, [1]))
    assert scene.figure(0).moved
    scene.order(shoot(0, 1))
    assert len(scene.events("roll")[0]["dice"]) == 2


def test_ak_101_a_failed_charge_with_no_way_to_go_takes_the_aim_all_the_same() -> None:
    """AK-101, AK-114: a friend stands before it; it stays where it is, and has moved."""
    scene = Scene((ARCHERS, 0, 1000, 600), (RECRUIT, 0, 1000, 720), (RECRUIT, 1, 1000, 1800, IDLE), FAR)
    scene.activate(0).order(charge(0, [2]))
    assert (scene.figure(0).x, scene.figure(0).y) == (1000, 600)
    assert scene.events("move") == []
    scene.order(shoot(0, 2))
    assert len(scene.events("roll")[0]["dice"]) == 2


def test_ak_282_a_stealthy_figures_reaction_move_needs_no_other_cover() -> None:
    """AK-282."""
    scene = Scene((ARCHERS, 0, 1000, 600), ("shadow", 1, 1000, 1500), FAR).activate(0)
    scene.order(shoot(0, 1))
    assert scene.refused(1, {"react": {"move": {"path": [{"x": 1000, "y": 1700}]}}}) is None


def test_ak_181_the_cover_number_is_by_the_size_of_the_target() -> None:
    """AK-181: edge case 25: two white dice, whatever the health."""
    for profile, need in (("temple-auxiliaries", 6), (RECRUIT, 8), ("colossus", 10)):
        scene = Scene(
            (ARCHERS, 0, 1000, 600),
            (profile, 1, 1000, 1500, {"ap": 0, "marked": 3}),
            FAR,
            terrain=[piece("wall", 1000, 1380)],
            dice=[5, 5, 5, 2, 2],
        ).activate(0)
        scene.order(shoot(0, 1))
        scene.do(1, {"cover": {"piece": 0}})
        (roll,) = scene.events("cover_roll")
        assert (roll["need"], {die["colour"] for die in roll["dice"]}) == (need, {"white"})
        assert roll["saved"] == (need <= 6)


def test_ak_182_a_figure_that_covers_suffers_with_its_own_toughness() -> None:
    """AK-182: edge case 24."""
    scene = Scene(
        (ARCHERS, 0, 1000, 600),
        (RECRUIT, 1, 1000, 1500, IDLE),
        ("errant-knight", 1, 1000, 1350, IDLE),
        FAR,
        dice=[5, 4, 5, 5, 5],
    ).activate(0)
    scene.order(shoot(0, 1))
    dom = scene.asked("cover")["dom"]
    scene.do(1, {"cover": {"figure": 2}})
    assert scene.figure(1).marked == 0
    assert scene.figure(2).marked == dom - 1
