"""Every message of the farm, as value, bytes and JSON document, is one and the same."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from athanorpb.farm import values
from athanorpb.farm.codec import KINDS, BadMessage, decoded, document, encoded, read
from athanorpb.farm.values import Attempt, Clock, Entrant, MatchOrder, MatchRecord, SeatRecord, WorkerReport
from athanorpb.isolation import Isolation

DOCUMENTS: dict[str, Any] = json.loads((Path(__file__).parent / "farm_documents.json").read_text())
"""By the message's name; hardly a field has its default."""
FIELD_99 = b"\x98\x06\x01"


def example(name: str) -> Any:
    return read(getattr(values, name), DOCUMENTS[name])


def changed(name: str, **fields: Any) -> dict[str, Any]:
    return {**DOCUMENTS[name], **fields}


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_a_document_is_read_and_written_alike(name: str) -> None:
    value = example(name)
    assert document(value) == DOCUMENTS[name]
    assert json.loads(json.dumps(dataclasses.asdict(value))) == DOCUMENTS[name], "nothing is lost in the value"


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_bytes_give_the_value_that_they_were_made_of(name: str) -> None:
    value = example(name)
    again = decoded(type(value), encoded(value))
    assert again == value
    assert type(again) is type(value)


def test_each_message_has_a_frozen_value_with_its_fields_in_their_order() -> None:
    names = {name for name, kind in KINDS.items() if not kind.DESCRIPTOR.oneofs}
    given = {name for name, kind in vars(values).items() if dataclasses.is_dataclass(kind)}
    assert given == names
    for name in names:
        kind = getattr(values, name)
        assert [field.name for field in dataclasses.fields(kind)] == [
            f.name for f in KINDS[name].DESCRIPTOR.fields
        ]
        assert kind.__dataclass_params__.frozen


def test_a_field_that_was_left_out_has_its_default_in_every_form() -> None:
    least = {"match": "m", "game": "poison", "options": {}, "seed": ""}
    order = read(MatchOrder, least | {"clock": {}, "seats": [], "deadline": 5})
    assert order == MatchOrder("m", "poison", {}, "", Clock(), (), 5.0)
    assert decoded(MatchOrder, encoded(order)) == order
    assert order.attempt == Attempt(0, "")
    assert (order.clock.bank, order.least_isolation, order.hosts, order.seconds) == (
        30_000,
        Isolation.NONE,
        1,
        3600,
    )
    assert read(SeatRecord, {}) == SeatRecord() == decoded(SeatRecord, b"")
    assert (SeatRecord().cpu, SeatRecord().spent.heard) == (-1, -1)


@pytest.mark.parametrize(
    ("kind", "given", "why"),
    [
        (MatchOrder, None, "an object was expected"),
        (MatchOrder, {"match": "half an order"}, "it lacks game, options"),
        (MatchOrder, changed("MatchOrder", lunar=True), "unknown field 'lunar'"),
        (MatchOrder, changed("MatchOrder", clock={"bonk": 1}), "at /clock: unknown field 'bonk'"),
        (MatchOrder, changed("MatchOrder", attempt={"number": "2"}), "at /attempt/number: a whole number"),
        (MatchOrder, changed("MatchOrder", attempt={"number": True}), "at /attempt/number: a whole number"),
        (MatchOrder, changed("MatchOrder", attempt={"number": 2**63}), "does not fit 64 bits"),
        (MatchOrder, changed("MatchOrder", deadline="soon"), "at /deadline: a number was expected"),
        (MatchOrder, changed("MatchOrder", deadline=False), "at /deadline: a number was expected"),
        (MatchOrder, changed("MatchOrder", options={1: b""}), "at /options: no JSON"),
        (MatchOrder, changed("MatchOrder", least_isolation="better"), "'better' is not a valid Isolation"),
        (MatchOrder, changed("MatchOrder", seats=[{"bot": "b"}]), "it lacks seats\\[0\\].version"),
        (MatchRecord, changed("MatchRecord", outcome="won"), "'won' is none of: finished, void"),
        (MatchRecord, changed("MatchRecord", reason="\ud800"), "holds half a character"),
        (MatchRecord, changed("MatchRecord", scores=3), "at /scores: a list was expected"),
    ],
)
def test_a_document_that_is_not_the_message_is_refused_with_the_place(kind: Any, given: Any, why: str) -> None:
    with pytest.raises(BadMessage, match=f"not a {kind.__name__}: .*{why}"):
        read(kind, given)


def test_bytes_that_are_not_the_message_are_refused() -> None:
    report = example("WorkerReport")
    with pytest.raises(BadMessage, match="not a WorkerReport: it has fields that this version does not know"):
        decoded(WorkerReport, encoded(report) + FIELD_99)
    order = example("MatchOrder")
    with pytest.raises(BadMessage, match="not a MatchOrder"):
        decoded(MatchOrder, encoded(order)[:-1])
    with pytest.raises(BadMessage, match=r"not a MatchOrder: .*lack"):
        decoded(MatchOrder, b"")
    deep: Any = KINDS["MatchOrder"].FromString(encoded(order))
    deep.options = "[" * 100_000
    with pytest.raises(BadMessage, match="not a MatchOrder: maximum recursion depth"):
        decoded(MatchOrder, deep.SerializeToString())
    other = dataclasses.replace(example("MatchRecord"), outcome="won")
    with pytest.raises(BadMessage, match="outcome is 'won', not one of: finished, void"):
        decoded(MatchRecord, encoded(other))


def test_an_unknown_field_inside_a_seat_is_found_too() -> None:
    order = dataclasses.replace(example("MatchOrder"), seats=())
    seat = encoded(Entrant("b", 1, "c")) + FIELD_99
    seats = bytes([8 << 3 | 2, len(seat)]) + seat
    with pytest.raises(BadMessage, match="does not know"):
        decoded(MatchOrder, encoded(order) + seats)


def test_half_a_character_in_what_a_bot_said_does_not_keep_its_record_from_being_sent() -> None:
    assert decoded(SeatRecord, encoded(SeatRecord(out_detail="a\ud800b"))).out_detail == "a?b"
