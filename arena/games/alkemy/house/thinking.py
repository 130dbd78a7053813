"""Plays each activation in its head, with the engine itself and dice of its own, before it gives an order.

1. Orders: from the position it tries every suggested order, and ways around what stands in the way; from the best
   outcomes every next one, until the activation is over (`Search`). Where dice fall, several throws stand for all.
2. Which card: it does so for the cards that promise most. The best plans are played again with other throws, the
   same for each, and the best of those are answered by the activation that is then best for the enemy (`Choice`).
3. An outcome is worth what `Worth` says, in points of the army: victory points, markers and the ways to them, the
   health of the figures, who can strike whom next.
4. Combat cards: what each two cards do to each other is known exactly; it plays the mixture that the enemy can do
   least against.

The effort is counted, not timed: the same ask gets the same answer on any machine. Only who runs short of time
thinks less (`Effort`): first without the enemy's answer, then one order ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from arena.games.alkemy import answering, odds, ordering, paths, skills, suggesting
from arena.games.alkemy.actions import DEFAULT, Act, Action, Activate, Card, End, Pass, Reactivate
from arena.games.alkemy.authors import Board, document_of, playable, reseeded
from arena.games.alkemy.geometry import Point, distance
from arena.games.alkemy.material import COST, MARKER_RADIUS, MARKER_REACH, Profile
from arena.games.alkemy.orders import Run, Walk
from arena.games.alkemy.position import BOARD, Figure
from arena.games.alkemy.reach import Reach
from arena.games.alkemy.state import AlkemyState

Document = dict[str, Any]


# --- how much it thinks


class Effort(NamedTuple):
    cards: int
    """That are looked at before one is played."""
    beam: int
    """Outcomes that are played on from."""
    depth: int
    """Orders in a row that are looked at."""
    throws: int
    """That stand for all, where dice fall."""
    again: int
    """Plans that are played again with other throws."""
    answered: int
    """Plans of those to which the enemy's best answer is looked for."""


FULL: Final = Effort(cards=5, beam=3, depth=4, throws=4, again=6, answered=3)
LIGHT: Final = Effort(cards=3, beam=1, depth=3, throws=2, again=0, answered=0)
LEAST: Final = Effort(cards=1, beam=1, depth=1, throws=1, again=0, answered=0)
ENEMY: Final = Effort(cards=2, beam=1, depth=3, throws=2, again=0, answered=0)
LIGHT_BELOW: Final = 10_000
"""Milliseconds in the bank."""
LEAST_BELOW: Final = 3_000
OF_THE_BANK: Final = 0.2
OF_THE_MOVE: Final = 0.4
"""How much of the bank, and of what one answer may take, is the most that one answer takes."""
FRESH: Final = 6
"""Throws when plans are played again."""
FEW: Final = 3
"""Of those, when the enemy answers."""


class Watch:
    def __init__(self, clock: Document) -> None:
        bank: int = clock["bank"]
        self.effort = FULL if bank >= LIGHT_BELOW else LIGHT if bank >= LEAST_BELOW else LEAST
        self.until: float = monotonic() + min(bank * OF_THE_BANK, clock["move_cap"] * OF_THE_MOVE) / 1000

    def late(self) -> bool:
        """Whether it has to make do with what it has found."""
        return monotonic() > self.until


