"""How a worker ends that is told to by SIGTERM, SIGINT or SIGQUIT.

Celery's own cold shutdown waits inside the signal handler. Its loop stands still meanwhile: nothing is
acknowledged or given back, and the broker goes on sending orders to the consumers of the lanes. So this is done
instead, with the loop running:

1. The consumers are cancelled and the gate is closed (`consumers`): no order is taken any more, and those that
   wait for their turn go back to the broker at once.
2. What is played has `GIVE_BACK_AFTER` seconds to end, and is acknowledged as always. A second signal skips this.
3. What is played even then is called off, and goes back to the broker.
4. Celery's loop ends after it has told the broker all of this.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from celery.worker import state
from kombu.asynchronous import get_event_loop

from arena.worker.farm import Farm, farm

GIVE_BACK_AFTER = 3.0
SANDBOXES_END_IN: Final = 5.0
"""Seconds for the sandboxes of what was called off."""
LOOP_ENDS_IN: Final = 1.0
"""Seconds. A loop that takes longer has lost its broker, and tries to connect to it again."""
LOOK_EVERY: Final = 0.02

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

log = logging.getLogger(__name__)


def end_on_signals() -> None:
    """Called by the main thread, once Celery has installed its own handlers."""
    for number in SIGNALS:
        signal.signal(number, _told)


def _told(*_: Any) -> None:
    here = farm()
    if here.ending.is_set():
        here.loop.call_off()
        return
    here.ending.set()
    here.waker.wake()
    threading.Thread(target=_end, args=(here,), name="ending", daemon=True).start()


def _end(here: Farm) -> None:
    log.warning("told to end: what is played has %g seconds, all else goes back at once", GIVE_BACK_AFTER)
    _wait(lambda: not here.held, GIVE_BACK_AFTER)
    here.loop.call_off()
    _wait(lambda: not here.held, SANDBOXES_END_IN)
    # In its turn: the acknowledgements of the last orders were given to the loop before.
    if (loop := get_event_loop()) is not None:
        loop.call_soon(_stop)
    time.sleep(LOOP_ENDS_IN)
    _stop()


def _stop() -> None:
    # It is the exit code.
    state.should_stop = 0


def _wait(over: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not over() and time.monotonic() < until:
        time.sleep(LOOK_EVERY)
