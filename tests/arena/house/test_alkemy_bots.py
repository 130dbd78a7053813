"""The house bots of Alkemy: never illegal, repeatable, and in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arena.games.alkemy import answering
from arena.games.alkemy.game import AlkemyGame
from arena.games.alkemy.state import AlkemyState
from arena.kernel.chance import Seeded
from arena.referee.conduct import Answer
from arena.referee.match import Match
from athanorpb.farm.values import Clock
from tests.arena.games.alkemy.strength import SHORT, mirrored
from tests.arena.house.samples import NO_HURRY
from tests.arena.house.test_house_bots import ENTROPY, Documents, bot_of, play

GAME = AlkemyGame()
BLITZ = Clock(startup=10_000, bank=30_000, increment=100, move_cap=5_000, match_cap=420_000)
LAST = {"bank": 1_000, "charged": 0, "move_cap": 1_000}
"""What is left in the bank, where much was used up."""


@pytest.mark.parametrize(
    "options",
    [{}, {"aim": "estimate", "terrain_set": "wild", "points": 320}, {"aim": "never", "wipeout": "draw"}],
    ids=["defaults", "estimate", "never"],
)
def test_greedy_and_random_play_to_the_end_with_every_option(options: dict[str, Any]) -> None:
    play(["greedy", "random"], bytes(32), options, "alkemy")


@pytest.mark.parametrize(
    "options",
    [
        {"terrain_set": "wild", "turn_limit": 2},
        {**mirrored("jade-1"), "aim": "estimate", "turn_limit": 2},
        {**mirrored("walosi-1"), "aim": "never", "wipeout": "draw", "turn_limit": 2},
    ],
    ids=["with the setup", "estimate", "never"],
)
def test_thinking_plays_to_the_end_with_every_option(options: dict[str, Any]) -> None:
    play(["thinking", "random"], bytes(32), options, "alkemy", clock=SHORT)


def test_the_same_match_is_played_the_same_again() -> None:
    options = mirrored("khaliman-1", turn_limit=1)
    for names in (["greedy", "random"], ["thinking", "greedy"]):
        assert play(names, bytes(32), options, "alkemy") == play(names, bytes(32), options, "alkemy")


# --- what it knows, and how long it takes


def ask_of(state: AlkemyState, seat: int, clock: Mapping[str, int] = NO_HURRY) -> SimpleNamespace:
    legal = state.legal(seat)
    return SimpleNamespace(
        number=7,
        seat=seat,
        question=state.question(seat),
        view=state.view(seat),
        legal=Documents(map(GAME.actions.document, legal), legal.templates),
        clock=clock,
        welcome=SimpleNamespace(seat=seat, seats=2, entropy=ENTROPY),
        events=[],
    )


def choose(ask: SimpleNamespace) -> Any:
    """What a bot answers that has been asked nothing before."""
    return bot_of("alkemy", "thinking").choose(ask)


def asked(*kinds: str, plies: int = 150) -> Iterator[tuple[AlkemyState, int]]:
    """Positions of a game played at random that ask for something of these kinds."""
    random = Random(5)
    state = GAME.new(2, mirrored("jade-1"), Seeded(bytes([9]) * 32)).state
    for _ in range(plies):
        seat = state.to_act[-1]  # where both are asked, the second answers first, and the first is asked the rest
        if state.question(seat) in kinds:
            yield state, seat
        state.apply(seat, random.choice(list(state.legal(seat))))


def otherwise(state: AlkemyState, seat: int) -> AlkemyState:
    """The same for all that the seat may know: other dice, and another sealed answer of the enemy's."""
    document = state.dump()
    document["drawn"] = {stream: 100 + drawn for stream, drawn in document["drawn"].items()}
    sealed = document["secret"][str(1 - seat)]
    if "card" in sealed:
        choices = {choice["seat"]: choice["cards"] for choice in document["question"]["card"]["choices"]}
        sealed["card"] = next(card for card in choices[1 - seat] if card != sealed["card"])
    return GAME.load(document, Seeded(bytes([77]) * 32))


def test_what_it_may_not_know_changes_nothing() -> None:
    """AK-321, AK-322: neither the dice to come nor the enemy's card that lies face down."""
    seen: dict[str, int] = {}
    sealed = 0
    for state, seat in asked("hand", "orders", "card", "react_shot"):
        kind = state.question(seat)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= 3 or kind == "card":
            twin = otherwise(state, seat)
            sealed += twin.secret[1 - seat] != state.secret[1 - seat]
            assert choose(ask_of(state, seat)) == choose(ask_of(twin, seat))
    assert {"hand", "orders", "card"} <= set(seen)
    assert sealed


def test_what_it_may_know_changes_its_answer() -> None:
    """The other side of the test above: it does look at the view."""
    answers = {str(choose(ask_of(state, seat, SHORT))) for state, seat in asked("hand", "orders", plies=40)}
    assert len(answers) > 5


def effort_of(monkeypatch: pytest.MonkeyPatch, clock: Mapping[str, int]) -> int:
    """How many answers it tried out in its head, over a few positions; what it gave then is legal."""
    tried = 0
    answer = answering.answer

    def counted(*given: Any) -> None:
        nonlocal tried
        tried += 1
        answer(*given)

    for state, seat in asked("hand", "orders", plies=10):
        with monkeypatch.context() as patch:
            patch.setattr(answering, "answer", counted)
            given = choose(ask_of(state, seat, clock))
        assert state.refusal(seat, GAME.action(given)) is None
    return tried


def test_it_thinks_less_when_time_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    full, short, last = (effort_of(monkeypatch, clock) for clock in (NO_HURRY, SHORT, LAST))
    assert full > 4 * short > 4 * last > 0
    at_once = effort_of(monkeypatch, {**NO_HURRY, "move_cap": 0})
    assert 0 < at_once < full / 4


ANSWER_TRIED = 0.25
"""Milliseconds that pass with every answer that it tries out in its head: rather more than they do."""


@pytest.mark.parametrize(("slower", "turns"), [(1, 1), (10, 8), (100, 8)])
def test_it_is_never_out_of_time(slower: int, turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the referee's clock of the ladder, where all that it tries out takes so many times as long as it does."""
    options = mirrored("avalon-1", turn_limit=turns)
    match = Match(GAME, seats=2, options=options, seed=bytes(32), clock=BLITZ)
    bots = [bot_of("alkemy", name) for name in ("thinking", "random")]
    now = 0.0
    answer = answering.answer

    def taking_time(*given: Any) -> None:
        nonlocal now
        now += ANSWER_TRIED * slower
        answer(*given)

    bots[0].choose.__globals__["monotonic"] = lambda: now / 1000
    for seat in (0, 1):
        match.ready(seat, 0.0)
    while asks := match.asks(now):
        ask = asks[0]
        with monkeypatch.context() as patch:
            patch.setattr(answering, "answer", taking_time)
            given = bots[ask.seat].choose(ask)
        assert match.answer(ask.seat, Answer(ask.number, given), now) is None
    account = match.accounts()[0]
    assert not account.out
    assert 0 < account.slowest < BLITZ.move_cap * 0.8
