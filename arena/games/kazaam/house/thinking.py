"""Deals what it cannot see at random, and finishes its turn in its head after every action worth a thought.

1. It keeps account of the discard and of the tiles it has seen in other hands from the events. What is left is
   dealt at random to the hands, the deck and, where a leg took an unknown tile, the discard: one *world*.
2. In each world each candidate action is tried, and the rest of the turn is played out, always by the action after
   which the table looks best. The same worlds for each candidate, so that the luck of the deal falls on all alike.
3. How a table looks is how far the own board is, against the others' (`World.standing`), or, where the game has
   ended, who has won. The worse half of the candidates drops out as the worlds go on; the best in all its worlds
   is played.

The number of worlds is fixed, not the time: the same ask gets the same answer on any machine.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

WORLDS: Final = (10, 16, 28, 48)
"""In each stage; after each but the last the worse half of the candidates is dropped."""

ROWS: Final = """insect MS MSSRF MF MSU MUDD MRD MUF MRRU MDF head
fire SR MSRRU MS SRD SDFF SUF MSD SUUD MSF torso
wood RU SRUUD SR RUF MMRF MRD SRF RDDF MSR tail
fur UD RUDDF RU MUD MSSU SUF MRU MUFF SRU head
reptile DF MUDFF UD SDF SRRD MRD SUD MMSD RUD torso
bone MF MMSDF DF MRF RUUF SUF RDF SSRF UDF tail
stone MD MMSUU UF MRU SUDF MUF MSD MRRD RUF head"""
PARTS: Final = (
    *("left-ear", "head", "right-ear", "left-hand", "torso", "right-hand"),
    *("left-leg", "tail", "right-leg"),
)
INGREDIENTS: Final = ("mercury", "sulphur", "mandrake", "unicorn-horn", "dragon-blood", "phoenix-feather")
ALCHEMISTS: Final = ("severus", "balthasar", "cordula", "minerva", "lazarus", "ottilia")
"""In the order of their ingredients, and of their homunculi."""
POINTS: Final = (1, 2, 1, 1, 2, 1, 1, 2, 1)
HEAD, TORSO, TAIL = 1 << 1, 1 << 4, 1 << 7
WORTH_STRIKING = HEAD | TORSO | TAIL
EARS, HANDS, LEGS = 1 << 0 | 1 << 2, 1 << 3 | 1 << 5, 1 << 6 | 1 << 8
ALL: Final = 511

# Six counts of ingredients are one number, a byte each; the top bit of each byte is a guard that shows, after a
# subtraction, whether the count was large enough.
GUARDS: Final = 0x80_80_80_80_80_80

NAMES: list[str] = []
PART: list[int] = []
BIT: list[int] = []
FAMILY: list[int] = []
PRICE: list[int] = []
for _family, _row in enumerate(ROWS.splitlines()):
    _name, *_shown, _doubled = _row.split()
    for _part in [*range(9), PARTS.index(_doubled)]:
        NAMES.append(f"{_name}-{PARTS[_part]}" + ("-2" if len(NAMES) % 10 == 9 else ""))
        PART.append(_part)
        BIT.append(1 << _part)
        FAMILY.append(_family)
        PRICE.append(sum(1 << 8 * "MSRUDF".index(letter) for letter in _shown[_part]))
NUMBER: Final = {name: tile for tile, name in enumerate(NAMES)}
SIZE: Final = [price % 255 for price in PRICE]
"""How many symbols a tile shows: the digits to base 256 add up modulo 255."""
BITS: Final = [bin(some).count("1") for some in range(ALL + 1)]
PARTS_IN: Final = [[part for part in range(9) if some >> part & 1] for some in range(ALL + 1)]
POINTS_IN: Final = [sum(POINTS[part] for part in parts) for parts in PARTS_IN]

BUILT: Final = [4.0 + 1.1 * size for size in (2, 5, 2, 3, 4, 3, 3, 4, 3)]
"""What a part in play is worth: its price and the labour that went into it."""
BUILT_IN: Final = [sum(BUILT[part] for part in parts) for parts in PARTS_IN]
READY: Final = (0.1, 1.6, 0.1, 1.0, 2.2, 1.0, 0.9, 0.8, 0.9)
"""What it is worth that a tile is face up, besides its points."""
READY_IN: Final = [sum(READY[part] for part in parts) for parts in PARTS_IN]


def lesser(first: int, second: int) -> int:
    """Of each ingredient the lesser of two counts."""
    enough = (first | GUARDS) - second & GUARDS
    chosen = enough - (enough >> 7)
    return second & chosen | first & ~chosen


def packed(counts: dict[str, int]) -> int:
    return sum(count << 8 * INGREDIENTS.index(name) for name, count in counts.items())


ONES: Final = [1 << 8 * ingredient for ingredient in range(6)]


class World:
    """A table with nothing hidden."""

    def __init__(
        self, view: Any, hands: list[list[int]], deck: list[int], discard: list[int], random: Random
    ) -> None:
        self.random = random
        self.seats: int = view["seats"]
        self.hands = hands
        self.deck = deck
        self.discard = discard
        self.turn: int = view["turn"]
        self.left: int = view["actions_left"]
        self.supply = packed(view["supply"])
        self.units = [packed(player["ingredients"]) for player in view["players"]]
        self.family = [ALCHEMISTS.index(player["alchemist"]) for player in view["players"]]
        self.board = [[-1] * 9 for _ in hands]
        self.filled = [0] * self.seats
        self.up = [0] * self.seats
        for seat, player in enumerate(view["players"]):
            for name, placed in player["board"].items():
                part = PARTS.index(name)
                self.board[seat][part] = NUMBER[placed["tile"]]
                self.filled[seat] |= 1 << part
                self.up[seat] |= (placed["face"] == "up") << part
        self.all_favourites = view["options"]["favourite_bonus"] == "all"
        self.over = False
        self.completed = -1

    def copy(self) -> World:
        twin = World.__new__(World)
        twin.__dict__.update(self.__dict__)
        twin.hands = [hand[:] for hand in self.hands]
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.units = self.units[:]
        twin.board = [row[:] for row in self.board]
        twin.filled = self.filled[:]
        twin.up = self.up[:]
        return twin

    # what can be done

    def draw(self, seat: int) -> None:
        if not self.deck:
            self.deck = self.discard
            self.discard = []
            self.random.shuffle(self.deck)
        if self.deck:
            self.hands[seat].append(self.deck.pop())

    def play(self, seat: int, tile: int) -> None:
        self.hands[seat].remove(tile)
        self.units[seat] -= PRICE[tile]
        self.supply += PRICE[tile]
        self.board[seat][PART[tile]] = tile
        self.filled[seat] |= BIT[tile]
        self.up[seat] |= BIT[tile]
        if self.filled[seat] == ALL:
            self.over = True
            self.completed = seat

    def extract(self, seat: int, tile: int) -> None:
        self.hands[seat].remove(tile)
        self.discard.append(tile)
        gained = lesser(self.supply, PRICE[tile] + (1 << 8 * self.family[seat]))
        self.units[seat] += gained
        self.supply -= gained

    def use(self, seat: int, part: int, target: int, target_part: int, take: int) -> None:
        self.up[seat] &= ~(1 << part)
        if target not in (seat, -1) and self.up[target] & HEAD and not EARS >> part & 1:
            self.up[target] ^= HEAD  # an aimed use is cancelled
            return
        self.effect(seat, part, target, target_part, take)

    def effect(self, seat: int, part: int, target: int, target_part: int, take: int) -> None:
        bit = 1 << part
        if bit == TORSO:
            self.supply -= take
            self.units[seat] += take
        elif bit & LEGS:
            self.dig(seat)
        elif bit & HANDS:
            hand = self.hands[target]
            if hand:
                self.hands[seat].append(hand.pop(int(self.random.random() * len(hand))))
        elif bit == TAIL:
            struck = 1 << target_part
            if self.up[target] & struck:
                self.up[target] ^= struck
            elif self.filled[target] & struck:
                self.filled[target] ^= struck
                self.discard.append(self.board[target][target_part])

    def dig(self, seat: int) -> None:
        """Takes the tile of the discard that is nearest to be played."""
        best, best_tile = -99.0, -1
        purse, filled = self.units[seat], self.filled[seat]
        for tile in self.discard:
            if not filled & BIT[tile]:
                price = PRICE[tile]
                worth = SIZE[tile] - 2.0 * ((price - lesser(purse, price)) % 255)
                if worth > best:
                    best, best_tile = worth, tile
        if best_tile < 0 and self.discard:
            best_tile = max(self.discard, key=SIZE.__getitem__)
        if best_tile >= 0:
            self.discard.remove(best_tile)
            self.hands[seat].append(best_tile)

    # how the rest of the turn is played

    def three(self, purse: int, lacks: int) -> int:
        """What a torso takes for a tile: what it lacks, and of the rest what the seat has least of."""
        taken = lesser(self.supply, lacks)
        for one in ONES:
            while taken % 255 > 3 and taken & 0xFF * one:
                taken -= one
        scarcest = sorted(ONES, key=lambda one: (purse & 0xFF * one) // one)
        for one in scarcest * 3:
            if taken % 255 < 3 and (self.supply - taken) & 0xFF * one:
                taken += one
        return taken

    def robbed(self, seat: int) -> int:
        """The seat with tiles whose board is fullest; -1: none."""
        best, robbed = -1, -1
        for other in range(self.seats):
            if other != seat and self.hands[other] and BITS[self.filled[other]] > best:
                best, robbed = BITS[self.filled[other]], other
        return robbed

    def best_move(self, seat: int) -> None:
        """The action after which the table looks best to the seat, of all that it could sensibly do."""
        best, best_world = -1e9, None
        for option in self.sensible(seat):
            twin = self.copy()
            getattr(twin, option[0])(seat, *option[1:])
            worth = twin.won(seat) if twin.over else twin.standing(seat)
            if worth > best:
                best, best_world = worth, twin
        if best_world is not None:
            left = self.left
            self.__dict__.update(best_world.__dict__)
            self.left = left

    def sensible(self, seat: int) -> list[tuple[Any, ...]]:
        hand, purse, filled, up = self.hands[seat], self.units[seat], self.filled[seat], self.up[seat]
        found: list[tuple[Any, ...]] = []
        nearest, fewest = 0, 99
        for tile in hand:
            if not filled & BIT[tile]:
                lacks = PRICE[tile] - lesser(purse, PRICE[tile])
                if not lacks:
                    found.append(("play", tile))
                elif lacks % 255 < fewest:
                    nearest, fewest = lacks, lacks % 255
            found.append(("extract", tile))
        if up & TORSO and self.supply:
            found.append(("use", 4, -1, 0, self.three(purse, nearest)))
        if filled != up:
            found.append(("refresh",))
        if up & TAIL:
            leader = max(range(self.seats), key=lambda other: (other != seat, BITS[self.filled[other]]))
            found += [("use", 7, leader, part, 0) for part in PARTS_IN[self.filled[leader] & WORTH_STRIKING]]
        if len(hand) < 6:
            if self.deck or self.discard:
                found.append(("draw",))
            if up & LEGS and self.discard:
                found.append(("use", 6 if up & 1 << 6 else 8, -1, 0, 0))
            if up & HANDS and self.robbed(seat) >= 0:
                found.append(("use", 3 if up & 1 << 3 else 5, self.robbed(seat), 0, 0))
        return found

    def refresh(self, seat: int) -> None:
        self.up[seat] = self.filled[seat]

    # what it comes to

    def outcome(self, seat: int) -> float:
        """What the seat has of the table at the end of its turn."""
        while self.turn == seat and self.left > 0 and not self.over:
            self.left -= 1
            self.best_move(seat)
        return self.won(seat) if self.over else self.standing(seat)

    def won(self, seat: int) -> float:
        scores = [self.score(each) + BITS[self.up[each]] / 100 for each in range(self.seats)]
        mine = scores.pop(seat)
        beaten = sum(mine > other for other in scores) - sum(mine < other for other in scores)
        return 60.0 * beaten / len(scores) + mine - max(scores)

    def score(self, seat: int) -> int:
        row, up = self.board[seat], PARTS_IN[self.up[seat]]
        families = [FAMILY[row[part]] for part in up]
        counted = PARTS_IN[self.filled[seat]] if self.all_favourites else up
        favourites = sum(FAMILY[row[part]] == self.family[seat] for part in counted)
        same = len(up) if len(set(families)) == 1 else 0
        return POINTS_IN[self.up[seat]] + favourites + same + (4 if seat == self.completed else 0)

    def standing(self, seat: int) -> float:
        values = [self.progress(each) for each in range(self.seats)]
        mine = values.pop(seat)
        return mine - max(values) * 0.7 - sum(values) / len(values) * 0.3

    def progress(self, seat: int) -> float:
        filled, purse, family = self.filled[seat], self.units[seat], self.family[seat]
        row = self.board[seat]
        worth = BUILT_IN[filled] + 0.6 * POINTS_IN[self.up[seat]] + READY_IN[self.up[seat]]
        worth += 0.6 * sum(FAMILY[row[part]] == family for part in PARTS_IN[filled])
        nearest: dict[int, float] = {}
        for tile in self.hands[seat]:
            part = PART[tile]
            if filled >> part & 1:
                worth += 0.15 * SIZE[tile]
                continue
            lacks = (PRICE[tile] - lesser(purse, PRICE[tile])) % 255
            value = 1.2 + 0.55 * (SIZE[tile] - lacks) + 0.3 * (FAMILY[tile] == family)
            if part in nearest:
                worth += 0.15 * SIZE[tile]
            if value > nearest.get(part, 0.0):
                nearest[part] = value
        held = purse % 255
        return worth + sum(nearest.values()) + 0.75 * min(held, 14) + 0.2 * max(0, held - 14)


class Memory:
    """What the events of a match have told: tiles that went to the discard, tiles known in other hands."""

    def __init__(self) -> None:
        self.discard: set[int] = set()
        self.hands: dict[int, set[int]] = {}

    def hear(self, event: dict[str, Any]) -> None:
        ((name, told),) = event.items()
        seat, tile = told.get("seat", -1), NUMBER.get(told.get("tile", ""), -1)
        if name in ("extracted", "discarded"):
            self.discard.add(tile)
            self.gone(tile)
        elif name == "reshuffled":
            self.discard.clear()
        elif name == "took_tile":
            self.discard.discard(tile)
        elif name == "played":
            self.discard.discard(tile)
            self.gone(tile)
        elif name == "saw_hand":
            self.hands[told["target"]] = {NUMBER[each] for each in told["tiles"]}
        elif name == "saw_discard":
            self.discard = {NUMBER[each] for each in told["tiles"]}
        elif name == "stole":
            self.hands.get(told["target"], set()).clear()  # it may be any of them
        elif name == "stole_tile":
            self.gone(tile)
            self.hands.setdefault(seat, set()).add(tile)

    def gone(self, tile: int) -> None:
        for known in self.hands.values():
            known.discard(tile)


_memory = Memory()


def welcome(match: Any) -> None:
    _memory.discard.clear()
    _memory.hands.clear()


def choose(ask: Any) -> int:
    for event in ask.events:
        _memory.hear(event)
    candidates = _candidates(ask)
    if len(candidates) == 1:
        return candidates[0]
    random = Random(f"{ask.welcome.entropy} {ask.number}")
    worth = dict.fromkeys(candidates, 0.0)
    for worlds in WORLDS:
        for _ in range(worlds):
            world = _world(ask.view, ask.seat, random)
            for place in candidates:
                tried = world.copy()
                _apply(tried, ask.view, ask.seat, ask.legal[place])
                worth[place] += tried.outcome(ask.seat)
        candidates.sort(key=worth.__getitem__, reverse=True)
        if worlds != WORLDS[-1]:
            del candidates[max(2, (len(candidates) + 1) // 2) :]
    return candidates[0]


def _world(view: Any, seat: int, random: Random) -> World:
    unseen = set(range(len(NAMES)))
    for player in view["players"]:
        unseen.difference_update(NUMBER[placed["tile"]] for placed in player["board"].values())
    own = [NUMBER[name] for name in view["players"][seat]["hand"]]
    unseen.difference_update(own)
    if "discard" in view:
        discard = [NUMBER[name] for name in view["discard"]]
    else:
        discard = sorted(_memory.discard & unseen)
        random.shuffle(discard)
        del discard[view["discard_count"] :]  # others' legs took what is too many
    unseen.difference_update(discard)
    hands: list[list[int]] = []
    for other, player in enumerate(view["players"]):
        known = sorted(_memory.hands.get(other, set()) & unseen)[: player["hand_count"]]
        hands.append(own[:] if other == seat else known)
        unseen.difference_update(hands[-1])
    rest = sorted(unseen)
    random.shuffle(rest)
    for other, player in enumerate(view["players"]):
        while len(hands[other]) < player["hand_count"]:
            hands[other].append(rest.pop())
    while len(discard) < view["discard_count"]:
        discard.append(rest.pop())
    return World(view, hands, rest, discard, random)


def _apply(world: World, view: Any, seat: int, action: dict[str, Any]) -> None:
    ((name, given),) = action.items()
    tile = NUMBER.get(given.get("tile", ""), -1)
    if name in ("cancel", "pass"):
        _answer(world, view, seat, name == "cancel")
        return
    if name == "take":
        world.discard.remove(tile)
        world.hands[seat].append(tile)
    elif name == "kazaam":
        world.over, world.completed = True, seat
    elif name == "end_turn":
        world.left = 0
    elif name != "decline":
        world.left -= 1
        if name == "draw":
            if "discard" in given:
                world.hands[seat].remove(NUMBER[given["discard"]])
                world.discard.append(NUMBER[given["discard"]])
            world.draw(seat)
        elif name == "play":
            world.play(seat, tile)
        elif name == "extract":
            world.extract(seat, tile)
        elif name == "refresh":
            world.up[seat] = world.filled[seat]
        else:
            world.use(seat, *_use(given))


def _use(given: dict[str, Any]) -> tuple[int, int, int, int]:
    part = PARTS.index(given["part"])
    target_part = PARTS.index(given["target_part"]) if "target_part" in given else 0
    return part, given.get("target", -1), target_part, packed(given.get("take", {}))


def _answer(world: World, view: Any, seat: int, cancel: bool) -> None:
    """The stack comes down as if nobody answered any more: an ability happens under an even number of heads."""
    ability, *heads = view["pending"]
    if cancel:
        world.up[seat] ^= HEAD
    if (len(heads) + cancel) % 2 == 0:
        world.effect(ability["seat"], *_use(ability))


def _candidates(ask: Any) -> list[int]:
    """The actions worth a thought: few of a torso's takes and a tail's aims, and never what helps nobody."""
    view, seat = ask.view, ask.seat
    me = view["players"][seat]
    purse = packed(me["ingredients"])
    wanted = [NUMBER[name] for name in me["hand"] if PARTS[PART[NUMBER[name]]] not in me["board"]]
    chosen: list[int] = []
    torsos: list[tuple[float, int]] = []
    tails: list[tuple[float, int]] = []
    takes: list[tuple[float, int]] = []
    for place, action in enumerate(ask.legal):
        ((name, given),) = action.items()
        if name == "use" and given["part"] == "torso":
            torsos.append((_use_of(packed(given["take"]), purse, wanted), place))
        elif name == "use" and given["part"] == "tail":
            if given["target"] != seat:
                board = view["players"][given["target"]]["board"]
                part = PARTS.index(given["target_part"])
                down = board[given["target_part"]]["face"] == "down"
                tails.append((len(board) + (2 + down) * READY[part] + 3 * down, place))
        elif name == "take":
            tile = NUMBER[given["tile"]]
            free = PARTS[PART[tile]] not in me["board"]
            lacks = (PRICE[tile] - lesser(purse, PRICE[tile])) % 255
            takes.append((6 * free + SIZE[tile] - 1.5 * lacks, place))
        elif not given.get("part", "").endswith("ear") and (name != "end_turn" or {"kazaam": {}} in ask.legal):
            chosen.append(place)
    for kind, most in ((torsos, 4), (tails, 4), (takes, 8)):
        kind.sort(reverse=True)
        chosen += [place for _, place in kind[:most]]
    return sorted(chosen) or list(range(len(ask.legal)))


def _use_of(take: int, purse: int, wanted: list[int]) -> float:
    """How much a take helps: what the nearest tiles lack, each tile less than the one before."""
    worth = []
    for tile in wanted:
        lacks = PRICE[tile] - lesser(purse, PRICE[tile])
        if lacks:
            helped = lesser(take, lacks) % 255
            worth.append(helped - 0.5 * (lacks % 255) + 4.0 * (helped == lacks % 255))
    return sum(value * 0.5**place for place, value in enumerate(sorted(worth, reverse=True)))
