"""Charges, engagements, leaving, cards and blows (sections 10 and 11), with the edge cases of section 24."""

from __future__ import annotations

import pytest

from tests.arena.games.alkemy.scenes import FAR, Scene, charge, effect, engage, fight, piece, walk

RECRUIT, JARAYA, TEMPLAR = "avalon-recruits", "jaraya", "templar"
A, B = (1000, 1000), (1000, 1126)


def duel(one: str, other: str, *, own: dict | None = None, its: dict | None = None, **more) -> Scene:  # type: ignore[no-untyped-def,type-arg]
    scene = Scene((one, 0, *A, own or {}), (other, 1, *B, its or {}), FAR, combats=[(0, 1)], **more)
    return scene.activate(0)


def test_ak_136_the_free_attack_of_a_charge_is_an_attack_card() -> None:
    """AK-136."""
    scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1400), FAR).activate(0)
    scene.order(charge(0, [1], (1000, 1274)))
    assert scene.refused(0, {"card": {"card": "inactive"}}) == "card-not-allowed"
    assert scene.refused(0, {"card": {"card": "sly"}}) == "bad-card"


def test_ak_116_the_die_of_a_charge_is_for_the_blow_and_for_no_ref_roll() -> None:
    """AK-116: edge case 11: both attack, so the first roll is of REF, with two dice a side."""
    scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1400), FAR, dice=[2, 2, 1, 1]).activate(0)
    scene.order(charge(0, [1], (1000, 1274)))
    scene.cards("normal", "normal")
    rolls = scene.events("roll")
    assert [(roll["why"], len(roll["dice"])) for roll in rolls[:2]] == [("first-blow", 2), ("first-blow", 2)]
    by_charger = next(roll for roll in rolls if roll["why"] == "attack" and roll["figure"] == 0)
    assert len(by_charger["dice"]) == 3


@pytest.mark.parametrize(
    ("own", "other", "dice"), [("brutal", "quick", 3), ("quick", "brutal", 2), ("normal", "normal", 2)]
)
def test_ak_135_ak_148_a_card_that_beats_the_other_adds_a_die_to_its_blow(own: str, other: str, dice: int) -> None:
    """AK-135, AK-148: edge case 12, and AK-144: the attacker is who began the exchange, whoever strikes first."""
    scene = duel(JARAYA, JARAYA)
    scene.order(fight(0, 1))
    scene.cards(own, other)
    assert scene.events("cards") == [{"attacker": 0, "defender": 1, "attacker_card": own, "defender_card": other}]
    (blow,) = [roll for roll in scene.events("roll") if roll["why"] == "attack" and roll["figure"] == 0]
    assert len(blow["dice"]) == dice


def test_ak_28_the_figure_named_first_rolls_all_its_dice_first() -> None:
    """AK-28."""
    scene = duel(JARAYA, JARAYA, dice=[5, 5, 0, 0])
    scene.order(fight(0, 1))
    scene.cards("normal", "normal")
    first, second = scene.events("roll")[:2]
    assert (first["figure"], [die["number"] for die in first["dice"]]) == (0, [6, 6])
    assert (second["figure"], [die["number"] for die in second["dice"]]) == (1, [1, 1])


def test_ak_202_the_defender_pays_for_its_card_also_against_a_free_attack() -> None:
    """AK-202: edge case 15; inactive is free."""
    for card, left in (("parry", 1), ("normal", 1), ("inactive", 2)):
        scene = Scene((RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1400), FAR).activate(0)
        scene.order(charge(0, [1], (1000, 1274)))
        scene.cards("normal", card)
        if scene.question == "keep":
            scene.do(0, {"default": {}})
        assert scene.figure(0).ap == 1
        assert scene.figure(1).ap == left


def test_ak_160_a_fight_whose_enemy_is_gone_is_lost_and_not_redirected() -> None:
    """AK-160: edge case 39: the second figure's fight against the enemy that the first put out."""
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
    assert scene.figure(2).status == "out"
    assert scene.events("order_lost") == [{"figure": 1}]
    assert scene.figure(1).ap == 2


def test_ak_130_who_has_no_reach_may_leave_one_and_engage_the_other() -> None:
    """AK-130: tests against the first, not against the engaged one."""
    scene = Scene(
        (RECRUIT, 0, 1000, 1000),
        ("militia-lancers", 1, 1000, 1215),
        ("militia-lancers", 1, 1215, 1000),
        FAR,
        combats=[(0, 1), (0, 2)],
        dice=[4, 4, 0, 0],
    ).activate(0)
    scene.order(engage(0, [2], (1089, 1000)))
    assert [roll["figure"] for roll in scene.events("roll")] == [0, 1]
    assert scene.events("disengaged") == [{"figure": 0}]
    assert (scene.figure(0).x, scene.asked("card")["defender"]) == (1089, 2)


