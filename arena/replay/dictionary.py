"""The dictionary of format 1: what most replays have in common, known to writer and reader beforehand.

It is the msgpack form of `COMMON`, given to zstd as a raw-content dictionary. A quarter of a replay would
otherwise be the names of its fields. It belongs to the format: changing a letter of it makes every stored replay
unreadable, so a test holds its digest. A game that comes later costs some 200 bytes more until a new format
learns its words.
"""

from __future__ import annotations

from typing import Any, Final

import msgpack

_SEATS: Final = ["list", "int"]
_CARDS: Final = ["list", "word"]

COMMON: Final[list[Any]] = [
    [
        [
            "red-1", "red-2", "red-4", "red-5", "red-7", "blue-1", "blue-2", "blue-4", "blue-5", "blue-7",
            "purple-1", "purple-2", "purple-4", "purple-5", "purple-7", "poison", "red", "blue", "purple",
            "rounds-played",
        ],
        ["dealt", ["object", [
            ["round", "int"], ["dealer", "int"], ["counts", _SEATS], ["pile", "int"], ["aside", "int"],
        ]]],
        ["hand", ["object", [["seat", "int"], ["cards", _CARDS], ["to", _SEATS]]]],
        ["played", ["object", [["seat", "int"], ["card", "word"], ["cauldron", "int"], ["sum", "int"]]]],
        ["overflowed", ["object", [["seat", "int"], ["cauldron", "int"], ["cards", _CARDS]]]],
        ["drew", ["object", [["seat", "int"], ["pile", "int"]]]],
        ["got", ["object", [["seat", "int"], ["card", "word"], ["to", _SEATS]]]],
        ["scored", ["object", [
            ["round", "int"],
            ["players", ["list", ["object", [["taken", _CARDS], ["majorities", _CARDS], ["points", "int"]]]]],
        ]]],
        ["ended", ["object", [["scores", _SEATS], ["ranks", _SEATS], ["reason", "word"]]]],
        ["play", ["object", [["card", "word"], ["cauldron", "int"]]]],
        {"variant": "deal-all", "taken": "open"},
        "draw-five", "hidden", "any",
    ],
    {
        "header": {
            "match": "", "game": "poison", "revision": 1, "options": {},
            "seats": [{"bot": "house/random", "version": 1, "bundle": ""}],
            "clock": {
                "startup": 10_000, "bank": 30_000, "increment": 100, "move_cap": 10_000, "match_cap": 900_000,
            },
            "set_id": "",
        },
        "seed": b"",
        "events": {"kinds": [], "kind": [], "columns": [], "ply": [], "to": []},
        "plays": {"kinds": [], "kind": [], "columns": [], "seat": [], "autopilot": [], "charged": [], "wall": []},
        "result": {"scores": [], "ranks": [], "reason": ""},
        "accounts": [
            {
                "out": "", "out_detail": "", "out_ply": -1, "strikes": 0, "answers": 50, "charged": 0,
                "slowest": 0, "startup": 0, "cpu": -1,
            },
        ],
        "chain": b"",
        "words": [],
    },
]  # fmt: skip

DICTIONARY: Final[bytes] = msgpack.packb(COMMON)
