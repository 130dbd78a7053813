"""Authors, bots, ladders and played matches for tests, made by the site's own services."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any, Literal

from django.conf import settings
from django.utils import timezone
from kombu import Connection

from arena.kernel.seatings import rotated_set
from arena.orders.envelopes import sign, unpacked
from arena.orders.ladders import QUICK, Plan
from arena.orders.lanes import Lane
from athanor.accounts.models import Scope, User
from athanor.accounts.services import issue_token
from athanor.bots.models import Bot, Version
from athanor.bots.services import make_current
from athanor.celery import app
from athanor.jobs import services as jobs
from athanor.jobs.models import Attempt, Kind
from athanor.jobs.services import Settlement
from athanor.ladders.models import Ladder
from athanor.ladders.services import create
from athanor.lifecycles import OPEN_ATTEMPT, VersionState, one_of
from athanor.matches import epochs, play_jobs, services
from athanor.matches.models import Match, Purpose
from athanor.storage import blobs
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import CheckOrder, Clock, Heartbeat, MatchOrder, MatchRecord, SeatRecord, WorkerReport
from athanorpb.isolation import Isolation

numbers = count(1)
GAMES = ("poison",)


def author(name: str = "", **fields: Any) -> User:
    name = name or f"author-{next(numbers)}"
    return User.objects.create_user(username=name, email=f"{name}@example.org", password="correct horse", **fields)


def bot(
    name: str = "", owner: User | None = None, games: Sequence[str] = ("poison",), playing: bool = True
) -> Bot:
    """A bot with one accepted version, which plays unless said otherwise."""
    name = name or f"bot-{next(numbers)}"
    made = Bot.objects.create(owner=owner or author(), name=name, slug=name)
    first = version(made, games=games)
    if playing:
        make_current(version=first)
    made.refresh_from_db()
    return made


def version(of: Bot, games: Sequence[str] = GAMES, **fields: Any) -> Version:
    digest = hashlib.sha256(f"{of.owner.username}/{of.slug} {next(numbers)}".encode()).hexdigest()
    now = timezone.now()
    given = {
        "bot": of,
        "number": of.versions.count() + 1,
        "state": VersionState.ACCEPTED,
        "filename": "bot.py",
        "size": 100,
        "digest": digest,
        "stored_bytes": 100,
        "built": digest,
        "built_bytes": 0,
        "runtime": "python",
        "protocol": "stdio",
        "games": list(games),
        "uploaded_at": now,
        "decided_at": now,
    }
    return Version.objects.create(**(given | fields))


def current(of: Bot) -> Version:
    of.refresh_from_db()
    assert of.current is not None
    return of.current


def ladder(slug: str = "poison", seats: int = 4, least_seats: int = 3, **fields: Any) -> Ladder:
    plan = Plan(
        slug=slug, title=slug.title(), about="", game="poison", seats=seats, least_seats=least_seats, clock=QUICK
    )
    made = create(plan=plan)
    if fields:
        Ladder.objects.filter(pk=made.pk).update(**fields)
        made.refresh_from_db()
    return made


def order(bots: Sequence[Bot], on: Ladder | None = None, **also: Any) -> list[Match]:
    """A set of matches of these bots, by seat: of a ladder, or a challenge. `rotations`: how many."""
    now = also.pop("now", timezone.now())
    seatings = rotated_set(len(bots))[: also.pop("rotations", 1)]
    epochs.ensure(now=now)
    return services.order(
        purpose=Purpose.LADDER if on else Purpose.CHALLENGE,
        game="poison",
        options={},
        clock=Clock(),
        versions=[current(each) for each in bots],
        ladder_id=on.pk if on else None,
        least_isolation=on.least_isolation if on else Isolation.NONE.value,
        seatings=seatings,
        now=now,
        **also,
    )


def attempt_of(match: Match) -> Attempt:
    return Attempt.objects.get(one_of(OPEN_ATTEMPT), job=match.job_id)


def dispatch_order(match: Match) -> MatchOrder:
    """The order that a worker gets for the match's open attempt."""
    return play_jobs.order_of(attempt_of(match))