def test_ak_123_a_figure_that_does_not_survive_the_blows_stays_and_its_order_is_lost() -> None:
    """AK-123."""
    scene = duel(RECRUIT, JARAYA, own={"marked": 6}, dice=[0, 0, 5, 5, 4, 4])
    scene.order(walk(0, (800, 800)))
    assert scene.asked("strikes") == {"figure": 0, "figures": [1]}
    scene.do(1, {"strikes": {"figures": [1]}})
    assert scene.figure(0).status == "out"
    assert (scene.figure(0).x, scene.figure(0).y) == A
    assert scene.events("order_lost") == [{"figure": 0}]


def test_ak_123_the_opponent_may_forgo_its_blows() -> None:
    """AK-123."""
    scene = duel(RECRUIT, JARAYA, dice=[0, 0, 5, 5])
    scene.order(walk(0, (800, 800)))
    assert scene.refused(1, {"strikes": {"figures": [0]}}) == "bad-target"
    scene.do(1, {"strikes": {"figures": []}})
    assert (scene.figure(0).x, scene.figure(0).marked) == (800, 0)


def test_ak_127_a_pair_ends_when_neither_can_strike_and_fear_with_it() -> None:
    """AK-127: edge case 27."""
    scene = duel(RECRUIT, "mordren", own={"afraid_of": [1]}, its={"ap": 0}, dice=[4, 4, 0, 0, 0])
    scene.order(walk(0, (1000, 700)))
    if scene.question == "strikes":
        scene.do(1, {"strikes": {"figures": []}})
    assert scene.state.combats == frozenset()
    assert scene.figure(0).afraid_of == ()


def test_ak_128_a_pair_ends_when_reach_ends_with_its_effect() -> None:
    """AK-128."""
    lance = effect("lance", grants=["reach", "expert-brutal", "piercing-combat"])
    scene = Scene((RECRUIT, 0, 1000, 1000, {"effects": [lance]}), (JARAYA, 1, 1000, 1200), FAR, combats=[(0, 1)])
    scene.activate(0)
    scene.order(fight(0, 1))
    assert scene.asked("card")["choices"] == [
        {"seat": 0, "cards": ["brutal", "normal", "quick", "parry", "inactive"]},
        {"seat": 1, "cards": ["parry", "inactive"]},
    ]
    scene.cards("inactive", "inactive")
    scene.end_turn()
    assert scene.state.combats == frozenset()
    assert scene.events("combat_ends") == [{"a": 0, "b": 1}]


def test_ak_290_combo_reads_one_column_left_and_deadly_dance_does_not() -> None:
    """AK-290: both read axe-mace twice, on the same row."""
    for profile, doms in (("captain-lee-ping", [4, 3]), ("dervish", [4, 4])):
        scene = duel(profile, RECRUIT, its={"ap": 0}, dice=[3, 5, 3, 5])
        scene.order(fight(0, 1))
        scene.cards("normal", "inactive")
        assert [blow["dom"] for blow in scene.events("blow")] == doms


def test_ak_289_a_veterans_parry_by_five_gives_back_its_point() -> None:
    """AK-289."""
    scene = duel(RECRUIT, "deicolus", its={"ap": 3}, dice=[0, 0, 4, 4, 4, 4, 0, 0])
    scene.order(fight(0, 1))
    scene.cards("normal", "parry")
    (parried,) = scene.events("parried")
    assert parried["margin"] >= 5
    assert scene.figure(1).ap == 3
    assert [roll["why"] for roll in scene.events("roll")][-1] == "counter"


def test_ak_151_a_parry_won_by_a_tie_is_not_answered() -> None:
    """AK-151: edge case 13: the margin is 0."""
    scene = duel(RECRUIT, JARAYA, dice=[3, 3, 2, 3, 0])
    scene.order(fight(0, 1))
    scene.cards("normal", "parry")
    assert scene.events("parried") == [{"figure": 1, "against": 0, "margin": 0}]
    assert scene.events("blow") == []


def test_ak_288_novices_strike_expertly_while_the_constable_stands() -> None:
    """AK-288."""
    for seat, dice in ((0, 3), (1, 2)):
        scene = Scene(
            ("temple-novice", 0, *A),
            (RECRUIT, 1, *B, {"ap": 0}),
            ("lotharius", seat, 300, 300),
            FAR,
            combats=[(0, 1)],
        ).activate(0)
        scene.order(fight(0, 1))
        scene.cards("brutal", "inactive")
        (roll,) = scene.events("roll")
        assert len(roll["dice"]) == dice


def test_ak_298_a_clairvoyant_enemy_undoes_master_expert_feint_and_flawless() -> None:
    """AK-298."""
    scene = duel(TEMPLAR, "iecha", dice=[3, 3, 0, 0])
    scene.order(fight(0, 1))
    scene.cards("brutal", "inactive")
    assert scene.figure(0).ap == 1
    assert not scene.figure(0).master_used
    (roll,) = scene.events("roll")
    assert len(roll["dice"]) == 2


def test_ak_298_the_first_card_of_a_master_is_free_also_without_points() -> None:
    """AK-298."""
    scene = duel(TEMPLAR, RECRUIT, own={"ap": 0}, its={"ap": 0})
    scene.order(fight(0, 1))
    scene.cards("normal", "inactive")
    assert scene.figure(0).master_used
    assert scene.figure(0).ap == 0
    assert scene.state.activation is None, "it can pay for no second card"


