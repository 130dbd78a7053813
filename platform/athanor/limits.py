"""What a bot may take and send, as the site shows it. A test compares these figures with those of the sandbox."""

from __future__ import annotations

from typing import Final, NamedTuple


class Limit(NamedTuple):
    name: str
    """Of the field in `sandbox.interface.Limits`."""
    value: str
    meaning: str
    build: str = ""
    """Of a build, where that is another."""


MIB: Final = 1024 * 1024

LIMITS: tuple[tuple[Limit, float], ...] = (
    (
        Limit(
            "memory", "256 MiB", "of memory, everything the bot runs together; more, and it is killed", "1024 MiB"
        ),
        256 * MIB,
    ),
    (Limit("cores", "1", "processor at a time"), 1.0),
    (Limit("processes", "64", "processes and threads", "128"), 64),
    (Limit("open_files", "256", "open files a process", "1024"), 256),
    (Limit("file_size", "16 MiB", "the largest file it can write", "64 MiB"), 16 * MIB),
    (
        Limit(
            "tmp", "16 MiB", "in /tmp, in memory, gone with the match; the only place it can write to", "256 MiB"
        ),
        16 * MIB,
    ),
    (Limit("output", "128 KiB", "kept of what it prints to stderr, its head and its tail"), 128 * 1024),
)
"""As shown, and as the sandbox has them; a test compares."""

WIRE_LIMITS: tuple[tuple[Limit, int], ...] = (
    (Limit("MESSAGE", "64 KiB", "one message"), 64 * 1024),
    (Limit("MESSAGES", "2,000", "messages to one question, notes included"), 2_000),
    (Limit("BYTES", "1 MiB", "to one question, of whatever kind"), MIB),
    (Limit("FRAMES", "4,096", "HTTP/2 frames to one question"), 4_096),
    (Limit("CONTROL_FRAMES", "512", "of them without a message: PING, SETTINGS, WINDOW_UPDATE and the like"), 512),
    (Limit("HEADERS", "8 KiB", "headers or trailers at a time"), 8 * 1024),
)
"""What a server may send, of `sandbox.guard.limits`; a test compares."""
