"""What a seat may answer, as suggestions or in full (AK-310, AK-312)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from arena.games.alkemy import (
    actions,
    alchemy,
    autopilot,
    mustering,
    paths,
    questions,
    reacting,
    skills,
    suggesting,
)
from arena.games.alkemy.actions import Action
from arena.games.alkemy.announcements import Fact
from arena.games.alkemy.material import ATTACKS, CARD_ORDER, PRESETS
from arena.games.alkemy.position import Position
from arena.games.alkemy.responses import NOTHING, Move
from arena.games.alkemy.responses import Engage as EngageShooter
from arena.games.alkemy.responses import Shoot as ShootBack
from arena.kernel.choices import Choices
from arena.kernel.game import State
from arena.kernel.seats import Seat

FINITE: Final = (
    questions.Hand,
    questions.First,
    questions.Initiative,
    questions.Card,
    questions.Feint,
    questions.Reroll,
    questions.Keep,
    questions.Cover,
    questions.Tester,
)
"""Questions whose suggestions are all there is to answer."""


def to_shot(position: Position, asked: questions.ReactShot) -> Iterator[Action]:
    figure = position.figures[asked.figure]
    own = position.base(figure.id)
    yield actions.React(NOTHING)
    for shooter in asked.shoot:
        yield actions.React(ShootBack((shooter,)))
    if not asked.move:
        return
    for shooter in asked.by:
        engage = EngageShooter(shooter, paths.touch_point(own, position.base(shooter)))
        if reacting.engage_trouble(position, asked, engage) is None:
            yield actions.React(engage)
    walk = skills.walk_value(figure)
    ends = [
        paths.along(own.x, own.y, direction, length)
        for length in (walk, walk // 2)
        for direction in range(len(paths.DIRECTIONS))
    ]
    for end in (*dict.fromkeys(ends), (own.x, own.y)):
        move = Move((end,))
        if reacting.move_trouble(position, asked, move) is None:
            yield actions.React(move)


def enhancements(asked: questions.Enhance) -> Iterator[Action]:
    yield actions.Enhance(())
    for offer in asked.enhancements:
        if offer.id == alchemy.FIX_CARD:
            takes = [actions.Take(offer.id, card=card) for card in CARD_ORDER if card in ATTACKS]
        elif offer.targets:
            takes = [actions.Take(offer.id, target) for target in offer.targets]
        else:
            takes = [actions.Take(offer.id)]
        for take in takes:
            yield actions.Enhance((take,))


def suggested(position: Position, seat: Seat) -> Iterator[Action]:
    """AK-312."""
    asked = position.asked
    match asked:
        case questions.Orders():
            yield from suggesting.orders(position, asked)
        case questions.Hand():
            yield from (actions.Activate(card) for card in asked.cards)
            yield from (actions.Reactivate(figure) for figure in asked.figures)
            if asked.may_pass:
                yield actions.Pass()
        case questions.Card():
            yield from (actions.Card(card) for card in asked.of(seat))
        case questions.Feint():
            yield from (actions.Feint(use) for use in (True, False))
        case questions.Reroll():
            yield from (actions.Reroll(use) for use in (True, False))
        case questions.Keep():
            yield from (actions.Keep(pair.dice) for pair in asked.pairs)
        case questions.Cover():
            yield from asked.covers
            yield actions.Cover(none=True)
        case questions.Tester():
            yield from (actions.Tester(figure) for figure in asked.figures)
        case questions.Strikes():
            yield actions.Strikes(asked.figures)
            yield actions.Strikes(())
        case questions.Initiative():
            own = (one.id for one in position.figures if one.seat == seat and position.on_board(one.id))
            yield from map(actions.Initiative, own)
        case questions.First():
            yield from (actions.First(one) for one in range(position.seats))
        case questions.ReactCharge():
            yield actions.React(NOTHING)
            yield from (actions.React(ShootBack((charger,))) for charger in asked.by)
        case questions.ReactShot():
            yield from to_shot(position, asked)
        case questions.Enhance():
            yield from enhancements(asked)
        case questions.Army():
            yield from _presets(position, seat)
        case questions.Terrain() | questions.Component() | questions.Deploy():
            yield autopilot.answer(position, seat)
        case None:
            return


def _presets(position: Position, seat: Seat) -> Iterator[Action]:
    allowed = [
        answer for name in PRESETS if mustering.trouble(position, answer := actions.Army(preset=name)) is None
    ]
    yield from allowed or [mustering.default(position, seat)]


class Answers(Choices[Action], Sequence[Action]):
    """What a seat may answer: all of it, or suggestions (AK-310). Found one by one, as they are asked for."""

    __slots__ = ("_found", "_rest", "finite", "position", "seat", "state")

    def __init__(self, state: State[Action, Fact], position: Position, seat: Seat) -> None:
        self.state = state
        self.position = position
        self.seat = seat
        self.finite = isinstance(position.asked, FINITE)
        self._found: list[Action] = []
        self._rest = suggested(position, seat) if seat in position.to_act else iter(())

    def __iter__(self) -> Iterator[Action]:
        place = 0
        while True:
            if place == len(self._found):
                another = next(self._rest, None)
                if another is None:
                    return
                self._found.append(another)
            yield self._found[place]
            place += 1

    def __contains__(self, action: Any) -> bool:
        return self.state.refusal(self.seat, action) is None

    def __len__(self) -> int:
        self._found.extend(self._rest)
        return len(self._found)

    def __getitem__(self, place: Any) -> Any:
        self._found.extend(self._rest)
        return self._found[place]

    @property
    def templates(self) -> Sequence[dict[str, Any]]:
        return () if self.finite else self.state.templates(self.seat)
