"""Deals what it has not seen at random, as the others' plays make likely, and plays the round on in its head.

1. It counts cards as `counting` does. What is unseen it deals at random to the hands, the pile and the cards
   aside: one *world*. Who made a cauldron overflow and paid for it had hardly a card that fitted anywhere, so the
   cards that would have fitted are seldom dealt to that hand (`Memory`).
2. In each world every candidate play is tried, and the round is played to its end, all seats by one rule
   (`Table.played_on`): what a play is worth by a table of weights. The same worlds for each candidate.
3. The worse half of the candidates drops out as the worlds go on, so that the best are told apart in most of them.
   What counts is how far the bot then is behind each other seat in the whole game; how much a point matters
   depends on how many rounds are left.

The weights were found by playing the rule against others of its kind, many thousands of rounds, and changing them
so that it had fewer points. The rule alone, with nothing tried, is about as strong as `counting`.

The effort is counted in turns played in the head, not timed: the same ask gets the same answer on any machine.
Only on a slow one, where an answer would take more than its share of the bank, it stops sooner (`Watch`).
"""

from __future__ import annotations

from math import exp
from random import Random
from time import thread_time
from typing import Any, Final, TypeAlias

EFFORT: Final = 45_000
"""Turns played in the head for one answer, about; a tenth of a second."""
STAGES: Final = 3
"""Each has its part of the effort; after each but the last the worse half of the candidates is dropped."""
MOST_WORLDS: Final = 240
"""In one stage: where few turns are left, more would tell no more."""
OF_THE_BANK: Final = 0.015
"""The most of it that one answer takes: of ten seconds 150 ms, later less, and so never all of it."""
OF_THE_MOVE: Final = 0.5

NEARBY: Final = 8
A_ROUND: Final = 4
"""Points that a rival is ahead or behind, so that half of its weight is gone; and what each round left adds."""

DOUBT: Final = 2.5
"""How unlikely it is, as a logarithm, that who paid for an overflow had a given card that would have fitted."""
EXCHANGES: Final = 3
"""How many other places such a card is offered to, at most."""
NEW_OF_A_HAND: Final = 0.2
"""With a pile, after each draw."""

COLOURS: Final = ("red", "blue", "purple")
NONE: Final = 3
POTIONS: Final = (1, 2, 4, 5, 7)
COPIES: Final = (3, 3, 2, 3, 3)
POISON: Final = 15
KINDS: Final = 16
VALUES: Final = (*POTIONS * 3, 4)
NAMES: Final = (*(f"{colour}-{value}" for colour in COLOURS for value in POTIONS), "poison")
CARD: Final = {name: card for card, name in enumerate(NAMES)}
DECK: Final = (*COPIES * 3, 8)
"""Copies by card; a card is a number: 5 a colour, then poison."""
FULL: Final = 13
LONGEST_HAND: Final = 13

# --- the rule by which all play in the head: weights of a play

HIGH: Final = (1.0, 1.7, 1.3, 2.6, 2.8)
"""By value, of a potion that fits."""
EARLY: Final = (-1.3, 0.9, 2.8, 3.1, 2.4, -1.5)
"""More for it with a full hand, and so for poison; in proportion less with fewer cards."""
LOWER: Final = 2.7
"""For each lower value of the colour in the hand: the lowest card still fits when little room is left."""
POISON_TO: Final = (0.0, 0.0, 0.0, 0.0, 1.3, 0.2, -0.5, -0.8, -0.6, -0.5, -0.7, -0.7, 0.4, 0.6)
"""Of a poison that fits, by the sum that it makes."""
PER_POTION: Final = -0.65
PER_POISON: Final = 0.85
"""For each that lies in the cauldron which the card goes into."""
LEADING: Final = -1.8
"""For a cauldron of the colour in which the seat has the majority: it takes that one itself."""
OVERFLOW: Final = (-5.4, -4.7, -3.8, -2.6, -1.2, -5.8)
"""By value, then of poison, of a card that makes a cauldron overflow."""
TAKEN: Final = -1.3
TAKEN_POISON: Final = -6.5
"""For each that it takes by that."""
FREE: Final = 1.7
"""For each potion instead, where it has the majority then."""
LEAST: Final = -99.0
"""Less than any play is worth."""
NEVER: Final = -999.0
"""What is no play."""

Play: TypeAlias = tuple[int, int]
"""Card and cauldron."""


def _fitting(held: int, total: int, count: int) -> tuple[float, int]:
    """Of a hand's cards of one colour (bits), in a cauldron with that sum: the best that fits, and its worth."""
    best, chosen = NEVER, 0
    for place, value in enumerate(POTIONS):
        if held >> place & 1 and total + value <= FULL:
            lower = bin(held & (1 << place) - 1).count("1")
            worth = HIGH[place] + EARLY[place] * count / LONGEST_HAND + LOWER * lower
            if worth > best:
                best, chosen = worth, place
    return best, chosen


