"""Replays of really played matches."""

from __future__ import annotations

from typing import Any

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.inprocess import Functions, functions_of
from arena.referee.local import play
from arena.referee.match import Match
from arena.referee.recording import recorded
from arena.replay.model import Replay
from athanorpb.farm.values import Clock, Entrant, MatchOrder

SEED = bytes(range(32))


def order(game: str, seats: int, seed: bytes = SEED) -> MatchOrder:
    return MatchOrder(
        match="m1",
        game=game,
        options=game_named(game).settle(seats, {}),
        seed=seed.hex(),
        clock=Clock(),
        seats=tuple(Entrant(f"author/bot-{seat}", 1, f"{seat}" * 64) for seat in range(seats)),
        deadline=0.0,
        set_id="s1",
    )


def played(game: str = "poison", seats: int = 4, seed: bytes = SEED, **options: Any) -> Replay:
    """Of house bots; the time each answer took is what it took."""
    bots = [functions_of(house_bots(game)["random"]) for _ in range(seats)]
    return _of(game, seats, seed, bots, options)


def played_with_one_out(seats: int = 3) -> Replay:
    """Seat 1's bot raises at its fifth ask, seat 2's is never ready."""

    def choose(ask: Any) -> int:
        if ask.number == 5:
            raise RuntimeError("no plan")
        return 0

    def welcome(welcome: Any) -> None:
        raise RuntimeError("no book")

    first = Functions(lambda ask: 0)
    bots = [first, Functions(choose), Functions(lambda ask: 0, welcome)]
    return _of("poison", seats, SEED, [*bots, *[first] * (seats - 3)], {})


def _of(game: str, seats: int, seed: bytes, bots: list[Functions], options: dict[str, Any]) -> Replay:
    match = Match(game_named(game), seats=seats, options=options, seed=seed, clock=Clock())
    play(match, bots)
    return recorded(match, order(game, seats, seed))
