"""A worker plays what its sandboxes are kept apart far enough for, and leaves all else to others."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.orders.envelopes import packed, verified
from arena.orders.lanes import Lane, lane_of
from arena.orders.queues import PLAY_MATCH, WORKER_IS_HERE
from arena.worker.farm import Farm
from arena.worker.registration import host, report, report_once
from arena.worker.sets import EndedSets
from athanorpb.farm.values import MatchOrder, MatchRecord, WorkerReport
from athanorpb.isolation import Isolation
from sandbox.interface import SandboxFault
from tests.arena.worker.conftest import KEY, match_order
from tests.arena.worker.running import Arena, running

LONG_AGO = 1.0
LEVELS = [Isolation.DISK, Isolation.MEMORY, Isolation.OWN]


def requires(arena: Arena, least: Isolation, token: str) -> MatchOrder:
    return dataclasses.replace(match_order(arena.bundle(), arena.bundle(), token=token), least_isolation=least)


def send(arena: Arena, least: Isolation, token: str) -> None:
    arena.send(PLAY_MATCH, packed(requires(arena, least, token)), Lane.LADDERS.queue_for(least))


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with running(tmp_path) as here:
        yield here


def test_each_level_has_a_queue_of_its_own_in_each_lane() -> None:
    queues = [lane.queue_for(level) for lane in Lane for level in Isolation]
    assert len(set(queues)) == len(Lane) * len(Isolation)
    assert [lane_of(queue) for queue in queues] == [lane for lane in Lane for _ in Isolation]
    assert Lane.LADDERS.queues_within(Isolation.DISK) == ["arena-ladders", "arena-ladders-disk"]
    assert Lane.LADDERS.queue_for(Isolation.NONE) == Lane.LADDERS.queue, "as it was before there were levels"


@pytest.mark.slow
def test_an_order_that_requires_more_waits_for_a_better_worker_and_holds_up_no_other(arena: Arena) -> None:
    arena.end()
    arena.sandbox = "none"
    arena.start()
    for least in LEVELS:
        send(arena, least, f"requires {least}")
    send(arena, Isolation.NONE, "requires none")
    arena.finished("requires none")
    assert [arena.waiting(Lane.LADDERS, least) for least in LEVELS] == [1, 1, 1]
    assert [arena.started(f"requires {least}") for least in LEVELS] == [0, 0, 0]
    arena.end()
    arena.sandbox = "auto"
    arena.start()
    able = LEVELS if os.geteuid() == 0 else LEVELS[:2]
    for least in able:
        arena.finished(f"requires {least}")
        _, signed = arena.record(f"requires {least}")
        record = verified(MatchRecord, signed, KEY)
        assert Isolation(record.isolation).reaches(least)


@pytest.mark.slow
def test_an_order_that_requires_more_and_came_by_a_wrong_queue_goes_back_with_the_reason(arena: Arena) -> None:
    arena.end()
    arena.sandbox = "none"
    arena.start()
    arena.send(PLAY_MATCH, packed(requires(arena, Isolation.OWN, "wrong queue")))
    arena.hear(lambda: "the match requires isolation level own, and sandboxes here have level none" in arena.log())
    arena.end()
    assert arena.waiting(Lane.LADDERS) == 1
    assert (arena.started("wrong queue"), arena.records("wrong queue")) == (0, [])


@pytest.mark.slow
def test_a_worker_reports_its_level_to_the_site_when_it_starts(arena: Arena) -> None:
    arena.hear(lambda: WORKER_IS_HERE in [task for task, _ in arena.received])
    (said,) = [signed for task, signed in arena.received if task == WORKER_IS_HERE]
    told = verified(WorkerReport, said, KEY)
    assert (told.name, told.sandbox, told.host) == ("test", "bubblewrap", host())
    assert told.isolation is (Isolation.OWN if os.geteuid() == 0 else Isolation.MEMORY)


def test_a_worker_whose_sandboxes_turn_out_weaker_reports_the_lower_level(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(farm, "isolation", Isolation.OWN)
    farm.weaken(Isolation.DISK)
    assert report(farm).isolation is Isolation.DISK
    farm.weaken(Isolation.MEMORY)
    assert report(farm).isolation is Isolation.DISK, "a better sandbox beside it makes no difference"


@dataclasses.dataclass
class Changing:
    """A driver whose sandboxes change their level, as those of a sandboxd that is started anew do."""

    name: str = "sandboxd"
    container_runtime: str = ""
    level: Isolation | None = Isolation.OWN

    def isolation(self) -> Isolation:
        if self.level is None:
            raise SandboxFault("no sandboxd answers")
        return self.level


def test_a_worker_goes_by_the_level_that_its_sandboxes_have_now(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, said = Changing(), list[Isolation]()
    monkeypatch.setattr(farm, "driver", driver)
    monkeypatch.setattr(farm, "isolation", Isolation.OWN)

    def reported(level: Isolation | None) -> Isolation:
        driver.level = level
        report_once(farm, lambda report: said.append(report.isolation))
        return said[-1]

    farm.weaken(Isolation.DISK)
    levels = [Isolation.DISK, None, Isolation.OWN, Isolation.MEMORY, None]
    assert [reported(level) for level in levels] == [
        Isolation.DISK,
        Isolation.DISK,
        Isolation.OWN,
        Isolation.MEMORY,
        Isolation.MEMORY,
    ]


@pytest.mark.slow
def test_a_worker_whose_sandboxes_become_better_takes_what_requires_that(arena: Arena) -> None:
    arena.end()
    level = arena.folder / "level"
    level.write_text("none")
    arena.level = level
    arena.start()
    send(arena, Isolation.DISK, "requires disk")
    send(arena, Isolation.NONE, "requires none")
    arena.finished("requires none")
    assert (arena.waiting(Lane.LADDERS, Isolation.DISK), arena.started("requires disk")) == (1, 0)
    level.write_text("disk")
    arena.finished("requires disk")
    level.write_text("none")
    arena.hear(lambda: "isolation level none now, and had disk" in arena.log())
    send(arena, Isolation.DISK, "requires disk again")
    send(arena, Isolation.NONE, "requires none again")
    arena.finished("requires none again")
    assert (arena.waiting(Lane.LADDERS, Isolation.DISK), arena.started("requires disk again")) == (1, 0)


# Sets


@pytest.fixture
def sets(tmp_path: Path) -> EndedSets:
    return EndedSets(tmp_path / "sets")


def of_a_set(token: str, hosts: int = 2, set_id: str = "day/7") -> MatchOrder:
    return dataclasses.replace(match_order("b1", "b2", token=token), set_id=set_id, hosts=hosts)


def test_a_match_of_a_set_that_has_ended_here_is_left_to_other_hosts_for_a_while(sets: EndedSets) -> None:
    assert not sets.is_for_others(of_a_set("second"))
    sets.note("day/7")
    assert sets.is_for_others(of_a_set("second"))
    assert EndedSets(sets.folder).is_for_others(of_a_set("third")), "another worker of this machine knows"
    os.utime(sets._path("second", "left"), (LONG_AGO, LONG_AGO))
    assert not sets.is_for_others(of_a_set("second")), "late is worse than here"
    assert sets.is_for_others(of_a_set("third"))


def test_where_there_is_no_other_host_every_match_of_a_set_is_played(sets: EndedSets) -> None:
    sets.note("day/7")
    assert not sets.is_for_others(of_a_set("second", hosts=1))
    assert not sets.is_for_others(of_a_set("second", set_id="day/8"))


def test_sets_are_forgotten_after_a_while(sets: EndedSets) -> None:
    sets.note("day/7")
    (noted,) = sets.folder.iterdir()
    os.utime(noted, (LONG_AGO, LONG_AGO))
    sets.note("day/8")
    sets.sweep()
    assert not sets.is_for_others(of_a_set("second"))
    assert sets.is_for_others(of_a_set("second", set_id="day/8"))


@pytest.mark.slow
def test_the_second_match_of_a_set_goes_back_to_the_queue_while_there_are_other_hosts(arena: Arena) -> None:
    bundles = arena.bundle(), arena.bundle()
    first, second = (
        dataclasses.replace(match_order(*bundles, token=token), set_id="day/7", hosts=2) for token in ("a", "b")
    )
    arena.send(PLAY_MATCH, packed(first))
    arena.finished("a")
    arena.send(PLAY_MATCH, packed(second))
    arena.hear(lambda: "a match of the set day/7 has ended on this host" in arena.log())
    arena.end()
    assert arena.waiting(Lane.LADDERS) == 1
    assert (arena.started("b"), arena.records("b")) == (0, [])
