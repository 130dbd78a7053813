"""A tournament: settings, and all that has happened; everything else is read from these.

What happens is told to `apply`, one event after the other; an event that the state does not allow is refused
with a sentence and changes nothing. What the tournament itself has to say next - a draw, a round, an early end
- is `due`: the caller records it and applies it like any other, at once or when its schedule says so, and asks
again. So

1. before the draw `due(start=True)` gives the draw of the first stage: when registration closes is the caller's
   say;
2. then `due()` gives round after round, play-offs and the draws of further stages, until it gives None;
3. `wanted()` are the games to be played now, `over` says that there will be none.

A voided game is as if it had not been: what was made of it is taken back, as long as nothing of that was
played.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from arena.pairing import draws, tables, voiding
from arena.pairing.checking import MOST_ENTRANTS
from arena.pairing.events import (
    Corrected,
    Drawn,
    Ended,
    Entered,
    Event,
    NotNow,
    Paired,
    Played,
    Ruled,
    Voided,
    Withdrawn,
)
from arena.pairing.formats import course_of
from arena.pairing.matches import Match, Wanted
from arena.pairing.record import Record, Round, require_pairings
from arena.pairing.settings import Entrant, Settings


class Phase(Enum):
    ENTRY = "entry"
    """Nothing is drawn yet."""
    PLAYING = "playing"
    OVER = "over"


class Tournament:
    """Mutable; `copy` gives an independent twin. The same settings and events give the same state."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.events: list[Event] = []
        """All of them, voided ones too."""
        self.entrants: dict[str, Entrant] = {}
        """Everybody who ever entered, in that order."""
        self.gone: dict[str, Withdrawn] = {}
        """Who has withdrawn."""
        self.stages: list[Record] = []
        self._counting: list[Event] = []
        """The events without those that were voided or taken back."""
        self._called_off: dict[str, dict[int, int]] = {}
        """By pairing: how often a game of it was voided, under 0 how often the pairing was taken back."""
        self._over: bool | None = False

    # What it says

    @property
    def present(self) -> list[Entrant]:
        return [one for key, one in self.entrants.items() if key not in self.gone]

    @property
    def stage(self) -> Record | None:
        """The one that is played, or the last one."""
        return self.stages[-1] if self.stages else None

    @property
    def matches(self) -> dict[str, Match]:
        return {key: match for record in self.stages for key, match in record.matches.items()}

    def match(self, key: str) -> Match | None:
        return next((record.matches[key] for record in self.stages if key in record.matches), None)

    @property
    def ratings(self) -> Mapping[str, float]:
        return {key: one.rating for key, one in self.entrants.items()}

    @property
    def over(self) -> bool:
        if self._over is None:
            last = self.stages[-1]
            self._over = last.number == len(self.settings.stages) and self._is_finished(last)
        return self._over

    @property
    def phase(self) -> Phase:
        return Phase.OVER if self.over else Phase.PLAYING if self.stages else Phase.ENTRY

    @property
    def champions(self) -> tuple[str, ...]:
        """Who has won it, once it is over; nobody where everybody withdrew."""
        if not self.over:
            return ()
        placing = tables.competing(self.stages[-1], self.ratings)
        return tuple(members[0] for members in placing.values() if members)[:1]

    def wanted(self) -> tuple[Wanted, ...]:
        """The games to be played now, in the order of pairing."""
        record = self.stage
        return tuple(one for match in record.open.values() for one in match.wanted()) if record else ()

    def obstacle(self) -> str:
        """Why it cannot begin; "" where it can."""
        there = len(self.present)
        first = course_of(self.settings, 1)
        least = max(2, self.settings.seats.least)
        if there < least:
            return f"At least {least} entrants are needed, and there {'is' if there == 1 else 'are'} {there}."
        return next((problem.sentence for problem in first.field(there)), "")

    def due(self, *, start: bool = False) -> Drawn | Paired | Ended | None:
        """What it has to say next; None: nothing, or it waits for results. Raises NotNow when it cannot begin."""
        record = self.stage
        if record is None:
            if not start:
                return None
            obstacle = self.obstacle()
            if obstacle:
                raise NotNow(obstacle)
            return draws.first(self.settings, self.present)
        if self.over:
            return None
        if not record.ended:
            said = course_of(self.settings, record.number).next(record)
            if said is not None:
                return said
        if not self._has_ended(record):
            return None
        play_off = tables.play_offs(record, self.ratings)
        if play_off is not None:
            return play_off
        return draws.following(record, self.entrants)

    @property
    def may_pair(self) -> bool:
        """Whether another round may still come: False from when the last one is paired."""
        record = self.stage
        if record is None or (not self.over and record.number < len(self.settings.stages)):
            return True
        of = course_of(self.settings, record.number)
        return not self.over and (not (record.ended or of.is_paired(record)) or tables.may_play_off(record, of))

    def takes_long(self) -> bool:
        """Whether `due` would have to compute for seconds: a round of a large Swiss."""
        record = self.stage
        return (
            record is not None and not record.ended and course_of(self.settings, record.number).takes_long(record)
        )

    def _has_ended(self, record: Record) -> bool:
        """All of its format is played; a play-off may follow."""
        return not record.open and (
            bool(record.ended) or course_of(self.settings, record.number).is_complete(record)
        )

    def _is_finished(self, record: Record) -> bool:
        return self._has_ended(record) and tables.play_offs(record, self.ratings) is None

    def copy(self) -> Tournament:
        twin = Tournament(self.settings)
        twin.events = self.events.copy()
        twin.entrants = self.entrants.copy()
        twin.gone = self.gone.copy()
        twin.stages = [record.copy() for record in self.stages]
        twin._counting = self._counting.copy()
        twin._called_off = {key: games.copy() for key, games in self._called_off.items()}
        twin._over = self._over
        return twin

    # What happens

    def apply(self, event: Event) -> None:
        """Raises NotNow, having changed nothing."""
        match event:
            case Voided():
                self._void(event)
                self.events.append(event)
                return
            case Entered(entrant):
                self._enter(entrant)
            case Withdrawn():
                self._withdraw(event)
            case Drawn():
                self._draw(event)
            case Paired():
                self._pair(event)
            case Ended():
                self._end(event)
            case Played():
                self._of_open(event.pairing).play(event)
                self._decided(event.pairing)
            case Ruled():
                self._of_open(event.pairing).rule(event)
                self._decided(event.pairing)
            case Corrected():
                self._correct(event)
            case _:
                assert_never(event)
        self._over = None if self.stages else False
        self.events.append(event)
        self._counting.append(event)

    def _enter(self, entrant: Entrant) -> None:
        key = entrant.key
        before = self.gone.get(key)
        if not key:
            raise NotNow("An entrant needs a key.")
        if key in self.entrants and before is None:
            raise NotNow(f"{key} has entered already.")
        if before is not None and before.disqualified:
            raise NotNow(f"{key} was disqualified and cannot come back.")
        if len(self.entrants) >= MOST_ENTRANTS and key not in self.entrants:
            raise NotNow(f"A tournament has at most {MOST_ENTRANTS} entrants.")
        record = self.stage
        if record is not None:
            self._enter_late(record, entrant)
        self.entrants[key] = entrant
        self.gone.pop(key, None)

    def _enter_late(self, record: Record, entrant: Entrant) -> None:
        key = entrant.key
        if self.over:
            raise NotNow("The tournament is over: enter the next one.")
        if record.number > 1:
            raise NotNow(
                "The first stage is over, and later stages are for those who qualified: enter the next one."
            )
        if record.ended or record.has_play_off:
            raise NotNow("The last round is played: enter the next tournament.")
        of = course_of(self.settings, record.number)
        why = of.late(record)
        if why:
            raise NotNow(why)
        if key not in record.gone:
            record.add(entrant)
        elif of.takes_back():
            del record.gone[key]
        else:
            raise NotNow(
                f"{key} has withdrawn, and its remaining pairings are decided: enter the next tournament."
            )

    def _withdraw(self, event: Withdrawn) -> None:
        key = event.entrant
        if key not in self.entrants:
            raise NotNow(f"{key} has not entered.")
        if key in self.gone:
            raise NotNow(f"{key} has withdrawn already.")
        if self.over:
            raise NotNow("The tournament is over: its results stand.")
        record = self.stage
        if record is None or key not in record.numbers:
            self.gone[key] = event
            return
        if event.forfeits and not course_of(self.settings, record.number).takes_corrections():
            raise NotNow("Its earlier results stand: in a bracket, the entrants it has beaten are out already.")
        self.gone[key] = event
        record.gone[key] = len(record.rounds)
        if event.disqualified:
            record.disqualified.add(key)
        for match in [one for one in record.open.values() if key in one.players]:
            match.withdraw(key)
            if match.outcome is not None:
                del record.open[match.key]
        if event.forfeits:
            for match in [one for one in record.matches.values() if key in one.players]:
                record.matches[match.key] = match.forfeited(key)

    def _draw(self, event: Drawn) -> None:
        if event.stage != len(self.stages) + 1 or event.stage > len(self.settings.stages):
            raise NotNow(f"Stage {event.stage} is not the next one.")
        if self.stages and not self._is_finished(self.stages[-1]):
            raise NotNow(f"Stage {event.stage - 1} is not over.")
        if len(set(event.order)) != len(event.order) or any(
            one not in self.entrants or one in self.gone for one in event.order
        ):
            raise NotNow("A draw names entrants that take part, each of them once.")
        self.stages.append(Record(self.settings, event.stage, event.order, self.entrants))

    def _pair(self, event: Paired) -> None:
        record = self._current(event.stage)
        require_pairings(event, record, self.match)
        if event.play_off == record.has_play_off and event.play_off:
            raise NotNow("The play-off is paired already.")
        of = course_of(self.settings, event.stage)
        prefix = f"{record.number}-"
        for pairing in event.pairings:
            go_on = 0 if event.play_off else of.go_on(record, pairing.key.removeprefix(prefix))
            match = Match(
                pairing, record.number, event.round, record.stage.unit, self.settings.seats, go_on,
                record.numbers, event.play_off,
            )  # fmt: skip
            match.attempts = self._called_off.get(pairing.key, {}).copy()
            gone = tuple(player for player in record.gone if player in pairing.players)
            if gone:
                match.begin_without(gone)
            record.matches[pairing.key] = match
            if match.outcome is None:
                record.open[pairing.key] = match
        keys = tuple(pairing.key for pairing in event.pairings)
        record.rounds.append(Round(event.round, keys, event.byes, event.play_off))

    def _end(self, event: Ended) -> None:
        record = self._current(event.stage)
        if record.open:
            raise NotNow("Pairings are open: a stage ends when they are decided.")
        if record.ended or self._is_finished(record):
            raise NotNow(f"Stage {event.stage} is over.")
        if not course_of(self.settings, event.stage).can_end():
            raise NotNow("A bracket is played to its end: withdraw an entrant, or rule its pairings.")
        if not record.rounds and len(record.present) >= max(2, self.settings.seats.least):
            raise NotNow("Nothing was played: there is nothing to end.")
        record.ended = event.reason or "Ended by the organizer."

    def _current(self, stage: int) -> Record:
        record = self.stage
        if record is None or record.number != stage:
            raise NotNow(f"Stage {stage} is not the one that is played.")
        return record

    def _of_open(self, key: str) -> Match:
        record = self.stage
        if record is not None and key in record.open:
            return record.open[key]
        if self.match(key) is not None:
            raise NotNow(f"Pairing {key} is decided: void a game of it, or its ruling, to have it played again.")
        raise NotNow(f"There is no pairing {key} now.")

    def _decided(self, key: str) -> None:
        record = self.stages[-1]
        if record.open[key].outcome is not None:
            del record.open[key]

    def _correct(self, event: Corrected) -> None:
        match = self.match(event.pairing)
        if match is None:
            raise NotNow(f"There is no pairing {event.pairing}.")
        record = self.stages[match.stage - 1]
        of = course_of(self.settings, match.stage)
        if not of.takes_corrections() and of.depends(record, match):
            raise NotNow(
                f"Later pairings depend on the result of {event.pairing}: in a bracket such a result cannot be "
                "corrected, only voided, and only before any of them is played."
            )
        corrected = match.copy()  # What is decided is shared with other copies of the tournament.
        corrected.correct(event)
        record.matches[match.key] = corrected

    # Taking back

    def _void(self, event: Voided) -> None:
        match = self.match(event.pairing)
        if match is None:
            raise NotNow(f"There is no pairing {event.pairing}.")
        taken_back = voiding.taken_back(self.settings, self.stages, match, event)
        left = (voiding.without(one, event, match, taken_back) for one in self._counting)
        kept = [one for one in left if one is not None]
        twin = Tournament(self.settings)
        twin._called_off = {key: games.copy() for key, games in self._called_off.items()}
        for key, game in [(event.pairing, event.game), *((key, 0) for key in taken_back)]:
            games = twin._called_off.setdefault(key, {})
            games[game] = games.get(game, 0) + 1
        for one in kept:
            twin._apply_again(one, event.pairing)
        for name in ("entrants", "gone", "stages", "_counting", "_called_off", "_over"):
            setattr(self, name, getattr(twin, name))

    def _apply_again(self, event: Event, pairing: str) -> None:
        """A later game of the pairing may not be wanted any more: it goes with the voided one."""
        try:
            self.apply(event)
        except NotNow:
            if not isinstance(event, Played) or event.pairing != pairing:
                raise
            games = self._called_off.setdefault(pairing, {})
            games[event.game] = games.get(event.game, 0) + 1
            match = self.match(pairing)
            if match is not None:
                match.attempts[event.game] = match.attempts.get(event.game, 0) + 1