# What things are worth, in points of the army.
POINTS: Final = (0.0, 100.0, 240.0, 800.0)
"""By victory points."""
CHANGES: Final = 0.4
"""How likely a marker is changed yet this turn by a side that can."""
OPEN: Final = (0.15, 0.25)
"""How uncertain it is who has more markers in the end: in any case, and for each that can yet be changed."""
MARKER: Final = 25.0
WAY: Final = 45.0
NEARNESS: Final = 0.9
"""Of a figure that is where it can work a marker, a part of its cost."""
FARTHER: Final = 0.75
"""What is left of both with each action point that the way takes."""
ALIVE: Final = 0.35
"""Of a figure's cost, as long as it stands; the rest is its health."""
THREAT: Final = 0.45
"""Of what the best blows and shots of the side that has the hand would cost the other; and of the other side's."""
CHANCE: Final = 0.35
SPENT: Final = 0.6
"""Of that, if the figure has no AP until the next turn."""
LEAVING: Final = 2.0
"""Action points that the way out of a combat is taken to cost."""
WATCHING: Final = 0.8
"""An action point kept."""
CONCENTRATION: Final = 0.5
COMPONENT: Final = 0.7
EFFECT: Final = 2.0
"""Of an alchemist, on whom it means well or ill."""
KNOCKED: Final = 8.0
OUT: Final = 0.5
"""A figure that is put out of action costs this part of its points more than its boxes."""
SHOT: Final = 0.6
"""Of what a shot costs, for cover and what is not in sight."""
WON: Final = 2000.0
STRAIGHT: Final = 0.7
"""Of an allowance: whoever gets that much nearer in a straight line looks for no way around."""
AT_REST: Final = ("hand", "orders", "initiative", "first")


def choose(ask: Any) -> Any:
    answer = ANSWERS.get(ask.question)
    return answer(ask) if answer else {"default": {}}


def army(ask: Any) -> int:
    return Random(ask.welcome.entropy).randrange(len(ask.legal))


PLANNED: dict[Any, Action] = {}
"""By the position the next order of the plan that was chosen, as far as no dice stand between."""


def activation(ask: Any) -> Document:
    """`hand` and `orders`."""
    state = playable(ask.view, seed_of(ask))
    planned = PLANNED.get((ask.welcome.entropy, *key_of(state)))
    if planned is not None:
        return document_of(planned)
    choice = Choice(state, ask)
    plan = choice.best()
    PLANNED.clear()
    PLANNED.update(choice.certain(plan))
    return document_of(plan[0]) if plan else {"default": {}}


def seed_of(ask: Any, *more: object) -> bytes:
    return sha256(" ".join(map(str, (ask.welcome.entropy, ask.number, *more))).encode()).digest()


Plan = tuple[Action, ...]


class Line(NamedTuple):
    worth: float
    plan: Plan


