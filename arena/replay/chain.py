"""The hash chain of a replay: one head that stands for everything but the measured times.

1. h = SHA-256 of the canonical JSON of {"format", "header", "seed" in hexadecimal digits}.
2. For each event, in order: h = SHA-256(h + canonical JSON of [ply, to, event document]).
3. The head: SHA-256(h + canonical JSON of {"actions": [[seat, action document, by bot], ...], "result",
   "outs": [[why, ply], ...] for each seat}), in hexadecimal digits.

Canonical JSON: keys sorted, no spaces, UTF-8, nothing escaped that need not be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from arena.replay.model import FORMAT, Document, Play, Told, header_document
from athanorpb.farm.values import Header, SeatRecord

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(value: Any) -> bytes:
    """The one way to write a JSON value where its bytes are hashed."""
    return _canonical(value).encode()


def head_of(
    header: Header,
    seed: bytes,
    events: Iterable[Told],
    plays: Iterable[Play],
    result: Document,
    accounts: Iterable[SeatRecord],
) -> str:
    start = {"format": FORMAT, "header": header_document(header), "seed": seed.hex()}
    link = sha256(canonical(start)).digest()
    for told in events:
        link = sha256(link + canonical(told)).digest()
    end = {
        "actions": [play[:3] for play in plays],
        "result": result,
        "outs": [(account.out, account.out_ply) for account in accounts],
    }
    return sha256(link + canonical(end)).hexdigest()
