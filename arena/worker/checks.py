"""The check of an upload: build it, then let it play a whole match against itself and a house bot, in each game.

1. Unpack; build in the sandbox where the bundle asks for it, and pack what the build left.
2. In every game it names, by the clock of each ladder that it will enter, play one match: two seats (or as many as
   the game needs) are the upload, one a house bot; where the game takes no more than two, one match against itself
   and one against the house bot.
3. Accepted, when its bot was never out. Refused with a code and a sentence otherwise. A fault of ours is "void".

The seeds follow from the digest: the same upload is checked with the same deals.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.blobs.store import Corrupt, Missing
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.kernel.game import Game
from arena.orders.verdicts import BUILD_SECONDS
from arena.referee.conduct import OurFault, Out, Void, shortened
from arena.referee.driver import referee
from arena.worker import verdicts
from arena.worker.farm import Farm
from arena.worker.table import Chair, Table
from athanor_contract.bundle import BundleFault, Code, Packed
from athanor_contract.limits.sandbox import BUILD_LIMITS
from athanorpb.farm.values import CheckOrder, CheckRecord, Clock, Entrant, MatchOrder, SeatRecord, Trial
from sandbox.interface import Launch, Party, RuntimeMissing, SandboxFault

BUILD_TIME: Final = float(BUILD_SECONDS)
HOUSE_BOT: Final = "random"
LONGEST_LOG: Final = 60_000
"""Characters of the whole log; each program's part is cut by its sandbox."""

log = logging.getLogger(__name__)


