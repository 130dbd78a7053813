"""Turns, activations, orders and movement (sections 1, 7, 8, 9, 16)."""

from __future__ import annotations

from arena.games.alkemy.material import NONE
from arena.kernel.chance import Seeded
from tests.arena.games.alkemy.scenes import (
    FAR,
    GAME,
    Scene,
    charge,
    concentrate,
    document,
    effect,
    engage,
    fight,
    figure_of,
    piece,
    prepare,
    run,
    shoot,
    walk,
)

RECRUIT, JARAYA, TEMPLAR = "avalon-recruits", "jaraya", "templar"
IDLE = {"ap": 0}


def test_ak_77_a_figure_without_points_has_no_order_and_is_passed_over() -> None:
    """AK-77."""
    scene = Scene((RECRUIT, 0, 1000, 1000, IDLE), (JARAYA, 0, 1300, 1000), FAR)
    assert scene.asked("hand") == {"cards": [1], "figures": [], "may_pass": False}
    assert scene.refused(0, {"activate": {"card": 0}}) == "cannot-activate"


def test_ak_7_ak_80_a_seat_that_can_do_nothing_is_not_asked() -> None:
    """AK-7, AK-80."""
    scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1300, 1600, IDLE)).activate(0)
    scene.order(walk(0, (1000, 1000)))
    scene.end()
    assert scene.events("pass") == [{"seat": 1, "auto": True}, {"seat": 0, "auto": True}]
    assert (scene.state.turn, scene.question) == (2, "initiative")


def test_ak_85_an_order_that_is_lost_counts_all_the_same() -> None:
    """AK-85: two lancers of one card: the second's fight is lost, and it may end."""
    scene = Scene(
        ("militia-lancers", 0, 1000, 874),
        ("militia-lancers", 0, 874, 1000),
        (JARAYA, 1, 1000, 1000, {"marked": 7}),
        FAR,
        together=[[0, 1]],
        combats=[(0, 2), (1, 2)],
        dice=[5, 4],
    ).activate(0)
    scene.order(fight(0, 2), fight(1, 2))
    scene.cards("normal", "inactive")
    assert scene.state.activation is not None
    assert scene.state.activation.acted == (0, 1)


def test_ak_86_effects_end_before_markers_are_scored_and_the_end_is_checked() -> None:
    """AK-86: edge case 35; two and one score like one and none."""
    scene = Scene(
        (RECRUIT, 0, 1000, 1000, {"effects": [effect("speed")]}),
        FAR,
        control=[0, 0, 1],
        points=[2, 2],
    )
    scene.end_turn()
    assert scene.state.victory_points == (3, 2)
    assert scene.state.result is not None
    assert (scene.state.result.ranks, scene.state.result.reason) == ((1, 2), "victory-points")
    kinds = [kind for event in scene.told for kind in event]
    assert kinds[-3:] == ["score", "turn_ends", "game_over"]
    assert scene.kinds(0) == []


def test_ak_101_a_walk_of_no_length_is_a_movement() -> None:
    """AK-101."""
    scene = Scene((RECRUIT, 0, 1000, 1000), FAR).activate(0)
    scene.order(walk(0, (1000, 1000)))
    assert scene.figure(0).moved
    assert scene.events("move") == [{"figure": 0, "from": {"x": 1000, "y": 1000}, "to": {"x": 1000, "y": 1000}}]


def test_ak_280_reach_strikes_over_an_inch_and_not_more() -> None:
    """AK-280."""
    for y, code in ((1780, None), (1779, "no-contact")):
        scene = Scene(("ghulam", 0, 1000, 1400), (JARAYA, 1, 1000, 2000), FAR).activate(0)
        assert scene.why_not(charge(0, [1], (1000, y))) == code


def test_ak_1_a_skill_beats_a_general_rule() -> None:
    """AK-1: movement passes through no figure, but a leap does; a charge needs sight, but not of who leaps."""
    scene = Scene(("chen-sze", 0, 1000, 1000), (RECRUIT, 0, 1000, 1200), (JARAYA, 1, 1000, 1450), FAR, terrain=[])
    scene.activate(0)
    assert scene.why_not(charge(0, [2], (1000, 1324))) == "blocked"
    assert scene.why_not(charge(0, [2], (1000, 1324), leap=0)) is None


def test_ak_112_who_leaps_needs_no_line_of_sight() -> None:
    """AK-112."""
    house = [piece("house", 800, 1280)]
    for profile, charged in (("chen-sze", True), (TEMPLAR, False)):
        scene = Scene((profile, 0, 800, 1000), (JARAYA, 1, 800, 1550), FAR, terrain=house).activate(0)
        template = next(one for one in scene.state.templates(0) if one["order"] == "charge")
        assert template["targets"] == ([1] if charged else [])


def test_ak_6_the_bound_of_actions_ends_the_game_by_what_was_won() -> None:
    """AK-6."""
    over = Scene((RECRUIT, 0, 1000, 1000), FAR, options={"ply_limit": 200}, points=[1, 0])
    over.state.ply = 199
    over.activate(0)
    assert over.state.result is not None
    assert (over.state.result.reason, over.state.result.ranks) == ("ply-limit", (1, 2))


