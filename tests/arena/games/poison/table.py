"""Positions of Poison, set up by what matters in them; the rest is dealt so that every invariant holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from arena.games.poison.actions import Play
from arena.games.poison.game import Poison
from arena.games.poison.material import COPIES, NAMES
from arena.games.poison.state import PoisonState
from arena.kernel.chance import Seeded

GAME = Poison()
SEED = bytes(range(32))
HANDS = {2: 4, 3: 4, 4: 4, 5: 5, 6: 6}
ROUNDS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}


def new(seats: int = 4, chance: Any = None, **options: Any) -> PoisonState:
    return GAME.new(seats, options, chance or Seeded(SEED)).state


def document(
    *cauldrons: Sequence[str],
    seats: int = 4,
    hand: Sequence[str] = (),
    others: Mapping[int, Sequence[str]] | None = None,
    taken: Mapping[int, Sequence[str]] | None = None,
    scores: Sequence[Sequence[int]] | None = None,
    round_number: int = 0,
    options: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """A state document. `hand` is among the cards of the seat to act, `others` among those of other seats."""
    rows = [list(cauldrons[place]) if place < len(cauldrons) else [] for place in range(3)]
    piles = [list((taken or {}).get(seat, ())) for seat in range(seats)]
    played = sum(map(len, rows)) + sum(map(len, piles))
    dealer = (seats - 1 + round_number) % seats
    actor = (dealer + 1 + played) % seats
    left = Counter(dict(zip(NAMES, COPIES, strict=True)))
    hands = [list((others or {}).get(seat, ())) for seat in range(seats)]
    hands[actor] += hand
    for cards in (*rows, *piles, *hands):
        left.subtract(cards)
    assert min(left.values()) >= 0, f"more cards than the deck has: {left}"
    rest = [name for name in NAMES for _ in range(left[name])]
    draw_five = options.get("variant") == "draw-five"
    order = [(dealer + 1 + place) % seats for place in range(seats)]
    for place, seat in enumerate(order):
        gone = played // seats + (place < played % seats)
        size = 5 if draw_five else len(range(place, 50, HANDS[seats])) - gone
        assert size >= len(hands[seat]), f"seat {seat} holds {size} cards"
        while len(hands[seat]) < size:
            hands[seat].append(rest.pop())
    in_play = 50 if draw_five else sum(len(range(place, 50, HANDS[seats])) for place in range(seats))
    return {
        "game": "poison",
        "options": {"variant": "deal-all", "taken": "open"} | dict(options),
        "seats": seats,
        "phase": "play",
        "to_act": [actor],
        "ply": round_number * in_play + played,
        "result": None,
        "drawn": {"deck": 49 * (round_number + 1)},
        "round": round_number,
        "dealer": dealer,
        "players": [
            {
                "hand": hands[seat],
                "taken": piles[seat],
                "scores": list(scores[seat]) if scores else [0] * round_number,
            }
            for seat in range(seats)
        ],
        "cauldrons": [{"cards": cards} for cards in rows],
        "pile": rest if draw_five else [],
        "aside": [] if draw_five else rest,
    }


def position(*cauldrons: Sequence[str], **how: Any) -> PoisonState:
    return GAME.load(document(*cauldrons, **how), Seeded(SEED))


def last_card(
    card: str, cauldron: int, *, taken: Mapping[int, Sequence[str]] | None = None, seats: int = 4, **how: Any
) -> PoisonState:
    """The last card of a round is played. `taken` are among the cards taken; the others went to seat 0."""
    cauldrons = how.pop("cauldrons", (("red-1",), ("blue-1",), ("purple-1",)))
    piles = {seat: list((taken or {}).get(seat, ())) for seat in range(seats)}
    left = Counter(dict(zip(NAMES, COPIES, strict=True)))
    for cards in ([card], *cauldrons, *piles.values()):
        left.subtract(cards)
    piles[how.pop("rest_to", 0)] += [name for name in NAMES for _ in range(left[name])]
    state = position(*cauldrons, seats=seats, hand=[card], taken=piles, **how)
    state.apply(state.to_act[0], Play(card, cauldron))
    return state


def play(state: PoisonState, card: str, cauldron: int) -> list[Any]:
    """The seat to act plays; the documents of what happened."""
    return [GAME.facts.document(event.fact) for event in state.apply(state.to_act[0], Play(card, cauldron))]


def refusal(state: PoisonState, card: str, cauldron: int) -> str | None:
    return state.refusal(state.to_act[0], Play(card, cauldron))


def cards(state: PoisonState, cauldron: int) -> list[str]:
    found: list[str] = state.dump()["cauldrons"][cauldron]["cards"]
    return found


def taken_by(state: PoisonState, seat: int) -> list[str]:
    found: list[str] = state.dump()["players"][seat]["taken"]
    return found
