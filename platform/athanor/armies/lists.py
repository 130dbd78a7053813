"""An army list as an address of the army page tells it, and what the engine says of it.

`?faction=jade&points=180&card=captain-lee-ping:1&card=militia-lancers:2`: all of it is in the address, so that it
can be sent to somebody. What cannot be read of it is told, and left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from arena.games.alkemy import recruiting
from arena.games.alkemy.actions import ACTIONS
from arena.games.alkemy.actions import Army as Choice
from arena.games.alkemy.armies import Army, Recruited
from arena.games.alkemy.legality import REFUSALS, RULES
from arena.games.alkemy.material import DEFAULTS, ELEMENT_OF, NONE, PRESETS, PROFILES, Preset, Profile
from arena.games.alkemy.options import OPTIONS, document_of
from arena.games.alkemy.recruiting import ArmyTrouble
from arena.kernel.vocabulary import Malformed
from athanor.armies.cards import of_faction

MOST_CARDS: Final = 60
"""More than any army can have."""
MOST_FIGURES: Final = 99
LONGEST_DOCUMENT: Final = 8000
POINTS: Final[range] = range(100, 401)
SHOWN: Final = 40
"""Letters of what could not be read."""


class Draft(NamedTuple):
    army: Army
    points: int
    unread: tuple[str, ...] = ()
    """What of the address makes no sense, in words."""

    @property
    def address(self) -> str:
        """What stands behind the question mark."""
        cards = [("card", f"{name}:{figures}") for name, figures in self.army.cards]
        return urlencode([("faction", self.army.faction), ("points", self.points), *cards], safe=":")

    def also(self, card: Recruited) -> Draft:
        return self._replace(army=self.army._replace(cards=(*self.army.cards, card)))

    def without(self, place: int) -> Draft:
        cards = self.army.cards
        return self._replace(army=self.army._replace(cards=cards[:place] + cards[place + 1 :]))


class Trouble(NamedTuple):
    code: str
    meaning: str
    about: str
    rules: Sequence[str]


class Row(NamedTuple):
    place: int
    id: str
    """Of the profile, as the list has it."""
    name: str
    profile: Profile | None
    figures: int
    choices: Sequence[int]
    """How many figures such a card can hold; with what stands there, also where that is wrong."""
    cost: int
    troubles: Sequence[Trouble]


class Offer(NamedTuple):
    """A profile that the faction can recruit."""

    profile: Profile
    taken: int
    limit: int
    figures: int
    """Of the card that is added; 0: no more of them."""
    too_dear: bool


class Checked(NamedTuple):
    rows: Sequence[Row]
    troubles: Sequence[Trouble]
    """Of the list as a whole."""
    legal: bool
    cost: int
    left: int
    heroes: int
    heroes_allowed: str
    figures: int
    action_points: int
    limits: Sequence[Offer]
    document: str
    preset: str
    """The ready-made army that it is; empty: none."""


def read(asked: QueryDict) -> Draft:
    unread: list[str] = []
    points = _points(asked.get("points", ""), unread)
    faction = asked.get("faction", "") or next(iter(ELEMENT_OF))
    if len(faction) > SHOWN:
        unread.append("that name of a faction is too long")
        faction = next(iter(ELEMENT_OF))
    entries = [entry for entry in asked.getlist("card") if entry]
    if len(entries) > MOST_CARDS:
        unread.append(f"an army of {len(entries)} cards: the first {MOST_CARDS} are taken")
    cards = [card for entry in entries[:MOST_CARDS] if (card := read_card(entry, unread)) is not None]
    return Draft(Army(faction, tuple(cards)), points, tuple(unread))


def _points(text: str, unread: list[str]) -> int:
    default: int = DEFAULTS["points"]
    if not text:
        return default
    if text.isascii() and text.isdigit() and len(text) < 6 and int(text) in OPTIONS["points"]:
        return int(text)
    unread.append(f"points {text!r:.{SHOWN}}: it is a whole number from {POINTS.start} to {POINTS.stop - 1}")
    return default


def read_card(entry: str, unread: list[str]) -> Recruited | None:
    """`militia-lancers:2`."""
    name, _, count = entry.partition(":")
    if name and len(name) <= SHOWN and count.isascii() and count.isdigit() and len(count) < 4:
        figures = int(count)
        if figures <= MOST_FIGURES:
            return Recruited(name, figures)
    unread.append(f"the card {entry!r:.{SHOWN}}: it is a profile and a number of figures, militia-lancers:2")
    return None


def of_preset(preset: Preset, points: int) -> Draft:
    return Draft(Army(preset.faction, tuple(Recruited(*card) for card in preset.cards)), points)


class Unreadable(ValueError):
    """A pasted document that is no army, with the reason in words."""


def of_document(text: str, points: int) -> Draft:
    """The list of an action document as a bot sends it: with or without its key, a preset or cards."""
    if len(text) > LONGEST_DOCUMENT:
        raise Unreadable(f"it has more than {LONGEST_DOCUMENT} letters")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = error if isinstance(error, json.JSONDecodeError) else "nested too deeply, or a number too long"
        raise Unreadable(f"this is not JSON: {where}") from error
    if isinstance(document, dict) and "army" not in document:
        document = {"army": document}
    try:
        choice = ACTIONS.parse(document)
    except Malformed as error:
        raise Unreadable(f"this is not an army: {error}") from error
    if not isinstance(choice, Choice):
        raise Unreadable("this is an action, but no army")
    if choice.preset:
        if choice.preset not in PRESETS:
            raise Unreadable(f"no ready-made army is called {choice.preset!r:.{SHOWN}}: {', '.join(PRESETS)}")
        return of_preset(PRESETS[choice.preset], points)
    cards = tuple(Recruited(card.profile, card.figures) for card in choice.cards)
    strange = [name for name, figures in cards if len(name) > SHOWN or not 0 <= figures <= MOST_FIGURES]
    if len(cards) > MOST_CARDS or strange or len(choice.faction) > SHOWN:
        raise Unreadable(f"it has more than {MOST_CARDS} cards, or a name or a number of figures that is none")
    return Draft(Army(choice.faction, cards), points)


def check(draft: Draft) -> Checked:
    army, points = draft.army, draft.points
    troubles = list(recruiting.troubles(army, points))
    known = [card for card in army.cards if card.profile in PROFILES]
    cost = recruiting.cost_of(known)
    rows = [_row(place, card, troubles) for place, card in enumerate(army.cards)]
    heroes = sum(figures for name, figures in known if PROFILES[name].hero)
    return Checked(
        rows=rows,
        troubles=[_told(one) for one in troubles if one.card == NONE],
        legal=not troubles,
        cost=cost,
        left=points - cost,
        heroes=heroes,
        heroes_allowed=" or ".join(map(str, recruiting.heroes_allowed(points))),
        figures=sum(figures for _, figures in army.cards),
        action_points=sum(PROFILES[name].ap * figures for name, figures in known),
        limits=_offers(draft, known, points - cost),
        document=json.dumps({"army": document_of(army)}),
        preset=next((preset.id for preset in PRESETS.values() if of_preset(preset, points).army == army), ""),
    )


def _told(trouble: ArmyTrouble) -> Trouble:
    return Trouble(trouble.code, REFUSALS[trouble.code], trouble.about, RULES[trouble.code])


def _row(place: int, card: Recruited, troubles: Sequence[ArmyTrouble]) -> Row:
    profile = PROFILES.get(card.profile)
    choices = set(range(1, profile.lines + 1)) if profile else set()
    return Row(
        place,
        card.profile,
        profile.name if profile else card.profile,
        profile,
        card.figures,
        sorted({*choices, card.figures}),
        profile.cost * card.figures if profile else 0,
        [_told(one) for one in troubles if one.card == place],
    )


def _offers(draft: Draft, known: Sequence[Recruited], left: int) -> list[Offer]:
    limits = recruiting.limits_of(known)
    found = []
    for profile in of_faction(draft.army.faction):
        taken = sum(figures for name, figures in known if name == profile.id)
        # A limit that a hero of the army raises counts before the first figure, too.
        raised = recruiting.limits_of([*known, Recruited(profile.id, 1)])
        limit = limits.get(profile.id, raised[profile.id])
        figures = max(0, min(profile.lines, limit - taken))
        found.append(Offer(profile, taken, limit, figures, profile.cost > left))
    return found
