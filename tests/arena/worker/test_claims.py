"""An order is played once, however often it is delivered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.worker.claims import KEPT, SWEEP_EVERY, Claims


@pytest.fixture
def claims(tmp_path: Path) -> Claims:
    return Claims(tmp_path / "claims")


def test_one_holder_at_a_time(claims: Claims) -> None:
    with claims.held("token") as mine:
        assert mine
        with Claims(claims.folder).held("token") as too:
            assert not too
    with claims.held("token") as again:
        assert again


def test_another_order_is_not_hindered(claims: Claims) -> None:
    with claims.held("one"), claims.held("two") as mine:
        assert mine


def test_a_dead_holder_holds_nothing(claims: Claims) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from arena.worker.claims import Claims\n"
            "with Claims(Path(sys.argv[1])).held('token') as mine:\n"
            "    print(mine, flush=True); sys.stdin.read()",
            str(claims.folder),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with claims.held("token") as mine:
            assert not mine
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        with claims.held("token") as mine:
            assert mine
    finally:
        holder.kill()
        holder.communicate()


def test_a_record_is_kept_and_found_by_its_token(claims: Claims) -> None:
    assert claims.record("token") is None
    claims.keep("token", {"body": {"match": "m"}, "signature": "s"})
    assert Claims(claims.folder).record("token") == {"body": {"match": "m"}, "signature": "s"}
    assert claims.record("other") is None


def test_half_a_record_is_none(claims: Claims) -> None:
    claims.keep("token", {"body": {}})
    (file,) = claims.folder.glob("*.signed")
    file.write_bytes(file.read_bytes()[:-3])
    assert claims.record("token") is None


def test_a_token_that_is_no_file_name_stays_in_the_folder(claims: Claims) -> None:
    claims.keep("../../outside/\0", {"body": {}})
    assert claims.record("../../outside/\0") == {"body": {}}
    assert [path.parent for path in claims.folder.rglob("*")] == [claims.folder]


def test_old_records_are_forgotten_and_new_ones_kept(claims: Claims) -> None:
    claims.keep("old", {"body": {}})
    (old,) = claims.folder.glob("*.signed")
    written = old.stat().st_mtime
    os.utime(old, (written - KEPT - 60,) * 2)
    for number in range(SWEEP_EVERY - 1):
        claims.keep(f"new {number}", {"body": {}})
    assert claims.record("old") is None
    assert claims.record("new 0") == {"body": {}}


def test_what_hung_its_worker_is_given_up(tmp_path: Path) -> None:
    claims = Claims(tmp_path)
    claims.give_up("hangs")
    assert claims.was_given_up("hangs")
    assert Claims(tmp_path).was_given_up("hangs"), "by the worker's next life too"
    assert not claims.was_given_up("another")
