"""One match without I/O: asks out, answers in, the time passed in.

    match = Match(game, options=..., seats=4, seed=..., clock=...)
    match.ready(seat, took, cpu) | match.failed(seat, failed)      for each seat, in any order
    while asks := match.asks(now):                                 who is to be asked, what, and until when
        match.answer(ask.seat, reply, now, cpu, withheld)          for each, in any order
    match.result

1. `asks` gives every question that is open: one, or several where seats decide at once. Until all of them are
   answered it gives those that are left.
2. `answer` gives None when the seat's decision is settled (also when its bot is now out), or a `Refusal`: the bot
   may answer the same ask again until the same deadline.
3. When the last open question is settled the decisions are applied in the order of the seats, never in that of
   arrival.
4. The seat of a bot that is out is decided by the game's autopilot, without being asked.

Times are milliseconds on any clock that does not go back; `cpu` is what the bot's sandbox has used in all, and
`withheld` what the host kept from it of the time since it was asked.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arena.kernel.chance import Seeded
from arena.kernel.game import Game, Refused, State
from arena.kernel.results import Result
from arena.kernel.seats import Seat
from arena.referee import faults, sentences
from arena.referee.asking import Ask, Happening, Over, Welcome, seen
from arena.referee.clock import IDLE_FREE, IDLE_SHARE, SeatClock
from arena.referee.conduct import STRIKES, Answer, Failed, Out, Refusal, Reply
from arena.replay.standing import final_ranks
from athanorpb.farm.values import Clock, SeatRecord


class Decision(NamedTuple):
    """One action that was played, by whom, and what it took in milliseconds."""

    seat: Seat
    action: Any
    by_bot: bool
    charged: int
    wall: int


class Match:
    def __init__(
        self, game: Game[Any, Any, Any], *, seats: int, options: Mapping[str, Any], seed: bytes, clock: Clock
    ) -> None:
        self.game = game
        self.options = game.settle(seats, options)
        self.seats = seats
        self.seed = seed
        self.rules = clock
        start = game.new(seats, self.options, Seeded(seed))
        self.state: State[Any, Any] = start.state
        self.log: list[Happening] = []
        self.decisions: list[Decision] = []
        self.clocks = [SeatClock(clock, seats) for _ in range(seats)]
        self.strikes = [0] * seats
        self.outs: list[tuple[Out, str, int] | None] = [None] * seats
        """Why, in which words, and after how many actions."""
        self.welcomes = [
            Welcome(game.name, self.options, seats, seat, dataclasses.asdict(clock), entropy_of(seed, seat))
            for seat in range(seats)
        ]
        self._kinds = frozenset(game.actions.kinds.values())
        self._seen = [0] * seats
        self._open: dict[Seat, Ask] = {}
        self._chosen: dict[Seat, Decision] = {}
        self._note(start.events)

    # --- start-up

    def ready(self, seat: Seat, took: float, cpu: float | None = None) -> None:
        """The bot said that it is ready, so many milliseconds after its start began."""
        self.clocks[seat].ready(took, cpu)
        if took > self.rules.startup:
            self.failed(seat, faults.LATE_READY.failed(took=took, allowed=self.rules.startup))

    def failed(self, seat: Seat, failed: Failed) -> None:
        """The bot of a seat is out before the first question."""
        self._put_out(seat, failed.out, sentences.sentence(sentences.at_start(failed.out), failed.detail))

    # --- questions and answers

    def asks(self, now: float) -> Sequence[Ask]:
        """The open questions, by seat; none: the match is over."""
        while not self._open:
            to_act = self.state.to_act
            if not to_act:
                return ()
            for seat in to_act:
                if self.outs[seat] is None:
                    self._open[seat] = self._ask(seat, now)
                else:
                    self._chosen[seat] = Decision(seat, self.state.autopilot(seat), False, 0, 0)
            if not self._open:
                self._resolve()
        return tuple(self._open.values())

    def answer(
        self, seat: Seat, reply: Reply, now: float, cpu: float | None = None, withheld: float = 0.0
    ) -> Refusal | None:
        """Settles an open question, or says why the answer is refused."""
        ask = self._open[seat]
        clock = self.clocks[seat]
        wall = now - ask.asked - withheld
        action: Any = None
        problem: Failed | None = None
        if isinstance(reply, Failed):
            problem = reply
        elif isinstance(reply, Answer) and wall <= ask.allowed:
            action, wrong = self._action(ask, reply)
            if not isinstance(wrong, Refusal):
                problem = wrong
            elif wrong.strikes_left >= 0:
                ask.refused = wrong
                return wrong
            else:
                problem = self._too_illegal(wrong)
        if withheld > IDLE_FREE:
            # Less is how messages go their way, on a machine that has nothing else to do as well.
            clock.withheld += withheld
        bank, wall_left = clock.bank, clock.wall_left
        late = clock.charge(wall, cpu)
        if problem is None and (late is not None or action is None):
            problem = self._too_late(ask, clock, bank, wall_left)
        if problem is not None:
            self._put_out(seat, problem.out, sentences.sentence(self._where(ask, problem), problem.detail))
            action = self.state.autopilot(seat)
        else:
            clock.answered()
        del self._open[seat]
        self._chosen[seat] = Decision(seat, action, problem is None, round(clock.last), round(wall))
        if not self._open:
            self._resolve()
        return None

    @property
    def over(self) -> bool:
        return not self.state.to_act

    @property
    def result(self) -> Result:
        """The game's result, with the seats that were out put last."""
        result = self.state.result
        assert result is not None, "the match is not over"
        ranks = final_ranks(result.ranks, [None if out is None else (out[0].value, out[2]) for out in self.outs])
        return Result(result.scores, ranks, result.reason, result.details)

    @property
    def progress(self) -> tuple[int, ...]:
        """How far who played alone came, once the match is over."""
        return self.game.progress(self.state) if self.seats == 1 else ()

    def last_words(self, seat: Seat) -> Over:
        """What the bot of a seat is told when the match is over."""
        out = self.outs[seat]
        events = seen(self.log, self._seen[seat], len(self.log), seat)
        documents = [self.game.facts.document(happening.fact) for happening in events]
        return Over(self.result.document(), "" if out is None else out[0].value, events, documents)

    def accounts(self) -> tuple[SeatRecord, ...]:
        """The figures kept of each seat."""
        return tuple(self._account(seat) for seat in range(self.seats))

    def _account(self, seat: Seat) -> SeatRecord:
        clock = self.clocks[seat]
        out, detail, ply = self.outs[seat] or ("", "", -1)
        return SeatRecord(
            out=str(out),
            out_detail=detail,
            out_ply=ply,
            strikes=self.strikes[seat],
            answers=clock.answers,
            charged=round(clock.charged),
            slowest=round(clock.slowest),
            startup=round(clock.startup),
            cpu=-1 if clock.cpu is None else round(clock.cpu),
            withheld=round(clock.withheld),
            spent=clock.spent(),
        )

    # --- inside

    def _ask(self, seat: Seat, now: float) -> Ask:
        since = self._seen[seat]
        self._seen[seat] = len(self.log)
        return Ask(self.game, self.state, self.welcomes[seat], self.log, since, self.clocks[seat], now)

    def _action(self, ask: Ask, answer: Answer) -> tuple[Any, Refusal | Failed | None]:
        """The action of an answer, or what is wrong with it."""
        if answer.number != ask.number:
            return None, faults.WRONG_NUMBER.failed(given=answer.number, open=ask.number)
        choice = answer.choice
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(ask.actions):
                return ask.actions[choice], None
            there = len(ask.actions)
            return None, self._strike(ask, "malformed", f"Index {choice} is none of the {there} listed actions.")
        where = ""
        try:
            action = self.game.read(self.state, ask.seat, choice) if isinstance(choice, dict) else choice
            code = self.state.refusal(ask.seat, action) if type(action) in self._kinds else "malformed"
            if code is not None and code != "malformed":
                where = self.state.explanation(ask.seat, action)
        except Refused as refused:
            code = refused.code
        if code is None:
            return action, None
        why = self.game.why(code)
        return None, self._strike(ask, code, f"{why} Here: {where}." if where else why)

    def _strike(self, ask: Ask, code: str, reason: str) -> Refusal:
        self.strikes[ask.seat] += 1
        return Refusal(ask.number, code, reason, STRIKES - self.strikes[ask.seat])

    def _too_illegal(self, last: Refusal) -> Failed:
        return faults.ILLEGAL.failed(number=STRIKES + 1, allowed=STRIKES, code=last.code, reason=last.reason)

    def _too_late(self, ask: Ask, clock: SeatClock, bank: float, wall_left: float) -> Failed:
        """Which time was used up by an answer, or by the lack of one, that is charged already."""
        rules = self.rules
        if clock.bank < 0:
            return faults.BANK.failed(
                charged=clock.last,
                idle=idle(clock.idle_last),
                bank=bank,
                given=rules.bank,
                increment=rules.increment,
            )
        if clock.wall_left < 0 or (clock.cpu is not None and ask.allowed < rules.move_cap):
            # The free part of an answer is not taken from the share, so some of it may be left when time is up.
            return faults.MATCH_SHARE.failed(
                wall=clock.taken[-1][1], left=wall_left, share=rules.match_cap / self.seats
            )
        return faults.MOVE_CAP.failed(allowed=ask.allowed, charged=clock.last, bank=clock.bank)

    def _where(self, ask: Ask, problem: Failed) -> str:
        again = "" if ask.refused is None else ask.refused.code
        return sentences.at_ask(ask.number, ask.question, len(self.decisions), again=again, early=problem.early)

    def _put_out(self, seat: Seat, out: Out, sentence: str) -> None:
        if self.outs[seat] is None:
            self.outs[seat] = (out, sentence, len(self.decisions))

    def _resolve(self) -> None:
        """Applies what was chosen, in the order of the seats."""
        chosen = [self._chosen[seat] for seat in sorted(self._chosen)]
        self._chosen.clear()
        for decision in chosen:
            events = self.state.apply(decision.seat, decision.action)
            self.decisions.append(decision)
            self._note(events)

    def _note(self, events: Sequence[Any]) -> None:
        ply = len(self.decisions)
        self.log.extend([Happening(ply, to, fact) for fact, to in events])


def idle(ms: float) -> str:
    """Of the time charged for an answer, what was not spent thinking."""
    return f" ({ms * IDLE_SHARE:.0f} of them for {ms:.0f} ms in which it was idle)" if ms >= 1 else ""


def entropy_of(seed: bytes, seat: Seat) -> str:
    """A bot's own randomness: the same match gives the same, and nothing of the deal follows from it."""
    return hmac.new(seed, f"bot entropy:{seat}".encode(), hashlib.sha256).digest()[:16].hex()
