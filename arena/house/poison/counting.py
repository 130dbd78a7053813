"""Counts cards, deals what it has not seen to the others at random, and plays the round on in its head.

1. It knows the cards in play, taken and in its own hand; the rest it deals at random to the hands, the pile and
   the cards aside: one *world*. Under `taken: hidden` it counts from the events.
2. In each world every candidate play is tried, and some more turns of each seat are played, all by one simple
   rule (`reply`). The same worlds for each candidate, so that the luck of the deal falls on all alike.
3. What counts is its own points of the round so far against the mean of the others'. The worse half of the
   candidates drops out as the worlds go on; the best in all its worlds is played.

The number of worlds is fixed, not the time: the same ask gets the same answer on any machine.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias

WORLDS: Final = (8, 14, 40)
"""In each stage; after each but the last the worse half of the candidates is dropped."""

TURNS: Final = 7
"""How many turns of each seat are played out: what comes later is more luck than sense."""

COLOURS: Final = ("red", "blue", "purple")
POTIONS: Final = (1, 2, 4, 5, 7)
COPIES: Final = (3, 3, 2, 3, 3)
POISON: Final = 15
VALUES: Final = (*POTIONS * 3, 4)
NAMES: Final = (*(f"{colour}-{value}" for colour in COLOURS for value in POTIONS), "poison")
CARD: Final = {name: card for card, name in enumerate(NAMES)}
DECK: Final = (*COPIES * 3, 8)
"""Copies by card; a card is a number: 5 a colour, then poison."""
FULL: Final = 13

LARGEST_FITTING: Final = [
    [max((i for i in range(5) if held >> i & 1 and POTIONS[i] <= room), default=-1) for room in range(FULL + 1)]
    for held in range(32)
]
"""By held cards of a colour (bits) and room: the place in POTIONS of the largest that fits, or -1."""
LARGEST: Final = [max((i for i in range(5) if held >> i & 1), default=-1) for held in range(32)]

Play: TypeAlias = tuple[int, int]
"""Card and cauldron."""

_memory: dict[str, list[list[int]]] = {}
"""Taken cards by seat as the events told them, for the match at hand."""


def welcome(match: Any) -> None:
    _memory.clear()


def choose(ask: Any) -> int:
    view, seat = ask.view, ask.seat
    taken = _taken(view, ask.events)
    plays = [(CARD[action["play"]["card"]], action["play"]["cauldron"]) for action in ask.legal]
    candidates = _candidates(view, plays)
    if len(candidates) == 1:
        return candidates[0]
    random = Random(f"{ask.welcome.entropy} {ask.number}")
    losses = dict.fromkeys(candidates, 0.0)
    for worlds in WORLDS:
        for _ in range(worlds):
            hands, pile = _world(view, seat, taken, random)
            for place in candidates:
                table = Table(view, seat, [row[:] for row in hands], taken, pile)
                losses[place] += table.outcome(*plays[place])
        candidates.sort(key=losses.__getitem__)
        if worlds != WORLDS[-1]:
            del candidates[max(2, (len(candidates) + 1) // 2) :]
    return candidates[0]


def _candidates(view: Any, plays: list[Play]) -> list[int]:
    """The plays, one only of those that come to the same: into one empty cauldron or another."""
    seen = set()
    candidates = []
    for place, (card, cauldron) in enumerate(plays):
        empty = not view["cauldrons"][cauldron]["cards"]
        key = (card, "empty" if empty else cauldron)
        if key not in seen:
            seen.add(key)
            candidates.append(place)
    return candidates


def _taken(view: Any, events: list[dict[str, Any]]) -> list[list[int]]:
    """Cards taken this round: 16 counts a seat, from the view, or from the events where it does not show them."""
    seats = view["seats"]
    rows = _memory.setdefault("rows", [[0] * 16 for _ in range(seats)])
    for event in events:
        if "dealt" in event:
            rows[:] = [[0] * 16 for _ in range(seats)]
        elif "overflowed" in event:
            for name in event["overflowed"]["cards"]:
                rows[event["overflowed"]["seat"]][CARD[name]] += 1
    for row, player in zip(rows, view["players"], strict=True):
        if "taken" in player:
            row[:] = [0] * 16
            for name in player["taken"]:
                row[CARD[name]] += 1
    return rows


def _world(view: Any, seat: int, taken: list[list[int]], random: Random) -> tuple[list[list[int]], list[int]]:
    """Hands (16 counts a seat) and the pile, its top last, as they might be."""
    unseen = list(DECK)
    own = [0] * 16
    for name in view["players"][seat]["hand"]:
        own[CARD[name]] += 1
        unseen[CARD[name]] -= 1
    for cauldron in view["cauldrons"]:
        for name in cauldron["cards"]:
            unseen[CARD[name]] -= 1
    for row in taken:
        for card in range(16):
            unseen[card] -= row[card]
    cards = [card for card in range(16) for _ in range(unseen[card])]
    random.shuffle(cards)
    hands = []
    for other, player in enumerate(view["players"]):
        hand = [0] * 16
        if other == seat:
            hand = own
        else:
            for _ in range(player["hand_count"]):
                hand[cards.pop()] += 1
        hands.append(hand)
    return hands, cards[: view["pile_count"]]


class Table:
    """A world to play out. A cauldron is its sum, its colour (3: none), its potions and its poisons."""

    def __init__(
        self, view: Any, seat: int, hands: list[list[int]], taken: list[list[int]], pile: list[int]
    ) -> None:
        self.seat = seat
        self.hands = hands
        self.held = [
            [sum(1 << i for i in range(5) if hand[5 * colour + i]) for colour in range(3)] for hand in hands
        ]
        self.pile = pile[:]
        self.taken = [[sum(row[:5]), sum(row[5:10]), sum(row[10:15]), row[15]] for row in taken]
        self.sums = [cauldron["sum"] for cauldron in view["cauldrons"]]
        self.colours = [(*COLOURS, "none").index(cauldron["colour"]) for cauldron in view["cauldrons"]]
        self.poisons = [cauldron["cards"].count("poison") for cauldron in view["cauldrons"]]
        self.potions = [
            len(cauldron["cards"]) - cauldron["cards"].count("poison") for cauldron in view["cauldrons"]
        ]
        self.left = sum(map(sum, hands)) + len(pile)

    def outcome(self, card: int, cauldron: int) -> float:
        """The seat's points in the end, less the mean of the others', if it plays so now."""
        seat, seats = self.seat, len(self.hands)
        self.play(seat, card, cauldron)
        for _ in range(min(self.left, TURNS * seats)):
            seat = (seat + 1) % seats
            self.play(seat, *self.reply(seat))
        points = self.points()
        mine = points[self.seat]
        return mine - (sum(points) - mine) / (seats - 1)

    def play(self, seat: int, card: int, cauldron: int) -> None:
        colour = card // 5
        hand = self.hands[seat]
        hand[card] -= 1
        if not hand[card] and card != POISON:
            self.held[seat][colour] ^= 1 << card % 5
        total = self.sums[cauldron] + VALUES[card]
        if total > FULL:
            taken = self.taken[seat]
            taken[3] += self.poisons[cauldron]
            if self.potions[cauldron]:
                taken[self.colours[cauldron]] += self.potions[cauldron]
            self.potions[cauldron] = self.poisons[cauldron] = 0
            self.colours[cauldron] = 3
            total = VALUES[card]
        self.sums[cauldron] = total
        if card == POISON:
            self.poisons[cauldron] += 1
        else:
            self.potions[cauldron] += 1
            self.colours[cauldron] = colour
        if self.pile:
            drawn = self.pile.pop()
            hand[drawn] += 1
            if drawn != POISON:
                self.held[seat][drawn // 5] |= 1 << drawn % 5
        self.left -= 1

    def reply(self, seat: int) -> Play:
        """The rule that all play by: the fullest cauldron that results without an overflow; else the cheapest."""
        sums, colours, held = self.sums, self.colours, self.held[seat]
        best_total, best_value = -1, -1
        best = (-1, -1)
        for colour in range(3):
            mine = held[colour]
            if not mine:
                continue
            for cauldron in (colours.index(colour),) if colour in colours else range(3):
                if colours[cauldron] not in (colour, 3):
                    continue
                fitting = LARGEST_FITTING[mine][FULL - sums[cauldron]]
                if fitting >= 0:
                    value = POTIONS[fitting]
                    total = sums[cauldron] + value
                    if value > best_value or (value == best_value and total > best_total):
                        best_total, best_value, best = total, value, (5 * colour + fitting, cauldron)
        if self.hands[seat][POISON]:
            for cauldron in range(3):
                total = sums[cauldron] + 4
                if total <= FULL and (best_value < 4 or (best_value == 4 and total > best_total)):
                    best_total, best_value, best = total, 4, (POISON, cauldron)
        return best if best_value >= 0 else self._cheapest(seat)

    def _cheapest(self, seat: int) -> Play:
        colours, held = self.colours, self.held[seat]
        best_cost, best = 99, (-1, -1)
        if self.hands[seat][POISON]:
            for cauldron in range(3):
                cost = self._cost(seat, cauldron)
                if cost < best_cost:
                    best_cost, best = cost, (POISON, cauldron)
        for colour in range(3):
            if not held[colour]:
                continue
            for cauldron in (colours.index(colour),) if colour in colours else range(3):
                if colours[cauldron] in (colour, 3):
                    cost = self._cost(seat, cauldron)
                    if cost < best_cost:
                        best_cost, best = cost, (5 * colour + LARGEST[held[colour]], cauldron)
        return best

    def _cost(self, seat: int, cauldron: int) -> int:
        cost: int = 2 * self.poisons[cauldron]
        potions = self.potions[cauldron]
        if potions:
            colour = self.colours[cauldron]
            own = self.taken[seat][colour]
            if any(row[colour] >= own for other, row in enumerate(self.taken) if other != seat):
                cost += potions
        return cost

    def points(self) -> list[int]:
        points: list[int] = [2 * row[3] for row in self.taken]
        for colour in range(3):
            column = [row[colour] for row in self.taken]
            most = max(column)
            alone = column.count(most) == 1
            for seat, count in enumerate(column):
                if count < most or not alone:
                    points[seat] += count
        return points
