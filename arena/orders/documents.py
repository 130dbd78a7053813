"""Orders and records, as frozen values with a JSON form.

An order holds all that a worker needs: it has no database and no site secrets. A record holds all that the
site needs to settle: the replay and the logs lie in the blob store under the digests it names.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clock:
    """All times in milliseconds."""

    startup: int = 10_000
    """From the sandbox's start to the bot's `ready`."""
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
    """Unix time after which the site opens another attempt."""
    set_id: str = ""
    """The duplicate set whose seed this is: `arena.replay.seeds` checks it from the replay."""


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """Build an upload and see whether it plays: a match against itself and a house bot, in each game."""

    upload: str
    attempt: int
    token: str
    bundle: str
    """SHA-256 of what was uploaded, unpacked and packed again by the site's strict reader."""
    games: tuple[str, ...]
    clock: Clock
    deadline: float


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
    memory: int = -1
    """Peak, in bytes."""
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
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """After the referee put the seats that were out last."""
    seats: tuple[SeatRecord, ...] = ()
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


Order = MatchOrder | CheckOrder
Record = MatchRecord | CheckRecord


class BadDocument(ValueError):
    """A document that is not the order or the record it should be."""


def document(value: Order | Record) -> dict[str, Any]:
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
    if hint is float and isinstance(given, int) and not isinstance(given, bool):
        return float(given)
    if type(given) is not hint:
        raise TypeError(f"{given!r:.60} is no {hint.__name__}")
    return given


def sign(record: Record, key: bytes) -> dict[str, Any]:
    body = document(record)
    return {"body": body, "signature": _signature(body, key)}


def verified(kind: type[T], signed: Any, key: bytes) -> T:
    """The record of a signed document. Raises BadDocument, of a wrong signature too."""
    if not isinstance(signed, dict) or not isinstance(signed.get("signature"), str):
        raise BadDocument("a signed record has a body and a signature")
    if not hmac.compare_digest(_signature(signed.get("body"), key), signed["signature"]):
        raise BadDocument("the record's signature does not fit: another key, or changed on the way")
    return read(kind, signed["body"])


def _signature(body: Any, key: bytes) -> str:
    return hmac.new(key, canonical(body), hashlib.sha256).hexdigest()


def canonical(value: Any) -> bytes:
    """The one way to write a JSON value: keys sorted, no spaces, UTF-8."""
    return _canonical(value).encode()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
