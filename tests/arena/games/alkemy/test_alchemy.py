"""Concentration, components, formulas and what they do (section 15)."""

from __future__ import annotations

import pytest

from arena.games.alkemy.material import FORMULAS, PROFILES
from tests.arena.games.alkemy.scenes import FAR, Scene, concentrate, effect, fight, piece, prepare, shoot, walk

RECRUIT, JARAYA = "avalon-recruits", "jaraya"
READY = {"concentration": 4, "components": 12}


def alchemist(profile: str, *others, x: int = 1000, y: int = 1000, own: dict | None = None, **more) -> Scene:  # type: ignore[no-untyped-def,type-arg]
    return Scene((profile, 0, x, y, {**READY, **(own or {})}), *others, FAR, **more).activate(0)


def test_ak_213_a_formula_says_what_it_needs_and_what_enhances_it() -> None:
    """AK-213."""
    formula = FORMULAS["violent-gust"]
    assert (formula.element, formula.level, formula.cost, formula.range) == ("air", 2, 2, 800)
    assert not formula.auto
    assert [(one.id, one.stones) for one in formula.enhancements.values()] == [("extra-target", 2)]
    for profile in PROFILES.values():
        for name in profile.alchemy.formulas if profile.alchemy else ():
            assert FORMULAS[name].element == profile.alchemy.element  # type: ignore[union-attr]


def test_ak_211_concentration_ends_at_four() -> None:
    """AK-211."""
    scene = alchemist("country-priest", own={"concentration": 3})
    scene.order(concentrate(0))
    assert scene.figure(0).concentration == 4
    assert scene.why_not(concentrate(0)) == "already-done"
    assert scene.why_not({"harvest": {"figure": 0, "token": 0}}) == "unknown-token"


def test_ak_218_a_target_is_in_sight_itself_excepted() -> None:
    """AK-218."""
    scene = alchemist("brother-collector", (RECRUIT, 0, 1000, 1700), terrain=[piece("house", 1000, 1350)])
    assert scene.why_not(prepare(0, "angelus-vitae", 1)) == "no-line-of-sight"
    assert scene.why_not(prepare(0, "angelus-vitae", 0)) is None


def test_ak_215_stones_for_missing_components_do_not_count_against_the_enhancements() -> None:
    """AK-215: edge case 28."""
    scene = alchemist("brother-collector", own={"components": 0, "stones": 5})
    scene.order(prepare(0, "angelus-vitae", 0))
    assert scene.figure(0).stones == 1
    assert scene.question == "orders", "AK-241: nothing can be bought with one stone"


def test_ak_232_ak_236_a_new_effect_replaces_the_old_of_its_kind() -> None:
    """AK-232, AK-236."""
    scene = alchemist("brother-collector", own={"effects": [effect("angelus", 0)]})
    scene.order(prepare(0, "angelus-vitae", 0))
    scene.do(0, {"enhance": {"take": [{"id": "lasting"}]}})
    assert [(one.kind, one.lasting) for one in scene.figure(0).effects] == [("angelus", True)]


@pytest.mark.parametrize(
    ("take", "code"),
    [
        ([{"id": "lasting"}, {"id": "lasting"}], "already-done"),
        ([{"id": "extra-target"}], "malformed"),
        ([{"id": "lasting", "target": 1}], "malformed"),
        ([{"id": "extra-target", "target": 2}], "bad-target"),
        ([{"id": "extra-target", "target": 1}, {"id": "extra-target", "target": 1}], "bad-target"),
        ([{"id": "lasting", "card": "brutal"}], "bad-card"),
        ([{"id": "heal"}], "unknown-enhancement"),
        (
            [{"id": "extra-target", "target": 1}, {"id": "extra-target", "target": 3}, {"id": "lasting"}],
            "no-stones",
        ),
        ([{"id": "extra-target", "target": 1}, {"id": "lasting"}], None),
    ],
)
def test_ak_224_what_is_wrong_with_enhancements(take: list[dict[str, object]], code: str | None) -> None:
    """AK-224."""
    scene = alchemist(
        "brother-collector", (RECRUIT, 0, 1000, 1200), (JARAYA, 1, 1300, 1300), (RECRUIT, 0, 1200, 1000)
    )
    scene.order(prepare(0, "angelus-vitae", 0))
    assert scene.refused(0, {"enhance": {"take": take}}) == code


