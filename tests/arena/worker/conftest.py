"""A worker's farm in a temporary folder, with real sandboxes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pytest

from arena.house.catalogue import house_bots
from arena.referee import driver, patience
from arena.worker.environment import Settings
from arena.worker.farm import Farm
from athanor_contract.bundle import pack, read
from athanorpb.farm.values import Attempt, CheckOrder, Clock, Entrant, MatchOrder, Trial
from sandbox import readiness
from tests.waiting import far_deadline

KEY = bytes(range(32))
QUICK = Clock(startup=60_000, bank=20_000, increment=50, move_cap=60_000, match_cap=600_000)
"""The bots of these tests are quick; the machine need not be."""


@pytest.fixture(scope="session")
def shared_farm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Farm]:
    """What it makes once serves all tests: runtime trees, the code that bots import, unpacked bundles."""
    folder = tmp_path_factory.mktemp("farm")
    given = Farm(
        Settings(
            name="test",
            broker_url="",
            blobs=folder / "blobs",
            key=KEY,
            sandbox="auto",
            state=folder / "state",
        )
    )
    if given.driver.trouble():
        pytest.skip(str(given.driver.trouble()))
    yield given
    given.loop.close()


@pytest.fixture
def farm(shared_farm: Farm, monkeypatch: pytest.MonkeyPatch) -> Farm:
    """Nothing that a test changes of it stays so."""
    monkeypatch.setattr(shared_farm, "driver", shared_farm.driver)
    monkeypatch.setattr(shared_farm, "live", None)
    never_give_the_host_up(monkeypatch)
    return shared_farm


def never_give_the_host_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in production a busy machine would make a match void: others work on this one, too."""
    monkeypatch.setattr(patience, "HARDEST", 1e6)
    monkeypatch.setattr(readiness, "HARDEST", 1e6)
    monkeypatch.setattr(driver, "STALL", 1e9)


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


def match_order(
    *bundles: str, clock: Clock = QUICK, deadline: float | None = None, token: str = "token"
) -> MatchOrder:
    return MatchOrder(
        match="m1",
        attempt=Attempt(1, token),
        game="poison",
        options={},
        seed="5a" * 32,
        clock=clock,
        seats=tuple(Entrant(f"author/bot{seat}", 1, bundle) for seat, bundle in enumerate(bundles)),
        deadline=far_deadline() if deadline is None else deadline,
    )


def check_order(bundle: str, clock: Clock = QUICK, token: str = "token") -> CheckOrder:
    return CheckOrder(
        upload="u1",
        attempt=Attempt(1, token),
        bundle=bundle,
        trials=(Trial("poison", clock),),
        deadline=far_deadline(),
    )
