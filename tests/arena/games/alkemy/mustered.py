"""Armies made by chance that keep to the book: any faction, any of its cards."""

from __future__ import annotations

from random import Random
from typing import Any

from arena.games.alkemy import recruiting
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.material import ELEMENT_OF, PROFILES
from arena.games.alkemy.options import document_of

TRIES = 30


def armies(options: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The option of that name: as often as not none, so that the armies are chosen in the game."""
    if rng.randrange(2):
        return {"armies": []}
    muster = rng.choice((army, crowd))
    return {"armies": [document_of(muster(options["points"], rng)) for _ in range(2)]}


def army(points: int, rng: Random) -> Army:
    while (found := _tried(points, rng)) is None:
        continue
    return found


def crowd(points: int, rng: Random) -> Army:
    """As many figures as there may be, and a large one among them where the faction has it."""
    while True:
        faction = rng.choice(list(ELEMENT_OF))
        own = [profile for profile in PROFILES.values() if faction in profile.symbols]
        heroes = sorted((one for one in own if one.hero), key=lambda one: (one.cost, one.id))
        cards = [Recruited(hero.id, 1) for hero in heroes[: recruiting.heroes_allowed(points).start]]
        for profile in sorted((one for one in own if not one.hero), key=lambda one: (-one.size, one.cost)) * 4:
            more = [*cards, Recruited(profile.id, profile.lines)]
            if recruiting.trouble(Army(faction, tuple(more)), points) is None:
                cards = more
        rng.shuffle(cards)
        if recruiting.trouble(Army(faction, tuple(cards)), points) is None:
            return Army(faction, tuple(cards))


def _tried(points: int, rng: Random) -> Army | None:
    """Heroes first, then card by card what may be added; None: of this faction there are no such heroes."""
    faction = rng.choice(list(ELEMENT_OF))
    own = [profile for profile in PROFILES.values() if faction in profile.symbols]
    heroes = [profile.id for profile in own if profile.hero]
    wanted = rng.choice(recruiting.heroes_allowed(points))
    if len(heroes) < wanted:
        return None
    cards = [Recruited(name, 1) for name in rng.sample(heroes, wanted)]
    if recruiting.trouble(Army(faction, tuple(cards)), points) is not None:
        return None
    for _ in range(TRIES):
        profile = rng.choice(own)
        more = [*cards, Recruited(profile.id, rng.randint(1, profile.lines))]
        if recruiting.trouble(Army(faction, tuple(more)), points) is None:
            cards = more
    return Army(faction, tuple(cards))
