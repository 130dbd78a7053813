"""How orders and records travel in the JSON arguments of Celery's tasks: as protobuf bytes in base64.

What is signed are the bytes that are sent, so nothing is written again to check a signature.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from google.protobuf.message import DecodeError

from athanorpb.farm.codec import BadMessage, decoded, encoded, message_of, value_of
from athanorpb.farm.v1.record_pb2 import Statement
from athanorpb.farm.values import CheckOrder, CheckRecord, Heartbeat, MatchOrder, MatchRecord, WorkerReport

OrderT = TypeVar("OrderT", MatchOrder, CheckOrder)
Record = MatchRecord | CheckRecord
SaidT = TypeVar("SaidT", MatchRecord, CheckRecord, WorkerReport, Heartbeat)

MEMBERS: Final[Mapping[type[Any], str]] = {
    MatchRecord: "match_record",
    CheckRecord: "check_record",
    WorkerReport: "worker_report",
    Heartbeat: "heartbeat",
}
"""Of `Statement`."""
SHORTEST_KEY: Final = 16
"""Bytes. With a shorter one, or none, anybody could sign."""


def packed(order: MatchOrder | CheckOrder) -> dict[str, str]:
    """The token stands beside the order, so that a worker that cannot read it can say which one it was."""
    return {"token": order.attempt.token, "order": base64.b64encode(encoded(order)).decode()}


def unpacked(kind: type[OrderT], given: Any) -> OrderT:
    """Raises BadMessage."""
    if not isinstance(given, dict) or "order" not in given:
        raise BadMessage(f"not a {kind.__name__}: it has another form than this version's orders")
    return decoded(kind, _bytes_of(given["order"]))


def sign(said: Record | WorkerReport | Heartbeat, key: bytes) -> dict[str, str]:
    members: dict[str, Any] = {MEMBERS[type(said)]: message_of(said)}
    statement = Statement(**members).SerializeToString()
    signature = hmac.new(key, statement, hashlib.sha256).hexdigest()
    return {"statement": base64.b64encode(statement).decode(), "signature": signature}


def verified(kind: type[SaidT], signed: Any, key: bytes) -> SaidT:
    """What was said, if it was signed with that key. Raises BadMessage, of a wrong signature too."""
    if not isinstance(signed, dict) or "statement" not in signed or not isinstance(signed.get("signature"), str):
        raise BadMessage("it has no statement with a signature, as a worker of this version sends it")
    if len(key) < SHORTEST_KEY:
        raise BadMessage("signatures cannot be checked without a key: set ATHANOR_RECORD_KEY")
    content = _bytes_of(signed["statement"])
    signature = hmac.new(key, content, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(signature.encode(), signed["signature"].encode(errors="replace")):
        raise BadMessage("its signature does not fit: another key, or changed on the way")
    member = MEMBERS[kind]
    statement = _statement(content)
    if statement.WhichOneof("kind") != member:
        raise BadMessage(f"not a {kind.__name__}: it is a {statement.WhichOneof('kind')}")
    return value_of(getattr(statement, member), kind)


def record_in(signed: Mapping[str, Any]) -> Record:
    """The record that our own hand has signed: nothing is verified. Raises BadMessage."""
    statement = _statement(_bytes_of(signed["statement"]))
    if statement.HasField("match_record"):
        return value_of(statement.match_record, MatchRecord)
    return value_of(statement.check_record, CheckRecord)


def _statement(content: bytes) -> Statement:
    try:
        return Statement.FromString(content)
    except DecodeError as error:
        raise BadMessage(f"no statement: {error}") from error


def _bytes_of(text: Any) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise BadMessage(f"not in base64: {error}") from error
