"""Orders and records, as frozen values with a JSON form.

An order holds all that a worker needs: it has no database and no site secrets. A record holds all that the
site needs to settle: the replay and the logs lie in the blob store under the digests it names.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, TypeVar

from athanorpb.isolation import Isolation

T = TypeVar("T")

AN_HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Clock:
    """All times in milliseconds."""

    startup: int = 10_000
    """From the start of the bot's program to its `ready`."""
    bank: int = 30_000
    """Thinking time for the whole match, as the driver measures it."""
    increment: int = 100
    """Added to the bank after each answer."""
    move_cap: int = 10_000
    """Wall time that one answer may take at most."""
    match_cap: int = 900_000
    """Wall time that the whole match may take at most."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One seat of an order."""

    bot: str
    """As the record and the replay name it: "author/bot"."""
    version: int
    bundle: str
    """SHA-256 of the built bundle, in the blob store."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A round of public randomness whose value is mixed into a seed (`arena.replay.seeds`)."""

    name: str = ""
    """Of the beacon, as its site calls it; empty: the seed has no beacon."""
    round: int = 0
    randomness: str = ""
    """Hexadecimal digits, as the beacon published them."""


NO_BEACON: Final = Beacon()


@dataclass(frozen=True, slots=True)
class MatchOrder:
    match: str
    """The match's public id."""
    attempt: int
    token: str
    """Of the attempt: a record with another one changes nothing."""
    game: str
    options: Mapping[str, Any]
    seed: str
    """64 hexadecimal digits."""
    clock: Clock
    seats: tuple[Entrant, ...]
    deadline: float
    """Unix time after which nobody may begin it: the site opens another attempt."""
    seconds: float = AN_HOUR
    """That it may take from then on, however long it has waited."""
    set_id: str = ""
    """The duplicate set whose seed this is: `arena.replay.seeds` checks it from the replay."""
    sealed: bool = False
    """Whether nobody may see it yet: others have the same deal still before them. It has no live feed."""
    beacon: Beacon = NO_BEACON
    """What the seed was mixed with, for the replay."""
    least_isolation: Isolation = Isolation.NONE
    """Whose sandboxes are kept apart less than this does not play it."""
    hosts: int = 1
    """How many that do play it the site has heard of lately: a host on which a match of the set has ended leaves
    the others to the rest."""
    alone: bool = False
    """Whether nothing else is to be played beside it: a host stalled at the attempt before."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an upload is tried out by: a game, and the clock of a ladder that it will enter."""

    game: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """Build an upload and see whether it plays: against itself and a house bot, in each trial."""

    upload: str
    attempt: int
    token: str
    bundle: str
    """SHA-256 of what was uploaded, unpacked and packed again by the site's strict reader."""
    trials: tuple[Trial, ...]
    deadline: float
    seconds: float = AN_HOUR


@dataclass(frozen=True, slots=True)
class Spread:
    """How the milliseconds of a seat's answers lie: each figure is one that an answer really took."""

    count: int = 0
    """Of answers, lost ones too."""
    median: float = 0.0
    p95: float = 0.0
    """All but one in twenty took no longer."""
    longest: float = 0.0
    bins: tuple[int, ...] = ()
    """How many answers took less than a millisecond, and then in steps of half an octave: see `bin_of`. Those of
    several matches can be added up. Empty in records of before they were kept."""


BINS_AN_OCTAVE: Final = 2
MOST_BINS: Final = 40
"""The last one is open: nobody waits for ten minutes."""


def bin_of(milliseconds: float) -> int:
    """The place of a time in `Spread.bins`: 0 is below 1 ms, the next from there to 1.41 ms, then to 2 ms, ..."""
    if milliseconds < 1:
        return 0
    return min(1 + int(BINS_AN_OCTAVE * math.log2(milliseconds)), MOST_BINS - 1)


def end_of_bin(place: int) -> float:
    """The milliseconds that what is in it is below."""
    return float(2 ** (place / BINS_AN_OCTAVE))


