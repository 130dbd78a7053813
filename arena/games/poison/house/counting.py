"""Counts cards, deals what it has not seen to the others at random, and plays the round on in its head.

1. It knows the cards in play, taken and in its own hand; the rest it deals at random to the hands, the pile and
   the cards aside: one *world*. Under `taken: hidden` it counts from the events.
2. In each world every candidate play is tried, and some more turns of each seat are played, all by one simple
   rule (`played_on`). The same worlds for each candidate, so that the luck of the deal falls on all alike.
3. What counts is how far it then is behind each other seat in the whole game, most against those close by. The
   worse half of the candidates drops out as the worlds go on; the best in all its worlds is played.

The number of worlds is fixed, not the time: the same ask gets the same answer on any machine.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias

WORLDS: Final = (16, 28, 80)
"""In each stage; after each but the last the worse half of the candidates is dropped."""

TURNS: Final = 7
"""How many turns of each seat are played out: what comes later is more luck than sense."""

NEARBY: Final = 12
"""Points that a rival is ahead or behind, so that half of its weight is gone."""

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
    [
        max((POTIONS[i] for i in range(5) if held >> i & 1 and POTIONS[i] <= room), default=0)
        for room in range(FULL + 1)
    ]
    for held in range(32)
]
"""By held cards of a colour (bits) and room: the largest value that fits, or 0."""
PLACE_OF: Final = {value: place for place, value in enumerate(POTIONS)}

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
    totals = [player["total"] for player in view["players"]]
    losses = dict.fromkeys(candidates, 0.0)
    for worlds in WORLDS:
        for _ in range(worlds):
            hands, pile = _world(view, seat, taken, random)
            table = Table(view, hands, pile, taken)
            for place in candidates:
                losses[place] += loss(totals, seat, table.played_on(seat, *plays[place]))
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
    draw = random.random
    cards.sort(key=lambda _: draw())
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


def loss(totals: list[int], seat: int, points: list[int]) -> float:
    """How far the seat is behind each other in the whole game; a rival nearby matters more than one far away."""
    mine = totals[seat] + points[seat]
    gaps = [mine - totals[other] - points[other] for other in range(len(points)) if other != seat]
    return sum([gap / (NEARBY + abs(gap)) for gap in gaps])


class Table:
    """A world to play out. A cauldron has a sum, a colour (3: none), potions and poisons."""

    def __init__(self, view: Any, hands: list[list[int]], pile: list[int], taken: list[list[int]]) -> None:
        self.hands = hands
        self.held = [
            [sum([1 << i for i in range(5) if hand[5 * colour + i]]) for colour in range(3)] for hand in hands
        ]
        self.pile = pile
        self.taken = [[sum(row[:5]), sum(row[5:10]), sum(row[10:15]), row[15]] for row in taken]
        self.sums = [cauldron["sum"] for cauldron in view["cauldrons"]]
        self.colours = [(*COLOURS, "none").index(cauldron["colour"]) for cauldron in view["cauldrons"]]
        self.poisons = [cauldron["cards"].count("poison") for cauldron in view["cauldrons"]]
        self.potions = [
            len(cauldron["cards"]) - cauldron["cards"].count("poison") for cauldron in view["cauldrons"]
        ]
        self.left = sum(map(sum, hands)) + len(pile)

    def played_on(self, seat: int, card: int, cauldron: int) -> list[int]:
        """The points of the round by seat, after this play and some more turns of each seat.

        All play by one rule: the highest card that fits, into the fullest cauldron; where none fits, whatever
        takes the fewest points. One long loop, for it is nearly all of the time that this bot takes.
        """
        hands = [row[:] for row in self.hands]
        held = [row[:] for row in self.held]
        taken = [row[:] for row in self.taken]
        pile, sums, colours = self.pile[:], self.sums[:], self.colours[:]
        potions, poisons = self.potions[:], self.poisons[:]
        seats = len(hands)
        for turn in range(min(self.left, TURNS * seats + 1)):
            hand, mine = hands[seat], held[seat]
            if turn:
                best, most, card = 0, -1, -1
                for colour in (0, 1, 2):
                    bits = mine[colour]
                    if bits:
                        home = colour if colour in colours else 3
                        for place in (0, 1, 2):
                            if colours[place] == home:
                                total = sums[place]
                                value = LARGEST_FITTING[bits][FULL - total]
                                if value > best or (value == best and value and total + value > most):
                                    best, most = value, total + value
                                    card, cauldron = 5 * colour + PLACE_OF[value], place
                if hand[POISON] and best <= 4:
                    for place in (0, 1, 2):
                        total = sums[place] + 4
                        if total <= FULL and (best < 4 or total > most):
                            best, most, card, cauldron = 4, total, POISON, place
                if card < 0:
                    card, cauldron = _cheapest(seat, hand, mine, taken, colours, potions, poisons)
            hand[card] -= 1
            colour = card // 5
            if colour < 3 and not hand[card]:
                mine[colour] ^= 1 << card % 5
            total = sums[cauldron] + VALUES[card]
            if total > FULL:
                taken[seat][3] += poisons[cauldron]
                if potions[cauldron]:
                    taken[seat][colours[cauldron]] += potions[cauldron]
                potions[cauldron] = poisons[cauldron] = 0
                colours[cauldron] = 3
                total = VALUES[card]
            sums[cauldron] = total
            if colour < 3:
                potions[cauldron] += 1
                colours[cauldron] = colour
            else:
                poisons[cauldron] += 1
            if pile:
                drawn = pile.pop()
                hand[drawn] += 1
                if drawn != POISON:
                    mine[drawn // 5] |= 1 << drawn % 5
            seat += 1
            if seat == seats:
                seat = 0
        return points(taken)


def _cheapest(
    seat: int,
    hand: list[int],
    held: list[int],
    taken: list[list[int]],
    colours: list[int],
    potions: list[int],
    poisons: list[int],
) -> Play:
    """The highest card of a colour that takes the fewest points, where every play overflows."""
    costs = []
    for cauldron in (0, 1, 2):
        cost, colour = 2 * poisons[cauldron], colours[cauldron]
        if potions[cauldron]:
            own = taken[seat][colour]
            if [1 for other, row in enumerate(taken) if row[colour] >= own and other != seat]:
                cost += potions[cauldron]
        costs.append(cost)
    fewest, best = 99, (-1, -1)
    if hand[POISON]:
        fewest = min(costs)
        best = (POISON, costs.index(fewest))
    for colour in (0, 1, 2):
        if held[colour]:
            home = colour if colour in colours else 3
            for cauldron in (0, 1, 2):
                if colours[cauldron] == home and costs[cauldron] < fewest:
                    fewest, best = costs[cauldron], (5 * colour + held[colour].bit_length() - 1, cauldron)
    return best


def points(taken: list[list[int]]) -> list[int]:
    """What each seat's taken cards cost, if the round ended now."""
    found = [2 * row[3] for row in taken]
    for colour in (0, 1, 2):
        column = [row[colour] for row in taken]
        most = max(column)
        alone = column.count(most) == 1
        for seat, count in enumerate(column):
            if count < most or not alone:
                found[seat] += count
    return found