class Choice:
    """Among the plans from one position."""

    def __init__(self, state: AlkemyState, ask: Any) -> None:
        self.state = state
        self.seat: int = ask.seat
        self.entropy: str = ask.welcome.entropy
        self.watch = Watch(ask.clock)
        self.effort = self.watch.effort
        self.worth = Worth(state)
        self.seeds = [seed_of(ask, throw) for throw in range(FULL.throws + FRESH)]

    def best(self) -> Plan:
        lines = sorted(self._lines(), key=by_worth)
        for count, value in ((self.effort.again, self._again), (self.effort.answered, self._answered)):
            if count and len(lines) > 1:
                lines = self._looked_at_again(lines[:count], value) or lines
        return lines[0].plan if lines else ()

    def _looked_at_again(self, lines: Sequence[Line], value: Callable[[Line], float]) -> list[Line]:
        """All of them or none: what was found for some before it was late says nothing about the others."""
        again = []
        for line in lines:
            if self.watch.late():
                return []
            again.append(Line(value(line), line.plan))
        return [] if self.watch.late() else sorted(again, key=by_worth)

    def _lines(self) -> Iterator[Line]:
        if self.state.question(self.seat) == "orders":
            yield from self._search(self.state).lines()
            return
        actions = list(self.state.legal(self.seat))
        promising = [action for action in actions if not isinstance(action, Pass)]
        promising.sort(key=lambda action: -self.worth.of_playing(self.state, action, self.seat))
        if self.effort is LEAST:
            yield Line(0.0, (promising[0],))
            return
        if len(promising) < len(actions):
            passed = done(self.state.copy(), self.seat, Pass())
            yield Line(self.worth.of(passed, self.seat), (Pass(),))
        for action in promising[: self.effort.cards]:
            for line in self._search(done(self.state.copy(), self.seat, action)).lines()[:PLANS]:
                yield Line(line.worth, (action, *line.plan))
            if self.watch.late():
                return

    def _search(self, state: AlkemyState) -> Search:
        return Search(state, self.seat, self.worth, self.effort, self.seeds, self.watch)

    def _again(self, line: Line) -> float:
        return mean(self.worth.of(state, self.seat) for state in self._outcomes(line.plan, FRESH))

    def _answered(self, line: Line) -> float:
        return mean(map(self._after_the_answer, self._outcomes(line.plan, FEW)))

    def _outcomes(self, plan: Plan, throws: int) -> list[AlkemyState]:
        """Of a plan carried out, with other throws than those by which it was found; one, if no dice fell."""
        found: list[AlkemyState] = []
        for seed in self.seeds[-throws:]:
            state = reseeded(self.state, seed)
            for action in plan:
                try_out(state, self.seat, action, len(found))
            while is_acting(state, self.seat) and state.refusal(self.seat, END) is None:
                done(state, self.seat, END)
            found.append(state)
            if not state.chance.drawn:
                break
        return found

    def _after_the_answer(self, state: AlkemyState) -> float:
        """What the position is worth after the activation that is best for the enemy."""
        enemy = 1 - self.seat
        least = self.worth.of(state, self.seat)
        if state.to_act != (enemy,) or state.question(enemy) != "hand" or self.watch.late():
            return least
        cards = [action for action in state.legal(enemy) if isinstance(action, Activate)]
        cards.sort(key=lambda action: -self.worth.of_playing(state, action, enemy))
        for action in cards[: ENEMY.cards]:
            twin = done(state.copy(), enemy, action)
            lines = Search(twin, enemy, self.worth, ENEMY, self.seeds, self.watch).lines()
            if lines:
                least = min(least, -lines[0].worth)
        return least

    def certain(self, plan: Plan) -> dict[Any, Action]:
        """The orders of a plan that can be given as they are, whatever the dice."""
        state = reseeded(self.state, self.seeds[0])
        found = {}
        for place, action in enumerate(plan):
            if place:
                found[self.entropy, *key_of(state)] = action
            try_out(state, self.seat, action, 0)
            if state.chance.drawn or not is_acting(state, self.seat):
                break
        return found


PLANS: Final = 2
"""Of each card."""
END: Final = End()


def by_worth(line: Line) -> float:
    return -line.worth


def mean(values: Iterable[float]) -> float:
    several = list(values)
    return sum(several) / len(several)


# --- what may come of an activation


class Node(NamedTuple):
    worth: float
    plan: Plan
    states: list[AlkemyState]
    """One, as long as no die has fallen."""


class Search:
    def __init__(
        self, state: AlkemyState, seat: int, worth: Worth, effort: Effort, seeds: Sequence[bytes], watch: Watch
    ) -> None:
        self.start = state
        self.seat = seat
        self.worth = worth
        self.effort = effort
        self.seeds = seeds[: effort.throws]
        self.watch = watch
        self.seen: set[Any] = set()

    def lines(self) -> list[Line]:
        """The best with each first order, the best of all first. None, where too little is left to act."""
        found: dict[Action, Line] = {}
        level = [Node(0.0, (), [self.start])] if is_acting(self.start, self.seat) else []
        for _ in range(self.effort.depth):
            if found and self.watch.late():
                break
            nodes = list(self._in_time(level))
            for worth, plan, _ in nodes:
                known = found.get(plan[0])
                if known is None or worth > known.worth:
                    found[plan[0]] = Line(worth, plan)
            nodes = [node for node in nodes if is_acting(node.states[0], self.seat)]
            nodes.sort(key=lambda node: -node.worth)
            level = nodes[: self.effort.beam]
        return sorted(found.values(), key=by_worth)

    def _in_time(self, level: list[Node]) -> Iterator[Node]:
        """What may come of these, until it is late; one in any case."""
        for node in level:
            for after in self._after(node):
                yield after
                if self.watch.late():
                    return

    def _after(self, node: Node) -> Iterator[Node]:
        state = node.states[0]
        for action in self._orders(state, bool(node.plan)):
            states = self._played(node.states, action)
            key = tuple(map(key_of, states))
            if key not in self.seen:
                self.seen.add(key)
                worth = mean(self.worth.of(state, self.seat) for state in states)
                yield Node(worth, (*node.plan, action), states)

    def _orders(self, state: AlkemyState, begun: bool) -> Iterable[Action]:
        if self.effort is ENEMY:
            return pressing(state, self.seat)
        return state.legal(self.seat) if begun else all_orders(state, self.seat)

    def _played(self, states: list[AlkemyState], action: Action) -> list[AlkemyState]:
        """What comes of an order: where the first die falls, one position becomes several."""
        first = carry_out(states[0].copy(), self.seat, action, 0)
        if len(states) > 1:
            others = enumerate(states[1:], 1)
            return [first, *(try_out(state.copy(), self.seat, action, throw) for throw, state in others)]
        if first.chance.drawn == states[0].chance.drawn:
            return [first]
        thrown = []
        for throw, seed in enumerate(self.seeds):
            thrown.append(carry_out(reseeded(states[0], seed), self.seat, action, throw))
        return thrown


