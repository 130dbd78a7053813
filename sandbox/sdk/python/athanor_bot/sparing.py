"""Imports of the SDK's own that cost a bot's start as little as they can.

Nothing that is imported becomes garbage: to look for some meanwhile takes milliseconds. And gRPC imports asyncio,
which imports OpenSSL, though no box has a network: without it a start takes 10 ms of 70 less, and a box holds 4 MB
less. Whoever imports `ssl` afterwards has it.
"""

import gc
import os
import sys

IN_A_BOX = "/run/athanor/"
"""Where the socket is in every box, and nowhere else."""


class SparingImports:
    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()
        self._leaves_out_tls = "ssl" not in sys.modules and os.environ.get("ATHANOR_SOCKET", "").startswith(
            IN_A_BOX
        )
        if self._leaves_out_tls:
            # An import of it fails, as where Python was built without it, which asyncio is prepared for.
            sys.modules["ssl"] = None  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        if self._leaves_out_tls:
            sys.modules.pop("ssl", None)
        if self._was_on:
            gc.enable()
