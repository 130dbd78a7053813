"""An order becomes a record: of a finished match, or void by a fault of ours."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.live.feed import Reader
from arena.live.publishing import Publisher
from arena.referee.conduct import Void
from arena.replay.file import read
from arena.replay.verification import verify
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanorpb.farm.values import LiveEvent
from sandbox.interface import Box, HostStalled, Launch, SandboxFault
from tests.arena.worker.conftest import QUICK, house, match_order, stored
from tests.services import valkey

CRASHES = b"def choose(ask):\n    raise RuntimeError('lost my way')\n"
LONG_AGO = 1.0
FIRST = b"def choose(ask):\n    return 0\n"


async def test_a_match_of_house_bots_is_played_and_verifies(farm: Farm) -> None:
    record = await play(match_order(house(farm, "random"), house(farm, "greedy")), farm)
    assert (record.outcome, record.reason) == ("finished", "rounds-played")
    assert [seat.out for seat in record.seats] == ["", ""]
    assert record.plies == 104
    assert sorted(record.ranks) in ([1, 1], [1, 2])
    assert record.sandbox in ("bubblewrap", "docker")
    assert (record.isolation, record.stalled) == (farm.driver.isolation(), False)
    assert record.container_runtime == ("runc" if record.sandbox == "docker" else "")
    replay = read(farm.store.get(record.replay))
    assert replay.chain == record.chain
    assert verify(replay) is None
    for seat in record.seats:
        assert seat.answers == 52
        assert seat.startup > 0
        assert seat.spent.wall.count == seat.spent.charged.count == seat.answers
        assert 0 < seat.spent.wall.median <= seat.spent.wall.p95 <= seat.spent.wall.longest
        assert round(seat.spent.wall.longest) == seat.slowest
        assert seat.cpu > 0
        assert seat.memory > 1_000_000
        assert seat.spent.heard > 10 * seat.answers, "a question has more bytes than that"
        assert 2 * seat.answers <= seat.spent.said < seat.spent.heard
    assert b"spent" not in json.dumps(replay.document()).encode(), "a replay is for everybody"


async def test_the_same_order_gives_the_same_match(farm: Farm) -> None:
    order = match_order(house(farm, "random"), house(farm, "counting"))
    first, second = await play(order, farm), await play(order, farm)
    assert (first.chain, first.scores, first.ranks) == (second.chain, second.scores, second.ranks)


async def test_what_we_need_to_start_a_sandbox_is_no_part_of_the_bot_s_start_up(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the worker's clock they wait twice their budget for places at sandboxd, or for their walls."""
    moment = 0.0
    monkeypatch.setattr("arena.worker.table.time", SimpleNamespace(monotonic=lambda: moment))
    prepare = farm.driver.prepare

    async def slow(launch: Launch) -> Box:
        box = await prepare(launch)
        start = box.start

        async def late() -> None:
            # Not added up: another bot may be at its own start-up already.
            nonlocal moment
            moment = 2 * QUICK.startup / 1000
            await start()

        monkeypatch.setattr(box, "start", late)
        return box

    monkeypatch.setattr(farm.driver, "prepare", slow)
    record = await play(match_order(house(farm, "random"), house(farm, "greedy")), farm)
    assert record.outcome == "finished", record.reason
    assert [(seat.out, seat.out_detail) for seat in record.seats] == [("", "")] * 2
    assert all(seat.startup < QUICK.startup for seat in record.seats)


async def test_a_bot_that_crashes_is_out_and_the_result_of_the_other_stands(farm: Farm) -> None:
    record = await play(match_order(stored(farm, CRASHES, "crash.py"), house(farm, "random")), farm)
    assert record.outcome == "finished"
    assert record.ranks == (2, 1)
    assert record.seats[0].out == "dead"
    assert record.seats[1].out == ""
    assert b"lost my way" in farm.store.get(record.seats[0].log)


async def test_a_bot_that_leaves_while_another_thinks_is_out_and_makes_nothing_void(farm: Farm) -> None:
    leaves = (
        b"import os, threading\ndef choose(ask):\n    threading.Timer(0.05, os._exit, [1]).start()\n    return 0\n"
    )
    thinks = b"import time\ndef choose(ask):\n    time.sleep(0.3 if ask.number == 1 else 0)\n    return 0\n"
    record = await play(match_order(stored(farm, leaves, "leaves.py"), stored(farm, thinks, "thinks.py")), farm)
    assert (record.outcome, record.ranks) == ("finished", (2, 1)), record.reason
    assert [seat.out for seat in record.seats] == ["dead", ""]


