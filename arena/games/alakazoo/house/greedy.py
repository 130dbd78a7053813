"""Does what helps most by itself, and looks at nothing but the table and its own hand.

1. A spell is worth the points it would bring now: its place must be free; the portal's own creature and being the
   first at the place count, and so do runes that are covered there already.
2. It places all it can. It covers the runes of places for which it holds a spell, those half covered first.
3. With less than two such spells it takes the column that is worth most; else it rolls as many dice as the portal
   has room for.
4. Its keeper fetches a spell that can be placed at once, and nothing else. It parts with what is worth least.
"""

from __future__ import annotations

from typing import Any

PARTS = ("left-ear", "head", "right-ear", "left-hand", "torso", "right-hand", "left-leg", "tail", "right-leg")
PLACES = {part: place for place, part in enumerate(PARTS)}
ROOM = 6
FETCHED = {"fetch": "card", "pluck": "card", "recall": "card", "borrow": "card"}


def choose(ask: Any) -> int:
    table = Table(ask.view, ask.seat)
    worth = [table.worth(action) for action in ask.legal]
    return max(range(len(worth)), key=worth.__getitem__)


class Table:
    def __init__(self, view: Any, seat: int) -> None:
        self.view = view
        self.seats: list[dict[str, Any]] = view["players"]
        self.me = self.seats[seat]
        self.others = [player for other, player in enumerate(self.seats) if other != seat]
        self.places = self.me["positions"]
        self.hand: list[str] = self.me["hand"]
        self.tokens = sum(sum(place["covered"]) for place in self.places)
        self.wanted = [0.0] * len(PARTS)
        for card in self.hand:
            place = place_of(card)
            self.wanted[place] = max(self.wanted[place], self.value(card))
        free = sum(not place["spell"] for place in self.places)
        self.few = sum(value > 0 for value in self.wanted) < min(2, free)

    def worth(self, action: dict[str, Any]) -> float:
        ((name, given),) = action.items()
        if name in FETCHED:
            return float(self.fetched(given))
        deed = getattr(self, name, None)
        return float(deed(given)) if deed else -1.0

    def value(self, card: str) -> float:
        """What it is worth to hold the card."""
        place = place_of(card)
        if self.places[place]["spell"]:
            return 0.0
        own = card.startswith(self.me["portal"])
        first = not any(player["positions"][place]["spell"] for player in self.others)
        return float(1.0 + own + 0.7 * first + 0.5 * sum(self.places[place]["covered"]))

    def choose_portal(self, given: Any) -> float:
        return 0.0

    def pick(self, given: Any) -> float:
        return self.value(given["card"]) - self.wanted[place_of(given["card"])]

    def enrol(self, given: Any) -> float:
        magicians = ("charmed", "warden", "archivist", "furnace", "sleeper", "hoarder", "gleaner")
        keepers = ("kindle", "pluck", "study", "cleanse", "recall", "sweep", "hoard")
        return (given["magician"] in magicians) + (given["keeper"] in keepers)

    def keep(self, given: Any) -> float:
        return float(self.me["portal"] in given["page"])

    # --- the action of a turn

    def rest(self, given: Any) -> float:
        return 0.0

    def roll(self, given: Any) -> float:
        free = sum(not covered for place in self.places if not place["spell"] for covered in place["covered"])
        room = min(max(ROOM - self.tokens, 0), free)
        return 6.0 + given["dice"] if given["dice"] <= room else 1.0

    def take(self, given: Any) -> float:
        best = list(self.wanted)
        gain = 0.0
        for card in self.view["columns"][given["column"]]["cards"]:
            place = place_of(card)
            gain += max(self.value(card) - best[place], 0)
            best[place] = max(best[place], self.value(card))
        return gain + (20 if gain and (self.few or self.tokens >= ROOM) else 0)

    def redraw(self, given: Any) -> float:
        useless = [
            card for card in self.hand if self.value(card) < self.wanted[place_of(card)] or not self.value(card)
        ]
        if set(given["cards"]) != set(useless):
            return -1.0
        return (10.0 if self.few else 3.0) + len(useless)

    def fetched(self, given: Any) -> float:
        """A spell for which both runes are covered, and none is in hand."""
        place = place_of(given["card"])
        if not all(self.places[place]["covered"]) or self.wanted[place]:
            return -1.0
        parted = given.get("discard") or given.get("give")
        return 40.0 + self.value(given["card"]) - (self.value(parted) if parted else 0.0)

    # --- the rest of a turn

    def covering(self, rune: int) -> float:
        place = self.places[rune // 2]
        return (0.4 + self.wanted[rune // 2]) * (2.0 if any(place["covered"]) else 1.0)

    def activate(self, given: Any) -> float:
        # What is not wild first: a wild fits anywhere.
        return self.covering(given["rune"]) + (0.0 if given["face"] == "wild" else 20.0)

    def store(self, given: Any) -> float:
        return 1.0

    def miss(self, given: Any) -> float:
        return 0.0

    def place(self, given: Any) -> float:
        return sum(map(self.value, given["cards"]))

    def trim(self, given: Any) -> float:
        return -sum(self.covering(rune) for rune in given["runes"])

    def discard(self, given: Any) -> float:
        return -self.parting(given["cards"])

    def give(self, given: Any) -> float:
        return -self.parting(given["cards"])

    def parting(self, cards: list[str]) -> float:
        """What is lost with the cards: one of two for the same place is no loss."""
        kept = [card for card in self.hand if card not in cards]
        left = {place_of(card): 0.0 for card in self.hand}
        for card in kept:
            left[place_of(card)] = max(left[place_of(card)], self.value(card))
        return sum(self.wanted[place] - value for place, value in left.items()) + 0.01 * sum(
            map(self.value, cards)
        )


def place_of(card: str) -> int:
    return PLACES[card.split("-", 1)[1]]
