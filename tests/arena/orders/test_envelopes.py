"""Orders and signed records between site and worker."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

import pytest

from arena.orders.envelopes import packed, record_in, sign, unpacked, verified
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import CheckOrder, CheckRecord, Heartbeat, MatchOrder, MatchRecord, WorkerReport
from tests.proto.test_farm_codec import example

KEY = bytes(range(32))
SAID: dict[str, Any] = {
    "MatchRecord": MatchRecord,
    "CheckRecord": CheckRecord,
    "WorkerReport": WorkerReport,
    "Heartbeat": Heartbeat,
}


@pytest.mark.parametrize(("name", "kind"), [("MatchOrder", MatchOrder), ("CheckOrder", CheckOrder)])
def test_an_order_is_understood_as_it_is_sent(name: str, kind: Any) -> None:
    order = example(name)
    sent = json.loads(json.dumps(packed(order)))
    assert sent["token"] == order.attempt.token
    assert unpacked(kind, sent) == order


@pytest.mark.parametrize("name", SAID)
def test_what_is_signed_are_the_bytes_that_are_sent(name: str) -> None:
    sent = json.loads(json.dumps(sign(example(name), KEY)))
    content = base64.b64decode(sent["statement"])
    assert sent["signature"] == hmac.new(KEY, content, hashlib.sha256).hexdigest()
    assert verified(SAID[name], sent, KEY) == example(name)
    spoilt = base64.b64encode(content[:-1] + bytes([content[-1] ^ 1])).decode()
    with pytest.raises(BadMessage, match="signature does not fit"):
        verified(SAID[name], sent | {"statement": spoilt}, KEY)


@pytest.mark.parametrize("name", SAID)
def test_what_was_signed_with_another_key_or_with_none_is_refused(name: str) -> None:
    sent = sign(example(name), KEY)
    with pytest.raises(BadMessage, match="signature does not fit"):
        verified(SAID[name], sent, b"another key, as long")
    with pytest.raises(BadMessage, match="set ATHANOR_RECORD_KEY"):
        verified(SAID[name], sent, b"")


def test_what_site_or_worker_of_an_earlier_version_sent_is_refused_with_the_reason() -> None:
    document: dict[str, Any] = {"match": "m1", "attempt": 2, "token": "token", "outcome": "void"}
    with pytest.raises(BadMessage, match="no statement with a signature, as a worker of this version sends it"):
        verified(MatchRecord, {"body": document, "signature": "ab"}, KEY)
    with pytest.raises(BadMessage, match="another form than this version's orders"):
        unpacked(MatchOrder, document)


@pytest.mark.parametrize("name", SAID)
def test_one_kind_cannot_be_taken_for_another(name: str) -> None:
    sent = sign(example(name), KEY)
    for other, kind in SAID.items():
        if other != name:
            with pytest.raises(BadMessage, match=f"not a {other}: it is a {name[:5].lower()}"):
                verified(kind, sent, KEY)


@pytest.mark.parametrize("name", ["MatchRecord", "CheckRecord"])
def test_a_record_that_was_kept_is_known_by_its_kind(name: str) -> None:
    assert record_in(sign(example(name), KEY)) == example(name)


@pytest.mark.parametrize(
    "junk", [None, 1, "x", [], {}, {"order": 1}, {"order": "é"}, {"order": "AAA"}, {"order": "/w=="}]
)
def test_an_order_that_is_none_is_refused(junk: Any) -> None:
    with pytest.raises(BadMessage):
        unpacked(MatchOrder, junk)


@pytest.mark.parametrize("statement", [1, "é", "AAA", "/w==", ""])
def test_a_statement_that_is_none_is_refused_though_it_is_signed(statement: Any) -> None:
    try:
        content = base64.b64decode(statement, validate=True)
    except (TypeError, ValueError):
        content = b""
    sent = {"statement": statement, "signature": hmac.new(KEY, content, hashlib.sha256).hexdigest()}
    with pytest.raises(BadMessage):
        verified(MatchRecord, sent, KEY)
