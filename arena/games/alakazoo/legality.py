"""What is wrong with an action: the checks of AZ-180 in their order. The one truth on legality."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.deeds import DEEDS, Deed
from arena.games.alakazoo.material import PARTS
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat

REFUSALS: Mapping[str, str] = {
    "malformed": "This is not one known action with parameters that it has, each of the right type.",
    "game-over": "The game is over.",
    "not-your-turn": "Your seat has nothing to decide now; those in to_act have.",
    "wrong-phase": "This action belongs to another phase: see the view's phase for what is asked.",
    "not-in-solo": "The solo mode has no such action.",
    "no-ability": "Your seat has no ability card or keeper card with this action.",
    "no-magic-token": "The keeper has too few magic tokens: yours to pay, or the other's to give one up.",
    "unknown-card": "A card named is no spell of a creature in play.",
    "unknown-portal": "No portal has that name; portals are named by their creatures.",
    "portal-taken": "Another seat has that portal.",
    "not-in-pack": "That card is not in your pack.",
    "not-offered": "You can keep only what was dealt to you.",
    "dice-count": "Roll one, two or three dice, or as many as Tommy has left.",
    "no-such-column": "Columns are numbered 0 to 3, from the left.",
    "empty-column": "That column has no card.",
    "bad-seat": "Name another seat of this game, not your own.",
    "protected": "That seat's portal is full: no keeper action can be used against it.",
    "unknown-creature": "No creature in play has that name.",
    "unknown-part": "No part has that name.",
    "wrong-count": "That is not the number of cards or runes that must be named, each once.",
    "repeated-card": "A card is named twice.",
    "not-in-hand": "A card named is not in your hand.",
    "empty-hand": "The other seat has too few cards in hand.",
    "not-in-columns": "A card named is in no column.",
    "not-in-discard": "That card is not in the discard pile.",
    "no-own-spell": "Your portal has no spell at that position.",
    "no-their-spell": "Their portal has no spell at that position.",
    "no-such-die": "No unresolved die shows that face.",
    "no-such-rune": "Runes are numbered 0 to 17.",
    "rune-closed": "A spell lies on that rune: it is out of play.",
    "rune-covered": "A token lies on that rune already.",
    "rune-not-covered": "No token lies on that rune.",
    "rune-mismatch": "That rune is of another kind than the die shows.",
    "no-free-slot": "All slots of your keeper are taken.",
    "supply-empty": "There is no magic token left in the supply.",
    "die-usable": "This die can bring a magic token, so it must: cover a rune with it or store it.",
    "wrong-creature": "You are asked for cards of the creature that was named.",
    "repeated-part": "Two of the spells are of the same part.",
    "position-filled": "A spell lies at that position already.",
    "runes-not-active": "Both runes of the position must be covered.",
    "no-dark-token": "Your keeper has no dark token.",
    "dark-full": "That seat has three dark tokens already.",
}
RULES: Mapping[str, tuple[str, ...]] = {
    "malformed": ("AZ-180",),
    "game-over": ("AZ-87", "AZ-89", "AZ-108", "AZ-109"),
    "not-your-turn": ("AZ-21", "AZ-41"),
    "wrong-phase": ("AZ-42",),
    "not-in-solo": ("AZ-105", "AZ-106", "AZ-107"),
    "no-ability": ("AZ-56", "AZ-70", "AZ-165"),
    "no-magic-token": ("AZ-55", "AZ-165"),
    "unknown-card": ("AZ-18",),
    "unknown-portal": ("AZ-4",),
    "portal-taken": ("AZ-14",),
    "not-in-pack": ("AZ-20",),
    "not-offered": ("AZ-123", "AZ-162"),
    "dice-count": ("AZ-43",),
    "no-such-column": ("AZ-23",),
    "empty-column": ("AZ-30",),
    "bad-seat": ("AZ-58", "AZ-63", "AZ-165"),
    "protected": ("AZ-67", "AZ-167"),
    "unknown-creature": ("AZ-61",),
    "unknown-part": ("AZ-4",),
    "wrong-count": ("AZ-54", "AZ-71", "AZ-72", "AZ-82", "AZ-83"),
    "repeated-card": ("AZ-180",),
    "not-in-hand": ("AZ-180",),
    "empty-hand": ("AZ-61", "AZ-72"),
    "not-in-columns": ("AZ-57", "AZ-68"),
    "not-in-discard": ("AZ-69", "AZ-165"),
    "no-own-spell": ("AZ-64",),
    "no-their-spell": ("AZ-63",),
    "no-such-die": ("AZ-44",),
    "no-such-rune": ("AZ-7",),
    "rune-closed": ("AZ-36",),
    "rune-covered": ("AZ-32",),
    "rune-not-covered": ("AZ-82", "AZ-165"),
    "rune-mismatch": ("AZ-46",),
    "no-free-slot": ("AZ-45",),
    "supply-empty": ("AZ-33",),
    "die-usable": ("AZ-48",),
    "wrong-creature": ("AZ-58",),
    "repeated-part": ("AZ-78",),
    "position-filled": ("AZ-78",),
    "runes-not-active": ("AZ-74",),
    "no-dark-token": ("AZ-165",),
    "dark-full": ("AZ-35",),
}
"""The rules behind each code, by their ids."""


def refusal(position: Position, seat: Seat, action: Action) -> str | None:
    return of_deed(position, seat, action, DEEDS[type(action)])


def of_deed(position: Position, seat: Seat, action: Action, deed: Deed) -> str | None:
    if seat not in position.to_act:
        return "not-your-turn" if position.to_act else "game-over"
    if deed.phase != position.phase:
        return "wrong-phase"
    if position.settings.solo and deed.needs_others:  # AZ-105 to AZ-107
        return "not-in-solo"
    if deed.paid:
        if deed.power & ~position.powers[seat]:
            return "no-ability"
        if position.magic[seat] < position.figures.keeper_cost:  # AZ-55
            return "no-magic-token"
    code = deed.guard(position, seat, action)
    # A card that is where its guard wants it is in play: only what is refused need be asked.
    if code is None or not deed.cards or _all_in_play(position, deed, action):
        return code
    return "unknown-card"


def _all_in_play(position: Position, deed: Deed, action: Action) -> bool:
    creatures = position.creatures
    for name in deed.cards:
        named = getattr(action, name)
        for card in (named,) if isinstance(named, int) else named:
            if not creatures >> card // len(PARTS) & 1:
                return False
    return True
