"""Armies: which cards and how many figures may be taken together (AK-12 to AK-18, AK-288, AK-289)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.material import ELEMENT_OF, NONE, PRESETS, PROFILES

ONE_HERO_UP_TO: Final = 200  # AK-14
TWO_HEROES_FROM: Final = 301
NOVICES: Final = "temple-novice"
TEMPLARS: Final = "templar"
NOVICE_LIMIT: Final = 6

OTHER_LIMITS: Final[Mapping[str, tuple[str, Callable[[int], int]]]] = {
    "templar-constable": (TEMPLARS, lambda limit: limit + 1),  # AK-288
    "temple-veteran": (NOVICES, lambda limit: NOVICE_LIMIT),  # AK-289
}
"""Skills that change how often another card may be taken."""


class ArmyTrouble(NamedTuple):
    """Why an army is refused: the rule book's code, the card that breaks the rule, and what it is about."""

    code: str
    card: int = NONE
    """Its place in the list; NONE: the list as a whole."""
    about: str = ""


Place: TypeAlias = tuple[int, Recruited]
"""A card and its place in the list."""


def trouble(army: Army, points: int) -> ArmyTrouble | None:
    """What an army is refused for: the first that is wrong, in the order of AK-18."""
    return next(troubles(army, points), None)


def troubles(army: Army, points: int) -> Iterator[ArmyTrouble]:
    """All that is wrong with an army, in the order of AK-18. Cards of no profile have no limit and no cost."""
    if army.faction not in ELEMENT_OF:
        yield ArmyTrouble("unknown-faction", about=f"the factions are: {', '.join(ELEMENT_OF)}")
    if not army.cards:
        yield ArmyTrouble("hero-count", about="the list is empty")
        return
    known: list[Place] = []
    for place, card in enumerate(army.cards):
        name, figures = card
        profile = PROFILES.get(name)
        if profile is None:
            yield ArmyTrouble("unknown-profile", place, f"no profile is called {name!r:.60}")
            continue
        known.append((place, card))
        if army.faction in ELEMENT_OF and army.faction not in profile.symbols:
            yield ArmyTrouble("wrong-faction", place, f"{profile.name} serves {', '.join(profile.symbols)}")
        if not 1 <= figures <= profile.lines:
            yield ArmyTrouble("bad-figures", place, f"a card of {profile.name} holds 1 to {profile.lines}")
    cards = [card for _, card in known]
    yield from _not_full(known)
    yield from _over_limit(known)
    yield from _heroes(cards, points)
    yield from _cost(cards, points)


def _not_full(cards: Sequence[Place]) -> Iterator[ArmyTrouble]:
    unfilled: set[str] = set()
    for place, (name, figures) in cards:  # AK-16
        if figures < PROFILES[name].lines:
            if name in unfilled:
                yield ArmyTrouble("card-not-full", place, f"another card of {PROFILES[name].name} is not full")
            unfilled.add(name)


def _over_limit(cards: Sequence[Place]) -> Iterator[ArmyTrouble]:
    taken: dict[str, int] = {}
    limits = limits_of([card for _, card in cards])
    for place, (name, figures) in cards:  # AK-15
        taken[name] = taken.get(name, 0) + figures
        if taken[name] > limits[name]:
            yield ArmyTrouble("over-limit", place, f"at most {limits[name]} of {PROFILES[name].name}")


def limits_of(cards: Sequence[Recruited]) -> dict[str, int]:
    """AK-15, AK-288, AK-289: by profile, how many figures an army of these cards may have."""
    profiles = [PROFILES[name] for name, _ in cards]
    limits = {profile.id: profile.limit for profile in profiles}
    for skill, (name, change) in OTHER_LIMITS.items():
        if name in limits and any(skill in profile.skills for profile in profiles):
            limits[name] = change(limits[name])
    return limits


def heroes_allowed(points: int) -> range:
    """AK-14."""
    if points <= ONE_HERO_UP_TO:
        return range(1, 2)
    return range(1, 3) if points < TWO_HEROES_FROM else range(2, 4)


def _heroes(cards: Sequence[Recruited], points: int) -> Iterator[ArmyTrouble]:
    heroes = sum(figures for name, figures in cards if PROFILES[name].hero)
    allowed = heroes_allowed(points)
    if heroes not in allowed:
        yield ArmyTrouble("hero-count", about=f"{heroes} heroes, where it has {' or '.join(map(str, allowed))}")


def _cost(cards: Sequence[Recruited], points: int) -> Iterator[ArmyTrouble]:
    cost = cost_of(cards)  # AK-13
    if cost > points:
        yield ArmyTrouble("over-points", about=f"it costs {cost}, at most {points}")


def cost_of(cards: Sequence[Recruited]) -> int:
    return sum(PROFILES[name].cost * figures for name, figures in cards)


def preset(name: str) -> Army | None:
    found = PRESETS.get(name)
    return None if found is None else Army(found.faction, tuple(Recruited(*card) for card in found.cards))


def has_alchemist(army: Army) -> bool:
    return any(PROFILES[name].alchemy is not None for name, _ in army.cards)
