"""Every kind of action: when it may be taken, what it needs, what may be wrong with it, what it does (AZ-180).

This is where legality and effect of an action meet; a test holds the table against the closed list of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.games.alakazoo import actions, dicing, exchanges, guards, placing, setup, turns, university
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import ABILITIES, ABILITY_POWER, KEEPER_POWER, KEEPERS
from arena.games.alakazoo.position import (
    ACTION,
    BOOK,
    DICE,
    DISCARD,
    DRAFT,
    GIVE,
    PLACE,
    PORTAL,
    TRIM,
    UNIVERSITY,
    Position,
)
from arena.kernel.seats import Seat

Guard = Callable[[Position, Seat, Any], str | None]
Effect = Callable[[Position, Seat, Any, Events], None]


@dataclass(frozen=True, slots=True)
class Deed:
    phase: int
    guard: Guard
    effect: Effect
    cards: tuple[str, ...] = ()
    """The parameters that name spells, of which each must be of a creature in play."""
    needs_others: bool = False
    """Not in the solo mode."""
    paid: bool = False
    """With a magic token of the keeper (AZ-55)."""
    power: int = 0
    """The ability or keeper card that it needs; each of these is paid."""


def _special(guard: Guard, effect: Effect, *cards: str, needs_others: bool = False) -> Deed:
    """One of the actions that every keeper has."""
    return Deed(ACTION, guard, effect, cards, needs_others, paid=True)


def _ability(name: str, guard: Guard, effect: Effect, *cards: str, needs_others: bool = False) -> Deed:
    power = ABILITY_POWER[ABILITIES.index(name)]
    return Deed(ACTION, guard, effect, cards, needs_others, paid=True, power=power)


def _keeper(name: str, guard: Guard, effect: Effect, *cards: str, needs_others: bool = False) -> Deed:
    power = KEEPER_POWER[KEEPERS.index(name)]
    return Deed(ACTION, guard, effect, cards, needs_others, paid=True, power=power)


DEEDS: Final[Mapping[type[actions.Action], Deed]] = {
    actions.ChoosePortal: Deed(PORTAL, guards.of_choose_portal, setup.choose_portal),
    actions.Pick: Deed(DRAFT, guards.of_pick, setup.pick),
    actions.Enrol: Deed(UNIVERSITY, guards.of_enrol, setup.enrol),
    actions.Keep: Deed(BOOK, guards.of_keep, setup.keep),
    actions.Rest: Deed(ACTION, guards.never, turns.rest, needs_others=True),
    actions.Roll: Deed(ACTION, guards.of_roll, dicing.roll),
    actions.Take: Deed(ACTION, guards.of_column, exchanges.take),
    actions.Redraw: Deed(ACTION, guards.of_redraw, exchanges.redraw, ("cards",), needs_others=True),
    actions.Fetch: _special(guards.of_fetch, exchanges.fetch, "discard", "card"),
    actions.Trade: _special(guards.of_trade, exchanges.trade, "give", needs_others=True),
    actions.Revise: _special(guards.of_revise, exchanges.revise, "card"),
    actions.Barter: _special(guards.of_barter, exchanges.barter, needs_others=True),
    actions.SwapColumn: _ability("swap-column", guards.of_swap_column, exchanges.swap_column, "card"),
    actions.SwapDiscard: _ability("swap-discard", guards.of_swap_discard, exchanges.swap_discard, "card"),
    actions.FetchTwo: _ability("fetch-two", guards.of_fetch_two, exchanges.fetch_two, "discard", "cards"),
    actions.TradeTwo: _ability("trade-two", guards.of_trade_two, exchanges.trade_two, "give", needs_others=True),
    actions.Recall: _keeper("recall", guards.of_recall, university.recall, "discard", "card"),
    actions.Kindle: _keeper("kindle", guards.of_kindle, university.kindle),
    actions.Shift: _keeper("shift", guards.of_shift, university.shift),
    actions.Cleanse: _keeper("cleanse", guards.of_cleanse, university.cleanse),
    actions.Study: _keeper("study", guards.never, university.study),
    actions.Sweep: _keeper("sweep", guards.of_column, university.sweep),
    actions.Pluck: _keeper("pluck", guards.of_pluck, university.pluck, "card"),
    actions.Borrow: _keeper("borrow", guards.of_borrow, university.borrow, "give", "card"),
    actions.Hoard: _keeper("hoard", guards.never, university.hoard),
    actions.Snatch: _keeper("snatch", guards.of_snatch, university.snatch, needs_others=True),
    actions.Curse: _keeper("curse", guards.of_curse, university.curse, needs_others=True),
    actions.Extinguish: _keeper("extinguish", guards.of_extinguish, university.extinguish, needs_others=True),
    actions.Swindle: _keeper("swindle", guards.of_swindle, university.swindle, "give", needs_others=True),
    actions.Activate: Deed(DICE, guards.of_activate, dicing.activate),
    actions.Store: Deed(DICE, guards.of_store, dicing.store),
    actions.Miss: Deed(DICE, guards.of_miss, dicing.miss),
    actions.Give: Deed(GIVE, guards.of_give, exchanges.give, ("cards",)),
    actions.Place: Deed(PLACE, guards.of_place, placing.place, ("cards",)),
    actions.Trim: Deed(TRIM, guards.of_trim, turns.trim),
    actions.Discard: Deed(DISCARD, guards.of_discard, turns.discard, ("cards",)),
}
