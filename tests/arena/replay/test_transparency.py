"""The transparency log: whatever is taken out, changed or put between shows."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from arena.replay.transparency import FIRST, Audit, Broken, commitment_of, hash_of

AT = "2027-03-05T18:00:00.000000+00:00"
LATER = "2027-03-05T18:00:06.000000+00:00"
Log = list[dict[str, Any]]
SEALED = {
    "at": AT,
    "kind": "ordered",
    "details": {"set": "d/tournament-5/p/1/1", "game": "poison", "matches": ["c"]},
}
SALT = "5a" * 32


def chained(*entries: tuple[str, dict[str, Any]]) -> Log:
    log: Log = []
    for kind, details in entries:
        entry = {
            "number": len(log) + 1,
            "at": AT,
            "kind": kind,
            "details": details,
            "previous": log[-1]["hash"] if log else FIRST,
        }
        log.append({**entry, "hash": hash_of(entry)})
    return log


def ordered(set_id: str, **also: Any) -> tuple[str, dict[str, Any]]:
    return "ordered", {"set": set_id, "game": "poison", "matches": ["a"], **also}


def rehashed(log: Log) -> Log:
    """As an operator would who writes the whole log anew."""
    return chained(*((entry["kind"], entry["details"]) for entry in log))


def audited(log: Log) -> Audit:
    audit = Audit()
    for entry in log:
        audit.take(entry)
    return audit


def good() -> Log:
    return chained(
        ordered("d/1", beacon={"name": "drand", "round": 17, "due": LATER}),
        ("repeated", {"set": "d/1", "match": "a", "attempt": 2, "reason": "host stalled"}),
        ("sealed", {"commitments": {"tournament-5": commitment_of(SALT, [SEALED])}}),
        ("void", {"set": "d/1", "match": "a", "reason": "host stalled"}),
        ("reordered", {"set": "d/2", "game": "poison", "matches": ["b"], "replaces": "d/1"}),
        ("opened", {"group": "tournament-5", "batches": [{"salt": SALT, "entries": [SEALED]}], "rest": []}),
    )


def test_it_works() -> None:
    audit = audited(good())
    assert (audit.number, audit.head) == (6, good()[-1]["hash"])
    assert audit.counts == {"ordered": 2, "repeated": 1, "sealed": 1, "void": 1, "reordered": 1, "opened": 1}


def drop(log: Log) -> None:
    del log[1]


def drop_and_renumber(log: Log) -> None:
    del log[1]
    for number, entry in enumerate(log, 1):
        entry["number"] = number


def swap(log: Log) -> None:
    log[3], log[4] = log[4], log[3]


def another_reason(log: Log) -> None:
    log[3]["details"]["reason"] = "the bot was slow"


def another_time(log: Log) -> None:
    log[3]["at"] = LATER


def no_hash(log: Log) -> None:
    del log[3]["hash"]


def a_number(log: Log) -> None:
    log[3] = 7  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (drop, "entry 2 is missing"),
        (drop_and_renumber, "entry 2 does not follow the one before"),
        (swap, "entry 4 is missing"),
        (another_reason, "entry 4 was changed"),
        (another_time, "entry 4 was changed"),
        (no_hash, "entry 4 is not an entry"),
        (a_number, "entry 4 is not an entry"),
    ],
)
def test_what_was_taken_out_or_changed_is_found(change: Callable[[Log], None], why: str) -> None:
    log = copy.deepcopy(good())
    change(log)
    with pytest.raises(Broken, match=why):
        audited(log)


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (chained(ordered("d/1"), ordered("d/1")), "entry 2 orders set d/1, which was ordered before"),
        (
            chained(ordered("d/1", beacon={"name": "drand", "round": 17, "due": AT})),
            "names round 17 of the beacon, which was out by then",
        ),
    ],
)
def test_an_order_that_chose_its_deal_is_found_in_a_log_whose_hashes_fit(log: Log, why: str) -> None:
    with pytest.raises(Broken, match=why):
        audited(log)


def test_what_is_opened_is_what_was_sealed() -> None:
    log = good()
    log[5]["details"]["batches"][0]["entries"] = []
    with pytest.raises(Broken, match="opens other entries than were sealed for tournament-5"):
        audited(rehashed(log))


def test_a_commitment_that_is_left_out_at_the_opening_is_missed() -> None:
    log = good()
    log[5]["details"]["batches"] = []
    with pytest.raises(Broken, match="opens other entries than were sealed"):
        audited(rehashed(log))