def is_acting(state: AlkemyState, seat: int) -> bool:
    return state.to_act == (seat,) and state.question(seat) == "orders"


def done(state: AlkemyState, seat: int, action: Action) -> AlkemyState:
    """Of an action that is known to be legal."""
    answering.answer(state, seat, action, [])
    return state


def try_out(state: AlkemyState, seat: int, action: Action, throw: int) -> AlkemyState:
    """The order, where it can be given also here."""
    if state.to_act != (seat,) or state.refusal(seat, action) is not None:
        return state
    return carry_out(state, seat, action, throw)


def carry_out(state: AlkemyState, seat: int, action: Action, throw: int) -> AlkemyState:
    """An order that is known to be legal, and what is asked until it is carried out."""
    done(state, seat, action)
    combat = throw
    while state.to_act and state.question(state.to_act[0]) not in AT_REST:
        asked = state.to_act[0]
        answer: Action = DEFAULT
        if state.question(asked) == "card":
            # Over the throws each card meets others, and neither side has the better of it.
            cards = [one for one in state.legal(asked) if isinstance(one, Card) and one.card != "inactive"]
            if cards:
                answer = cards[(combat if asked == seat else -combat) % len(cards)]
            combat += asked != seat
        done(state, asked, answer)
    return state


def key_of(state: AlkemyState) -> tuple[Any, ...]:
    return (
        state.ply,
        tuple(
            (one.x, one.y, one.ap, one.marked, one.concentration, one.components, one.effects)
            for one in state.figures
        ),
        tuple(marker.control for marker in state.markers),
        state.combats,
        state.hand,
    )


def all_orders(state: AlkemyState, seat: int) -> Iterator[Action]:
    """What is suggested; and for each figure whose straight way to its nearest marker is barred, one around."""
    yield from state.legal(seat)
    goals = [(place, marker) for place, marker in enumerate(state.markers) if marker.control != seat]
    for number in state.activation.figures if state.activation is not None and goals else ():
        figure = state.figures[number]
        near = figure.profile.radius + MARKER_RADIUS + MARKER_REACH
        far, place, marker = min((distance(figure.x, figure.y, one.x, one.y), at, one) for at, one in goals)
        if figure.status != BOARD or far <= near or state.in_combat(number):
            continue
        for kind, allowance in ((Walk, skills.walk_value(figure)), (Run, skills.run_value(figure))):
            length = min(allowance, far - near)
            end = paths.toward(figure.x, figure.y, marker.x, marker.y, int(STRAIGHT * length))
            if ordering.trouble(state, kind(number, (end,))) is not None and figure.ap:
                order = kind(number, way_around(state, figure, place, allowance))
                if order.path and ordering.trouble(state, order) is None:
                    yield Act((order,))


WAYS: dict[tuple[int, ...], tuple[Point, ...]] = {}
"""Found before, by who goes from where to which marker, and how far: figures in between may have moved since."""


