"""What the command line and the environment say to sandboxd, and to who looks for it.

argparse reads both: the two variables are defaults of options. The site and its workers read theirs by pydantic
(`arena.environment`); here that would be 46 ms of CPU at the start and 7 MiB of memory, measured, in the process
that runs as root, and in every command that only looks for the socket.
"""

from __future__ import annotations

import argparse
import grp
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.daemon.admission import TABLE
from sandbox.drivers import DAEMON

DEFAULT: Final = Path("/run/athanor/sandboxd.sock")
STATE: Final = Path("/var/lib/athanor/sandboxd")
MOST_SLOTS: Final = 1024
WARM_SLOTS: Final = "ATHANOR_WARM_SLOTS"
MOST_WARM: Final = 256
MOST_WARM_BY_ITSELF: Final = 8
LONGEST_PATH: Final = 100
"""Linux takes 107 bytes for a socket; the name aside is a little longer."""

EXAMPLE = """\
example: python -m sandbox.daemon --driver docker --group athanor

Runs bots in sandboxes for the arena workers that connect to its socket: the only process of the platform that
needs the container engine, cgroups or root. Its user, root and the members of the group may connect.
SIGTERM ends every sandbox, and then it. exit code: 0 it was told to end, 1 it cannot run here.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    socket: Path
    state: Path
    driver: str
    group: int | None
    slots: int
    warm: int


def socket_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where sandboxd listens, for who wants something of it."""
    return Path(environment.get(DAEMON) or DEFAULT)


def slots_here() -> int:
    """Eight whole tables a core, and never fewer than 32. Workers begin no more matches than there are processors
    and memory for, and bots that wait cost next to nothing: this only bounds what a fault of theirs could do."""
    return min(max(32, 8 * (os.cpu_count() or 1)) * TABLE, MOST_SLOTS)


def warm_here() -> int:
    """Two a core: a pair of bots each. Each is a process that has imported what a bot needs, and waits."""
    return min(2 * (os.cpu_count() or 1), MOST_WARM_BY_ITSELF)


def settings(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> Settings:
    """Ends the process with a sentence where something is wrong."""
    parser = argparse.ArgumentParser(
        prog="sandboxd", epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--socket", metavar="PATH", type=_socket, default=_socket(str(socket_path(environment))),
                        help=f"where it listens (default ${DAEMON}, or {DEFAULT})")  # fmt: skip
    parser.add_argument("--state", metavar="FOLDER", type=Path, default=STATE,
                        help=f"its own folder, which may be lost at any time (default {STATE})")  # fmt: skip
    parser.add_argument("--driver", choices=("auto", "bubblewrap", "docker"), default="auto",
                        help="what makes the walls (default auto: the first that works here)")  # fmt: skip
    parser.add_argument("--group", metavar="NAME", type=_group, default=None,
                        help="whose members may connect, too (default nobody's)")  # fmt: skip
    parser.add_argument("--slots", metavar="N", type=_slots, default=slots_here(),
                        help=f"how many bots may be there at once (default here {slots_here()})")  # fmt: skip
    parser.add_argument("--warm", metavar="N", type=_warm, default=environment.get(WARM_SLOTS) or "auto",
                        help=f"how many sandboxes stand ready for bots to come; 0: none, each is made when it is"
                             f" asked for (default ${WARM_SLOTS}, or auto: {warm_here()} here)")  # fmt: skip
    given = parser.parse_args(arguments)
    return Settings(given.socket, given.state.absolute(), given.driver, given.group, given.slots, given.warm)


def _socket(word: str) -> Path:
    path = Path(word).absolute()
    if len(bytes(path)) > LONGEST_PATH:
        raise argparse.ArgumentTypeError(f"{path} is too long for a socket: {LONGEST_PATH} bytes at most")
    return path


def _group(word: str) -> int:
    try:
        return int(word) if word.isdecimal() else grp.getgrnam(word).gr_gid
    except KeyError:
        raise argparse.ArgumentTypeError(
            f"there is no group {word!r} here (`groupadd {word}` makes one)"
        ) from None


def _warm(word: str) -> int:
    if word == "auto":
        return warm_here()
    if not word.isdecimal() or int(word) > MOST_WARM:
        raise argparse.ArgumentTypeError(
            f"{word!r} is neither auto nor a number from 0 to {MOST_WARM} (without --warm, ${WARM_SLOTS} says it)"
        )
    return int(word)


def _slots(word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= MOST_SLOTS:
        raise argparse.ArgumentTypeError(f"{word!r} is no number from 1 to {MOST_SLOTS}")
    return int(word)
