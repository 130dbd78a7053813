"""The army phase: both seats choose at once, unseen; then the figures are there (AK-18)."""

from __future__ import annotations

from arena.games.alkemy import actions, facts, questions, recruiting
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.material import PRESETS, PROFILES, Preset
from arena.games.alkemy.position import ARMY, BOTH, Figure, Held, Position, recruit
from arena.games.alkemy.recruiting import ArmyTrouble
from arena.kernel.seats import Seat


def ask(position: Position) -> None:
    position.phase = ARMY
    position.ask(BOTH, questions.Army())


def army_of(answer: actions.Army) -> Army | None:
    """The army that an answer means; None: a preset that there is not."""
    if answer.preset:
        return recruiting.preset(answer.preset)
    return Army(answer.faction, tuple(Recruited(card.profile, card.figures) for card in answer.cards))


def trouble(position: Position, answer: actions.Army) -> ArmyTrouble | None:
    army = army_of(answer)
    if army is None:
        return ArmyTrouble("unknown-preset", about=f"the presets are: {', '.join(PRESETS)}")
    return recruiting.trouble(army, position.settings.points)


def default(position: Position, seat: Seat) -> actions.Army:
    """AK-18: the preset at the seat's place; where the points do not allow it, one made of its cards."""
    preset = tuple(PRESETS.values())[seat]
    answer = actions.Army(preset=preset.id)
    return answer if trouble(position, answer) is None else _fitted(preset, position.settings.points)


def _fitted(preset: Preset, points: int) -> actions.Army:
    """The presets are for 180 points: its heroes, as many more as there must be, then of its cards what fits."""
    heroes = [name for name, _ in preset.cards if PROFILES[name].hero]
    others = sorted(
        (profile.cost, name)
        for name, profile in PROFILES.items()
        if profile.hero and preset.faction in profile.symbols and name not in heroes
    )
    heroes += [name for _, name in others][: recruiting.heroes_allowed(points).start - len(heroes)]
    cards = tuple(Recruited(name, 1) for name in heroes)
    for name, count in preset.cards:
        more = (*cards, Recruited(name, count))
        if recruiting.trouble(Army(preset.faction, more), points) is None:
            cards = more
    recruited = tuple(actions.Recruited(name, count) for name, count in cards)
    return actions.Army(faction=preset.faction, cards=recruited)


def chosen(position: Position, events: Events) -> None:
    """Both have answered."""
    armies = []
    for answer in position.secret:
        assert isinstance(answer, actions.Army)
        army = army_of(answer)
        assert army is not None
        armies.append(army)
    position.answered()
    muster(position, tuple(armies), events)


def muster(position: Position, armies: tuple[Army, ...], events: Events) -> None:
    """Cards get ids in the order of the lists, seat 0's first; figures in the order of cards."""
    position.armies = armies
    cards: list[Held] = []
    figures: list[Figure] = []
    for seat, army in enumerate(armies):
        tell(events, facts.Army(seat, army))
        for name, count in army.cards:
            profile = PROFILES[name]
            numbers = tuple(range(len(figures), len(figures) + count))
            figures += [recruit(number, seat, len(cards), profile) for number in numbers]
            cards.append(Held(seat, profile, numbers))
    position.cards = tuple(cards)
    position.activated = (False,) * len(cards)
    position.figures = figures
