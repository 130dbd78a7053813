"""What a ladder page promises of how far bots are kept apart, by the level that the ladder requires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from athanorpb.isolation import Isolation

GUARANTEES: Final[Mapping[Isolation, str]] = {
    Isolation.NONE: "This ladder does not require a level of isolation, so none is guaranteed: the page of each"
    " match says at which it was played.",
    Isolation.DISK: "Walls around each bot are guaranteed. Bots on one host read their runtime from the same files"
    " on a disk: one could leave a trace there for a later match of the same deal.",
    Isolation.MEMORY: "Walls around each bot are guaranteed. Bots on one host read their runtime from one copy in"
    " memory, which keeps no trace of what a bot read; but two bots that mean to could still signal to each other,"
    " or leave a few bits for a later match of the same deal.",
    Isolation.OWN: "Walls around each bot are guaranteed, and a file system of its own that ends with its match:"
    " no bot can leave anything in files for another match of the same deal, or signal to one through them.",
}
