"""A job of each kind, to test the machine with: how it is ordered, what its worker says, its subject's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from arena.orders.envelopes import sign
from athanor.bots.models import Version
from athanor.bots.services import upload
from athanor.jobs import services
from athanor.jobs.models import Attempt, Job, Kind
from athanor.jobs.services import Settlement
from athanor.ladders.models import Ladder
from athanor.lifecycles import JobState, MatchState, VersionState
from athanor.matches.models import Match
from athanor.storage import blobs
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import CheckRecord
from tests.athanor import world

SOURCE: Final = b"def choose(ask):\n    return 0\n"


@dataclass(frozen=True)
class Rig:
    """A kind of job."""

    kind: Kind
    states: Mapping[JobState, str]
    """That of the subject by that of its job."""

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

    def settle(self, attempt: Attempt, **also: Any) -> Settlement:
        return services.settle(kind=self.kind, signed=self.signed(attempt, **also))


class MatchRig(Rig):
    def order(self) -> Job:
        ladder = Ladder.objects.first() or world.ladder()
        return world.order([world.bot() for _ in range(3)], on=ladder)[0].job

    def record(self, attempt: Attempt, **also: Any) -> Any:
        return world.record(Match.objects.get(job=attempt.job), attempt=attempt, **also)

    def state(self, job: Job) -> str:
        return Match.objects.get(job=job).state


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
RIGS: Final = (MATCH, CHECK)
