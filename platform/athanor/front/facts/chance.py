"""Test vectors of everything that chance gives, computed by the code that deals."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from arena.kernel.chance import Seeded
from arena.replay.chain import canonical
from arena.replay.seeds import commitment, seed_of
from athanorpb.farm.values import Beacon

SEED = bytes(range(32))
KEY = bytes(reversed(range(32)))
STREAM = "deck"
WORDS = 5
SHUFFLED = 10
BUNDLES = ("b" * 64, "a" * 64)
SET = "2027-01-31/7"
BEACON = Beacon("drand", 1000, "c" * 64)
OPTIONS = {"variant": "deal-all", "taken": "open"}


def vectors() -> Mapping[str, object]:
    shuffled = list(range(SHUFFLED))
    Seeded(SEED).shuffle(STREAM, shuffled)
    draws = Seeded(SEED)
    fixture = {"set": SET, "game": "poison", "options": OPTIONS, "bundles": sorted(BUNDLES)}
    with_beacon = {**fixture, "beacon": {"round": BEACON.round, "randomness": BEACON.randomness}}
    given: dict[str, Any] = {"set_id": SET, "game": "poison", "options": OPTIONS, "bundles": BUNDLES}
    return {
        "seed": SEED.hex(),
        "stream": STREAM,
        "words": [f"{word(index):016x}" for index in range(WORDS)],
        "draws": [draws.draw(STREAM, 6) for _ in range(SHUFFLED)],
        "shuffled": shuffled,
        "key": KEY.hex(),
        "commitment": commitment(KEY),
        "fixture": canonical(fixture).decode(),
        "fixture_seed": seed_of(KEY, **given).hex(),
        "beacon_fixture": canonical(with_beacon).decode(),
        "beacon_seed": seed_of(KEY, **given, beacon=BEACON).hex(),
    }


def word(index: int) -> int:
    """Word `index` of the stream, by the recipe that the page gives."""
    block, place = divmod(index, 4)
    digest = sha256(SEED + STREAM.encode() + b"\0" + block.to_bytes(8, "big")).digest()
    return int.from_bytes(digest[8 * place : 8 * place + 8], "big")
