"""What a state document says of the course of play: activation, question, secrets, agenda."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from arena.games.alkemy import (
    acting,
    actions,
    deploying,
    effects,
    legality,
    loading_agenda,
    loading_questions,
    options,
    questions,
)
from arena.games.alkemy.clashing import PARRY
from arena.games.alkemy.material import ELEMENT_OF, PROFILES
from arena.games.alkemy.position import (
    ACTIVATION,
    ARMY,
    COMPONENTS,
    DEPLOYMENT,
    FIRST,
    INITIATIVE,
    OVER,
    TERRAIN,
    Activation,
    Position,
    Sealed,
)
from arena.games.alkemy.questions import KINDS, QUESTIONS, Question
from arena.games.alkemy.spellings import complete
from arena.games.alkemy.tasks import TASKS, Acting, Clash, Leaving, Preparing, Task, Volley
from arena.kernel.game import BadState
from arena.kernel.vocabulary import Malformed

Full = dict[str, Any]

ASKED_IN: Final[dict[type[Question], str]] = {
    questions.Army: ARMY,
    questions.Terrain: TERRAIN,
    questions.Component: COMPONENTS,
    questions.Deploy: DEPLOYMENT,
    questions.Initiative: INITIATIVE,
    questions.First: FIRST,
}
"""By question: its phase, where that is not the activation."""
ASKED_BY: Final[dict[type[Question], type[Task]]] = {
    questions.ReactShot: Acting,
    questions.ReactCharge: Acting,
    questions.Card: Clash,
    questions.Feint: Clash,
    questions.Keep: Clash,
    questions.Reroll: Clash,
    questions.Cover: Volley,
    questions.Tester: Leaving,
    questions.Strikes: Leaving,
    questions.Enhance: Preparing,
}
"""By question: the task that waits for its answer, the last of the agenda."""
SEALED: Final = {"army": questions.Army, "initiative": questions.Initiative, "card": questions.Card}
FIGURES: Final = frozenset(
    (
        "figure",
        "figures",
        "by",
        "shoot",
        "against",
        "attacker",
        "defender",
        "shooter",
        "target",
        "targets",
        "victim",
        "strikers",
        "reacted",
        "paid",
        "at",
    ),
)
"""Names of fields that hold figures, in questions, tasks, orders and reactions."""


def check_figure(pointer: str, number: int, count: int) -> None:
    if not 0 <= number < count:
        raise BadState(pointer, f"a figure from 0 to {count - 1} was expected, not {number}")


def check_effect(pointer: str, kind: str) -> None:
    if kind not in effects.KINDS:
        raise BadState(f"{pointer}/kind", f"{kind!r:.60} is none of: {', '.join(effects.KINDS)}")


def load(state: Position, full: Full) -> None:
    state.activation = _activation(state, full["activation"])
    state.agenda = [_task(state, f"/agenda/{place}", task) for place, task in enumerate(full["agenda"])]
    _question(state, full)
    if (state.phase == OVER) != (state.result is not None):
        raise BadState("/phase", "a game is over that has a result, and no other")
    if state.phase == ACTIVATION and full["hand"] is None:
        raise BadState("/hand", "in this phase a seat has the hand")
    if len(state.armies) not in (0, state.seats):
        raise BadState("/armies", "one for each seat was expected, or none (AK-321)")
    if state.phase in (TERRAIN, COMPONENTS, DEPLOYMENT):
        _check_armies(state)
    loading_agenda.check(state)
    loading_questions.check(state)
    _secrets(state, full["secret"])


def _check_armies(state: Position) -> None:
    """While the board is set up the armies still matter (AK-256, AK-259)."""
    if not state.armies:
        raise BadState("/armies", f"one for each seat was expected in the phase {state.phase}")
    for seat, army in enumerate(state.armies):
        if army.faction not in ELEMENT_OF or not all(card.profile in PROFILES for card in army.cards):
            raise BadState(f"/armies/{seat}", "a faction and profiles that there are were expected")
        if not any(card.seat == seat for card in state.cards):
            raise BadState("/cards", f"seat {seat} has no card")
        if not deploying.has_default(state, seat):
            raise BadState("/cards", f"those of seat {seat} find no room in its deployment zone (AK-259)")


def _activation(state: Position, document: Full | None) -> Activation | None:
    if document is None:
        return None
    if not 0 <= document["card"] < len(state.cards):
        raise BadState("/activation/card", f"there is no card {document['card']}")
    own = state.cards[document["card"]].figures
    for name in ("figures", "acted", "last_shot"):
        if not set(document[name]) <= set(own):
            raise BadState(f"/activation/{name}", "figures of the active card were expected")
    return Activation(
        document["card"],
        tuple(document["figures"]),
        document["reactivation"],
        tuple(document["acted"]),
        tuple(document["last_shot"]),
        document["over"],
    )


# --- the question


def _question(state: Position, full: Full) -> None:
    document = full["question"]
    state.to_act = tuple(full["to_act"])
    if document is None:
        if state.phase != OVER or state.to_act or state.agenda:
            raise BadState("/question", "something is asked until the game is over, and nothing after that")
        state.asked, state.with_question = None, ()
        return
    seats = tuple(document.pop("seats"))
    try:
        asked = QUESTIONS.parse(document)
    except Malformed as error:
        raise BadState("/question", str(error)) from None
    kind = KINDS[type(asked)]
    if seats not in ((0,), (1,), (0, 1)) or not set(state.to_act) <= set(seats) or not state.to_act:
        raise BadState("/question/seats", "the seats that must answer, ascending; of them some are still to act")
    if ASKED_IN.get(type(asked), ACTIVATION) != state.phase:
        raise BadState("/question", f"{kind} is not asked in the phase {state.phase}")
    for number in figures_in(asked):
        check_figure(f"/question/{kind}", number, len(state.figures))
    _check_waiting(state, asked, kind)
    if isinstance(asked, questions.Orders) != (state.activation is not None and not state.agenda):
        raise BadState("/activation", "there is one where orders are asked for, or resolved, and nowhere else")
    state.asked, state.with_question = asked, seats


def _check_waiting(state: Position, asked: Question, kind: str) -> None:
    waits = ASKED_BY.get(type(asked))
    if waits is None:
        if state.agenda:
            raise BadState("/agenda", f"nothing is to be resolved while {kind} is asked (AK-321)")
        return
    if not state.agenda or not isinstance(state.agenda[-1], waits):
        raise BadState("/agenda", f"the last task is not one that asks for {kind}")
    if state.activation is None:
        raise BadState("/activation", "there is an activation while an action is resolved")
    task = state.agenda[-1]
    if isinstance(task, Volley) and task.at >= len(task.shots):
        raise BadState("/agenda", "the volley has no shot that cover could be asked for")
    for choice in asked.choices if isinstance(asked, questions.Card) else ():
        if not choice.cards:
            raise BadState("/question/card/choices", "a seat has at least one card")


def figures_in(item: Any) -> Iterator[int]:
    """The figures that a question, a task, an order or a reaction speaks of."""
    names = getattr(item, "_fields", None) or [field.name for field in fields(item)]
    for name in names:
        value = getattr(item, name)
        values = value if isinstance(value, tuple) else (value,)
        for one in values:
            if hasattr(one, "__dataclass_fields__"):
                yield from figures_in(one)
            elif name in FIGURES and isinstance(one, int) and not _is_no_figure(item, name, one):
                yield one


def _is_no_figure(item: Any, name: str, value: int) -> bool:
    """Places in lists that share a name with figures, and the lack of a figure."""
    if name == "at":
        return isinstance(item, Acting | Volley)
    return value < 0 and isinstance(item, actions.Cover | actions.Take)


# --- what is sealed


def _secrets(state: Position, secrets: Full) -> None:
    sealed: list[Sealed] = [None, None]
    for name, document in secrets.items():
        if name not in ("0", "1"):
            raise BadState(f"/secret/{name}", "the seats 0 and 1 have secrets")
        seat = int(name)
        for key, value in document.items():
            if key not in SEALED or not isinstance(state.asked, SEALED[key]) or seat in state.to_act:
                raise BadState(f"/secret/{name}/{key}", "only answers to the present question are secret (AK-303)")
            sealed[seat] = _sealed(state, f"/secret/{name}/{key}", key, value)
    for seat in state.with_question:
        if seat not in state.to_act and sealed[seat] is None:
            raise BadState(f"/secret/{seat}", f"seat {seat} has answered, but what?")
        answer = sealed[seat]
        code = None if answer is None else legality.of_answer(state, seat, answer)
        if code is not None:
            raise BadState(f"/secret/{seat}", f"this answer was not legal: {code}")
    state.secret = (sealed[0], sealed[1])


def _sealed(state: Position, pointer: str, key: str, value: Any) -> Sealed:
    if key == "army":
        army = options.army_of(value)
        if army is None:
            raise BadState(pointer, "an army was expected")
        return actions.Army(faction=army.faction, cards=tuple(actions.Recruited(*card) for card in army.cards))
    if key == "initiative":
        check_figure(pointer, value, len(state.figures))
        return actions.Initiative(value)
    return actions.Card(value)


# --- the agenda


def _task(state: Position, pointer: str, document: Full) -> Task:
    try:
        task = TASKS.parse(document)
        complete(task, task._fields)
    except Malformed as error:
        raise BadState(pointer, str(error)) from None
    for number in figures_in(task):
        check_figure(pointer, number, len(state.figures))
    match task:
        case Acting():
            fit = 0 <= task.step < len(acting.STEPS) and task.at >= 0
        case Clash():
            fit = 0 <= task.step <= PARRY and task.attacker != task.defender
        case Volley():
            fit = 0 <= task.at <= len(task.shots) == len(task.colours)
        case _:
            fit = True
    if not fit:
        raise BadState(pointer, "this stands at no step that there is")
    return task