def test_ak_266_equal_points_and_markers_are_settled_by_what_stands() -> None:
    """AK-266."""
    scene = Scene((TEMPLAR, 0, 1000, 1000), (RECRUIT, 1, 1000, 2000), turn=8)
    scene.end_turn()
    assert scene.state.result is not None
    assert (scene.state.result.ranks, scene.state.result.reason) == ((1, 2), "turn-limit")
    scene = Scene((RECRUIT, 0, 1000, 1000), (RECRUIT, 1, 1000, 2000), turn=8)
    scene.end_turn()
    assert scene.state.result is not None
    assert scene.state.result.ranks == (1, 1)


def test_ak_268_a_lost_army_is_a_draw_where_the_option_says_so() -> None:
    """AK-268."""
    for wipeout, ranks in (("win", (1, 2)), ("draw", (1, 1))):
        scene = Scene(
            (RECRUIT, 0, 1000, 1000),
            (JARAYA, 1, 1000, 1126, {"ap": 0, "marked": 7}),
            combats=[(0, 1)],
            dice=[5, 4],
            options={"wipeout": wipeout},
            points=[0, 2],
        ).activate(0)
        scene.order(fight(0, 1))
        scene.cards("normal", "inactive")
        assert scene.state.result is not None
        assert (scene.state.result.ranks, scene.state.result.scores) == (ranks, (0, 2))


def test_ak_165_no_dom_wound_nobody() -> None:
    """AK-165: a fall from no more than the figure's own height."""
    crag = [piece("crag", 1000, 1000)]
    scene = Scene((RECRUIT, 0, 1000, 1100), FAR, terrain=crag).activate(0)
    scene.order(walk(0, (1000, 1400), jump=True))
    assert scene.events("fall") == [{"figure": 0, "height": 150, "amount": 0}]
    assert scene.events("damage") == []


def test_ak_44_ak_58_open_ground_costs_nothing_and_blocks_nothing() -> None:
    """AK-44, AK-58."""
    open_ground = piece("house", 1000, 1300)
    open_ground["parts"][0] |= {"kind": "open", "size": 4}
    scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1700), FAR, terrain=[open_ground]).activate(0)
    assert scene.why_not(walk(0, (1000, 1400))) is None


def test_ak_90_what_orders_cost() -> None:
    """AK-90."""
    scene = Scene(("feng-sao", 0, 1200, 1050, {"ap": 4}), FAR).activate(0)
    scene.order(concentrate(0))
    assert scene.figure(0).ap == 3
    scene.order({"control": {"figure": 0, "marker": 1}})
    assert (scene.figure(0).ap, scene.state.markers[1].control) == (1, 0)
    assert scene.why_not({"control": {"figure": 0, "marker": 1}}) == "no-action-points"


def test_ak_261_an_enemy_marker_becomes_neutral_first() -> None:
    """AK-261: edge case 34."""
    scene = Scene(("feng-sao", 0, 1200, 1050, {"ap": 4}), FAR, control=[None, 1, None]).activate(0)
    scene.order({"control": {"figure": 0, "marker": 1}})
    assert scene.state.markers[1].control == NONE
    scene.order({"control": {"figure": 0, "marker": 1}})
    assert [event["control"] for event in scene.events("marker")] == [None, 0]


def test_ak_82_reactivation_costs_a_point_needs_two_and_three_on_the_card() -> None:
    """AK-82: edge cases 19, 36."""
    scene = Scene(("captain-lee-ping", 0, 1000, 1000), (JARAYA, 1, 1000, 2000, IDLE), FAR).activate(0)
    scene.order(walk(0, (1000, 1100)))
    scene.end()
    scene.do(1, {"default": {}})
    scene.do(1, {"default": {}})
    if scene.question == "orders":
        scene.end()
    assert scene.asked("hand")["figures"] == [0]
    scene.do(0, {"reactivate": {"figure": 0}})
    assert scene.figure(0).ap == 2
    scene.order(run(0, (1000, 1200)))
    assert scene.state.hand == 1 or scene.question == "initiative"


def test_ak_20_a_figure_may_react_before_its_card_is_activated() -> None:
    """AK-20: edge case 20: it then has fewer points when it is."""
    scene = Scene(
        ("militia-archers", 0, 600, 1200), ("malikh-looters", 1, 1700, 1200), FAR, dice=[0, 0, 0, 0]
    ).activate(0)
    scene.order(shoot(0, 1))
    scene.do(1, {"react": {"shoot": {"at": [0]}}})
    scene.end()
    scene.activate(1)
    assert scene.figure(1).ap == 1


