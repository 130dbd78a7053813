"""Who may go where: the state table of every lifecycle, in one place.

A state changes by one conditional UPDATE (`moved`), whose WHERE names the states it may come from: of two
that try at once, one changes a row and the other learns that it came too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet, TextChoices

M = TypeVar("M", bound=Model)


class VersionState(TextChoices):
    UPLOADED = "uploaded", "waiting for its check"
    CHECKING = "checking", "being built and checked"
    ACCEPTED = "accepted", "accepted"
    REFUSED = "refused", "refused"


class MatchState(TextChoices):
    ORDERED = "ordered", "waiting for a worker"
    RUNNING = "running", "being played"
    FINISHED = "finished", "finished"
    VOID = "void", "void"


class JobState(TextChoices):
    WAITING = "waiting", "waiting for a worker"
    RUNNING = "running", "being done by a worker"
    DONE = "done", "done"
    VOID = "void", "void (our fault)"


class AttemptState(TextChoices):
    SENT = "sent", "sent to the workers"
    STARTED = "started", "begun by a worker"
    SETTLED = "settled", "its record was taken"
    FAILED = "failed", "failed (our fault)"
    EXPIRED = "expired", "overdue, given to another attempt"


class TournamentState(TextChoices):
    DRAFT = "draft", "a draft"
    ANNOUNCED = "announced", "announced"
    REGISTRATION = "registration", "open for registration"
    CHECK_IN = "check-in", "in check-in"
    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    FINISHED = "finished", "finished"
    ARCHIVED = "archived", "archived"
    CANCELLED = "cancelled", "called off"


class EntryState(TextChoices):
    ENTERED = "entered", "entered"
    WAITING = "waiting", "on the waiting list"
    PLAYING = "playing", "plays"
    WITHDRAWN = "withdrawn", "withdrawn"
    DISQUALIFIED = "disqualified", "disqualified"
    LEFT_OUT = "left-out", "left out at the start"


State = VersionState | MatchState | JobState | AttemptState | TournamentState | EntryState

GOES: Mapping[State, frozenset[State]] = {
    VersionState.UPLOADED: frozenset((VersionState.CHECKING, VersionState.REFUSED)),
    # Back to UPLOADED when the check failed through our fault.
    VersionState.CHECKING: frozenset((VersionState.ACCEPTED, VersionState.REFUSED, VersionState.UPLOADED)),
    VersionState.ACCEPTED: frozenset(),
    VersionState.REFUSED: frozenset(),
    # Straight to FINISHED where the record overtook the news that a worker had begun.
    MatchState.ORDERED: frozenset((MatchState.RUNNING, MatchState.FINISHED, MatchState.VOID)),
    # Back to ORDERED when an attempt failed and there may be another.
    MatchState.RUNNING: frozenset((MatchState.ORDERED, MatchState.FINISHED, MatchState.VOID)),
    MatchState.FINISHED: frozenset(),
    MatchState.VOID: frozenset(),
    AttemptState.SENT: frozenset(
        (AttemptState.STARTED, AttemptState.SETTLED, AttemptState.FAILED, AttemptState.EXPIRED)
    ),
    AttemptState.STARTED: frozenset((AttemptState.SETTLED, AttemptState.FAILED, AttemptState.EXPIRED)),
    AttemptState.SETTLED: frozenset(),
    AttemptState.FAILED: frozenset(),
    AttemptState.EXPIRED: frozenset(),
}

JOB_GOES: Mapping[JobState, frozenset[JobState]] = {
    # Straight to DONE where the record overtook the heartbeat.
    JobState.WAITING: frozenset((JobState.RUNNING, JobState.DONE, JobState.VOID)),
    # Back to WAITING when an attempt failed and there may be another.
    JobState.RUNNING: frozenset((JobState.WAITING, JobState.DONE, JobState.VOID)),
    JobState.DONE: frozenset(),
    JobState.VOID: frozenset(),
}

TOURNAMENT_GOES: Mapping[TournamentState, frozenset[TournamentState]] = {
    TournamentState.DRAFT: frozenset((TournamentState.ANNOUNCED, TournamentState.CANCELLED)),
    TournamentState.ANNOUNCED: frozenset((TournamentState.REGISTRATION, TournamentState.CANCELLED)),
    TournamentState.REGISTRATION: frozenset(
        (TournamentState.CHECK_IN, TournamentState.RUNNING, TournamentState.CANCELLED)
    ),
    # Back to REGISTRATION when the start is put off far enough.
    TournamentState.CHECK_IN: frozenset(
        (TournamentState.REGISTRATION, TournamentState.RUNNING, TournamentState.CANCELLED)
    ),
    TournamentState.RUNNING: frozenset(
        (TournamentState.PAUSED, TournamentState.FINISHED, TournamentState.CANCELLED)
    ),
    TournamentState.PAUSED: frozenset((TournamentState.RUNNING, TournamentState.CANCELLED)),
    # Back to RUNNING when a game of it is voided.
    TournamentState.FINISHED: frozenset((TournamentState.RUNNING, TournamentState.ARCHIVED)),
    TournamentState.ARCHIVED: frozenset(),
    TournamentState.CANCELLED: frozenset(),
}

ENTRY_GOES: Mapping[EntryState, frozenset[EntryState]] = {
    # Back to ENTERED: who withdrew before the start, or late, may change their mind.
    EntryState.ENTERED: frozenset(
        (
            EntryState.PLAYING,
            EntryState.WAITING,
            EntryState.WITHDRAWN,
            EntryState.DISQUALIFIED,
            EntryState.LEFT_OUT,
        )
    ),
    EntryState.WAITING: frozenset(
        (EntryState.ENTERED, EntryState.WITHDRAWN, EntryState.DISQUALIFIED, EntryState.LEFT_OUT)
    ),
    EntryState.PLAYING: frozenset((EntryState.WITHDRAWN, EntryState.DISQUALIFIED)),
    EntryState.WITHDRAWN: frozenset((EntryState.ENTERED, EntryState.WAITING, EntryState.PLAYING)),
    EntryState.DISQUALIFIED: frozenset(),
    EntryState.LEFT_OUT: frozenset(),
}

OPEN_MATCH = (MatchState.ORDERED, MatchState.RUNNING)
OPEN_JOB = (JobState.WAITING, JobState.RUNNING)
OPEN_ATTEMPT = (AttemptState.SENT, AttemptState.STARTED)
OPEN_VERSION = (VersionState.UPLOADED, VersionState.CHECKING)

MATCH_IS_OPEN = Q(ended_at__isnull=True)
JOB_IS_OPEN = Q(ended_at__isnull=True)
ATTEMPT_IS_OPEN = Q(closed_at__isnull=True)
VERSION_IS_OPEN = Q(decided_at__isnull=True)
"""The same as conditions, for queries and their partial indexes: constraints hold state and time together, and a
condition without a parameter is one that SQLite recognises as that of an index."""


def table_of(kind: type[State]) -> Mapping[State, frozenset[State]]:
    """The state table of one lifecycle. Some of them have a state by the same word, and words are equal."""
    tables: Mapping[type[State], Any] = {
        JobState: JOB_GOES,
        TournamentState: TOURNAMENT_GOES,
        EntryState: ENTRY_GOES,
    }
    return tables.get(kind) or {source: targets for source, targets in GOES.items() if type(source) is kind}


def before(state: State) -> list[str]:
    """The states from which this one can be reached."""
    return [source.value for source, targets in table_of(type(state)).items() if state in targets]


def moved(rows: QuerySet[M], to: State, **also: Any) -> bool:
    """Takes the one row of `rows` to a state, if it may go there. Says whether it did."""
    changed = rows.filter(state__in=before(to)).update(state=to.value, **also)
    assert changed <= 1, f"{changed} rows went to {to} at once"
    return changed == 1


def one_of(states: Iterable[State], field: str = "state") -> Q:
    return Q(**{f"{field}__in": [state.value for state in states]})
