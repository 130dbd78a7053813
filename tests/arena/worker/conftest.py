"""A worker's farm in a temporary folder, with real sandboxes."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bundle import pack, read
from arena.house.catalogue import house_bots
from arena.orders.documents import CheckOrder, Clock, Entrant, MatchOrder
from arena.worker.environment import Settings
from arena.worker.farm import Farm

KEY = bytes(range(32))
QUICK = Clock(startup=10_000, bank=20_000, increment=50, move_cap=5_000, match_cap=60_000)


@pytest.fixture
def farm(tmp_path: Path) -> Iterator[Farm]:
    given = Farm(
        Settings(
            name="test",
            broker_url="",
            blobs=tmp_path / "blobs",
            key=KEY,
            sandbox="auto",
            state=tmp_path / "state",
        )
    )
    if given.driver.trouble():
        pytest.skip(str(given.driver.trouble()))
    yield given
    given.loop.close()


def zipped(**files: str) -> bytes:
    """A bundle; two underscores stand for the dot of a file's name."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return content.getvalue()


def stored(farm: Farm, content: bytes, filename: str = "bot.zip") -> str:
    """As the site stores an upload."""
    return farm.store.put(pack(read(content, filename)))


def house(farm: Farm, name: str, game: str = "poison") -> str:
    path = house_bots(game)[name]
    return stored(farm, path.read_bytes(), path.name)


def match_order(*bundles: str, clock: Clock = QUICK, seconds: float = 60.0, token: str = "token") -> MatchOrder:
    return MatchOrder(
        match="m1",
        attempt=1,
        token=token,
        game="poison",
        options={},
        seed="5a" * 32,
        clock=clock,
        seats=tuple(Entrant(f"author/bot{seat}", 1, bundle) for seat, bundle in enumerate(bundles)),
        deadline=time.time() + seconds,
    )


def check_order(bundle: str, clock: Clock = QUICK, seconds: float = 120.0) -> CheckOrder:
    return CheckOrder(
        upload="u1",
        attempt=1,
        token="token",
        bundle=bundle,
        games=("poison",),
        clock=clock,
        deadline=time.time() + seconds,
    )
