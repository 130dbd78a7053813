"""Any two figures in a combat, under any effects, against the plain reading of the rule book.

AK-20 to AK-33, AK-131 to AK-165, AK-238, AK-280 to AK-298.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from arena.scenario import read, run
from tests.arena.games.alkemy.plain_combat import ATTACKS, PROFILES, Combat, Fighter, effect_of
from tests.arena.games.alkemy.scenes import FAR, document, figure_of

Document = dict[str, Any]
RADIUS = {1: 50, 2: 60, 3: 80}
SKILLED = (
    "templar", "iecha", "wolf-thunder-warrior", "dervish", "triad-guard", "deicolus", "dragon-inquisitor",
    "whisper", "mehari-rider", "toad-thunder-warrior", "errant-knight", "iron-heart-sentinel",
)  # fmt: skip
"""Between them they have every skill that counts in a combat."""
COMBATS = 60
"""A seed; most of what two figures may have on them comes up in a few hundred."""
SHOWN = (
    "marked", "status", "ap", "concentration", "master_used", "immunity_lost", "effects", "afraid_of",
)  # fmt: skip


def any_effects(chance: Random, other: int) -> list[Document]:
    """Each kind that a combat knows, seldom."""
    cards = {"apathy": chance.choice(ATTACKS), "fate": chance.choice((*ATTACKS, "", "", ""))}
    grants = {"lance": ["reach", "expert-brutal", "piercing-combat"], "hemotoxic": ["hemotoxic"]}
    kinds = [
        "winds-influence", "fate", "scimitar", "apathy", "fluidity", "oil", "angelus", "thorns", "prayer",
        "poison", "knocked", "lance", "hemotoxic",
    ]  # fmt: skip
    laid = [kind for kind in kinds if chance.random() < 0.12]
    if "knocked" in laid and (other == 1 or "fluidity" in laid):
        laid.remove("knocked")  # nobody fights from the ground; which defence counts of two is not said
    return [
        effect_of(
            kind,
            other,
            card=cards.get(kind, ""),
            lasting=kind in ("apathy", "fluidity", "oil", "angelus") and chance.random() < 0.4,
            radius=2 if kind == "prayer" else 0,
            dom=chance.randrange(1, 4) if kind == "thorns" else 0,
            grants=grants.get(kind, []),
        )
        for kind in laid
    ]


def any_figure(chance: Random, seat: int, y: int, profile: str) -> Document:
    card = PROFILES[profile]
    fields = {
        "marked": chance.randrange(sum(card["life"])) if chance.random() < 0.5 else 0,
        "ap": chance.randrange(card["ap"] + 1),
        "effects": any_effects(chance, 1 - seat),
        "afraid_of": [1 - seat] if chance.random() < 0.15 else [],
        "master_used": chance.random() < 0.1,
        "concentration": chance.randrange(5) if "alchemy" in card else 0,
    }
    if chance.random() < 0.1:
        fields.update(charged=True, failed_charge=True, moved=True)
    return figure_of(profile, seat, 1000, y, **fields)


def any_combat(seed: int) -> Document | None:
    """A scenario: None where the one that should fight may not."""
    chance = Random(seed)
    names = sorted(set(PROFILES) - {"colossus", "temple-novice"})  # Stubborn, and led by one who is not there
    profiles = [chance.choice(SKILLED if chance.random() < 0.6 else names) for _ in range(2)]
    touching = sum(RADIUS[PROFILES[profile]["size"]] for profile in profiles) + 6
    figures = [any_figure(chance, 0, 1000, profiles[0]), any_figure(chance, 1, 1000 + touching, profiles[1])]
    one, other = (Fighter(number, copy.deepcopy(figure)) for number, figure in enumerate(figures))
    contact = not (one.has("reach") or other.has("reach")) or chance.random() < 0.7
    if not contact:
        figures[1]["y"] += 74
    combat = Combat(one, other, contact, chance)
    if not (one.at["ap"] or combat.master(one, other)):
        return None
    combat.run()
    steps = [
        {"seat": 0, "act": {"first": {"seat": 0}}},
        {"seat": 0, "act": {"activate": {"card": 0}}},
        {"seat": 0, "act": {"act": {"orders": [{"fight": {"figure": 0, "target": 1}}]}}},
        *({"seat": seat, "act": answer} for seat, answer in combat.answers),
    ]
    expect = {f"/figures/{who.number}/{field}": who.at[field] for who in (one, other) for field in SHOWN} | {
        f"/drawn/{stream}": len(values) for stream, values in combat.drawn.items()
    }
    expect["/combats"] = [{"a": 0, "b": 1}] if one.in_play and other.in_play else []
    if combat.both_inactive:  # AK-143
        expect["/activation"] = None
    ours = figure_of("avalon-recruits", 0, 100, 100)
    return {
        "name": f"alkemy/combat/{seed}",
        "rules": ["AK-131"],
        "game": "alkemy",
        "options": {},
        "state": document([*figures, figure_of(*FAR), ours], combats=[(0, 1)]),
        "chance": combat.drawn,
        "steps": steps,
        "expect": expect,
    }


@pytest.mark.parametrize("seed", range(10))
def test_a_combat_ends_as_the_book_words_it(seed: int) -> None:
    """AK-131 to AK-165."""
    played = 0
    for number in range(seed * COMBATS, (seed + 1) * COMBATS):
        scenario = any_combat(number)
        if scenario is not None:
            played += 1
            difference = run(read(scenario))
            assert difference is None, f"{number}: {difference}"
    assert played > COMBATS // 2
