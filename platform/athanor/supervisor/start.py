"""From a command line to a running platform."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time

from athanor import environment
from athanor.supervisor.keys import settle_environment
from athanor.supervisor.layout import CannotRun, check_port, claim, layout, make_folders
from athanor.supervisor.supervision import Supervisor


def up() -> int:
    """Runs the platform until it is told to end: the exit code of `manage.py up`."""
    began = time.monotonic()

    def say(line: str) -> None:
        # Whoever read it may be gone, as after a terminal was closed: the platform goes on, or ends, without.
        with contextlib.suppress(OSError):
            sys.stdout.write(f"athanor {time.monotonic() - began:6.1f} s  {line}\n")
            sys.stdout.flush()

    # No other user of the machine reads database, logs, bundles or claims. sandboxd sets its own.
    os.umask(0o077)
    try:
        # What an earlier start wrote for the other commands is written anew.
        given = {name: value for name, value in os.environ.items() if name not in environment.adopted}
        place = layout(given)
        make_folders(place)
        with claim(place):
            check_port(place)
            return asyncio.run(Supervisor(place, settle_environment(place, given), say).run())
    except CannotRun as problem:
        sys.stderr.write(f"athanor: {problem}\n")
        return 1
