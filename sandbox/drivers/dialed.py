"""Containers that cannot be looked into from outside: under a runtime with a kernel of its own (gVisor's runsc).

What is in such a box is in that kernel's memory: there is no /proc/PID/root with the bot's socket, no pipe of ours
that it could open, and a socket that is made inside cannot be seen. But it can connect to a socket of ours. So the
inside dials out (`athanor_adapter.dial`): once for what it prints, once for the line to the bot's server. Whoever
is in there may dial too; he gets the guard at the other end, and that is what a bot is to have anyway.

The engine's entry of the runtime needs `--fsgofer-host-uds --network=none` (and `--platform=ptrace`, where there
is no better one). No slot stands ready before its bot. A build is run by the engine's usual runtime: what it
leaves is taken out of a folder inside that has to be held from here.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections import deque
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from athanor_contract.limits.sandbox import MIB, Limits
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.container import DockerBox
from sandbox.drivers.docker import RUNTIMES, Docker, Ways
from sandbox.engine import Engine
from sandbox.interface import SandboxFault
from sandbox.leases import Lease
from sandbox.output import Tap
from sandbox.runtimes.recipes import Purpose
from sandbox.runtimes.table import PYTHON
from sandbox.walls import Plan

CALL: Final = "/run/athanor.call"
FIRST: Final = (PYTHON, "-P", "-m", "athanor_adapter.dial", "--")
OUTPUT: Final = b"o"
LINE: Final = b"l"
WAITING: Final = 4
"""Calls that may wait to be answered: two are made."""
MEMORY: Final = 64 * MIB
PROCESSES: Final = 256
"""Of the kernel inside: it is in the container's cgroup, and has a process of ours for each thread of the bot."""
PATIENCE: Final = 20.0
"""Seconds for a container to make its first call."""
POLL: Final = 0.002
GO: Final = b"go\n"


class Calls(Doorway):
    """The socket that a box dials: a doorway, by which it comes to us. Nobody in there can make us wait."""

    def __init__(self, path: Path) -> None:
        super().__init__(-1)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.setblocking(False)
        self._listener.bind(str(path))
        path.chmod(0o666)
        self._listener.listen(WAITING)
        self._silent: deque[socket.socket] = deque()
        """Calls that have not said yet what they are."""

    def connected(self) -> socket.socket | None:
        """The line to the bot's server, once its inside has dialled. It is the last call that is answered."""
        line = self.answered(LINE)
        if line is not None:
            self.close()
        return line

    def answered(self, kind: bytes) -> socket.socket | None:
        """A call of that kind, if there is one; others are hung up on."""
        with contextlib.suppress(BlockingIOError):
            call, _ = self._listener.accept()
            call.setblocking(False)
            self._silent.append(call)
        if len(self._silent) > WAITING:
            self._silent.popleft().close()
        for call in list(self._silent):
            said = _first_byte(call)
            if said is not None:
                self._silent.remove(call)
                if said == kind:
                    return call
                call.close()
        return None

    def close(self) -> None:
        self._listener.close()
        while self._silent:
            self._silent.pop().close()


def _first_byte(call: socket.socket) -> bytes | None:
    try:
        return call.recv(1)
    except BlockingIOError:
        return None
    except OSError:
        return b""


class Dialed(Docker):
    def _ways(self, lease: Lease, purpose: Purpose) -> Ways:
        if purpose == "build":
            return super()._ways(lease, purpose)
        calls = Calls(lease.folder / "call")
        box = partial(DialedBox, self.engine, lease, calls)

        def first(command: Sequence[str]) -> list[str]:
            return [*FIRST, *command]

        return Ways(RUNTIMES[1], [f"{lease.folder}/call:{CALL}"], first, box, False, MEMORY, PROCESSES)

    async def stand(self, runtime: str, limits: Limits) -> DockerBox:
        raise SandboxFault("a box that cannot be looked into does not stand ready before its bot")


class DialedBox(DockerBox):
    def __init__(self, engine: Engine, lease: Lease, calls: Calls, container: str, plan: Plan) -> None:
        super().__init__(engine, lease, container, plan)
        self._door = calls
        self._calls = calls

    async def _open(self) -> None:
        await asyncio.to_thread(self._ask, "start a container", lambda client: client.start(self._container))
        state = (await asyncio.to_thread(self._inspect))["State"]
        if not state["Pid"]:
            raise SandboxFault(f"the container ended at once: {state.get('Error') or state.get('ExitCode')}")
        await asyncio.to_thread(self._take_hold, int(state["Pid"]))
        asyncio.get_running_loop().add_reader(self._watch, self._gone)
        output = await self._output()
        self._tap = Tap(self.plan.output, os.dup(output.fileno()))
        self._tap.begin()
        with output:
            await asyncio.get_running_loop().sock_sendall(output, GO)

    async def _output(self) -> socket.socket:
        until = asyncio.get_running_loop().time() + PATIENCE
        while (output := self._calls.answered(OUTPUT)) is None:
            if self._watch < 0 or asyncio.get_running_loop().time() > until:
                raise SandboxFault("the inside of a container did not dial: has its runtime --fsgofer-host-uds?")
            await asyncio.sleep(POLL)
        return output

    def _hold_inside(self, pid: int) -> None:
        """Nothing of it can be held."""
        self._group = Group.of_process(pid)
