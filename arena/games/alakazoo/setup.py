"""The setup, from the portals to the first turn (sections 3 and 14, AZ-122, AZ-123, AZ-141, AZ-162)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, facts, piles, refilling, turns
from arena.games.alakazoo.actions import ChoosePortal, Enrol, Keep, Pick
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import (
    ABILITIES,
    COLUMN_START,
    COLUMNS,
    CREATURE_OF,
    CREATURES,
    DARK_TOKENS,
    KEEPERS_OF,
    MAGIC_TOKENS,
    MAGICIANS_OF,
    NONE,
    PAGE_DEAL,
    PAGES,
    PARTS,
    SCHOOL_DEAL,
    SOLO_ABILITIES,
    SPELLS,
    START_HAND,
    TOMMY_A_SEAT,
    TOMMY_COPIES,
    creatures_in_box,
    start_magic,
)
from arena.games.alakazoo.position import ALONE, BOOK, DRAFT, EVERYBODY, PORTAL, UNIVERSITY, Position
from arena.kernel.events import Event
from arena.kernel.seats import Seat

EMPTY_PORTAL = (NONE,) * len(PARTS)


def begin(position: Position, events: Events) -> None:
    """The portals are dealt, and the setup goes on; or they are chosen first."""
    _lay_out(position)
    if position.settings.choose_portals:  # AZ-16
        position.phase = PORTAL
        position.to_act = ALONE[0]
        return
    portals = list(range(len(CREATURES)))
    position.chance.shuffle("setup", portals)  # AZ-15
    for seat in range(position.seats):
        position.portals[seat] = portals[seat]
        events.append(Event(facts.Portal(seat, portals[seat])))
    _after_portals(position, events)


def _lay_out(position: Position) -> None:
    """An empty table, all tokens in the supply."""
    seats = position.seats
    position.phase, position.to_act = PORTAL, ()
    position.ply = position.round = position.turn = 0
    position.finisher = NONE
    position.creatures = 0
    position.magic_supply, position.dark_supply = MAGIC_TOKENS, DARK_TOKENS
    position.deck, position.discard = [], []
    position.columns = [()] * COLUMNS
    position.dice = position.active = position.gone = ()
    position.pending = position.result = None
    position.charm_used = False
    position.spells = [EMPTY_PORTAL] * seats
    position.hands, position.packs, position.abilities = [()] * seats, [()] * seats, [()] * seats
    for name in ("offered_magicians", "offered_keepers", "offered_pages"):
        setattr(position, name, [()] * seats)
    for name in ("filled", "covered", "magic", "dark", "points", "powers"):
        setattr(position, name, [0] * seats)
    for name in ("portals", "picks", "magicians", "keepers", "kept_pages"):
        setattr(position, name, [NONE] * seats)
    position.settle_limits()


def choose_portal(position: Position, seat: Seat, action: ChoosePortal, events: Events) -> None:
    position.portals[seat] = action.portal
    events.append(Event(facts.Portal(seat, action.portal)))
    if seat + 1 < position.seats:
        position.to_act = ALONE[seat + 1]
    else:
        _after_portals(position, events)


def _after_portals(position: Position, events: Events) -> None:
    """Tokens, box, deck (AZ-26)."""
    magic = start_magic(position.seats)
    position.magic = [magic] * position.seats  # AZ-17, AZ-100
    position.magic_supply -= magic * position.seats
    _put_in_box(position, events)
    spells = [spell for spell in range(len(SPELLS)) if position.creatures >> CREATURE_OF[spell] & 1]
    position.deck = piles.shuffled(position, spells)  # AZ-19
    if position.settings.solo:  # AZ-103
        _lay_columns(position, events)
        position.hands[0] = tuple(sorted(position.deck.pop() for _ in range(START_HAND)))
        events.append(Event(facts.Hand(0, position.hands[0], (0,)), (0,)))
        _deal_abilities(position, events)
    else:
        _deal_packs(position, events)


def _put_in_box(position: Position, events: Events) -> None:
    """AZ-18, AZ-102."""
    absent = [creature for creature in range(len(CREATURES)) if creature not in position.portals]
    position.chance.shuffle("setup", absent)
    box = absent[: creatures_in_box(position.seats)]
    in_play = tuple(creature for creature in range(len(CREATURES)) if creature not in box)
    position.creatures = sum(1 << creature for creature in in_play)
    events.append(Event(facts.Creatures(in_play)))


def _deal_packs(position: Position, events: Events) -> None:
    dealt = [position.deck.pop() for _ in range(START_HAND * position.seats)]
    position.packs = [tuple(sorted(dealt[seat :: position.seats])) for seat in range(position.seats)]
    _offer_packs(position, events)


def _offer_packs(position: Position, events: Events) -> None:
    """Every seat chooses a card of its pack, at the same time (AZ-21)."""
    for seat, pack in enumerate(position.packs):
        events.append(Event(facts.Pack(seat, pack, (seat,)), (seat,)))
    position.phase = DRAFT
    position.to_act = EVERYBODY[position.seats]


def _has_chosen(position: Position, seat: Seat) -> bool:
    """The seat has; whether all have now."""
    position.to_act = tuple([other for other in position.to_act if other != seat])
    return not position.to_act


def pick(position: Position, seat: Seat, action: Pick, events: Events) -> None:
    position.picks[seat] = action.card
    position.packs[seat] = tuple([card for card in position.packs[seat] if card != action.card])
    events.append(Event(facts.Picked(seat)))
    if _has_chosen(position, seat):
        _pass_packs(position, events)


def _pass_packs(position: Position, events: Events) -> None:
    """The picks go to the hands, the packs to the left (AZ-20); the last card needs no question (AZ-22)."""
    for seat in range(position.seats):
        piles.add(position, seat, (position.picks[seat],))
        position.picks[seat] = NONE
    position.packs = [position.packs[seat - 1] for seat in range(position.seats)]
    if len(position.packs[0]) > 1:
        _offer_packs(position, events)
        return
    for seat, pack in enumerate(position.packs):
        piles.add(position, seat, pack)
        events.append(announcements.got(seat, pack))
        position.packs[seat] = ()
    _lay_columns(position, events)
    _deal_abilities(position, events)


def _lay_columns(position: Position, events: Events) -> None:
    """Four cards as columns, four more, one on each (AZ-23)."""
    for _ in range(COLUMN_START):
        refilling.refill(position, events)


def _deal_abilities(position: Position, events: Events) -> None:
    if position.settings.solo:  # AZ-101
        two = list(SOLO_ABILITIES)
        position.chance.shuffle("keepers", two)
        position.abilities[0] = tuple(sorted(two[:2]))
    else:  # AZ-24
        cards = list(range(len(ABILITIES)))
        position.chance.shuffle("keepers", cards)
        position.abilities = [(cards[seat],) for seat in range(position.seats)]
    position.settle_powers()
    events += [Event(facts.Ability(seat, held)) for seat, held in enumerate(position.abilities)]
    _let_tommy_in(position, events)
    _offer_school(position, events)


def _let_tommy_in(position: Position, events: Events) -> None:
    if position.settings.tommy:  # AZ-141
        cards = list(TOMMY_COPIES)
        position.chance.shuffle("tommy", cards)
        count = TOMMY_A_SEAT * position.seats
        position.deck = piles.shuffled(position, position.deck + cards[:count])
        events.append(Event(facts.TommyShuffled(count)))


def _offer_school(position: Position, events: Events) -> None:
    """AZ-162, AZ-168."""
    if not position.settings.university:
        _offer_pages(position, events)
        return
    magicians, keepers = (list(cards[position.settings.solo]) for cards in (MAGICIANS_OF, KEEPERS_OF))
    position.chance.shuffle("university", magicians)
    position.chance.shuffle("university", keepers)
    for seat in range(position.seats):
        dealt = slice(SCHOOL_DEAL * seat, SCHOOL_DEAL * (seat + 1))
        offered = position.offered_magicians[seat], position.offered_keepers[seat] = (
            tuple(magicians[dealt]),
            tuple(keepers[dealt]),
        )
        events.append(Event(facts.SchoolOffer(seat, *offered, (seat,)), (seat,)))
    position.phase = UNIVERSITY
    position.to_act = EVERYBODY[position.seats]


def enrol(position: Position, seat: Seat, action: Enrol, events: Events) -> None:
    position.magicians[seat] = action.magician
    position.keepers[seat] = action.keeper
    events.append(Event(facts.Enrolled(seat)))
    if _has_chosen(position, seat):  # AZ-163
        for each in range(position.seats):
            position.offered_magicians[each] = position.offered_keepers[each] = ()
            events.append(Event(facts.School(each, position.magicians[each], position.keepers[each])))
        position.settle_limits()
        position.settle_powers()
        _offer_pages(position, events)


def pages_in_play(position: Position) -> list[int]:
    """Those of two creatures in play, one of them at least on a portal (AZ-122)."""
    in_play, portals = position.creatures, position.portals
    return [
        number
        for number, page in enumerate(PAGES)
        if in_play >> page.first & in_play >> page.second & 1 and (page.first in portals or page.second in portals)
    ]


def _offer_pages(position: Position, events: Events) -> None:
    if position.settings.book == "off":
        turns.begin(position, 0, events)  # AZ-25
        return
    pages = pages_in_play(position)
    position.chance.shuffle("book", pages)  # AZ-123
    for seat in range(position.seats):
        offered = position.offered_pages[seat] = tuple(pages[PAGE_DEAL * seat : PAGE_DEAL * (seat + 1)])
        events.append(Event(facts.BookOffer(seat, offered, (seat,)), (seat,)))
    position.phase = BOOK
    position.to_act = EVERYBODY[position.seats]


def keep(position: Position, seat: Seat, action: Keep, events: Events) -> None:
    position.kept_pages[seat] = action.page
    events.append(Event(facts.Kept(seat)))
    if _has_chosen(position, seat):
        position.offered_pages = [()] * position.seats
        turns.begin(position, 0, events)
