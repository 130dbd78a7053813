"""An example of every event, answer and order of Alkemy, and when it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

EVENTS: Final[Mapping[str, tuple[str, str]]] = {
    "army": (
        '{"army": {"seat": 0, "army": {"faction": "avalon", "cards": [{"profile": "colossus", "figures": 1}]}}}',
        "both armies are revealed",
    ),
    "terrain_first": ('{"terrain_first": {"seat": 1}}', "AK-253: chance has said who begins"),
    "terrain": (
        '{"terrain": {"seat": 1, "piece": "house", "x": 500, "y": 575, "rotation": "r0"}}',
        "a piece is placed",
    ),
    "component": ('{"component": {"seat": 0, "element": "air", "x": 530, "y": 420}}', "AK-256"),
    "deploy_first": ('{"deploy_first": {"seat": 0}}', "AK-259"),
    "deploy": (
        '{"deploy": {"seat": 0, "card": 2, "positions": [{"x": 1200, "y": 190}, {"x": 1050, "y": 190}]}}',
        "a card stands on the board",
    ),
    "turn_begins": ('{"turn_begins": {"turn": 3}}', "AK-67"),
    "initiative_won": ('{"initiative_won": {"seat": 1}}', "AK-69"),
    "hand": ('{"hand": {"seat": 0}}', "a seat has the hand"),
    "pass": ('{"pass": {"seat": 0, "auto": false}}', "AK-78; AK-80, where auto is true"),
    "activate": ('{"activate": {"seat": 0, "card": 2}}', "AK-71"),
    "reactivate": ('{"reactivate": {"seat": 0, "figure": 0}}', "AK-82"),
    "activation_ends": ('{"activation_ends": {"card": 2}}', "the hand passes on"),
    "orders": (
        '{"orders": {"seat": 0, "orders": [{"fight": {"figure": 2, "target": 8}}]}}',
        "AK-74: a list is announced and paid",
    ),
    "order_lost": ('{"order_lost": {"figure": 3}}', "AK-104"),
    "charge_annulled": ('{"charge_annulled": {"figure": 2, "target": 8}}', "AK-113"),
    "charge_failed": ('{"charge_failed": {"figure": 2}}', "AK-114; a move may follow"),
    "react": ('{"react": {"figure": 8, "reaction": {"shoot": {"at": [3], "marksman": false}}}}', "AK-191, AK-200"),
    "move": (
        '{"move": {"figure": 2, "from": {"x": 1200, "y": 190}, "to": {"x": 1200, "y": 590}}}',
        "a segment of a path",
    ),
    "pushed": (
        '{"pushed": {"figure": 8, "from": {"x": 1500, "y": 1200}, "to": {"x": 1700, "y": 1200}}}',
        "AK-240",
    ),
    "fall": ('{"fall": {"figure": 2, "height": 150, "amount": 1}}', "AK-98"),
    "disengaged": ('{"disengaged": {"figure": 2}}', "AK-123: it has won the test"),
    "combat_begins": ('{"combat_begins": {"a": 2, "b": 8}}', "AK-127"),
    "combat_ends": ('{"combat_ends": {"a": 2, "b": 8}}', "AK-128"),
    "afraid": ('{"afraid": {"figure": 2, "of": 8}}', "AK-283"),
    "cards": (
        '{"cards": {"attacker": 2, "defender": 8, "attacker_card": "brutal", "defender_card": "parry"}}',
        "both are revealed",
    ),
    "feint": ('{"feint": {"figure": 8}}', "AK-286: its card is Inactive now"),
    "roll": (
        '{"roll": {"figure": 2, "why": "strike", "dice": [{"colour": "white", "number": 4, "symbol": "axe"}, '
        '{"colour": "white", "number": 6, "symbol": "mace"}], "kept": [0, 1], "stat": 3, "total": 13}}',
        "dice are rolled",
    ),
    "blow": ('{"blow": {"figure": 2, "target": 8, "hit": true, "dom": 3}}', "AK-145; before Tough"),
    "parried": ('{"parried": {"figure": 8, "against": 2, "margin": 3}}', "AK-141"),
    "nothing_happens": ('{"nothing_happens": {"a": 2, "b": 8}}', "AK-143"),
    "shot": ('{"shot": {"shooter": 3, "target": 8, "result": "hit"}}', "AK-172, AK-173"),
    "cover_roll": (
        '{"cover_roll": {"figure": 8, "use": {"piece": 0}, "dice": [{"colour": "white", "number": 5, "symbol": '
        '"sword"}, {"colour": "white", "number": 3, "symbol": "sword"}], "need": 8, "saved": true}}',
        "AK-181",
    ),
    "damage": ('{"damage": {"figure": 8, "amount": 2, "source": "shot", "by": 3}}', "boxes are ticked"),
    "out_of_action": ('{"out_of_action": {"figure": 8}}', "AK-162"),
    "heal": ('{"heal": {"figure": 2, "amount": 1}}', "AK-239"),
    "concentration": ('{"concentration": {"figure": 1, "level": 2}}', "AK-211, AK-231: it is now so high"),
    "harvest": ('{"harvest": {"figure": 1, "element": "air", "amount": 4}}', "AK-212"),
    "prepare": (
        '{"prepare": {"figure": 1, "formula": "apathy", "targets": [8], "components": 1, "stones": 0}}',
        "AK-215: it is paid",
    ),
    "formula_fails": (
        '{"formula_fails": {"figure": 1, "formula": "apathy", "why": "out-of-range"}}',
        "AK-220, AK-221",
    ),
    "formula_works": ('{"formula_works": {"figure": 1, "formula": "apathy", "targets": [8]}}', "AK-222"),
    "enhance": (
        '{"enhance": {"figure": 1, "take": [{"id": "extra-target", "target": 9, "card": null}], "stones": 2}}',
        "AK-224",
    ),
    "effect": ('{"effect": {"figure": 8, "kind": "apathy"}}', "AK-238"),
    "stand": ('{"stand": {"figure": 8}}', "it stands up"),
    "marker": ('{"marker": {"marker": 1, "control": 0, "figure": 2}}', "AK-261; control is null: neutral"),
    "score": ('{"score": {"seat": 0, "points": 1}}', "AK-262"),
    "turn_ends": ('{"turn_ends": {"turn": 3}}', "AK-86"),
    "game_over": (
        '{"game_over": {"scores": [3, 1], "ranks": [1, 2], "reason": "victory-points"}}',
        "AK-265, AK-266, AK-268, AK-6",
    ),
}

ROLLS: Final = (
    "deployment", "initiative", "immunity", "fear", "disengage", "strike", "first-blow", "attack", "combo",
    "counter", "parry", "shot", "alchemy", "resist",
)  # fmt: skip

ANSWERS: Final[Mapping[str, Sequence[str]]] = {
    "army": (
        '{"army": {"preset": "jade-1"}}',
        '{"army": {"faction": "jade", "cards": [{"profile": "militia-lancers", "figures": 2}]}}',
    ),
    "terrain": ('{"terrain": {"piece": "house", "x": 500, "y": 575, "rotation": "r0"}}',),
    "component": ('{"component": {"x": 530, "y": 420}}',),
    "deploy": ('{"deploy": {"card": 2, "positions": [{"x": 1200, "y": 190}, {"x": 1050, "y": 190}]}}',),
    "initiative": ('{"initiative": {"figure": 0}}',),
    "first": ('{"first": {"seat": 0}}',),
    "hand": ('{"activate": {"card": 2}}', '{"reactivate": {"figure": 0}}', '{"pass": {}}'),
    "orders": ('{"act": {"orders": [{"shoot": {"figure": 3, "target": 8}}]}}', '{"end": {}}'),
    "react_shot": (
        '{"react": {"none": {}}}',
        '{"react": {"shoot": {"at": [3]}}}',
        '{"react": {"move": {"path": [{"x": 1200, "y": 590}]}}}',
        '{"react": {"engage": {"target": 3, "to": {"x": 1200, "y": 590}}}}',
    ),
    "react_charge": ('{"react": {"none": {}}}', '{"react": {"shoot": {"at": [3]}}}'),
    "card": ('{"card": {"card": "brutal"}}',),
    "feint": ('{"feint": {"use": false}}',),
    "keep": ('{"keep": {"dice": [0, 2]}}',),
    "reroll": ('{"reroll": {"use": true}}',),
    "cover": (
        '{"cover": {"piece": 0}}',
        '{"cover": {"melee": true}}',
        '{"cover": {"figure": 9}}',
        '{"cover": {"stealth": true}}',
        '{"cover": {"none": true}}',
    ),
    "tester": ('{"tester": {"figure": 8}}',),
    "strikes": ('{"strikes": {"figures": [8, 9]}}',),
    "enhance": ('{"enhance": {"take": [{"id": "extra-target", "target": 9}]}}',),
}


class Order(NamedTuple):
    order: str
    more: Sequence[str]
    """Parameters that may be left out."""
    rule: str


ORDERS: Final[Sequence[Order]] = (
    Order('{"walk": {"figure": 2, "path": [{"x": 1200, "y": 590}]}}', ("jump", "leap", "free"), "AK-99"),
    Order('{"run": {"figure": 2, "path": [{"x": 1200, "y": 1100}]}}', ("jump", "leap"), "AK-100"),
    Order(
        '{"charge": {"figure": 2, "targets": [8], "path": [{"x": 1200, "y": 790}]}}', ("jump", "leap"), "AK-111"
    ),
    Order('{"engage": {"figure": 2, "targets": [8], "to": {"x": 1200, "y": 590}}}', ("jump",), "AK-120"),
    Order('{"shoot": {"figure": 3, "target": 8}}', ("estimate", "marksman"), "AK-170"),
    Order('{"fight": {"figure": 2, "target": 8}}', (), "AK-131"),
    Order('{"concentrate": {"figure": 1}}', (), "AK-211"),
    Order(
        '{"prepare": {"figure": 1, "formula": "apathy", "targets": [8], "card": "brutal"}}',
        ("targets", "card"),
        "AK-216",
    ),
    Order('{"control": {"figure": 2, "marker": 1}}', (), "AK-261"),
    Order('{"harvest": {"figure": 1, "token": 0}}', (), "AK-212"),
    Order('{"stand": {"figure": 2}}', (), "AK-238"),
)


class EffectRow(NamedTuple):
    kind: str
    words: str
    ends: str


END: Final = "at the end of the turn"
EFFECTS: Final[Sequence[EffectRow]] = (
    EffectRow("winds-influence", "a malus die on REF rolls; its blows are read one column left", END),
    EffectRow(
        "knocked",
        "DEF 8, Inactive, not on watch, no blow at who leaves; only the order stand",
        "when it stands up",
    ),
    EffectRow(
        "fate",
        "where it may attack in a combat, it plays an attack card that fate draws, the attacker's first; with "
        "fix-card the one that was named",
        END,
    ),
    EffectRow(
        "scimitar",
        "a bonus die on COM, the row 4/4/5/5/6/6, no loss of concentration",
        "with a turn in which it was wounded",
    ),
    EffectRow(
        "apathy",
        "it may not play the attack card that was named",
        "when it plays another; lasting: with the turn of that",
    ),
    EffectRow(
        "fluidity",
        "DEF 9 and COM 2",
        "when it is wounded or has rolled COM in combat; lasting: with the turn of that",
    ),
    EffectRow("speed", "an inch more of walk and charge, two of run; nobody aims at it", END),
    EffectRow("lance", "Reach, Expert Brutal and piercing blows", END),
    EffectRow("ruse", "Leap, and a bonus die on leaving a combat", END),
    EffectRow(
        "prayer",
        "its bearer and friends within its radius are tougher by 1, by one prayer only",
        "as soon as the bearer is wounded",
    ),
    EffectRow(
        "thorns", "a figure in contact whose blow wounds it suffers its DOM", "with a turn in which it was wounded"
    ),
    EffectRow(
        "angelus",
        "Expert Brutal for the next COM roll in combat, or Expert Normal if it is an expert of Brutal",
        "after that roll; lasting: with a turn in which it played a card that is not Inactive",
    ),
    EffectRow(
        "oil",
        "the next COM roll in combat does 1 DOM more",
        "after that roll; lasting: with a turn in which it wounded somebody in combat",
    ),
    EffectRow("hemotoxic", "it is Hemotoxic", END),
    EffectRow("poison", "a malus die on all its rolls", END),
)
