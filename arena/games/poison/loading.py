"""From a state document to a position: its shape, then the invariants of the rule book's section 15."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from arena.games.poison.fast.colouring import COLOURINGS
from arena.games.poison.material import (
    CAULDRONS,
    COLOUR_OF,
    COPIES,
    KIND_OF,
    NAMES,
    NO_COLOUR,
    OVERFLOW_ABOVE,
    VALUES,
    bag_of,
    size,
)
from arena.games.poison.options import TABLES, Table
from arena.games.poison.scoring import result_of
from arena.games.poison.setup import STREAM
from arena.games.poison.state import PoisonState
from arena.kernel.chance import Chance
from arena.kernel.game import BadState, Document
from arena.kernel.loading import opened
from athanorpb.v1.poison_pb2 import State as StateMessage

if TYPE_CHECKING:
    from arena.games.poison.game import Poison

Full: TypeAlias = dict[str, Any]


def load(game: Poison, document: Document, chance: Chance) -> PoisonState:
    """The state of a document. Raises BadState, naming the invariant that it breaks."""
    full, options = opened(game, document, StateMessage)
    table = TABLES[full["seats"], options["variant"]]
    state = PoisonState(table, options, chance)
    _check_shape(full, table)
    _check_cards(full)
    _fill(state, full)
    _check_cauldrons(state)
    _check_counts(state, full)
    if full["phase"] == "over":
        _end(state, full)
    else:
        _turn(state, full)
    chance.drawn = {STREAM: full["drawn"].get(STREAM, 0)}
    return state


def _check_shape(full: Full, table: Table) -> None:
    if not full["phase"]:
        raise BadState("/phase", "'play' or 'over' was expected")
    _check_length("/players", full["players"], table.seats, "one for each seat")
    _check_length("/cauldrons", full["cauldrons"], CAULDRONS, "PO-5")
    if not 0 <= full["round"] < table.rounds:
        raise BadState("/round", f"{full['round']} is none of the rounds 0 to {table.rounds - 1} of this game")
    if full["dealer"] != table.dealer(full["round"]):
        raise BadState(
            "/dealer", f"{table.dealer(full['round'])} was expected, not {full['dealer']} (invariant 10)"
        )
    for stream, count in full["drawn"].items():
        if stream != STREAM:
            raise BadState(f"/drawn/{stream}", f"there is no such stream; there is: {STREAM}")
        if count < 0:
            raise BadState(f"/drawn/{stream}", f"0 or more draws were taken, not {count}")


def _check_length(pointer: str, items: Sequence[object], length: int, why: str) -> None:
    if len(items) != length:
        raise BadState(pointer, f"{length} entries were expected, not {len(items)} ({why})")


def _check_cards(full: Full) -> None:
    places: list[tuple[str, list[str]]] = [("/pile", full["pile"]), ("/aside", full["aside"])]
    for seat, player in enumerate(full["players"]):
        places += [(f"/players/{seat}/hand", player["hand"]), (f"/players/{seat}/taken", player["taken"])]
    places += [(f"/cauldrons/{place}/cards", row["cards"]) for place, row in enumerate(full["cauldrons"])]
    found: Counter[str] = Counter()
    for pointer, cards in places:
        for place, card in enumerate(cards):
            if card not in KIND_OF:
                raise BadState(f"{pointer}/{place}", f"no card is called {card!r:.60}")
        found.update(cards)
    for name, copies in zip(NAMES, COPIES, strict=True):
        if found[name] != copies:
            raise BadState("", f"{found[name]} cards {name} in all where the deck has {copies} (invariant 1)")


def _fill(state: PoisonState, full: Full) -> None:
    state.round = full["round"]
    state.ply = full["ply"]
    state.hands = [bag_of(player["hand"]) for player in full["players"]]
    state.taken = [bag_of(player["taken"]) for player in full["players"]]
    state.scores = [tuple(player["scores"]) for player in full["players"]]
    state.pile = [KIND_OF[card] for card in reversed(full["pile"])]
    state.aside = bag_of(full["aside"])
    state.cauldrons = [tuple(row["cards"]) for row in full["cauldrons"]]
    state.sums = [sum(VALUES[KIND_OF[card]] for card in cards) for cards in state.cauldrons]
    colours = [{COLOUR_OF[KIND_OF[card]] for card in cards} - {NO_COLOUR} for cards in state.cauldrons]
    for place, found in enumerate(colours):
        if len(found) > 1:
            raise BadState(f"/cauldrons/{place}/cards", "potions of two colours (invariant 3)")
    state.colouring = COLOURINGS[tuple(min(found, default=NO_COLOUR) for found in colours)]


def _check_cauldrons(state: PoisonState) -> None:
    colours = state.colouring.colours
    for place, (total, colour) in enumerate(zip(state.sums, colours, strict=True)):
        pointer = f"/cauldrons/{place}/cards"
        if total > OVERFLOW_ABOVE:
            raise BadState(pointer, f"the sum is {total}, above {OVERFLOW_ABOVE} (invariant 2)")
        if colour != NO_COLOUR and colour in colours[:place]:
            raise BadState(pointer, "another cauldron has this colour (invariant 3)")
    if any(state.taken) and not any(state.cauldrons):
        raise BadState("/cauldrons", "cards were taken, so a cauldron must have kept one (invariant 4)")


def _check_counts(state: PoisonState, full: Full) -> None:
    table = state.table
    played = _played(state)
    if state.ply != state.round * table.in_play + played:
        expected = state.round * table.in_play + played
        raise BadState(
            "/ply", f"{expected} was expected from round and cards played, not {state.ply} (invariant 5)"
        )
    if size(state.aside) != table.aside:
        raise BadState("/aside", f"{table.aside} cards were expected, not {size(state.aside)} (invariant 8)")
    if table.hand is None and state.pile:
        raise BadState("/pile", "only the variant draw-five has a pile (PO-48)")
    counts = [size(hand) for hand in state.hands]
    if max(counts) - min(counts) > 1:
        raise BadState("/players", f"hands of {counts} cards differ by more than one (invariant 7)")
    if state.pile and set(counts) != {table.hand}:
        raise BadState("/players", f"{table.hand} cards a hand were expected while there is a pile (invariant 9)")
    finished = state.round + (full["phase"] == "over")
    for seat, scores in enumerate(state.scores):
        _check_length(f"/players/{seat}/scores", scores, finished, "one for each finished round, invariant 10")
        for place, points in enumerate(scores):
            if points < 0:
                raise BadState(f"/players/{seat}/scores/{place}", f"points are 0 or more, not {points} (PO-36)")


def _played(state: PoisonState) -> int:
    return sum(map(size, state.taken)) + sum(map(len, state.cauldrons))


def _turn(state: PoisonState, full: Full) -> None:
    if full["result"] is not None:
        raise BadState("/result", "null was expected: the phase is not 'over'")
    if not any(state.hands):
        raise BadState("/players", "nobody has a card to play (invariant 11)")
    seat = (state.dealer + 1 + _played(state)) % state.seats
    while not state.hands[seat]:  # PO-21
        seat = (seat + 1) % state.seats
    if full["to_act"] != [seat]:
        raise BadState("/to_act", f"[{seat}] was expected, not {full['to_act']} (invariant 6)")
    state.to_act = (seat,)


def _end(state: PoisonState, full: Full) -> None:
    if full["to_act"]:
        raise BadState("/to_act", f"nobody is to act when the game is over, not {full['to_act']}")
    if state.round != state.table.rounds - 1:
        raise BadState(
            "/round", f"the game is over after round {state.table.rounds - 1}, not {state.round} (PO-42)"
        )
    if any(state.hands) or state.pile:
        raise BadState("/phase", "the game is not over while there are cards to play (PO-34)")
    state.result = result_of(state.scores)
    if full["result"] != state.result.document():
        raise BadState("/result", f"{state.result.document()} was expected from the scores (PO-47)")
