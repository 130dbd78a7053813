"""The Docker engine's API: how it is reached, and every failure of it as ours."""

from __future__ import annotations

import os
import socket
import weakref
from collections.abc import Callable
from typing import Final, TypeVar

import docker
import requests
from docker.errors import DockerException, NotFound
from docker.utils import kwargs_from_env

from sandbox.interface import SandboxFault

DEADLINE: Final = 20
"""Seconds that the engine may take for one answer."""
DEFAULT: Final = "unix:///var/run/docker.sock"

T = TypeVar("T")


def connect(timeout: int = DEADLINE) -> docker.APIClient:
    """A client of the engine that DOCKER_HOST names. Raises DockerException."""
    host = os.environ.get("DOCKER_HOST") or DEFAULT
    if host.startswith("unix://"):
        # The package leaves a socket open that could not connect.
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(host.removeprefix("unix://"))
            except OSError as error:
                raise DockerException(f"{host}: {error.strerror}") from error
    return docker.APIClient(timeout=timeout, **kwargs_from_env())


class Engine:
    """The engine for many threads: each call has a client to itself."""

    def __init__(self) -> None:
        self._idle: list[docker.APIClient] = []
        weakref.finalize(self, _close, self._idle)

    def ask(self, what: str, call: Callable[[docker.APIClient], T]) -> T:
        """Raises NotFound, and SandboxFault for every other failure: `what` is what the engine did not do."""
        client: docker.APIClient | None = None
        try:
            client = self._idle.pop() if self._idle else connect()
            return call(client)
        except NotFound:
            raise
        except (DockerException, requests.RequestException, OSError) as error:
            raise SandboxFault(f"the Docker engine did not {what}: {error}") from error
        finally:
            if client is not None:
                self._idle.append(client)


def _close(clients: list[docker.APIClient]) -> None:
    for client in clients:
        client.close()