async def test_a_bot_that_never_comes_up_is_out_from_the_start(farm: Farm) -> None:
    broken = stored(farm, b"raise SystemExit('no licence')\ndef choose(ask): return 0\n", "broken.py")
    record = await play(match_order(house(farm, "random"), broken), farm)
    assert record.outcome == "finished"
    assert record.seats[1].out == "never-ready"
    assert record.ranks == (1, 2)
    assert b"no licence" in farm.store.get(record.seats[1].log)


async def test_a_bundle_that_is_not_in_the_store_makes_it_void(farm: Farm) -> None:
    record = await play(match_order("0" * 64, house(farm, "random")), farm)
    assert record.outcome == "void"
    assert "not in the blob store" in record.reason
    assert record.replay == ""


async def test_a_match_that_is_not_over_in_its_time_is_void(farm: Farm) -> None:
    order = match_order(house(farm, "random"), house(farm, "random"))
    record = await play(dataclasses.replace(order, seconds=0.05), farm)
    assert record.outcome == "void"
    assert "0.05 seconds" in record.reason


async def test_a_match_has_its_time_however_long_its_order_waited(farm: Farm) -> None:
    order = match_order(house(farm, "random"), house(farm, "random"), deadline=LONG_AGO)
    assert (await play(order, farm)).outcome == "finished"


async def test_a_game_that_this_worker_does_not_have_makes_it_void(farm: Farm) -> None:
    order = dataclasses.replace(match_order(house(farm, "random"), house(farm, "random")), game="chess")
    record = await play(order, farm)
    assert record.outcome == "void"
    assert "chess" in record.reason


@pytest.mark.parametrize("fault", [HostStalled, SandboxFault])
async def test_the_record_says_whether_its_host_stalled(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, fault: type[SandboxFault]
) -> None:
    async def fails(launch: Launch) -> Box:
        raise fault("2.5 seconds were kept from a bot")

    monkeypatch.setattr(farm.driver, "prepare", fails)
    record = await play(match_order(house(farm, "random"), house(farm, "random")), farm)
    assert (record.outcome, record.stalled) == ("void", fault is HostStalled)


@pytest.mark.parametrize("stalled", [True, False])
async def test_the_record_says_whether_its_host_stalled_in_play(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, stalled: bool
) -> None:
    async def fails(*_: object, **__: object) -> Void:
        return Void("a deadline was noticed late", stalled)

    monkeypatch.setattr("arena.worker.matches.referee", fails)
    record = await play(match_order(house(farm, "random"), house(farm, "random")), farm)
    assert (record.outcome, record.reason, record.stalled) == ("void", "a deadline was noticed late", stalled)


@pytest.mark.parametrize("seats", [2, 4])
async def test_nothing_is_left_of_a_match(farm: Farm, seats: int) -> None:
    await play(match_order(*[house(farm, "random")] * seats), farm)
    assert await farm.driver.sweep() == 0


async def test_a_match_is_seen_live_while_it_is_played(farm: Farm, tmp_path: Path) -> None:
    with valkey(tmp_path) as url:
        farm.live = Publisher(url)
        record = await play(match_order(house(farm, "random"), house(farm, "greedy")), farm)
        farm.live.close()
        seen = Reader(url).read(record.match)
    assert seen is not None
    replay = read(farm.store.get(record.replay))
    assert seen.events == [LiveEvent(told.ply, told.event) for told in replay.events if told.to is None]


async def test_a_sealed_match_is_never_seen_live(farm: Farm, tmp_path: Path) -> None:
    order = match_order(house(farm, "random"), house(farm, "greedy"))
    with valkey(tmp_path) as url:
        farm.live = Publisher(url)
        sealed = await play(dataclasses.replace(order, match="m2", sealed=True), farm)
        await play(order, farm)
        farm.live.close()
        assert Reader(url).read("m1") is not None
        assert Reader(url).read("m2") is None
    assert sealed.outcome == "finished"


async def test_how_far_one_came_who_played_alone_is_in_the_record(farm: Farm) -> None:
    bot = house(farm, "greedy", "alakazoo")
    record = await play(dataclasses.replace(match_order(bot), game="alakazoo"), farm)
    assert record.outcome == "finished"
    spells, runes, light = record.progress
    assert 2 * spells <= runes <= 18
    assert (record.scores == (1,)) == (spells == 9)
    assert (light == 0) == (record.reason == "darkness")


async def test_at_a_table_of_several_nobody_has_come_far_alone(farm: Farm) -> None:
    record = await play(match_order(house(farm, "random"), house(farm, "greedy")), farm)
    assert record.progress == ()
