"""What /proc tells a box of the machine: nothing that moves, but constants of the box's own limits.

Of all that is in /proc beside processes a box sees `SHOWN` and the files that `figures` writes; everything else is
masked, by the names that this kernel has. Runtimes read few of them, and do without the others: Node and psutil
read meminfo, libc and Node count the processors in stat, libuv reads cpuinfo, uptime and loadavg.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from athanor_contract.limits.sandbox import Limits

PROC: Final = Path("/proc")
SHOWN: Final = frozenset({"version"})
"""As uname tells it."""
OF_A_PROCESSOR: Final = frozenset({
    "processor", "vendor_id", "cpu family", "model", "model name", "stepping", "cache size", "physical id",
    "siblings", "core id", "cpu cores", "fpu", "cpuid level", "flags", "clflush size", "cache_alignment",
    "address sizes", "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Features",
})  # fmt: skip
"""Of its lines in cpuinfo those that never change: not how fast it runs just now."""


def figures(limits: Limits) -> Mapping[str, str]:
    """Files of /proc, and what stands in them."""
    return {
        f"{PROC}/meminfo": _memory(limits.memory),
        f"{PROC}/stat": _statistics(),
        f"{PROC}/cpuinfo": _processors(),
        f"{PROC}/uptime": "1.00 1.00\n",
        f"{PROC}/loadavg": "0.00 0.00 0.00 1/1 1\n",
    }


def hidden(shown: Mapping[str, str]) -> tuple[str, ...]:
    """Everything in /proc but processes, what they link to, and what is shown."""
    here = (entry for entry in os.scandir(PROC) if not entry.name.isdigit() and not entry.is_symlink())
    return tuple(sorted(entry.path for entry in here if entry.name not in SHOWN and entry.path not in shown))


def written(shown: Mapping[str, str], folder: Path) -> Mapping[str, Path]:
    """Makes a folder of these files: where each of them is, to be bound to its place."""
    folder.mkdir()
    folder.chmod(0o755)
    files = {path: folder / Path(path).name for path in shown}
    for path, file in files.items():
        file.write_text(shown[path])
        file.chmod(0o444)
    return files


def _memory(limit: int) -> str:
    """As if nothing of it were used."""
    lines = dict.fromkeys(("MemTotal", "MemFree", "MemAvailable"), limit // 1024)
    lines |= dict.fromkeys(("Buffers", "Cached", "SwapCached", "Active", "Inactive", "SwapTotal", "SwapFree"), 0)
    lines |= dict.fromkeys(("Mapped", "Shmem", "Slab", "SReclaimable", "SUnreclaim"), 0)
    return "".join(f"{name + ':':15} {amount:8} kB\n" for name, amount in lines.items())


def _statistics() -> str:
    """As if nothing had run yet."""
    names = ["cpu ", *(f"cpu{number}" for number in sorted(os.sched_getaffinity(0)))]
    times = "".join(f"{name} {' '.join('0' * 10)}\n" for name in names)
    return f"{times}intr 0\nctxt 0\nbtime 0\nprocesses 1\nprocs_running 1\nprocs_blocked 0\n"


@cache
def _processors() -> str:
    """Those that we may use, line by line as the kernel writes them: libuv compares the blanks too."""
    allowed = {str(number) for number in os.sched_getaffinity(0)}
    blocks = [_constants(block) for block in (PROC / "cpuinfo").read_text().split("\n\n")]
    return "".join("\n".join(block.values()) + "\n\n" for block in blocks if _number(block) in allowed)


def _constants(block: str) -> dict[str, str]:
    """Lines, by the names that they begin with."""
    told = {line.partition(":")[0].strip(): line for line in block.splitlines()}
    return {name: line for name, line in told.items() if name in OF_A_PROCESSOR}


def _number(block: Mapping[str, str]) -> str:
    """Of the processor that a block describes; of something else, as the board, none."""
    return block.get("processor", "").rpartition(":")[2].strip()