def way_around(state: AlkemyState, figure: Figure, place: int, allowance: int) -> tuple[Point, ...]:
    key = figure.id, figure.x, figure.y, place, allowance, state.turn
    found = WAYS.get(key)
    if found is None:
        marker = state.markers[place]
        reach = Reach(state.table, state.table.bases[figure.id], allowance)
        WAYS[key] = found = tuple(reach.toward(marker.x, marker.y, MARKER_RADIUS, MARKER_REACH) or ())
    return found


def pressing(state: AlkemyState, seat: int) -> Iterator[Action]:
    """The orders that do something to somebody, and the straight ways to markers."""
    assert state.activation is not None
    for number in state.activation.figures:
        figure = state.figures[number]
        if figure.status != BOARD:
            continue
        for order in suggesting.of_figure(state, figure):
            if ordering.trouble(state, order) is None:
                yield Act((order,))
        for marker in state.markers:
            if marker.control != seat:
                whole = distance(figure.x, figure.y, marker.x, marker.y) - suggesting.SHORT
                for kind, allowance in ((Walk, skills.walk_value(figure)), (Run, skills.run_value(figure))):
                    if whole > 0 and figure.ap >= COST[kind.__name__.lower()]:
                        end: Point = paths.toward(figure.x, figure.y, marker.x, marker.y, min(allowance, whole))
                        order = kind(number, (end,))
                        if ordering.trouble(state, order) is None:
                            yield Act((order,))


# --- what a position is worth


class Pair(NamedTuple):
    """Of two enemies: where they touch, how far each charges and shoots, what that costs the other."""

    touch: int
    charge: int
    range: int
    blow: float
    shot: float
    charge_back: int
    range_back: int
    blow_back: float
    shot_back: float


