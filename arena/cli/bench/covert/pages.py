"""Which pages of the runtime's files are in memory, and which are mapped: of files that Python does not use."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PAGE = mmap.PAGESIZE
FOLDERS = ("/usr/lib", "/usr/bin")
SLOWER = 8
"""Times as long as it takes from memory: then it was read from somewhere else."""
MAPPED_ONCE = 1 << 56
"""Of a page's entry in /proc/self/pagemap: nobody else has it mapped."""
READ, SHARED = 1, 1
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p


@cache
def files() -> dict[str, int]:
    """The largest first, each with its number of pages."""
    used = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()}
    for module in list(sys.modules.values()):
        used |= {str(getattr(module, "__file__", "")), str(getattr(module, "__cached__", ""))}
    found = {}
    for top in FOLDERS:
        for folder, _, names in os.walk(top):
            for path in (Path(folder, name) for name in names):
                if str(path) not in used and not path.is_symlink():
                    found[str(path)] = -(-path.stat().st_size // PAGE)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def shared_out(number: int) -> Iterator[tuple[str, range]]:
    """So many pages, a file's at a time, each with the places of its bits."""
    first = 0
    for path, pages in files().items():
        if first < number:
            yield path, range(first, min(first + pages, number))
            first += pages


def small(number: int, pages: int = 1) -> list[str]:
    """So many files of that size, none of those that `shared_out` begins with."""
    return [path for path, size in files().items() if size == pages][:number]


@contextlib.contextmanager
def opened(path: str) -> Iterator[int]:
    """Without reading ahead."""
    file = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_RANDOM)
        yield file
    finally:
        os.close(file)


kept: list[tuple[int, int]] = []
"""What this box has mapped, and how long each is."""


def evict(number: int) -> None:
    """What nobody has mapped."""
    while kept:
        unmap(*kept.pop())
    for path, _ in shared_out(number):
        flush(path)
        with opened(path) as file:
            evict_file(file)


def flush(path: str) -> None:
    """What is not on the disk yet cannot be evicted."""
    with opened(path) as file, contextlib.suppress(OSError):
        os.fdatasync(file)


def evict_file(file: int) -> None:
    with contextlib.suppress(OSError):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)


def read(bits: str) -> None:
    evict(len(bits))
    for path, places in shared_out(len(bits)):
        with opened(path) as file:
            for page, place in enumerate(places):
                if bits[place] == "1":
                    os.pread(file, 1, page * PAGE)


def in_memory(number: int) -> str:
    found = []
    for path, places in shared_out(number):
        with opened(path) as file:
            found += [is_in_memory(file, page * PAGE) for page in range(len(places))]
    return "".join("1" if one else "0" for one in found)


def is_in_memory(file: int, start: int) -> bool:
    """By the flag that asks for it, or by the clock."""
    try:
        return os.preadv(file, [bytearray(1)], start, os.RWF_NOWAIT) == 1
    except BlockingIOError:
        return False
    except OSError:
        return duration(file, start) < SLOWER * duration(file, start)


def duration(file: int, start: int) -> int:
    begin = time.perf_counter_ns()
    os.pread(file, 1, start)
    return time.perf_counter_ns() - begin


def mapped(path: str, length: int) -> int:
    """Where it stays mapped, without a descriptor, of which a bot has few."""
    with opened(path) as file:
        start = libc.mmap(None, length, READ, SHARED, file, 0)
    assert isinstance(start, int)
    libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), mmap.MADV_RANDOM)
    return start


def touch(start: int) -> None:
    ctypes.c_char.from_address(start).value  # noqa: B018  (reading maps the page)


def map_pages(bits: str) -> None:
    evict(len(bits))
    for path, places in shared_out(len(bits)):
        start = mapped(path, length := len(places) * PAGE)
        kept.append((start, length))
        for page, place in enumerate(places):
            if bits[place] == "1":
                touch(start + page * PAGE)


def mapped_elsewhere(number: int) -> str:
    found = []
    with Path("/proc/self/pagemap").open("rb", buffering=0) as entries:
        for path, places in shared_out(number):
            start = mapped(path, length := len(places) * PAGE)
            for page in range(len(places)):
                touch(start + page * PAGE)
            entries.seek(start // PAGE * 8)
            told = memoryview(entries.read(len(places) * 8)).cast("Q")
            found += [not entry & MAPPED_ONCE for entry in told]
            unmap(start, length)
    return "".join("1" if one else "0" for one in found)


def unmap(start: int, length: int) -> None:
    libc.munmap(ctypes.c_void_p(start), ctypes.c_size_t(length))


CHANNELS = {"pages in memory": (read, in_memory), "pages that are mapped": (map_pages, mapped_elsewhere)}
