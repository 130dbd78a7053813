"""For authors of bots: what a person has at the table, from a view, by the engine's own functions.

    board = Board(ask.view)
    board.gap(3, 8)                          # hundredths of an inch, edge to edge
    board.sees(3, 8)
    board.reach(3, "walk").way(1200, 1100)   # a legal path, or None
    board.shot(3, 8).hit                     # exactly: Fraction(7, 12)

Inside a bot this is `athanor_bot.alkemy`. Underneath lie `sight`, `paths`, `reach`, `terrain` and `odds`, which
need no view and no state, only a `Table`. Whoever wants to search plays on with `playable`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from arena.games.alkemy import blows, charging, covering, effects, loading, odds, shooting, sight, skills
from arena.games.alkemy.actions import Action, Cover
from arena.games.alkemy.damage import COMBAT, PIERCING, SHOT
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.geometry import Point, gap
from arena.games.alkemy.material import CARDS, MARKER_RADIUS, MARKER_REACH, PARRY, STREAMS, TOKEN_RADIUS
from arena.games.alkemy.odds import Parried, Roll, Strike
from arena.games.alkemy.position import BOARD, Effect, Figure
from arena.games.alkemy.reach import Reach, Way
from arena.games.alkemy.state import AlkemyState
from arena.games.alkemy.table import Base, Table
from arena.games.alkemy.tasks import Shot
from arena.kernel.chance import Seeded

Document = dict[str, Any]
Move = Literal["walk", "run", "charge"]

GAME: Final = AlkemyGame()
ALONE: Final = ("army", "terrain", "component", "deploy", "initiative", "first", "hand", "orders")
"""Questions with nothing left to be resolved behind them (AK-321)."""
ALLOWANCES: Final = {"walk": skills.walk_value, "charge": skills.charge_value, "run": skills.run_value}


class Exchange(NamedTuple):
    """The chance of each DOM that a figure inflicts, and that it suffers."""

    dealt: odds.Chances[int]
    taken: odds.Chances[int]


class Board:
    """The table as one view shows it. Figures are named by their number, as in all documents."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.state = _laid_out(view)
        """The engine's position, as far as it lies on the table; to play on is for `playable`."""

    @property
    def table(self) -> Table:
        """What `sight`, `paths` and `reach` work on."""
        return self.state.table

    def figure(self, figure: int) -> Figure:
        """Its profile, boxes ticked, AP, effects ..."""
        return self.state.figures[figure]

    @property
    def mine(self) -> list[int]:
        """Of the figures on board."""
        return [figure.id for figure in self.state.figures if figure.status == BOARD and figure.seat == self.seat]

    @property
    def enemies(self) -> list[int]:
        return [figure.id for figure in self.state.figures if figure.status == BOARD and figure.seat != self.seat]

    @property
    def to_order(self) -> list[int]:
        """The figures that the question `orders` asks for."""
        return list(((self.view["question"] or {}).get("orders") or {}).get("figures", ()))

    # --- distances

    def gap(self, a: int, b: int) -> int:
        """AK-37: M, in hundredths of an inch."""
        return _gap(self.table.bases[a], self.table.bases[b].x, self.table.bases[b].y, self.table.bases[b].radius)

    def gap_to_marker(self, figure: int, marker: int) -> int:
        at = self.state.markers[marker]
        return _gap(self.table.bases[figure], at.x, at.y, MARKER_RADIUS)

    def gap_to_token(self, figure: int, token: int) -> int:
        at = self.state.tokens[token]
        return _gap(self.table.bases[figure], at.x, at.y, TOKEN_RADIUS)

    # --- sight

    def sees(self, a: int, b: int) -> bool:
        """AK-49."""
        return sight.sees(self.table, a, b)

    def would_see(self, a: int, x: int, y: int, b: int) -> bool:
        """Whether a would see b, if it stood there."""
        return sight.sees_between(self.table, self.table.bases[a].at(x, y), self.table.bases[b])

    def covers(self, shooter: int, target: int) -> tuple[Cover, ...]:
        """AK-56: what the target may roll for."""
        return covering.covers(self.state, shooter, target)

    # --- movement

    def reach(self, figure: int, move: Move = "walk") -> Reach:
        """Where the figure can go, and how."""
        return Reach(self.table, self.table.bases[figure], ALLOWANCES[move](self.figure(figure)))

    def way_to_marker(self, figure: int, marker: int, move: Move = "walk") -> Way | None:
        """As far as it gets on the way to where it can work the marker (AK-261)."""
        at = self.state.markers[marker]
        reach = self.reach(figure, move)
        whole = reach.way_near(at.x, at.y, MARKER_RADIUS, MARKER_REACH)
        return whole or reach.toward(at.x, at.y, MARKER_RADIUS, MARKER_REACH)

    def charges(self, figure: int) -> dict[int, Way]:
        """AK-111, AK-112: the enemies that it can charge now, each with a path."""
        reach = self.reach(figure, "charge")
        found = {}
        for enemy in self.enemies:
            if charging.may_be_charged(self.state, self.figure(figure), enemy):
                way = reach.way_to_contact(self.table.bases[enemy])
                if way is not None:
                    end = way[-1]
                    if charging.out_of_reach(self.state, self.figure(figure), (enemy,), end) is None:
                        found[enemy] = way
        return found

    # --- odds

    def shot(self, shooter: int, target: int, aimed: bool | None = None) -> Strike:
        """AK-172 to AK-175: before any cover roll. Out of range it misses. `aimed`: as the options have it, if it
        is not said."""
        figure, victim = self.figure(shooter), self.figure(target)
        weapon = figure.profile.ranged
        if weapon is None:
            raise ValueError(f"figure {shooter} ({figure.profile.id}) has no ranged weapon")
        distance = self.gap(shooter, target)
        if distance > weapon.range:
            return Strike(Fraction(0), {0: Fraction(1)})
        shift = shooting.POINT_BLANK if distance <= skills.charge_value(figure) else 0
        tough = self._tough(figure, victim, SHOT)
        roll = self.shot_roll(shooter, target, aimed)
        return odds.strike(roll, skills.defence(victim), weapon.dom, shift, tough)

    def shot_roll(self, shooter: int, target: int, aimed: bool | None = None) -> Roll:
        figure = self.figure(shooter)
        if aimed is None:
            aimed = shooting.is_aimed(self.state, Shot(shooter, target), self.gap(shooter, target))
        last = shooting.ONE_EYED_DIE if aimed and "one-eyed" in figure.profile.skills else ""
        com = figure.profile.ranged.com if figure.profile.ranged else 0
        return Roll(skills.colour(figure), com, aimed - skills.hindrance(figure), last)

    def blow(
        self, striker: int, target: int, card: str = "normal", against: str = "inactive", charge: bool = False,
        wounds: int = 0,
    ) -> Strike:  # fmt: skip
        """AK-142, AK-145: one blow with an attack card, the enemy's card being `against`, but for Parry."""
        figure, victim = self.figure(striker), self.figure(target)
        roll = self.blow_roll(striker, target, card, against, charge, wounds)
        row, shift = self._row(figure, victim), blows.shift_of(figure, CARDS[card].column_shift)
        return odds.strike(roll, skills.defence(victim), row, shift, self._tough(figure, victim, COMBAT))

    def blow_at_parry(
        self, striker: int, parrier: int, card: str = "normal", charge: bool = False,
        keep: Literal["total", "dom"] = "total",
    ) -> Parried:  # fmt: skip
        """AK-141: an attack card against Parry."""
        figure, victim = self.figure(striker), self.figure(parrier)
        attack = self.blow_roll(striker, parrier, card, "parry", charge)
        parry = self.blow_roll(parrier, striker, "parry")
        row, shift = self._row(figure, victim), blows.shift_of(figure, CARDS[card].column_shift)
        return odds.against_parry(attack, parry, row, shift, self._tough(figure, victim, COMBAT), keep)

    def blow_roll(
        self, striker: int, target: int, card: str = "normal", against: str = "inactive", charge: bool = False,
        wounds: int = 0,
    ) -> Roll:  # fmt: skip
        """The COM roll with a card, Parry as well; `wounds`: what the striker has suffered until then."""
        figure, own, other = self.figure(striker), CARDS[card], CARDS[against]
        net = blows.card_net(self.state, figure, self.figure(target), own, charge)
        net += other.attack and own.beats == other.id  # AK-145
        colour = odds.colour_of(figure.profile.life, figure.marked + wounds)
        return Roll(colour, skills.combat(figure), net)

    def exchange(self, a: int, b: int, card: str, against: str, charge: bool = False) -> Exchange:
        """AK-140 to AK-143: what two cards do to each other; `charge`: a has the die for it. Left out is what only
        some cause: Combo, Flawless, and what comes back (AK-164)."""
        own, other = CARDS[card].attack, CARDS[against].attack
        if own and other:
            first = self.first_blow(a, b, card, against)
            as_first = self._blows_in_turn(a, b, card, against, (charge, False))
            as_second = self._blows_in_turn(b, a, against, card, (False, charge))
            dealt = odds.mixed(((first, as_first.dealt), (1 - first, as_second.taken)))
            return Exchange(dealt, odds.mixed(((first, as_first.taken), (1 - first, as_second.dealt))))
        if own:
            if against != PARRY:
                return Exchange(self.blow(a, b, card, against, charge).dom, odds.NOTHING)
            parried = self.blow_at_parry(a, b, card, charge)
            if not skills.can_strike(self.state, b, a):
                return Exchange(parried.dom, odds.NOTHING)
            counter = self._after_rolls(a, b).strike_freely(b, a).dom  # AK-151
            return Exchange(
                parried.dom, odds.mixed(((parried.counter, counter), (1 - parried.counter, odds.NOTHING)))
            )
        if other:
            return Exchange(*reversed(self.exchange(b, a, against, card)))
        return Exchange(odds.NOTHING, odds.NOTHING)

    def strike_freely(self, striker: int, target: int, shift: int = 0) -> Strike:
        """AK-150: a counter-attack, or with -1 a blow at who leaves."""
        figure, victim = self.figure(striker), self.figure(target)
        roll = Roll(skills.colour(figure), skills.combat(figure), blows.free_net(figure))
        row, shift = self._row(figure, victim), blows.shift_of(figure, shift)
        return odds.strike(roll, skills.defence(victim), row, shift, self._tough(figure, victim, COMBAT))

    def _blows_in_turn(
        self, first: int, second: int, card: str, against: str, charge: tuple[bool, bool]
    ) -> Exchange:
        """The second strikes with the health that the first has left it, if any (AK-140)."""
        blow = self.blow(first, second, card, against, charge[0])
        figure = self.figure(second)
        left = figure.profile.boxes - figure.marked
        rolled = self._after_rolls(first)
        answers = []
        for dom, chance in blow.dom.items():
            answer = odds.NOTHING
            if dom < left:
                wounded = rolled._after_wound(first, second) if dom else rolled
                answer = wounded.blow(second, first, against, card, charge[1], dom).dom
            answers.append((chance, answer))
        return Exchange(blow.dom, odds.mixed(answers))

    def _after_rolls(self, *figures: int) -> Board:
        """The table once they have made a COM roll, without the effects that end by it (AK-238)."""
        if not any(self.figure(figure).effects for figure in figures):
            return self
        twin = self._twin(*figures)
        for figure in figures:
            blows.rolled(twin.figure(figure))
        return twin

    def _after_wound(self, striker: int, victim: int) -> Board:
        """The table once a blow has wounded: the effects that end by it are gone, poison has come (AK-164)."""
        poisons = skills.has(self.state, self.figure(striker), "poison")
        if not self.figure(victim).effects and not poisons:
            return self
        twin = self._twin(victim)
        effects.happened(twin.figure(victim), effects.WOUNDED)
        if poisons:
            effects.lay(twin.figure(victim), Effect("poison", striker), [])
        return twin

    def _twin(self, *figures: int) -> Board:
        """The same table with figures of its own, to be changed."""
        twin = copy(self)
        twin.state = copy(self.state)
        twin.state.figures = [one.copy() if one.id in figures else one for one in self.state.figures]
        return twin

    def first_blow(self, a: int, b: int, card: str = "normal", against: str = "normal") -> Fraction:
        """AK-140: the chance that a strikes first, if both attack."""
        return odds.opposed(self._reflex(a, card), self._reflex(b, against))

    def out_of_action(self, target: int, dom: odds.Chances[int]) -> Fraction:
        """The chance that these DOM put it out of action (AK-162)."""
        figure = self.figure(target)
        return odds.at_least(dom, figure.profile.boxes - figure.marked)

    def _row(self, figure: Figure, victim: Figure) -> tuple[int, ...]:
        oil = blows.OIL_DOM if figure.effect("oil") else 0
        return tuple(dom + oil for dom in blows.row_of(self.state, figure, victim))

    def _tough(self, figure: Figure, victim: Figure, source: str) -> int:
        return 0 if skills.has(self.state, figure, PIERCING[source]) else skills.tough(self.state, victim)

    def _reflex(self, figure: int, card: str) -> Roll:
        one = self.figure(figure)
        return Roll(skills.colour(one), one.profile.ref, CARDS[card].ref_dice + skills.reflex_net(one))