def _overflowing(held: int, total: int) -> tuple[float, int]:
    """The same of those that make it overflow, without what that costs."""
    found = [
        (OVERFLOW[place], place)
        for place, value in enumerate(POTIONS)
        if held >> place & 1 and total + value > FULL
    ]
    return max(found, default=(NEVER, 0))


FITTING: Final = [
    [[_fitting(held, total, count) for held in range(32)] for total in range(FULL + 1)]
    for count in range(LONGEST_HAND + 1)
]
"""By cards in hand, sum and held cards of the colour."""
OVERFLOWING: Final = [[_overflowing(held, total) for held in range(32)] for total in range(FULL + 1)]
POISON_FITTING: Final = [
    [
        POISON_TO[total + 4] + EARLY[5] * count / LONGEST_HAND if total + 4 <= FULL else NEVER
        for total in range(FULL + 1)
    ]
    for count in range(LONGEST_HAND + 1)
]


# --- what it knows


class Memory:
    """What the events of a match have told of this round."""

    def __init__(self) -> None:
        self.taken: list[list[int]] = []
        """16 counts a seat."""
        self.doubts: list[list[float]] = []
        """By seat and card: how unlikely it is that the seat has it, as a logarithm."""
        self.cauldrons: list[list[int]] = []

    def begin(self, seats: int) -> None:
        self.taken = [[0] * KINDS for _ in range(seats)]
        self.doubts = [[0.0] * KINDS for _ in range(seats)]
        self.cauldrons = [[], [], []]

    def hear(self, event: dict[str, Any], seats: int) -> None:
        ((name, told),) = event.items()
        if name == "dealt":
            self.begin(seats)
        elif name == "played":
            self.played(told["seat"], CARD[told["card"]], told["cauldron"], told["sum"])
        elif name == "drew":
            # One card of the hand is new, and nothing is known of it.
            self.doubts[told["seat"]] = [doubt * (1 - NEW_OF_A_HAND) for doubt in self.doubts[told["seat"]]]

    def played(self, seat: int, card: int, cauldron: int, total: int) -> None:
        cards = self.cauldrons[cauldron]
        if self.doubts[seat][card]:
            self.doubts[seat] = [0.0] * KINDS  # it plays by other reasons than these
        if total > FULL:
            if self.cost(seat, cards) > 0:
                for other in self.fitting():
                    self.doubts[seat][other] = DOUBT
            for each in cards:
                self.taken[seat][each] += 1
            cards.clear()
        cards.append(card)

    def cost(self, seat: int, cards: list[int]) -> int:
        """What the cards of a cauldron cost the seat that takes them, as it looks then."""
        poisons = cards.count(POISON)
        potions = len(cards) - poisons
        if potions:
            colour = _colour(cards)
            counts = [sum(row[5 * colour : 5 * colour + 5]) for row in self.taken]
            mine = counts.pop(seat) + potions
            if mine > max(counts):
                potions = 0
        return potions + 2 * poisons

    def fitting(self) -> list[int]:
        """The cards that fit somewhere without an overflow."""
        colours = [_colour(cards) for cards in self.cauldrons]
        sums = [sum([VALUES[card] for card in cards]) for cards in self.cauldrons]
        found = []
        for card in range(KINDS):
            colour = card // 5
            home = colour if colour in colours else NONE
            places = [place for place in (0, 1, 2) if card == POISON or colours[place] == home]
            if [1 for place in places if sums[place] + VALUES[card] <= FULL]:
                found.append(card)
        return found