def test_ak_91_the_whole_list_is_refused_with_the_first_code() -> None:
    """AK-91: edge case 38: the list is checked on the scratch board."""
    scene = Scene((RECRUIT, 0, 1000, 1000), (RECRUIT, 0, 1200, 1000), FAR, together=[[0, 1]]).activate(0)
    assert scene.why_not(walk(0, (1000, 1100)), walk(1, (1000, 1100))) == "blocked"
    assert scene.why_not(walk(0, (1000, 1100)), walk(0, (1000, 1200))) == "twice"
    assert scene.why_not(walk(0, (1000, 1100)), walk(2, (1000, 1200))) == "not-active"
    assert scene.why_not(walk(0, (1000, 600)), walk(1, (1000, 1000))) is None
    assert scene.refused(0, {"act": {"orders": []}}) == "malformed"


def test_ak_91_a_fallen_figure_of_the_active_card_is_out_of_play() -> None:
    """AK-91, AK-74: whether it fell in this activation or before, it is no figure of another card."""
    fallen = {"status": "out", "marked": 7, "ap": 0}
    scene = Scene((RECRUIT, 0, 1000, 1000), (RECRUIT, 0, 1200, 1000, fallen), FAR, together=[[0, 1]]).activate(0)
    assert scene.asked("orders")["figures"] == [0]
    assert scene.why_not(walk(1, (1200, 1100))) == "out-of-play"
    assert scene.why_not(walk(0, (1000, 1100)), {"stand": {"figure": 1}}) == "out-of-play"


def test_ak_91_ak_82_a_reactivation_is_of_one_figure() -> None:
    """AK-82: of that figure alone, so that no other has an order, whoever it is."""
    spent = {"status": "out", "marked": 11, "ap": 0}
    scene = Scene(("garlan", 0, 1000, 1000), ("garlan", 0, 1200, 1000, spent), FAR, together=[[0, 1]]).activate(0)
    scene.order(walk(0, (1000, 1100)))
    scene.end()
    scene.do(1, {"pass": {}})
    scene.do(0, {"reactivate": {"figure": 0}})
    assert scene.why_not(walk(1, (1200, 1100))) == "not-active"


def test_ak_91_a_second_order_is_refused_as_such_before_its_own_checks() -> None:
    """AK-91: `twice` comes before what an order checks itself, and after who is active and the shape."""
    scene = Scene(("country-priest", 0, 1000, 1000), (RECRUIT, 0, 1500, 1000), FAR).activate(0)
    first = concentrate(0)
    assert scene.why_not(first, prepare(0, "no-such-formula")) == "twice"
    assert scene.why_not(first, shoot(0, 2)) == "twice"
    assert scene.why_not(first, shoot(0, 2, estimate=4)) == "malformed"
    assert scene.why_not(first, walk(1, (1500, 1000))) == "not-active"


def test_ak_91_a_charge_on_the_scratch_board_makes_an_engagement_possible() -> None:
    """AK-91."""
    scene = Scene(
        ("militia-lancers", 0, 1000, 900),
        ("militia-lancers", 0, 1300, 1300),
        (JARAYA, 1, 1000, 1300, IDLE),
        FAR,
        together=[[0, 1]],
        dice=[0, 0, 0, 0, 0],
    ).activate(0)
    into = engage(1, [2], (1126, 1300))
    assert scene.why_not(into) == "not-in-combat"
    scene.order(charge(0, [2], (1000, 1174)), into)
    assert scene.state.combats == {(0, 2), (1, 2)}


def test_ak_92_what_a_figure_walks_into_is_named_by_its_code() -> None:
    """AK-92."""
    scene = Scene(
        (RECRUIT, 0, 1000, 1000), (RECRUIT, 0, 1000, 1200), FAR, terrain=[piece("house", 1300, 1000)]
    ).activate(0)
    assert scene.why_not(walk(0, (1000, 1150))) == "blocked"
    assert scene.why_not(walk(0, (1100, 1000))) == "blocked"
    assert scene.why_not(walk(0, *[(1000, 1000)] * 13)) == "bad-path"
    assert scene.why_not(walk(0, (1000, 1000), leap=0)) == "no-skill"


def test_ak_260_ak_2_each_seat_deploys_in_its_own_zone() -> None:
    """AK-260, AK-2."""
    figures = [
        figure_of(RECRUIT, 0, 0, 0, status="reserve", ap=0),
        figure_of("shadow", 1, 0, 0, status="reserve", ap=0),
    ]
    state = document(figures)
    state |= {
        "phase": "deployment",
        "to_act": [0],
        "question": {"seats": [0], "deploy": {"cards": [0]}},
        "turn": 0,
    }
    state["setup"] |= {"next": 0}
    scene = Scene.of(GAME.load(state, Seeded(bytes(32))))
    spot = {"deploy": {"card": 0, "positions": [{"x": 100, "y": 2300}]}}
    assert scene.refused(0, spot) == "off-zone"
    scene.do(0, {"default": {}})
    assert scene.asked("deploy") == {"cards": [1]}
    scene.do(1, {"deploy": {"card": 1, "positions": [{"x": 100, "y": 2300}]}})
    assert (scene.state.turn, scene.question) == (1, "initiative")