def test_ak_238_fate_chooses_the_card_and_apathy_bars_one() -> None:
    """AK-238."""
    scene = duel(
        JARAYA,
        JARAYA,
        own={"effects": [effect("fate", 1)]},
        its={"effects": [effect("apathy", 0, card="normal")]},
        fate=[0],
    )
    scene.order(fight(0, 1))
    assert scene.state.to_act == (1,)
    assert scene.refused(1, {"card": {"card": "normal"}}) == "card-not-allowed"
    scene.do(1, {"card": {"card": "brutal"}})
    (shown,) = scene.events("cards")
    assert shown["attacker_card"] == "quick"
    assert scene.kinds(1) == [], "apathy ends when it plays an attack card"
    assert scene.kinds(0) == ["fate"]


def test_ak_238_a_fixed_card_is_played() -> None:
    """AK-238."""
    scene = duel(JARAYA, JARAYA, own={"effects": [effect("fate", 1, card="brutal")]})
    scene.order(fight(0, 1))
    scene.do(1, {"card": {"card": "inactive"}})
    assert scene.events("cards")[0]["attacker_card"] == "brutal"
    assert scene.state.dump()["drawn"]["fate"] == 0


def test_ak_238_oil_angelus_and_fluidity_end_with_the_next_com_roll() -> None:
    """AK-238."""
    scene = duel(
        RECRUIT,
        JARAYA,
        own={"effects": [effect("oil"), effect("angelus")]},
        its={"ap": 0, "effects": [effect("fluidity")]},
        dice=[3, 3, 0],
    )
    scene.order(fight(0, 1))
    scene.cards("brutal", "inactive")
    (roll,) = scene.events("roll")
    assert len(roll["dice"]) == 3, "the angel's die"
    assert scene.events("blow") == [{"figure": 0, "target": 1, "hit": True, "dom": 5}]
    assert scene.kinds(0) == []
    assert scene.kinds(1) == [], "fluidity ends with the wound"


def test_ak_238_a_lasting_effect_ends_with_the_turn_in_which_it_was_used() -> None:
    """AK-238."""
    scene = duel(
        RECRUIT,
        JARAYA,
        own={"effects": [effect("oil", lasting=True), effect("angelus", lasting=True)]},
        its={"ap": 0},
        dice=[3, 3, 3],
    )
    scene.order(fight(0, 1))
    scene.cards("normal", "inactive")
    assert [one.hit for one in scene.figure(0).effects] == [True, True]
    scene.end_turn()
    assert scene.kinds(0) == []


def test_ak_161_a_figure_knocked_down_is_inactive_and_strikes_at_nobody_that_leaves() -> None:
    """AK-161: edge case 37."""
    scene = duel(RECRUIT, JARAYA, its={"effects": [effect("knocked")]})
    scene.order(walk(0, (1000, 700)))
    assert scene.events("roll") == []
    assert (scene.figure(0).y, scene.figure(1).ap) == (700, 2)


def test_ak_118_two_charge_the_same_enemy_and_its_new_state_counts_for_the_second() -> None:
    """AK-118: edge case 10: the enemy parries the second with dice of its new colour."""
    scene = Scene(
        ("militia-lancers", 0, 900, 1000),
        ("militia-lancers", 0, 1100, 1000),
        (JARAYA, 1, 1000, 1400),
        FAR,
        together=[[0, 1]],
        dice=[5, 5, 0],
    ).activate(0)
    scene.order(charge(0, [2], (915, 1305)), charge(1, [2], (1085, 1305)))
    scene.cards("brutal", "inactive")
    assert scene.figure(2).marked >= 3
    scene.cards("normal", "parry")
    if scene.question == "keep":
        scene.do(0, {"default": {}})
    (parry,) = [roll for roll in scene.events("roll") if roll["why"] == "parry"]
    assert {die["colour"] for die in parry["dice"]} == {"yellow"}


def test_ak_143_both_inactive_drops_the_combats_left_but_not_after_a_reaction() -> None:
    """AK-143."""
    scene = Scene(("militia-archers", 0, 600, 1200), ("ghulam", 1, 900, 1200), FAR, dice=[0, 0]).activate(0)
    scene.order({"shoot": {"figure": 0, "target": 1}})
    scene.do(1, {"react": {"engage": {"target": 0, "to": {"x": 726, "y": 1200}}}})
    scene.cards("inactive", "inactive")
    assert scene.question == "orders", "edge case 16: the activation goes on"


def test_ak_117_no_combat_begins_on_the_other_side_of_a_height() -> None:
    """AK-117."""
    scene = Scene(
        (RECRUIT, 0, 1000, 1000), (JARAYA, 1, 1000, 1460), FAR, terrain=[piece("crag", 1000, 1500)]
    ).activate(0)
    assert scene.why_not(charge(0, [1], (1000, 1334))) == "no-contact"