@dataclass(frozen=True, slots=True)
class Spent:
    """What a seat's bot took, for its author: nobody else is shown it."""

    charged: Spread = Spread()
    wall: Spread = Spread()
    """From ask to answer, without what the host withheld."""
    idle: int = 0
    """Milliseconds that it neither ran nor was kept from running, in its answers: a share of them was charged."""
    heard: int = -1
    """Bytes of the messages that it was sent; -1: it has no line."""
    said: int = -1
    """Bytes of its own messages."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What became of one seat."""

    out: str = ""
    """Why its bot was out: a member of `arena.referee.conduct.Out`; empty: it was not."""
    out_detail: str = ""
    out_ply: int = -1
    strikes: int = 0
    answers: int = 0
    charged: int = 0
    """Milliseconds of its bank, in all."""
    slowest: int = 0
    startup: int = 0
    cpu: int = -1
    """Milliseconds of CPU time, -1 where the driver does not measure it."""
    withheld: int = 0
    """Milliseconds of wall time that the host kept from it while it was asked; they were charged to nobody."""
    memory: int = -1
    """Peak, in bytes."""
    spent: Spent = Spent()
    log: str = ""
    """SHA-256 of the bot's stderr in the blob store; empty: it wrote nothing."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    match: str
    attempt: int
    token: str
    outcome: Literal["finished", "void"]
    reason: str
    """Of the result ("rounds-played"), or why it is void."""
    worker: str
    sandbox: str
    """The driver of its sandboxes."""
    container_runtime: str = ""
    """What ran its containers; empty: it had none."""
    isolation: str = ""
    """The level (`athanorpb.isolation`) of the sandbox that was kept apart least; empty: it is not known."""
    stalled: bool = False
    """Whether it is void because its host kept a bot from running."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """After the referee put the seats that were out last."""
    seats: tuple[SeatRecord, ...] = ()
    progress: tuple[int, ...] = ()
    """The game's measures, where somebody played alone."""
    plies: int = 0
    replay: str = ""
    """SHA-256 of the replay file in the blob store."""
    chain: str = ""
    """The head of the replay's hash chain."""
    started: float = 0.0
    ended: float = 0.0


@dataclass(frozen=True, slots=True)
class CheckRecord:
    upload: str
    attempt: int
    token: str
    outcome: Literal["accepted", "refused", "void"]
    reason: str
    """A code of `sandbox.bundle.faults` or of the check; empty when accepted."""
    message: str
    """What went wrong and what to do, in the author's words."""
    log: str
    """The whole log of build and check, bounded, as text."""
    built: str = ""
    """SHA-256 of the built bundle."""
    worker: str = ""


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """That a worker is there, and what it runs bots in."""

    name: str
    host: str
    """The same for all workers whose sandboxes share a kernel; it tells nothing else."""
    sandbox: str
    container_runtime: str
    isolation: Isolation
    """Of its sandboxes."""


Order = MatchOrder | CheckOrder
Record = MatchRecord | CheckRecord


class BadDocument(ValueError):
    """A document that is not the order or the record it should be."""


def document(value: Order | Record | WorkerReport | Spent) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(value)))
    return plain


def read(kind: type[T], given: Any) -> T:
    """The value of a document. Raises BadDocument."""
    try:
        value: T = _read(kind, given)
    except (TypeError, ValueError, KeyError) as error:
        raise BadDocument(f"not a {kind.__name__}: {error}") from error
    return value


def _read(hint: Any, given: Any) -> Any:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(given, dict):
            raise TypeError(f"an object was expected for {hint.__name__}")
        hints = typing.get_type_hints(hint)
        if unknown := [name for name in given if name not in hints]:
            raise TypeError(f"unknown fields: {', '.join(sorted(unknown))[:200]}")
        return hint(**{name: _read(hints[name], value) for name, value in given.items()})
    origin = typing.get_origin(hint)
    if origin is tuple:
        return tuple(_read(typing.get_args(hint)[0], item) for item in given)
    if origin is Literal:
        if given not in typing.get_args(hint):
            raise ValueError(f"{given!r:.60} is none of {typing.get_args(hint)}")
        return given
    if origin is types.UnionType or hint is Any or origin is not None:
        return given
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(given)
    if hint is float and isinstance(given, int) and not isinstance(given, bool):
        return float(given)
    if type(given) is not hint:
        raise TypeError(f"{given!r:.60} is no {hint.__name__}")
    return given


def sign(said: Record | WorkerReport, key: bytes) -> dict[str, Any]:
    body = document(said)
    return {"body": body, "signature": _signature(body, key)}


SHORTEST_KEY = 16
"""Bytes. With a shorter one, or none, anybody could sign."""


def verified(kind: type[T], signed: Any, key: bytes) -> T:
    """The record of a signed document. Raises BadDocument, of a wrong signature too."""
    if not isinstance(signed, dict) or not isinstance(signed.get("signature"), str):
        raise BadDocument("a signed record has a body and a signature")
    if len(key) < SHORTEST_KEY:
        raise BadDocument("signatures cannot be checked without a key: set ATHANOR_RECORD_KEY")
    if not hmac.compare_digest(_signature(signed.get("body"), key), signed["signature"]):
        raise BadDocument("the record's signature does not fit: another key, or changed on the way")
    return read(kind, signed["body"])


def _signature(body: Any, key: bytes) -> str:
    return hmac.new(key, canonical(body), hashlib.sha256).hexdigest()


def canonical(value: Any) -> bytes:
    """The one way to write a JSON value: keys sorted, no spaces, UTF-8."""
    return _canonical(value).encode()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