def playable(view: Mapping[str, Any], seed: bytes) -> AlkemyState:
    """The game at this view, to be played on in the bot's head with dice of its own (`seed`: 32 bytes).

    `state.legal(seat)`, `state.apply(seat, action_of(document))`, `state.copy()` as in the arena's kernel. Not in
    the middle of an order: a view does not show what is still to be resolved of it.
    """
    kind = _kind(view)
    if kind not in ALONE:
        raise ValueError(
            f"the question {kind!r} stands in the middle of an order: there is no playing on from its view"
        )
    return GAME.load(_document(view), Seeded(seed))


def reseeded(state: AlkemyState, seed: bytes) -> AlkemyState:
    """A copy whose dice fall otherwise: to try the same thing with several throws."""
    twin = state.copy()
    twin.chance = Seeded(seed)
    return twin


def action_of(document: Document) -> Action:
    """What a state of `playable` takes."""
    return GAME.action(document)


def document_of(action: Action) -> Document:
    """What `choose` returns, of an action that such a state lists."""
    return GAME.actions.document(action)


def act(*orders: Document) -> Document:
    """The action: `act(walk(3, way))`."""
    return {"act": {"orders": list(orders)}}


def walk(figure: int, way: Sequence[Point]) -> Document:
    return {"walk": {"figure": figure, "path": spots(way)}}