class Refused(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(slots=True)
class Report:
    """The log that the author reads."""

    text: str = ""

    def line(self, words: str) -> None:
        self.text += words + "\n"

    def output(self, title: str, content: bytes | str) -> None:
        text = content if isinstance(content, str) else content.decode(errors="replace")
        if text.strip():
            self.text += f"--- {title}\n{text.rstrip()}\n---\n"

    @property
    def bounded(self) -> str:
        if len(self.text) <= LONGEST_LOG:
            return self.text
        half = LONGEST_LOG // 2
        return (
            f"{self.text[:half]}\n... {len(self.text) - LONGEST_LOG} characters left out ...\n{self.text[-half:]}"
        )


async def is_to_build(order: CheckOrder, farm: Farm) -> bool:
    """Whether the upload asks for a build. What is wrong with one that cannot be read, the check says."""
    try:
        uploaded = await asyncio.to_thread(farm.bundles.packed, order.bundle)
    except Exception:
        # Whatever it is, the check meets it again, and makes a record of it.
        return False
    return bool(uploaded.manifest.build)


async def check(order: CheckOrder, farm: Farm) -> CheckRecord:
    """Whatever goes wrong on our side makes a record that says so; nothing is raised."""
    report = Report()
    built = ""
    try:
        async with asyncio.timeout(order.seconds):
            built = await _built(order, farm, report)
            farm.build_places.give_back(order.attempt.token)
            bot = await asyncio.to_thread(farm.bundles.packed, built)
            for trial in order.trials:
                await _plays(order, farm, trial, bot, report)
    except (Refused, BundleFault) as refusal:
        report.line(f"refused: {refusal.code}")
        log.info("check of %s: refused: %s: %s", order.upload, refusal.code, refusal.message)
        return _record(order, farm, report, "refused", str(refusal.code), refusal.message)
    except RuntimeMissing as missing:
        ours = _refused(verdicts.RUNTIME_MISSING, detail=str(missing))
        report.line(f"refused: {ours.code}")
        return _record(order, farm, report, "refused", ours.code, ours.message)
    except TimeoutError:
        late = f"the check did not end within {order.seconds:g} seconds"
        return _record(order, farm, report, "void", "", late)
    except (OurFault, SandboxFault, Missing, Corrupt, OSError) as problem:
        return _record(order, farm, report, "void", "", shortened(f"{type(problem).__name__}: {problem}"))
    except Exception as problem:
        log.exception("check of %s: the worker failed", order.upload)
        return _record(order, farm, report, "void", "", shortened(f"{type(problem).__name__}: {problem}"))
    report.line("accepted")
    return _record(order, farm, report, "accepted", "", "", built)


async def _built(order: CheckOrder, farm: Farm, report: Report) -> str:
    """The digest of the bundle that is to play."""
    uploaded = await asyncio.to_thread(farm.bundles.packed, order.bundle)
    manifest = uploaded.manifest
    if not manifest.build:
        report.line(f"unpacked; nothing to build; runtime {manifest.runtime}")
        return order.bundle
    report.line(f"build: {' '.join(manifest.build)}")
    launch = Launch(uploaded, BUILD_LIMITS, Party(secrets.token_hex(8), 1))
    outcome = await farm.driver.build(launch, BUILD_TIME)
    report.output("output of the build", outcome.log)
    if outcome.reason == "no-bundle":
        raise BundleFault(Code(outcome.code), outcome.problem)
    if outcome.bundle is None:
        code = {"timeout": verdicts.BUILD_TOO_LONG, "too-big": verdicts.BUILD_TOO_BIG}.get(outcome.reason)
        raise _refused(code or verdicts.BUILD_FAILED, seconds=int(BUILD_TIME), detail=shortened(outcome.problem))
    content = await asyncio.to_thread(outcome.bundle.content)
    return await asyncio.to_thread(farm.store.put, content)


async def _plays(order: CheckOrder, farm: Farm, trial: Trial, bot: Packed, report: Report) -> None:
    game = game_named(trial.game)
    house = await asyncio.to_thread(farm.bundles.packed_file, house_bots(game.name)[HOUSE_BOT])
    for number, tables in enumerate(_tables(game, bot, house)):
        seed = hashlib.sha256(f"check {order.bundle} {game.name} {number}".encode()).hexdigest()
        entrants = tuple(Entrant("house/random" if each is house else "your bot", 1, "") for each in tables)
        match = MatchOrder(
            match=f"check-{number + 1}",
            game=game.name,
            options={},
            seed=seed,
            clock=trial.clock,
            seats=entrants,
            deadline=order.deadline,
        )
        report.line(f"{game.name}: a match of {', '.join(entrant.bot for entrant in entrants)}")
        # However many uploads are checked, matches find what stands warm for them.
        async with Table(farm.driver, tables, trial.clock, awaited=False) as table:
            finished = await referee(match, game, table.players, hosts=table.hosts)
        if isinstance(finished, Void):
            raise OurFault(finished.reason)
        for seat, chair in enumerate(table.chairs):
            if chair.bot is bot:
                report.output(f"what your bot at seat {seat} printed", chair.log)
        _judge(trial.clock, game, bot, table.chairs, finished.seats)
        report.line(f"  played to the end: {finished.plies} actions, ranks {list(finished.result.ranks)}")


def _tables(game: Game[Any, Any, Any], bot: Packed, house: Packed) -> list[list[Packed]]:
    if max(game.seats) < 3:
        return [[bot, bot], [bot, house]]
    most = max(3, min(game.seats))
    return [[bot, house] + [bot] * (most - 2)]


def _judge(
    clock: Clock,
    game: Game[Any, Any, Any],
    bot: Packed,
    chairs: Sequence[Chair],
    accounts: Sequence[SeatRecord],
) -> None:
    """Raises Refused when the bot was out, and OurFault when the house bot was."""
    for chair, account in zip(chairs, accounts, strict=True):
        if account.out and chair.bot is not bot:
            raise OurFault(f"the house bot was out of its match: {account.out}: {account.out_detail}")
    outs = [(chair, account) for chair, account in zip(chairs, accounts, strict=True) if account.out]
    if not outs:
        return
    chair, first = min(outs, key=lambda pair: pair[1].out_ply)
    detail = chair.detail(first).rstrip(".") or Out(first.out).meaning.rstrip(".")
    raise _refused(
        verdicts.OF_OUT[Out(first.out)],
        detail=detail,
        game=game.title,
        startup=clock.startup / 1000,
        bank=clock.bank / 1000,
        increment=clock.increment / 1000,
        move_cap=clock.move_cap / 1000,
    )


def _refused(code: str, **words: Any) -> Refused:
    return Refused(code, verdicts.MESSAGES[code].format(**{name: _plain(word) for name, word in words.items()}))


def _plain(word: Any) -> Any:
    return f"{word:g}" if isinstance(word, float) else word


def _record(
    order: CheckOrder, farm: Farm, report: Report, outcome: Any, reason: str, message: str, built: str = ""
) -> CheckRecord:
    return CheckRecord(
        upload=order.upload,
        attempt=order.attempt,
        outcome=outcome,
        reason=reason,
        message=message,
        log=report.bounded,
        built=built,
        worker=farm.settings.name,
    )
