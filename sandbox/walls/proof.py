"""Each wall tried on this machine: a box whose program looks at them from inside, and a look from outside.

What holds a bot is not what a driver asked for but what the kernel made of it; this tells the two apart. The
program is `athanor_adapter.canary`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from athanor_contract.bundle import Bundle, Manifest, Packed
from athanor_contract.bundle.manifest import FILE, written
from athanor_contract.limits.sandbox import MIB, Limits
from sandbox.cgroups import Group
from sandbox.drivers.box import CommonBox
from sandbox.filesystems.image import KIND, PACKAGE
from sandbox.interface import Launch, SandboxFault
from sandbox.runtimes.table import DOOR, ENVIRONMENT, PYTHON
from sandbox.walls import WALLS
from sandbox.walls.bounds import LOCKED_MEMORY
from sandbox.walls.bubbled import DEVICES
from sandbox.walls.contained import FIRST_TO_GO
from sandbox.walls.figures import PROC, SHOWN, figures
from sandbox.walls.folders import of_a_match
from sandbox.walls.inside import OF_ITS_OWN_NETWORK
from sandbox.walls.seclusion import HIDDEN

PATIENCE: Final = 60.0
LIMITS: Final = Limits(memory=96 * MIB, processes=24)
FIGURES: Final = figures(LIMITS)
COMMAND: Final = (PYTHON, "-P", "-m", "athanor_adapter.canary", ",".join(HIDDEN), ",".join(FIGURES))
HARMLESS: Final = {*DEVICES, "fd", "stdin", "stdout", "stderr", "shm", "core", "tty", "ptmx", "pts", "mqueue"}

AS_ROOT: Final = "run the worker as root, or let sandboxd run the bots, which is root's"
A_CGROUP: Final = "let the worker have a cgroup to make others in: the line `cgroups` says how"
NEWER: Final = "this kernel or engine does not keep it: use a newer one, or the other driver"
AN_IMAGE: Final = (
    f"{AS_ROOT}; with {PACKAGE} installed, on a kernel that has EROFS (and loop devices, before 6.12)"
)
REMEDIES: Final[Mapping[str, str]] = {
    "own_files": AN_IMAGE,
    **dict.fromkeys(
        (
            "own_user",
            "fixed_times",
            "hidden_network_figures",
            "counted_files",
            "nothing_written_runs",
            "no_links_followed",
            "first_to_go",
        ),
        AS_ROOT,
    ),
    **dict.fromkeys(("bounded_memory", "bounded_processes", "bounded_processor", "no_swap"), A_CGROUP),
    "no_core_dumps": "have core dumps go into files, which the bound is for: sysctl kernel.core_pattern=core",
}


class Prepares(Protocol):
    name: str

    async def prepare(self, launch: Launch) -> CommonBox: ...


@dataclass(frozen=True, slots=True)
class Proof:
    wall: str
    holds: bool
    seen: str = ""
    """What was found in the place of the wall, and what to do."""

    @property
    def weakens(self) -> bool:
        """Whether bots can be run without it, by somebody who knows whose they are."""
        return not self.holds and self.wall in REMEDIES


@dataclass(slots=True)
class Seen:
    """One box, from both sides."""

    inside: dict[str, Any]
    outside: dict[str, str]
    """Our own namespaces."""
    users: set[int]
    bounds: dict[str, int | None]
    """What its cgroup says of memory, swap, processes and processor; empty without one."""
    alive: bool
    """Whether anything of it lived on after its end."""
    log: int
    """Bytes that were kept of what it said."""


def tried(driver: Prepares) -> list[Proof]:
    """Every wall, in their order. Raises SandboxFault where no box can be had."""
    seen = asyncio.run(_looked_at(driver))
    return [_judged(name, seen) for name in WALLS]


def _judged(wall: str, seen: Seen) -> Proof:
    try:
        found = CHECKS[wall](seen)
    except (KeyError, TypeError, ValueError) as problem:
        found = f"it could not be looked at ({type(problem).__name__}: {problem})"
    return Proof(wall, True) if not found else Proof(wall, False, f"{found}; {REMEDIES.get(wall, NEWER)}")


def _canary() -> Packed:
    manifest = Manifest("canary", (), "python", COMMAND, None, "grpc")
    return Packed.of(Bundle({FILE: written(manifest)}, manifest))


async def _looked_at(driver: Prepares) -> Seen:
    box = await driver.prepare(Launch(_canary(), LIMITS))
    try:
        await box.start(guarded=False)
        group = box.group
        users = _users(group)
        bounds = group.bounds() if group is not None else {}
        ended = asyncio.wait_for(box.ended(), PATIENCE)
        try:
            await ended
        except TimeoutError as error:
            raise SandboxFault(f"what was to try the walls did not end within {PATIENCE:g} seconds") from error
    finally:
        remains = await box.kill()
    inside: dict[str, Any] = {}
    for line in remains.log.decode(errors="replace").splitlines():
        if line.startswith("{"):
            inside |= json.loads(line)
    if "status" not in inside:
        raise SandboxFault(f"what was to try the walls said nothing of them: {remains.log[-300:]!r}")
    # The bomb takes the whole box with it where the kernel is told so: then nothing is said of it any more.
    inside.setdefault("memory", "refused" if remains.out_of_memory else "had")
    outside = {name: _namespace_of_ours(name) for name in inside["namespaces"]}
    alive = group is not None and bool(group.exists() and group.members())
    return Seen(inside, outside, users, bounds, alive, len(remains.log))


def _users(group: Group | None) -> set[int]:
    found = set()
    for pid in group.members() if group is not None else ():
        try:
            found.add(Path(f"/proc/{pid}").stat().st_uid)
        except OSError:
            continue
    return found


def _namespace_of_ours(name: str) -> str:
    return str(Path(f"/proc/self/ns/{name}").readlink())


# --- what each wall comes to: what is wrong, or nothing


def _namespace(name: str) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        return "" if seen.inside["namespaces"][name] != seen.outside[name] else f"it shares our {name} namespace"

    return check


def _is(name: str, expected: object) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        return "" if seen.inside[name] == expected else f"{name} came to {seen.inside[name]}, not {expected}"

    return check


def _none(name: str, of: Callable[[str], bool] = bool) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        found = [entry for entry in seen.inside[name] if of(entry)]
        return f"{name}: {', '.join(map(str, found[:5]))}" if found else ""

    return check


def _bound(name: str, most: int) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        found = seen.inside["bounds"][name]
        return "" if 0 <= found <= most else f"{name} is bounded by {found}, not {most}"

    return check


def _group(name: str, most: int) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        found = seen.bounds.get(name)
        if not seen.bounds:
            return "no cgroup bounds it"
        return "" if found is not None and 0 <= found <= most else f"its cgroup says {found}, not {most}"

    return check


def _no_capabilities(seen: Seen) -> str:
    told = seen.inside["status"]
    held = [name for name in ("CapEff", "CapBnd") if int(told[name], 16)]
    return f"{', '.join(held)} is not empty" if held else ""


def _own_user(seen: Seen) -> str:
    if os.geteuid() == 0:
        return "" if seen.users and 0 not in seen.users and os.geteuid() not in seen.users else "it runs as root"
    return "it runs as the user that you are"


def _listed(seen: Seen) -> str:
    return (
        ""
        if (seen.inside["status"]["Seccomp"], seen.inside["keyring"]) == ("2", "EPERM")
        else "a call was let through"
    )


def _privileges(seen: Seen) -> str:
    return "" if seen.inside["status"]["NoNewPrivs"] == "1" else "a program may gain rights"


def _own_files(seen: Seen) -> str:
    kind = seen.inside["root"]
    shared = "in memory, by a copy" if kind == "tmpfs" else f"by the {kind} that they lie on"
    return "" if kind == KIND else f"boxes share the files of their runtime, {shared}"


def _devices(seen: Seen) -> str:
    more = set(seen.inside["devices"]) - HARMLESS
    return f"devices: {', '.join(sorted(more)[:5])}" if more else ""


def _environment(seen: Seen) -> str:
    ours = set(seen.inside["environment"]) - {*ENVIRONMENT, "HOSTNAME", "PWD", "OLDPWD", "LC_CTYPE", "_"}
    return f"it sees {', '.join(sorted(ours)[:5])}" if ours else ""


def _folders(what: str) -> Callable[[Seen], str]:
    def check(seen: Seen) -> str:
        wrong = [path for path, told in seen.inside["folders"].items() if not _is_bounded(what, path, told)]
        missing = set(of_a_match(LIMITS)) - set(seen.inside["folders"])
        return f"{', '.join(sorted({*wrong, *missing}))}: not so" if wrong or missing else ""

    return check


def _is_bounded(what: str, path: str, told: Mapping[str, Any]) -> bool:
    folder = of_a_match(LIMITS)[path]
    match what:
        case "size":
            return bool(told["size"] <= folder.size)
        case "files":
            return bool(told["files"] <= folder.files)
        case "noexec":
            return "noexec" in told["flags"]
        case _:
            return path != DOOR or "nosymfollow" in told["flags"]


def _hidden(seen: Seen) -> str:
    shown = {*FIGURES, *(f"{PROC}/{name}" for name in SHOWN)}
    if told := [path for path in seen.inside["readable"] if path not in shown]:
        return f"readable: {', '.join(told[:5])}"
    ours = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in FIGURES.items()}
    wrong = [path for path, digest in ours.items() if seen.inside["figures"][path] != digest]
    return f"the machine's own figures: {', '.join(wrong)}" if wrong else ""


def _network(seen: Seen) -> str:
    more = {path.rpartition("/")[2] for path in seen.inside["network"]} - OF_ITS_OWN_NETWORK
    return f"readable of /proc/net: {', '.join(sorted(more)[:5])}" if more else ""


def _core(seen: Seen) -> str:
    if Path("/proc/sys/kernel/core_pattern").read_text().startswith("|"):
        return "the bound is not asked"
    return _bound("core", 0)(seen)


def _processes(seen: Seen) -> str:
    return "" if seen.inside["children"] < LIMITS.processes else f"it started {seen.inside['children']} processes"


def _memory(seen: Seen) -> str:
    return "" if seen.inside["memory"] == "refused" else "it had five times as much as it may"


def _output(seen: Seen) -> str:
    return "" if seen.log < LIMITS.output + 200 else f"{seen.log} bytes were kept"


def _tree(seen: Seen) -> str:
    return "something of it lived on" if seen.alive else ""


def _queues(seen: Seen) -> str:
    return "a queue could be made" if seen.inside["queue"] == "done" else ""


def _swap(seen: Seen) -> str:
    if len(Path("/proc/swaps").read_text().splitlines()) < 2:
        return ""
    return _group("swap", LIMITS.memory)(seen)


def _checks() -> Iterator[tuple[str, Callable[[Seen], str]]]:
    yield "own_processes", _namespace("pid")
    yield "no_network", _none("interfaces", lambda name: name != "lo")
    yield "own_ipc", _namespace("ipc")
    yield "own_host_name", _is("host", "bot")
    yield "own_cgroup_view", _namespace("cgroup")
    yield "no_more_namespaces", _is("unshared", 0)
    yield "read_only_root", _none("written")
    yield "own_files", _own_files
    yield "few_devices", _devices
    yield "fixed_times", _none("timed")
    yield "hidden_facts", _hidden
    yield "hidden_network_figures", _network
    yield "clean_environment", _environment
    yield "no_capabilities", _no_capabilities
    yield "no_new_privileges", _privileges
    yield "own_user", _own_user
    yield "listed_calls_only", _listed
    yield "own_architecture_only", _is("foreign", int(signal.SIGSYS))
    yield "unix_sockets_only", _is("internet", "EAFNOSUPPORT")
    yield "no_file_locks", _is("lock", "EPERM")
    yield "few_ioctls", _is("terminal", "EPERM")
    yield "no_clone_flags", _is("clone", "EPERM")
    yield "plain_personality", _is("personality", "EPERM")
    yield "few_process_options", _is("process_option", "EPERM")
    yield "own_limits_only", _is("others_limits", "EPERM")
    yield "no_cache_calls", _is("cache", "ENOSYS")
    yield "no_machine_figures", _is("machine", "ENOSYS")
    yield "no_pinning", _is("pinned", "EPERM")
    yield "no_memory_files", _is("memory_file", "ENOSYS")
    yield "few_socket_options", _is("peer", "EPERM")
    yield "bounded_memory", _memory
    yield "no_swap", _swap
    yield "bounded_processes", _processes
    yield "bounded_processor", _group("processor", int(100_000 * LIMITS.cores))
    yield "bounded_open_files", _bound("nofile", LIMITS.open_files)
    yield "bounded_file_size", _bound("fsize", LIMITS.file_size)
    yield "bounded_locked_memory", _bound("memlock", LOCKED_MEMORY)
    yield "no_core_dumps", _core
    yield "no_message_queues", _queues
    yield "bounded_folders", _folders("size")
    yield "counted_files", _folders("files")
    yield "nothing_written_runs", _folders("noexec")
    yield "no_links_followed", _folders("nosymfollow")
    yield "first_to_go", _is("adjustment", FIRST_TO_GO)
    yield "bounded_output", _output
    yield "whole_tree_ends", _tree


CHECKS: Final = dict(_checks())