def _colour(cards: list[int]) -> int:
    return min([card // 5 for card in cards], default=NONE)


_memory = Memory()


def welcome(match: Any) -> None:
    _memory.begin(match.seats)


class Watch:
    """Whether the answer takes too much of the bank; by the processor's time, which is what is charged."""

    def __init__(self, clock: dict[str, int]) -> None:
        self.until = thread_time() + min(clock["bank"] * OF_THE_BANK, clock["move_cap"] * OF_THE_MOVE) / 1000

    def late(self) -> bool:
        return thread_time() > self.until


def choose(ask: Any) -> int:
    watch = Watch(ask.clock)
    view, seat = ask.view, ask.seat
    for event in ask.events:
        _memory.hear(event, view["seats"])
    plays = [(CARD[action["play"]["card"]], action["play"]["cauldron"]) for action in ask.legal]
    candidates = _candidates(view, plays)
    if len(candidates) == 1:
        return candidates[0]
    deal = Deal(view, seat, Random(f"{ask.welcome.entropy} {ask.number}"))
    race = Race(view, seat)
    losses = dict.fromkeys(candidates, 0.0)
    for stage in range(STAGES):
        for _ in range(worlds(len(candidates), deal.left)):
            table = Table(view, *deal.world())
            for place in candidates:
                losses[place] += race.loss(table.played_on(seat, *plays[place]))
            if watch.late():
                return min(candidates, key=losses.__getitem__)
        candidates.sort(key=losses.__getitem__)
        if stage < STAGES - 1:
            del candidates[max(2, (len(candidates) + 1) // 2) :]
    return candidates[0]


def worlds(candidates: int, turns: int) -> int:
    """How many there are in a stage, for so many candidates and turns that are left."""
    return max(2, min(MOST_WORLDS, EFFORT // (STAGES * candidates * turns)))


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


class Race:
    """The whole game: how far the seat is behind each other; a rival nearby matters more than one far away."""

    def __init__(self, view: Any, seat: int) -> None:
        self.seat = seat
        totals = [player["total"] for player in view["players"]]
        self.behind = [totals[seat] - total for total in totals]
        self.nearby = NEARBY + A_ROUND * (view["rounds"] - 1 - view["round"])

    def loss(self, points: list[int]) -> float:
        mine, nearby = points[self.seat], self.nearby
        gaps = [behind + mine - other for behind, other in zip(self.behind, points, strict=True)]
        loss: float = sum([gap / (nearby + abs(gap)) for gap in gaps])
        return loss


class Deal:
    """Deals what is unseen."""

    def __init__(self, view: Any, seat: int, random: Random) -> None:
        self.draw = random.random
        own = [0] * KINDS
        for name in view["players"][seat]["hand"]:
            own[CARD[name]] += 1
        seen = own[:]
        for row in (
            *_memory.taken,
            *([cards.count(card) for card in range(KINDS)] for cards in _memory.cauldrons),
        ):
            seen = [here + there for here, there in zip(seen, row, strict=True)]
        self.cards = [card for card in range(KINDS) for _ in range(DECK[card] - seen[card])]
        self.seat, self.own = seat, own
        counts = [player["hand_count"] for player in view["players"]]
        self.places = [other for other, count in enumerate(counts) if other != seat for _ in range(count)]
        """Who has the cards, in their order; the rest are the pile and the cards aside."""
        self.seats, self.pile = len(counts), view["pile_count"]
        self.left = sum(counts) + self.pile
        self.doubts = [*_memory.doubts, [0.0] * KINDS]
        self.doubtful = any(map(any, self.doubts))

    def world(self) -> tuple[list[list[int]], list[int]]:
        """Hands (16 counts a seat) and the pile, its top last, as they might be."""
        cards, draw = self.cards, self.draw
        cards.sort(key=lambda _: draw())
        if self.doubtful:
            self.likely()
        hands = [self.own if other == self.seat else [0] * KINDS for other in range(self.seats)]
        for seat, card in zip(self.places, cards, strict=False):
            hands[seat][card] += 1
        dealt = len(self.places)
        return hands, cards[dealt : dealt + self.pile]

    def likely(self) -> None:
        """Exchanges cards that are unlikely where they are for others."""
        cards, doubts, draw = self.cards, self.doubts, self.draw
        size = len(cards)
        places = [*self.places, *[-1] * (size - len(self.places))]
        for here, seat in enumerate(places):
            for _ in range(EXCHANGES):
                card = cards[here]
                if not doubts[seat][card]:
                    break
                there = int(draw() * size)
                other, offered = places[there], cards[there]
                worse = doubts[seat][offered] + doubts[other][card] - doubts[seat][card] - doubts[other][offered]
                if worse <= 0 or draw() < exp(-worse):
                    cards[here], cards[there] = offered, card


# --- the round in its head


class Table:
    """A world to play out. A cauldron has a sum, a colour (3: none), potions and poisons."""

    def __init__(self, view: Any, hands: list[list[int]], pile: list[int]) -> None:
        self.hands = hands
        self.held = [
            [sum([1 << i for i in range(5) if hand[5 * colour + i]]) for colour in range(3)] for hand in hands
        ]
        self.counts = [player["hand_count"] for player in view["players"]]
        self.pile = pile
        self.taken = [[sum(row[:5]), sum(row[5:10]), sum(row[10:15]), row[15]] for row in _memory.taken]
        self.sums = [cauldron["sum"] for cauldron in view["cauldrons"]]
        self.colours = [(*COLOURS, "none").index(cauldron["colour"]) for cauldron in view["cauldrons"]]
        self.poisons = [cauldron["cards"].count("poison") for cauldron in view["cauldrons"]]
        self.potions = [
            len(cauldron["cards"]) - cauldron["cards"].count("poison") for cauldron in view["cauldrons"]
        ]
        columns = [[row[colour] for row in self.taken] for colour in range(3)]
        self.most = [max(column) for column in columns]
        """The most that anybody has taken of a colour."""
        self.ahead = [
            column.index(most) if column.count(most) == 1 else -1
            for column, most in zip(columns, self.most, strict=True)
        ]
        """Who has the majority of a colour; -1: nobody."""

    def played_on(self, seat: int, card: int, cauldron: int) -> list[int]:
        """The points of the round by seat, after this play and all that follow.

        All play by one rule: of what fits and what overflows, the play with most worth. One long loop, for it is
        nearly all of the time that this bot takes.
        """
        hands = [row[:] for row in self.hands]
        held = [row[:] for row in self.held]
        taken = [row[:] for row in self.taken]
        counts, pile, sums, colours = self.counts[:], self.pile[:], self.sums[:], self.colours[:]
        potions, poisons = self.potions[:], self.poisons[:]
        most, ahead = self.most[:], self.ahead[:]
        seats = len(hands)
        for turn in range(sum(counts) + len(pile)):
            hand, mine = hands[seat], held[seat]
            if turn:
                count = counts[seat]
                best = LEAST
                fitting, poison_fitting = FITTING[count], POISON_FITTING[count]
                poison = hand[POISON]
                for place in (0, 1, 2):
                    colour, total = colours[place], sums[place]
                    content = PER_POTION * potions[place] + PER_POISON * poisons[place]
                    if colour < NONE:
                        if ahead[colour] == seat:
                            content += LEADING
                        if mine[colour]:
                            worth, value = fitting[total][mine[colour]]
                            if worth + content > best:
                                best, card, cauldron = worth + content, 5 * colour + value, place
                    else:
                        for begun in (0, 1, 2):
                            if mine[begun] and begun not in colours:
                                worth, value = fitting[total][mine[begun]]
                                if worth + content > best:
                                    best, card, cauldron = worth + content, 5 * begun + value, place
                    if poison and poison_fitting[total] + content > best:
                        best, card, cauldron = poison_fitting[total] + content, POISON, place
                stuck = best == LEAST
                for place in (0, 1, 2):
                    colour, swallowed = colours[place], potions[place]
                    free = swallowed and (ahead[colour] == seat or taken[seat][colour] + swallowed > most[colour])
                    # An overflow is for who can do nothing else, and where what is taken costs nothing.
                    if stuck or (free and not poisons[place]):
                        total, gain = sums[place], TAKEN_POISON * poisons[place]
                        if not free:
                            gain += TAKEN * swallowed
                        elif ahead[colour] == seat:
                            gain += FREE * swallowed
                        else:
                            gain += FREE * swallowed - TAKEN * taken[seat][colour]
                        for begun in (0, 1, 2) if colour == NONE else (colour,):
                            if mine[begun] and (begun == colour or begun not in colours):
                                worth, value = OVERFLOWING[total][mine[begun]]
                                if worth + gain > best:
                                    best, card, cauldron = worth + gain, 5 * begun + value, place
                        if poison and total + 4 > FULL and OVERFLOW[5] + gain > best:
                            best, card, cauldron = OVERFLOW[5] + gain, POISON, place
            hand[card] -= 1
            colour = card // 5
            if colour < NONE and not hand[card]:
                mine[colour] ^= 1 << card % 5
            total = sums[cauldron] + VALUES[card]
            if total > FULL:
                taken[seat][NONE] += poisons[cauldron]
                swallowed = potions[cauldron]
                if swallowed:
                    of = colours[cauldron]
                    taken[seat][of] += swallowed
                    count = taken[seat][of]
                    if count > most[of]:
                        most[of], ahead[of] = count, seat
                    elif count == most[of]:
                        ahead[of] = -1
                potions[cauldron] = poisons[cauldron] = 0
                colours[cauldron] = NONE
                total = VALUES[card]
            sums[cauldron] = total
            if colour < NONE:
                potions[cauldron] += 1
                colours[cauldron] = colour
            else:
                poisons[cauldron] += 1
            if pile:
                drawn = pile.pop()
                hand[drawn] += 1
                if drawn != POISON:
                    mine[drawn // 5] |= 1 << drawn % 5
            else:
                counts[seat] -= 1
            seat += 1
            if seat == seats:
                seat = 0
        return points(taken)


def points(taken: list[list[int]]) -> list[int]:
    """What each seat's taken cards cost at the end of the round."""
    found = [2 * row[NONE] for row in taken]
    for colour in (0, 1, 2):
        column = [row[colour] for row in taken]
        most = max(column)
        alone = column.count(most) == 1
        for seat, count in enumerate(column):
            if count < most or not alone:
                found[seat] += count
    return found