class Worth:
    """What a blow or a shot costs on average is taken from the position where it thinks."""

    def __init__(self, state: AlkemyState) -> None:
        self.pairs: dict[tuple[int, int], Pair] = {}
        standing = [one for one in state.figures if one.status == BOARD]
        for one in standing:
            for other in standing:
                if one.seat < other.seat:
                    touch = one.profile.radius + other.profile.radius
                    self.pairs[one.id, other.id] = Pair(touch, *strikes(one, other), *strikes(other, one))

    def of(self, state: AlkemyState, seat: int) -> float:
        south = self._of_south(state)
        return -south if seat else south

    def _of_south(self, state: AlkemyState) -> float:
        if state.result is not None:
            ranks = state.result.ranks
            return WON * (ranks[1] - ranks[0])
        south, north = state.victory_points
        worth = POINTS[min(south, 3)] - POINTS[min(north, 3)]
        sides: tuple[list[Figure], list[Figure]] = ([], [])
        for one in state.figures:
            if one.status == BOARD:
                sides[one.seat].append(one)
        worth += self._side(state, sides[0]) - self._side(state, sides[1])
        fighting = {one for pair in state.combats for one in pair}
        way, change = self._ways(state, sides[0], 0, fighting)
        way_back, change_back = self._ways(state, sides[1], 1, fighting)
        worth += way - way_back + self._lead(state, change, change_back)
        mine, theirs = self._strikes(*sides)
        return worth + (THREAT * mine - CHANCE * theirs if state.hand == 0 else CHANCE * mine - THREAT * theirs)

    def _lead(self, state: AlkemyState, mine: int, theirs: int) -> float:
        """Who will have more markers at the end of the turn; so many can be changed yet by each side."""
        controls = [marker.control for marker in state.markers]
        lead = controls.count(0) - controls.count(1)
        expected = lead + CHANGES * (mine - theirs)
        points = min(state.victory_points[0 if expected > 0 else 1], 2)
        spread = OPEN[0] + OPEN[1] * (mine + theirs)
        part = expected / sqrt(expected * expected + spread * spread)
        return MARKER * lead + part * (POINTS[points + 1] - POINTS[points])

    def _side(self, state: AlkemyState, figures: list[Figure]) -> float:
        worth = 0.0
        for one in figures:
            profile = one.profile
            worth += profile.cost * (1.0 - (1.0 - ALIVE) * one.marked / profile.boxes) + WATCHING * one.ap
            if profile.alchemy is not None:
                worth += CONCENTRATION * one.concentration + COMPONENT * one.components
            for effect in one.effects:
                if effect.kind == "knocked":
                    worth -= KNOCKED
                else:
                    worth += EFFECT if state.figures[effect.by].seat == one.seat else -EFFECT
        return worth

    def _strikes(self, south: list[Figure], north: list[Figure]) -> tuple[float, float]:
        """What the sides' figures could do next, each the best that it can."""
        pairs = self.pairs
        theirs = [0.0] * len(north)
        mine = 0.0
        for one in south:
            number, x, y, best = one.id, one.x, one.y, 0.0
            for place, other in enumerate(north):
                dx, dy = other.x - x, other.y - y
                touch, charge, range_, blow, shot, charge_back, range_back, blow_back, shot_back = pairs[
                    number, other.id
                ]
                far = sqrt(dx * dx + dy * dy) - touch
                if far <= charge:
                    if blow > best:
                        best = blow
                elif far <= range_ and shot > best:
                    best = shot
                if far <= charge_back:
                    if blow_back > theirs[place]:
                        theirs[place] = blow_back
                elif far <= range_back and shot_back > theirs[place]:
                    theirs[place] = shot_back
            mine += best * able(one)
        return mine, sum(best * able(other) for best, other in zip(theirs, north, strict=True))

    def _ways(self, state: AlkemyState, figures: list[Figure], seat: int, fighting: set[int]) -> tuple[float, int]:
        """To the markers that are not the side's own each by the figure that is nearest; to any marker by all.
        And how many markers the side can change yet this turn."""
        ways = []
        worth = 0.0
        changers, changed = 0, 0
        for one in figures:
            profile, number = one.profile, one.id
            near = profile.radius + MARKER_RADIUS + MARKER_REACH
            leaving = LEAVING if number in fighting else 0.0
            least = 99.0
            spare = one.ap - COST["control"]
            walks = spare if not (leaving or one.ran or one.charged) else 0
            near_enough = 0
            for place, marker in enumerate(state.markers):
                dx, dy = marker.x - one.x, marker.y - one.y
                far = sqrt(dx * dx + dy * dy) - near
                effort = far / profile.walk if far > 0 else 0.0
                if effort < least:
                    least = effort
                if marker.control != seat:
                    ways.append((effort + leaving if far > 0 else 0.0, number, place))
                    if spare >= 0 and (far <= 0 or effort <= walks or (walks == 2 and far <= profile.run)):
                        near_enough |= 1 << place
            if near_enough:
                changers += 1
                changed |= near_enough
            worth += NEARNESS * profile.cost * FARTHER**least
        goals = sum(marker.control != seat for marker in state.markers)
        ways.sort()
        gone, reached = set[int](), set[int]()
        for effort, number, place in ways:
            if number not in gone and place not in reached:
                gone.add(number)
                reached.add(place)
                worth += WAY * FARTHER**effort
                if len(reached) == goals:
                    break
        return worth, min(changers, changed.bit_count())

    def of_playing(self, state: AlkemyState, action: Action, seat: int) -> float:
        """What a card, or a figure that is played again, promises before it is looked at."""
        if isinstance(action, Activate):
            figures = [state.figures[one] for one in state.cards[action.card].figures]
        else:
            assert isinstance(action, Reactivate)
            figures = [state.figures[action.figure]]
        enemies = [other for other in state.figures if other.status == BOARD and other.seat != seat]
        worth = 0.0
        for one in figures:
            if one.status == BOARD:
                sides = ([one], enemies) if seat == 0 else (enemies, [one])
                strike = self._strikes(*sides)[seat]
                worth = max(worth, one.ap + self._ways(state, [one], seat, set())[0] + 2 * strike)
        return worth


def able(figure: Figure) -> float:
    """How much of its strikes is left to a figure."""
    health = 1.0 - 0.5 * figure.marked / figure.profile.boxes
    return health if figure.ap else SPENT * health


