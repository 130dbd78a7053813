"""A job of each kind, to test the machine with: how it is ordered, what its worker says, its subject's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from arena.orders.envelopes import sign, unpacked
from athanor.bots.models import Version
from athanor.bots.services import upload
from athanor.jobs import services
from athanor.jobs.models import Attempt, Job, Kind
from athanor.jobs.services import Settlement
from athanor.ladders.models import Ladder
from athanor.lifecycles import JobState, MatchState, TournamentState, VersionState
from athanor.matches.models import Match
from athanor.storage import blobs
from athanor.tournaments import pairing_jobs
from athanor.tournaments.models import Tournament
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import CheckOrder, CheckRecord, MatchOrder
from tests.athanor import world
from tests.athanor.tournaments import events

SOURCE: Final = b"def choose(ask):\n    return 0\n"


@dataclass(frozen=True)
class Rig:
    """A kind of job."""

    kind: Kind
    states: Mapping[JobState, str]
    """That of the subject by that of its job."""
    is_signed: bool = True
    """Whether a worker without a database sends a record."""

    def order(self) -> Job:
        raise NotImplementedError

    def record(self, attempt: Attempt, **also: Any) -> Any:
        """What an honest worker would say of the attempt."""
        raise NotImplementedError

    def state(self, job: Job) -> str:
        """The subject's."""
        raise NotImplementedError

    def signed(self, attempt: Attempt, **also: Any) -> Any:
        return sign(self.record(attempt, **also), settings.RECORD_KEY)

    def said(self, attempt: Attempt, **also: Any) -> Callable[[datetime], Settlement]:
        """What its worker says when it ends, and what that comes to when the site hears it."""
        signed = self.signed(attempt, **also)
        return lambda now: services.settle(kind=self.kind, signed=signed, now=now)

    def settle(self, attempt: Attempt, **also: Any) -> Settlement:
        return self.said(attempt, **also)(timezone.now())

    def token(self, message: Mapping[str, Any]) -> str:
        """Of the attempt that a message is for."""
        raise NotImplementedError


class MatchRig(Rig):
    def order(self) -> Job:
        ladder = Ladder.objects.first() or world.ladder()
        return world.order([world.bot() for _ in range(3)], on=ladder)[0].job

    def record(self, attempt: Attempt, **also: Any) -> Any:
        return world.record(Match.objects.get(job=attempt.job), attempt=attempt, **also)

    def state(self, job: Job) -> str:
        return Match.objects.get(job=job).state

    def token(self, message: Mapping[str, Any]) -> str:
        return unpacked(MatchOrder, message).attempt.token


class CheckRig(Rig):
    def order(self) -> Job:
        version = upload(owner=world.author(), content=SOURCE, filename="bot.py", games=["poison"])
        return version.job

    def record(self, attempt: Attempt, **also: Any) -> Any:
        version = Version.objects.get(job=attempt.job)
        given: dict[str, Any] = {
            "upload": str(version.pk),
            "attempt": AttemptMessage(attempt.number, attempt.token),
            "outcome": "accepted",
            "reason": "",
            "message": "It plays.",
            "log": "built, played",
            "built": blobs().put(b"built " + version.digest.encode()),
            "worker": "worker-1",
        }
        return CheckRecord(**(given | also))

    def state(self, job: Job) -> str:
        return Version.objects.get(job=job).state

    def token(self, message: Mapping[str, Any]) -> str:
        return unpacked(CheckOrder, message).attempt.token


class PairingRig(Rig):
    def order(self) -> Job:
        number = next(world.numbers)
        cup = events.event(title=f"Cup {number}", format="swiss", rounds=3)
        Tournament.objects.filter(pk=cup.pk).update(state=TournamentState.RUNNING, started_at=timezone.now())
        return pairing_jobs.order(events.fresh(cup), timezone.now())

    def said(self, attempt: Attempt, **also: Any) -> Callable[[datetime], Settlement]:
        token, fault = attempt.token, also.get("reason", "")
        return lambda now: services.close(token=token, fault=fault, now=now)

    def token(self, message: Mapping[str, Any]) -> str:
        return str(message["token"])

    def state(self, job: Job) -> str:
        """It has none of its own: the tournament goes on when the job has ended."""
        return job.state


MATCH: Final = MatchRig(
    Kind.MATCH,
    {
        JobState.WAITING: MatchState.ORDERED,
        JobState.RUNNING: MatchState.RUNNING,
        JobState.DONE: MatchState.FINISHED,
        JobState.VOID: MatchState.VOID,
    },
)
CHECK: Final = CheckRig(
    Kind.CHECK,
    {
        JobState.WAITING: VersionState.UPLOADED,
        JobState.RUNNING: VersionState.CHECKING,
        JobState.DONE: VersionState.ACCEPTED,
        JobState.VOID: VersionState.REFUSED,
    },
)
PAIRING: Final = PairingRig(Kind.PAIRING, {state: state for state in JobState}, is_signed=False)
RIGS: Final = (MATCH, CHECK, PAIRING)