def test_ak_216_apathy_names_an_attack_card_and_others_none() -> None:
    """AK-216."""
    scene = alchemist("sorhna-oracle", (RECRUIT, 1, 1000, 1300), dice=[5, 5])
    assert scene.why_not(prepare(0, "apathy", 1)) == "bad-card"
    assert scene.why_not(prepare(0, "apathy", 1, card="parry")) == "bad-card"
    assert scene.why_not(prepare(0, "fluidity", 1, card="brutal")) == "malformed"
    scene.order(prepare(0, "apathy", 1, card="brutal"))
    scene.do(0, {"default": {}})
    assert scene.figure(1).effects[0].card == "brutal"


def test_ak_239_walosi_kiss_heals_and_animal_fury_hurts_by_the_casters_yellow_boxes() -> None:
    """AK-239."""
    scene = alchemist(
        "toad-medicine-shaman",
        (RECRUIT, 0, 1000, 1300, {"marked": 2}),
        (JARAYA, 1, 1300, 1000),
        own={"marked": 5},
        dice=[5, 5, 0],
    )
    scene.order(prepare(0, "walosi-kiss", 1))
    scene.do(0, {"enhance": {"take": [{"id": "heal"}]}})
    assert scene.figure(1).marked == 0
    assert scene.events("heal") == [{"figure": 1, "amount": 2}]
    scene.order(prepare(0, "animal-fury", 2))
    scene.do(0, {"default": {}})
    assert scene.events("damage") == [{"figure": 2, "amount": 2, "source": "direct", "by": 0}]


def test_ak_239_an_explosion_comes_from_every_hemotoxic_figure_near() -> None:
    """AK-239: the caster too, if it buys that: both reach figure 2, one of them figure 3."""
    scene = alchemist(
        "pitekica",
        ("toad-thunder-warrior", 0, 1000, 1300),
        (RECRUIT, 1, 1000, 1150),
        (RECRUIT, 1, 1000, 1426),
        combats=[(1, 3)],
    )
    scene.order(prepare(0, "walosi-explosion"))
    scene.do(0, {"enhance": {"take": [{"id": "hemotoxic"}]}})
    assert scene.kinds(0) == ["hemotoxic"]
    assert [scene.figure(one).marked for one in range(4)] == [0, 0, 2, 1]
    assert [event["figure"] for event in scene.events("damage")] == [2, 3]


def test_ak_238_koga_speed_adds_to_movement_and_takes_the_aim() -> None:
    """AK-238."""
    fast = {"effects": [effect("speed")]}
    scene = Scene((RECRUIT, 0, 1000, 1000, fast), FAR).activate(0)
    assert scene.why_not(walk(0, (1000, 1500))) is None
    assert scene.why_not(walk(0, (1000, 1501))) == "too-far"
    scene = Scene(("militia-archers", 0, 1000, 400), (RECRUIT, 1, 1000, 1500, {"ap": 0, **fast}), FAR).activate(0)
    scene.order(shoot(0, 1))
    assert len(scene.events("roll")[0]["dice"]) == 2


def test_ak_238_the_scimitar_has_its_own_row_and_keeps_concentration() -> None:
    """AK-238."""
    scene = Scene(
        ("iecha", 0, 1000, 1000, {"effects": [effect("scimitar")], "concentration": 3}),
        (JARAYA, 1, 1000, 1126),
        FAR,
        combats=[(0, 1)],
        dice=[4, 4, 0, 0, 4, 4, 4, 2, 4, 4],
    ).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "normal")
    assert scene.asked("feint") == {"figure": 0, "against": 1, "own": "normal", "other": "normal"}
    scene.do(0, {"default": {}})
    blow = next(one for one in scene.events("blow") if one["figure"] == 0)
    assert blow["dom"] == 4
    assert scene.figure(0).marked > 0
    assert scene.figure(0).concentration == 3
    assert scene.figure(0).effects[0].hit, "it ends with the turn in which it was wounded"