COSTS: dict[tuple[str, str], tuple[int, int, float, float]] = {}


def strikes(one: Figure, other: Figure) -> tuple[int, int, float, float]:
    """How far one charges and shoots, and what a Normal attack and a shot cost the other on average, unharmed as
    both may be."""
    key = one.profile.id, other.profile.id
    found = COSTS.get(key)
    if found is None:
        weapon = one.profile.ranged
        blow = struck(one.profile, one.profile.com, one.profile.dom, other.profile)
        shot = struck(one.profile, weapon.com, weapon.dom, other.profile) if weapon is not None else 0.0
        reach = weapon.range if weapon is not None else 0
        COSTS[key] = found = (one.profile.charge, reach, blow, SHOT * shot)
    return found


def struck(one: Profile, com: int, row: Sequence[int], other: Profile) -> float:
    strike = odds.strike(odds.Roll("white", com), other.defence, tuple(row), 0, other.values.get("tough", 0))
    return loss(other, strike.dom, other.boxes)


def loss(profile: Profile, dom: odds.Chances[int], left: int) -> float:
    """What these DOM cost whoever has the figure."""
    parts = sum(
        float(chance) * (min(amount, left) / profile.boxes + (OUT if amount >= left else 0.0))
        for amount, chance in dom.items()
    )
    return parts * profile.cost


# --- combat cards and reactions


def card(ask: Any) -> Document:
    board = Board(ask.view)
    asked = ask.view["question"]["card"]
    allowed = {choice["seat"]: choice["cards"] for choice in asked["choices"]}
    attacker, defender, charge = asked["attacker"], asked["defender"], asked["mode"] == "charge"
    attacks = board.figure(attacker).seat == ask.seat
    table = []
    for own in allowed[ask.seat]:
        row = []
        for other in allowed[1 - ask.seat]:
            cards = (own, other) if attacks else (other, own)
            exchange = board.exchange(attacker, defender, *cards, charge)
            dealt, taken = gain(board, defender, exchange.dealt), gain(board, attacker, exchange.taken)
            paid = (other != "inactive") - (own != "inactive" and not (attacks and asked["mode"] != "fight"))
            row.append((dealt - taken) * (1 if attacks else -1) + paid)
        table.append(row)
    shares = mixture(table)
    place = Random(f"{ask.welcome.entropy} {ask.number}").choices(range(len(shares)), shares)[0]
    return {"card": {"card": allowed[ask.seat][place]}}


def gain(board: Board, figure: int, dom: odds.Chances[int]) -> float:
    one = board.figure(figure)
    return loss(one.profile, dom, one.profile.boxes - one.marked)


ROUNDS: Final = 300


def mixture(table: list[list[float]]) -> list[int]:
    """How often each row is played, if both always answer best what the other has played so far."""
    rows, columns = len(table), len(table[0])
    mine, theirs = [0.0] * rows, [0.0] * columns
    played = [0] * rows
    for _ in range(ROUNDS):
        row = max(range(rows), key=mine.__getitem__)
        played[row] += 1
        for column in range(columns):
            theirs[column] += table[row][column]
        column = min(range(columns), key=theirs.__getitem__)
        for place in range(rows):
            mine[place] += table[place][column]
    return played


def react(ask: Any) -> Document:
    """Shoots back where that is worth more than the action point."""
    board = Board(ask.view)
    figure = ask.view["question"][ask.question]["figure"]
    best: Document = {"react": {"none": {}}}
    most = 2.0
    for action in ask.legal:
        if "shoot" in action["react"]:
            worth = 0.0
            for target in action["react"]["shoot"]["at"]:
                covered = board.covers(figure, target)
                saved = float(odds.cover(board.figure(target).profile.size)) if covered else 0.0
                worth += (1.0 - saved) * gain(board, target, board.shot(figure, target, False).dom)
            if worth > most:
                best, most = action, worth
    return best


ANSWERS: Final = {
    "army": army,
    "hand": activation,
    "orders": activation,
    "card": card,
    "react_shot": react,
    "react_charge": react,
}
