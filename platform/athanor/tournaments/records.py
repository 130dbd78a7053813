"""The fold behind a tournament: its records read into the pairing layer, and new ones written.

A `Book` is open while a tournament's row is held: what it records is applied at once and written by `close`, in
the same transaction. Folds are kept by process, each under the number of its last record, so that a page or a
sweep folds only what is new; who takes one to change it takes a copy.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from functools import partial
from threading import Lock

from django.db import transaction

from arena.pairing.documents import read_event, read_settings, to_document
from arena.pairing.events import Drawn, Ended, Event, Paired, Voided
from arena.pairing.settings import Settings
from arena.pairing.tournament import Tournament as Contest
from athanor.tournaments import telling
from athanor.tournaments.models import RUNS, Record, Tournament

KEPT = 24
_folds: OrderedDict[tuple[int, str, int], Contest] = OrderedDict()
_lock = Lock()


def settings_of(tournament: Tournament) -> Settings:
    return read_settings(tournament.settings | {"seed": tournament.seed})


def contest_of(tournament: Tournament, upto: int | None = None) -> Contest:
    """What its records come to, all or the first `upto`. To be read only."""
    last = tournament.sequence if upto is None else upto
    if last == 0:
        # Nothing is kept of it: until the draw its settings may change.
        return Contest(settings_of(tournament))
    key = (tournament.pk, tournament.seed, last)
    with _lock:
        found = _folds.get(key)
        if found is not None:
            _folds.move_to_end(key)
            return found
        known = max(
            (number for pk, seed, number in _folds if (pk, seed) == key[:2] and number < last), default=None
        )
        begun = None if known is None else _folds[*key[:2], known]
    contest = Contest(settings_of(tournament)) if begun is None else begun.copy()
    rows = Record.objects.filter(tournament=tournament, sequence__gt=known or 0, sequence__lte=last)
    for document in rows.order_by("sequence").values_list("document", flat=True):
        contest.apply(read_event(document))
    _keep(key, contest)
    return contest


def _keep(key: tuple[int, str, int], contest: Contest) -> None:
    with _lock:
        _folds[key] = contest
        _folds.move_to_end(key)
        while len(_folds) > KEPT:
            _folds.popitem(last=False)


_due: OrderedDict[tuple[int, str, int], Drawn | Paired | Ended | None] = OrderedDict()


def due_of(tournament: Tournament) -> Drawn | Paired | Ended | None:
    """What the pairing layer has to say next: computed once for the records there are."""
    key = (tournament.pk, tournament.seed, tournament.sequence)
    with _lock:
        if key in _due:
            return _due[key]
    event = contest_of(tournament).due()
    with _lock:
        _due[key] = event
        while len(_due) > KEPT:
            _due.popitem(last=False)
    return event


def forget() -> None:
    """Empties what this process has kept."""
    with _lock:
        _folds.clear()
        _due.clear()


def told_upto(tournament: Tournament) -> int:
    """How many of its records are public: where results are told later, those up to the rounds that were."""
    if not tournament.tells_later or tournament.finished_at is not None:
        return tournament.sequence
    later = Record.objects.filter(tournament=tournament, round__gt=tournament.revealed)
    # The pairings of the round after the last one that was told are known.
    hidden = later.exclude(pairs=True, round=tournament.revealed + 1).order_by("sequence")
    first = hidden.values_list("sequence", flat=True).first()
    return tournament.sequence if first is None else first - 1


def told(tournament: Tournament) -> Contest:
    """What everybody may know of it. To be read only."""
    return contest_of(tournament, told_upto(tournament))


def next_round_at(tournament: Tournament) -> datetime | None:
    """When the next round begins at the earliest; None: nothing waits for a time, or the last round is paired."""
    at = tournament.next_round_at
    return at if at is not None and tournament.state in RUNS and contest_of(tournament).may_pair else None


RoundKey = tuple[int, int, bool]
"""Stage, round of the stage, whether it is of a play-off."""


def rounds_of(contest: Contest) -> dict[RoundKey, int]:
    """The rounds that were paired, numbered over all stages: what `Record.round` and `Game.round` count."""
    numbers: dict[RoundKey, int] = {}
    for stage in contest.stages:
        for one in stage.rounds:
            numbers.setdefault((stage.number, one.number, one.play_off), len(numbers) + 1)
    return numbers


class Book:
    """A tournament whose row is held, and what is recorded of it in this transaction."""

    def __init__(self, held: Tournament, now: datetime) -> None:
        self.row = held
        self.now = now
        self.contest = contest_of(held).copy()
        self.rounds = rounds_of(self.contest)
        self._new: list[Record] = []
        self._keys: dict[int, str] = {}

    def record(self, event: Event) -> None:
        """Raises NotNow; nothing has changed then."""
        self.contest.apply(event)
        if isinstance(event, Paired):
            self._begin_round((event.stage, event.round, event.play_off))
        elif isinstance(event, Voided):
            # What was made of it is taken back: rounds too, perhaps.
            self.rounds = rounds_of(self.contest)
            self.row.rounds = len(self.rounds)
        self.row.sequence += 1
        self._new.append(
            Record(
                tournament=self.row,
                sequence=self.row.sequence,
                document=to_document(event),
                round=self.row.rounds,
                pairs=isinstance(event, Paired),
                at=self.now,
            )
        )

    def _begin_round(self, key: RoundKey) -> None:
        if key in self.rounds:
            return
        self.rounds[key] = self.row.rounds = len(self.rounds) + 1
        if self.row.round_minutes:
            planned = max(self.row.next_round_at or self.row.starts_at, self.row.starts_at)
            apart = timedelta(minutes=self.row.round_minutes)
            # Who is late by more than a round goes on from here; else the timetable holds.
            self.row.next_round_at = (planned if self.now - planned < apart else self.now) + apart

    def begins_too_early(self, event: Event) -> bool:
        """Whether it pairs a round whose time has not come."""
        if not isinstance(event, Paired) or (event.stage, event.round, event.play_off) in self.rounds:
            return False
        at = self.row.next_round_at
        return bool(self.rounds) and at is not None and self.now < at

    def key_of(self, bot: int) -> str:
        """What the records call a bot, whatever it is called now."""
        if not self._keys:
            self._keys = dict(self.row.entries.values_list("bot", "key"))
        return self._keys[bot]

    def round_of(self, pairing: str) -> int:
        match = self.contest.match(pairing)
        assert match is not None
        return self.rounds[match.stage, match.round, match.play_off]

    def close(self) -> bool:
        """Writes what was recorded. Says whether anything was."""
        if not self._new:
            return False
        Record.objects.bulk_create(self._new, batch_size=500)
        first, pairs = self._new[0].sequence, any(one.pairs for one in self._new)
        self._new = []
        self.row.save(update_fields=["sequence", "rounds", "next_round_at"])
        if pairs:
            telling.paired(self.row, first - 1, told_upto(self.row), self.now)
        key = (self.row.pk, self.row.seed, self.row.sequence)
        transaction.on_commit(partial(_keep, key, self.contest))
        return True