def run(figure: int, way: Sequence[Point]) -> Document:
    return {"run": {"figure": figure, "path": spots(way)}}


def charge(figure: int, target: int, way: Sequence[Point]) -> Document:
    return {"charge": {"figure": figure, "targets": [target], "path": spots(way)}}


def spots(way: Sequence[Point]) -> list[dict[str, int]]:
    """A path as documents have it."""
    return [{"x": x, "y": y} for x, y in way]


def _gap(base: Base, x: int, y: int, radius: int) -> int:
    return gap(base.x, base.y, base.radius, x, y, radius)


def _kind(view: Mapping[str, Any]) -> str:
    return next((kind for kind in view["question"] or {} if kind != "seats"), "")


def _document(view: Mapping[str, Any]) -> Document:
    """The state that a view shows, as far as it does: what is hidden is taken for not yet there."""
    document = {name: value for name, value in view.items() if name != "seat"}
    if view["question"] is not None:
        document["to_act"] = view["question"]["seats"]
    seats = range(view["seats"])
    return {
        **document, "agenda": [], "secret": {str(seat): {} for seat in seats}, "drawn": dict.fromkeys(STREAMS, 0),
    }  # fmt: skip


def _laid_out(view: Mapping[str, Any]) -> AlkemyState:
    return loading.laid_out(GAME, {**_document(view), "question": None})