def record(match: Match, ranks: Sequence[int] = (), attempt: Attempt | None = None, **also: Any) -> MatchRecord:
    """What an honest worker would say of the match's open attempt."""
    attempt = attempt or attempt_of(match)
    seats = match.seats.count()
    ranks = ranks or range(1, seats + 1)
    given: dict[str, Any] = {
        "match": match.public_id,
        "attempt": AttemptMessage(attempt.number, attempt.token),
        "outcome": "finished",
        "reason": "rounds-played",
        "worker": "worker-1",
        "sandbox": "bubblewrap",
        "scores": tuple(10 * rank for rank in ranks),
        "ranks": tuple(ranks),
        "seats": tuple(SeatRecord(answers=12, charged=340, slowest=50, startup=80, cpu=300) for _ in range(seats)),
        "plies": 48,
        "replay": blobs().put(f"replay of {match.public_id}".encode()),
        "chain": "ab" * 32,
    }
    return MatchRecord(**(given | also))


def signed(said: MatchRecord, key: bytes = b"") -> dict[str, Any]:
    return sign(said, key or settings.RECORD_KEY)


def heartbeat(attempt: Attempt, state: Literal["waiting", "working"], key: bytes = b"") -> dict[str, Any]:
    """As the worker that holds the order sends it."""
    said = Heartbeat(AttemptMessage(attempt.number, attempt.token), state)
    return sign(said, key or settings.RECORD_KEY)


def signed_report(said: WorkerReport, key: bytes = b"") -> dict[str, Any]:
    return sign(said, key or settings.RECORD_KEY)


def settle(*, signed: Any, now: datetime | None = None) -> Settlement:
    """What a signed record of a match comes to."""
    return jobs.settle(kind=Kind.MATCH, signed=signed, now=now)


def play(match: Match, ranks: Sequence[int] = (), now: datetime | None = None) -> Settlement:
    return settle(signed=signed(record(match, ranks)), now=now)


def token(user: User, *scopes: str, days: int | None = None) -> str:
    return issue_token(user=user, name="test", scopes=scopes or tuple(Scope.values), days=days).secret


def waiting(queue: str) -> list[Any]:
    """Takes the messages out of a queue: the arguments of each."""
    taken = []
    with Connection(settings.BROKER_URL) as connection:
        channel = connection.channel()
        app.amqp.queues[queue](channel).declare()
        while (message := channel.basic_get(queue)) is not None:
            taken.append(message.decode()[0])
            channel.basic_ack(message.delivery_tag)
    return taken


def orders(queue: str) -> list[Any]:
    """Takes the orders out of the queue of a lane."""
    kind: Any = CheckOrder if queue == Lane.CHECKS.queue else MatchOrder
    return [unpacked(kind, sent) for (sent,) in waiting(queue)]


def solo_ladder(
    slug: str = "alone", season_days: int = 28, season_seeds: int = 3, season_entries: int = 20
) -> Ladder:
    """A ladder for one wizard alone, with few deals; its first season begins with the next `turn`."""
    plan = Plan(
        slug=slug,
        title="Alone",
        about="",
        game="alakazoo",
        seats=1,
        least_seats=1,
        clock=QUICK,
        season_days=season_days,
        season_seeds=season_seeds,
        season_entries=season_entries,
    )
    return create(plan=plan)


def soloist(name: str = "", owner: User | None = None) -> Bot:
    return bot(name, owner, games=["alakazoo"])


def play_alone(
    match: Match, progress: Sequence[int] = (4, 10, 0), now: datetime | None = None, **also: Any
) -> Settlement:
    """Settles a match of a season: solved, where all nine spells are placed."""
    solved = progress[0] == 9
    given = {
        "progress": tuple(progress),
        "scores": (int(solved),),
        "reason": "won" if solved else "darkness",
    }
    return settle(signed=signed(record(match, [1], **(given | also))), now=now)