def test_ak_231_every_wound_takes_one_level_of_concentration() -> None:
    """AK-231: edge case 30."""
    scene = Scene(
        (JARAYA, 0, 1000, 1000),
        ("country-priest", 1, 1000, 1126, {"ap": 0, "concentration": 3}),
        FAR,
        combats=[(0, 1)],
        dice=[5, 5],
    ).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "inactive")
    assert scene.figure(1).marked == 4
    assert scene.figure(1).concentration == 2


def test_ak_238_prayer_ends_at_once_after_the_blow_it_softened() -> None:
    """AK-238: edge case 31."""
    scene = Scene(
        (JARAYA, 0, 1000, 1000),
        ("country-priest", 1, 1000, 1126, {"ap": 0, "effects": [effect("prayer", 1, radius=2)]}),
        FAR,
        combats=[(0, 1)],
        dice=[5, 5],
    ).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "inactive")
    assert scene.figure(1).marked == 3
    assert scene.kinds(1) == []


def test_ak_238_thorns_answer_a_blow() -> None:
    """AK-238."""
    scene = Scene(
        (JARAYA, 0, 1000, 1000),
        (RECRUIT, 1, 1000, 1126, {"ap": 0, "effects": [effect("thorns", 1, dom=2)]}),
        FAR,
        combats=[(0, 1)],
        dice=[4, 4],
    ).activate(0)
    scene.order(fight(0, 1))
    scene.cards("normal", "inactive")
    assert scene.events("damage")[1] == {"figure": 0, "amount": 2, "source": "direct", "by": 1}
    assert scene.figure(1).effects[0].hit


def test_ak_238_walosi_ruse_leaps_and_leaves_with_a_die_more() -> None:
    """AK-238."""
    scene = Scene(
        (RECRUIT, 0, 1000, 1000, {"effects": [effect("ruse", grants=["leap"])]}),
        (JARAYA, 1, 1000, 1126),
        FAR,
        combats=[(0, 1)],
    ).activate(0)
    scene.order(walk(0, (1000, 1300), leap=0))
    assert [len(roll["dice"]) for roll in scene.events("roll")[:2]] == [3, 2]


def test_ak_240_a_tornado_blows_the_farthest_first_and_spares_who_resists() -> None:
    """AK-240."""
    scene = alchemist(
        "feng-sao",
        (RECRUIT, 1, 1000, 1300),
        (JARAYA, 1, 1000, 1500),
        own={"concentration": 2},
        dice=[4, 4, 0, 0, 0, 5, 5],
    )
    scene.order(prepare(0, "sharp-tornado"))
    scene.do(0, {"enhance": {"take": []}})
    assert [roll["figure"] for roll in scene.events("roll")] == [0, 2, 1]
    assert (scene.figure(2).y, scene.figure(2).marked, scene.figure(2).moved) == (1700, 2, False)
    assert scene.events("pushed") == [{"figure": 2, "from": {"x": 1000, "y": 1500}, "to": {"x": 1000, "y": 1700}}]
    assert (scene.figure(1).y, scene.figure(1).marked) == (1300, 0)


def test_ak_235_a_formula_without_effect_is_prepared_and_paid() -> None:
    """AK-235: edge case 29: what fails or does nothing is prepared all the same."""
    scene = alchemist("toad-medicine-shaman", (JARAYA, 1, 1300, 1000), own={"stones": 0}, dice=[5, 5])
    scene.order(prepare(0, "animal-fury", 1))
    assert scene.figure(0).components == 10
    assert scene.figure(1).marked == 0
    assert scene.why_not(prepare(0, "animal-fury", 1)) == "already-done"


def test_ak_212_a_token_is_removed_and_components_over_twelve_are_lost() -> None:
    """AK-212: edge case 33: the places behind it move down."""
    tokens = [
        {"seat": 0, "element": "earth", "x": 1185, "y": 1000},
        {"seat": 1, "element": "air", "x": 815, "y": 1000},
    ]
    scene = alchemist("country-priest", own={"components": 10}, tokens=tokens)
    scene.order(walk(0, (1000, 1000)))
    scene.order({"harvest": {"figure": 0, "token": 0}})
    assert scene.figure(0).components == 12
    assert scene.events("harvest") == [{"figure": 0, "element": "earth", "amount": 2}]
    assert [token.element for token in scene.state.tokens] == ["air"]
