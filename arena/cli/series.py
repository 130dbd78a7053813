"""A series of local matches: deals, each played once or as a duplicate set."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.entrants import Bot
from arena.cli.logs import Log
from arena.cli.outcomes import Outcome, Task, outcomes
from arena.cli.standings import Played
from arena.cli.stands import Stand
from arena.cli.trouble import FAILED, Trouble
from arena.kernel.game import Game
from arena.kernel.seatings import duplicate_set, set_size
from arena.referee.conduct import Corrected, Void
from arena.referee.driver import referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from arena.referee.recording import retold
from athanorpb.farm.values import Clock, Entrant, MatchOrder, SeatRecord

if TYPE_CHECKING:
    from arena.worker.table import Chair, Listener

ATTEMPTS = 3
"""How often a match is played again that was void by a fault of this machine."""


Planned = tuple[int, int, tuple[int, ...], MatchOrder]


@dataclass(frozen=True, slots=True)
class Series:
    game: Game[Any, Any, Any]
    options: Mapping[str, Any]
    clock: Clock
    bots: Sequence[Bot]
    seed: bytes
    deals: int
    rotate: bool
    replay_path: Callable[[int, int], Path] | None
    """Where the replay of a deal's rotation goes; None: none is written."""
    listener: Callable[[str], Listener] | None = None
    """Of a bot in a match, by who it is: hears what it says, as it comes."""

    @property
    def total(self) -> int:
        """How many matches."""
        return self.deals * (set_size(len(self.bots)) if self.rotate else 1)

    def orders(self) -> Iterator[Planned]:
        """Deal, rotation, which bot sits at each seat, and the match."""
        bots = len(self.bots)
        for deal in range(self.deals):
            seed = deal_seed(self.seed, deal)
            seatings = duplicate_set(bots, deal) if self.rotate else (tuple(range(bots)),)
            for rotation, sitting in enumerate(seatings):
                yield deal, rotation, sitting, self._order(deal, rotation, seed, sitting)

    def _order(self, deal: int, rotation: int, seed: bytes, sitting: tuple[int, ...]) -> MatchOrder:
        return MatchOrder(
            match=f"local-{self.seed[:4].hex()}-{deal}-{rotation}",
            game=self.game.name,
            options=self.options,
            seed=seed.hex(),
            clock=self.clock,
            seats=tuple(Entrant(self.bots[bot].name, 0, self.bots[bot].digest) for bot in sitting),
            deadline=0.0,
            set_id=f"local-{self.seed[:4].hex()}-{deal}",
        )

    def matches(self, stand: Stand | None) -> Iterator[Played]:
        """Plays them, and gives them in their order; `stand` runs the bots that are not ours."""
        self._make_room()
        planned, ahead = tee(self.orders())
        played = self._by_ourselves(ahead) if stand is None else self._refereed(ahead, stand)
        for (deal, rotation, sitting, order), outcome in zip(planned, played, strict=True):
            stored = self._stored(deal, rotation, outcome.replay)
            yield _played(deal, rotation, sitting, order, outcome, stored)

    def _by_ourselves(self, planned: Iterable[Planned]) -> Iterator[Outcome]:
        houses = [bot.house for bot in self.bots if bot.house is not None]
        keep = self.replay_path is not None
        tasks = (Task(order, tuple(houses[bot] for bot in sitting), keep) for _, _, sitting, order in planned)
        return outcomes(tasks, self.total)

    def _refereed(self, planned: Iterable[Planned], stand: Stand) -> Iterator[Outcome]:
        with asyncio.Runner() as runner:
            runner.run(stand.build([bot for bot in self.bots if bot.house is None]))
            for one in planned:
                yield runner.run(self._match(one, stand))

    async def _match(self, planned: Planned, stand: Stand) -> Outcome:
        deal, rotation, sitting, order = planned
        where = "" if self.total == 1 else f"{deal:04}-{rotation} "
        reason = ""
        for _ in range(ATTEMPTS):
            async with AsyncExitStack() as opened:
                started = [self._seated(self.bots[bot], where, stand, opened) for bot in sitting]
                seated: list[InProcessPlayer | Chair] = []
                for result in await asyncio.gather(*started, return_exceptions=True):
                    if isinstance(result, BaseException):
                        raise result
                    seated.append(result)
                players = [one if isinstance(one, InProcessPlayer) else one.player for one in seated]
                hosts = [None if isinstance(one, InProcessPlayer) else one.host for one in seated]
                finished = await referee(order, self.game, players, hosts=hosts)
            if not isinstance(finished, Void):
                # Now that the sandboxes have ended it is known how their programs did.
                accounts = tuple(map(_account, finished.seats, seated))
                replay = retold(finished.replay, accounts)
                logs, corrected = tuple(map(_log, seated)), tuple(map(_corrected, seated))
                return Outcome(finished.result, accounts, finished.plies, replay, finished.chain, logs, corrected)
            reason = finished.reason
        raise Trouble(f"{order.match} was void {ATTEMPTS} times: {reason}", FAILED)

    async def _seated(self, bot: Bot, where: str, stand: Stand, opened: AsyncExitStack) -> InProcessPlayer | Chair:
        if bot.house is not None:
            return InProcessPlayer(functions_of(bot.house))
        listener = None if self.listener is None else self.listener(f"{where}{bot.name}")
        return await opened.enter_async_context(stand.chair(bot, self.clock, listener))

    def _make_room(self) -> None:
        if self.replay_path is not None:
            folder = self.replay_path(0, 0).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise Trouble(f"{folder}: the folder for replays cannot be made: {error.strerror}") from error

    def _stored(self, deal: int, rotation: int, replay: bytes) -> str:
        if self.replay_path is None:
            return ""
        path = self.replay_path(deal, rotation)
        try:
            path.write_bytes(replay)
        except OSError as error:
            raise Trouble(f"{path}: the replay cannot be written: {error.strerror}") from error
        return str(path)


def _account(account: SeatRecord, seated: InProcessPlayer | Chair) -> SeatRecord:
    if isinstance(seated, InProcessPlayer):
        return account
    return replace(account, out_detail=seated.detail(account))


def _log(seated: InProcessPlayer | Chair) -> Log:
    if isinstance(seated, InProcessPlayer):
        return Log()
    return Log(seated.remains.log.decode(errors="replace"), tuple(seated.notes))


def _corrected(seated: InProcessPlayer | Chair) -> tuple[Corrected, ...]:
    return () if isinstance(seated, InProcessPlayer) else tuple(seated.corrected)


def deal_seed(seed: bytes, deal: int) -> bytes:
    """The seed of a deal: the first has the series' own, so that one match can be played again by its seed."""
    return seed if deal == 0 else hashlib.sha256(seed + deal.to_bytes(8, "big")).digest()


def _played(
    deal: int, rotation: int, sitting: tuple[int, ...], order: MatchOrder, outcome: Outcome, path: str
) -> Played:
    return Played(
        deal=deal,
        rotation=rotation,
        seed=order.seed,
        seats=sitting,
        scores=outcome.result.scores,
        ranks=outcome.result.ranks,
        reason=outcome.result.reason,
        plies=outcome.plies,
        outs=tuple(account.out for account in outcome.accounts),
        details=tuple(account.out_detail for account in outcome.accounts),
        strikes=tuple(account.strikes for account in outcome.accounts),
        chain=outcome.chain,
        replay=path,
        logs=outcome.logs or (Log(),) * len(sitting),
        corrected=outcome.corrected or ((),) * len(sitting),
    )
