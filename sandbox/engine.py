"""The Docker engine's API: how it is reached, and every failure of it as ours.

Each call has a deadline; an engine that fails again and again is left alone for a while (`sandbox.breaker`), and
who wants something of it meanwhile is told so at once. `Pulse` tells whether it is still the engine of before:
one that was restarted has ended the containers, which must not be blamed on the bots in them.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
import weakref
from collections.abc import Callable
from typing import Final, TypeVar

import docker
import requests
from docker.errors import APIError, DockerException, NotFound
from docker.utils import kwargs_from_env

from sandbox.breaker import Breaker, Open, State
from sandbox.interface import SandboxFault

DEADLINE: Final = 20
"""Seconds that the engine may take for one answer."""
CONNECT: Final = 5.0
"""Seconds to take a connection: one that hangs has a full queue, and answers nobody."""
DEFAULT: Final = "unix:///var/run/docker.sock"
NO_EVENTS: Final = b"GET /events?filters=%7B%22event%22%3A%5B%22none%22%5D%7D HTTP/1.1\r\nHost: engine\r\n\r\n"
"""An answer that says nothing and does not end while the engine lives."""

KILLED_IN_VAIN: Final = "is not running"
NOTICED: Final = 10.0
"""Seconds for the engine to notice that a container has ended."""

T = TypeVar("T")


def connect(timeout: int = DEADLINE) -> docker.APIClient:
    """A client of the engine that DOCKER_HOST names. Raises DockerException."""
    host = address()
    if host.startswith("unix://"):
        # The package leaves a socket open that could not connect.
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(CONNECT)
            try:
                probe.connect(host.removeprefix("unix://"))
            except OSError as error:
                raise DockerException(f"{host}: {error.strerror or error}") from error
    client = docker.APIClient(timeout=timeout, **kwargs_from_env())
    # No proxy leads to an engine. To look for one reads the whole environment at each call, which breaks down in a
    # thread while another one changes it.
    client.trust_env = False
    # The package keeps a connection for each address that it has asked: of containers that are gone, most of them.
    client.headers["Connection"] = "close"
    return client


def address() -> str:
    return os.environ.get("DOCKER_HOST") or DEFAULT


class Engine:
    """The engine for many threads: each call has a client to itself."""

    def __init__(self) -> None:
        self._idle: list[docker.APIClient] = []
        self._breaker = Breaker("the Docker engine")
        self._pulse = Pulse()
        weakref.finalize(self, _close, self._idle)

    @property
    def state(self) -> State:
        """Of its breaker."""
        return self._breaker.state

    def life(self) -> int:
        """The number of the engine's life, by our count: another one than before, and it was restarted."""
        return self._pulse.life()

    def ask(self, what: str, call: Callable[[docker.APIClient], T]) -> T:
        """Raises NotFound, and SandboxFault for every other failure: `what` is what the engine did not do."""
        try:
            self._breaker.enter()
        except Open as rest:
            raise SandboxFault(f"the Docker engine was not asked to {what}: {rest}") from None
        try:
            answer = self._asked(call)
        except BaseException as error:
            # An engine that says no has answered.
            said_no = isinstance(error, APIError) and error.is_client_error()
            (self._breaker.succeeded if said_no else self._breaker.failed)()
            if isinstance(error, DockerException | requests.RequestException | OSError) and not isinstance(
                error, NotFound
            ):
                raise SandboxFault(f"the Docker engine did not {what}: {error}") from error
            raise
        self._breaker.succeeded()
        return answer

    def _asked(self, call: Callable[[docker.APIClient], T]) -> T:
        client = self._idle.pop() if self._idle else connect()
        try:
            answer = call(client)
        except APIError:
            self._idle.append(client)
            raise
        except BaseException:
            # A connection that was cut or timed out is in no state to be used again.
            client.close()
            raise
        self._idle.append(client)
        return answer


def remove(engine: Engine, container: str) -> None:
    """Whatever state it is in; one that is gone is no failure."""
    with contextlib.suppress(NotFound):
        engine.ask("remove a container", lambda client: _removed(client, container))


def _removed(client: docker.APIClient, container: str) -> None:
    """An engine that does not know yet that a container has ended kills it first, in vain, and gives up."""
    until = time.monotonic() + NOTICED
    while True:
        try:
            client.remove_container(container, force=True, v=True)
        except APIError as error:
            if KILLED_IN_VAIN not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


class Pulse:
    """One connection to the engine that stays open as long as it lives. Only for an engine on a Unix socket."""

    def __init__(self) -> None:
        self._life = 0
        self._line: list[socket.socket] = []
        """One, or none while no engine takes a connection."""
        self._lock = threading.Lock()
        weakref.finalize(self, _drop, self._line)

    def life(self) -> int:
        with self._lock:
            if not self._line or not _alive(self._line[0]):
                self._begin()
            return self._life

    def _begin(self) -> None:
        """A life is counted from the first look at it; while none answers, each look is another one."""
        _drop(self._line)
        self._life += 1
        if not (host := address()).startswith("unix://"):
            self._life = 0
            return
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(CONNECT)
        try:
            line.connect(host.removeprefix("unix://"))
            line.sendall(NO_EVENTS)
        except OSError:
            line.close()
            return
        line.setblocking(False)
        self._line.append(line)


def _alive(line: socket.socket) -> bool:
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _drop(lines: list[socket.socket]) -> None:
    while lines:
        with contextlib.suppress(OSError):
            lines.pop().close()


def _close(clients: list[docker.APIClient]) -> None:
    while clients:
        clients.pop().close()
