"""Where seeds come from, so that no author can know a deal before and no operator can choose one after.

1. An epoch has a random key of 32 bytes. `commitment(key)` is published before its first match is ordered.
2. The seed of a fixture is HMAC-SHA256(key, canonical JSON of {"set", "game", "options", "bundles"}), where `set`
   is the id of its duplicate set, `options` has every option of the game, and `bundles` the digests of
   the built bundles in sorted order: who sits where changes nothing.
3. The key is published when the epoch is over: whoever has a replay can then check its seed (`fits`).
   The key alone would let the operator compute a seed before the match. Where the site uses a public beacon, the
   fixture also has "beacon": {"round", "randomness"}, of a round that comes out after the match was ordered.
4. A season of a solo ladder has a key of its own, and its deals are the same for everyone: `bundles` is empty, and
   the set is called "season/<ladder>/<number of the season>/<number of the deal>".
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any

from arena.replay.chain import canonical
from arena.replay.model import NO_BEACON
from athanorpb.farm.values import Beacon, Header

KEY_LENGTH = 32
SEASON = "season"


def commitment(key: bytes) -> str:
    """What is published of a key beforehand: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()


def seed_of(
    key: bytes,
    *,
    set_id: str,
    game: str,
    options: Mapping[str, Any],
    bundles: Iterable[str],
    beacon: Beacon = NO_BEACON,
) -> bytes:
    fixture: dict[str, Any] = {"set": set_id, "game": game, "options": dict(options), "bundles": sorted(bundles)}
    if beacon != NO_BEACON:
        fixture["beacon"] = {"round": beacon.round, "randomness": beacon.randomness}
    return hmac.new(key, canonical(fixture), hashlib.sha256).digest()


def fits(key: bytes, seed: bytes, header: Header) -> bool:
    """Whether the seed of a replay is the one that the key gives for its fixture."""
    bundles = () if _is_of_a_season(header) else [entrant.bundle for entrant in header.seats]
    given = seed_of(
        key,
        set_id=header.set_id,
        game=header.game,
        options=header.options,
        bundles=bundles,
        beacon=header.beacon,
    )
    return hmac.compare_digest(given, seed)


def season_set(ladder: str, season: int, deal: int) -> str:
    return f"{SEASON}/{ladder}/{season}/{deal}"


def _is_of_a_season(header: Header) -> bool:
    """Only who plays alone may have a deal that does not depend on who plays."""
    return len(header.seats) == 1 and header.set_id.startswith(f"{SEASON}/")
