"""What a worker may do at once fits into what it and sandboxd may have open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from arena.orders.lanes import Lane
from arena.worker.environment import LANE_ORDERS, MOST_LANE_ORDERS
from sandbox.daemon.admission import TABLE
from sandbox.daemon.server import MOST_OF_ONE
from tests.arena.worker.conftest import KEY
from tests.arena.worker.running import ROOT
from tests.waiting import PATIENCE

LIMITED = """
import resource
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, min(hard, 2048)))
from celery.signals import worker_init
from arena.worker import celery
worker_init.send(sender=None)
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def test_sandboxd_takes_a_connection_for_each_bot_of_a_worker_that_plays_all_it_may() -> None:
    assert len(Lane) * MOST_LANE_ORDERS * TABLE <= MOST_OF_ONE
    assert LANE_ORDERS <= MOST_LANE_ORDERS


def test_a_worker_may_open_as_many_files_as_the_machine_lets_it(tmp_path: Path) -> None:
    given = {"ATHANOR_VAR": str(tmp_path), "ATHANOR_RECORD_KEY": KEY.hex(), "ATHANOR_SANDBOX": "none"}
    told = subprocess.run(
        [sys.executable, "-c", LIMITED],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    assert told.returncode == 0, told.stderr
    soft, hard = told.stdout.split()
    assert soft == hard
