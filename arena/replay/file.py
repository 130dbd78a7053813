"""The `.athanor` file, version 1.

    bytes 0 to 6    "athanor"
    byte 7          the version, 1
    the rest        one zstd frame, with its content size and checksum, made with the dictionary of
                    `arena.replay.dictionary`, over one msgpack map:

    words      list of strings that columns refer to by place
    header     {match, game, revision, options, seats: [{bot, version, bundle}], clock, set_id};
               with a beacon in the seed also beacon: {name, round, randomness}; of a game that is a plug-in
               also package: its distribution and version
    seed       32 bytes
    events     columns of the event documents, and {ply: steps from the event before, to: null or seats}
    plays      columns of the action documents, and {seat, autopilot: places of the actions that no bot chose,
               charged, wall: milliseconds an action}
    result     {scores, ranks, reason, ...}: what the game gave, seats that were out put last
    accounts   one map a seat: the fields of `SeatRecord`, but for memory, spent and log
    chain      32 bytes: the head of the hash chain

How columns are laid out stands in `arena.replay.columns`, what the chain covers in `arena.replay.chain`. The
same match gives the same bytes, measured times apart.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import msgpack
import zstandard

from arena.replay.columns import Misshapen, Reader, Words, is_plain, packed
from arena.replay.dictionary import DICTIONARY
from arena.replay.model import FORMAT, Document, Play, Replay, Told, account_document, header_document
from arena.replay.objects import more_than
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.codec import read as read_document
from athanorpb.farm.values import Header, SeatRecord

MAGIC = b"athanor"
LEVEL = 17
"""Of zstd: 3 % smaller than its middle levels, for a third of a millisecond a match; reading costs the same."""
LARGEST_FILE = 8 * 1024 * 1024
LARGEST_CONTENT = 32 * 1024 * 1024
MOST_OBJECTS = 2_000_000
"""Numbers, texts, lists and maps: a decision is some thirty of them."""
PARTS = {"words", "header", "seed", "events", "plays", "result", "accounts", "chain"}


class Unreadable(ValueError):
    """Bytes that are no replay that this version reads, and why."""


_dictionary = zstandard.ZstdCompressionDict(DICTIONARY, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def write(replay: Replay) -> bytes:
    words = Words()
    content = {
        "header": header_document(replay.header),
        "seed": replay.seed,
        "events": {
            **packed([told.event for told in replay.events], words),
            "ply": [later - earlier for earlier, later in pairwise([0, *(told.ply for told in replay.events)])],
            "to": [told.to for told in replay.events],
        },
        "plays": {
            **packed([play.action for play in replay.plays], words),
            "seat": [play.seat for play in replay.plays],
            "autopilot": [place for place, play in enumerate(replay.plays) if not play.by_bot],
            "charged": [play.charged for play in replay.plays],
            "wall": [play.wall for play in replay.plays],
        },
        "result": replay.result,
        "accounts": [account_document(account) for account in replay.accounts],
        "chain": bytes.fromhex(replay.chain),
        "words": list(words.places),
    }
    frame = zstandard.ZstdCompressor(
        level=LEVEL, dict_data=_dictionary, write_checksum=True, write_content_size=True
    )
    return MAGIC + bytes([FORMAT]) + frame.compress(msgpack.packb(content))


def read(content: bytes) -> Replay:
    """The replay of a file's bytes, whoever wrote them. Raises Unreadable."""
    try:
        return _replay(unpack(content))
    except (Misshapen, BadMessage) as error:
        raise Unreadable(f"not a replay: {error}") from error


def unpack(content: bytes) -> Document:
    """The file's parts as they lie in it, columns and all. Raises Unreadable."""
    if content[: len(MAGIC)] != MAGIC:
        raise Unreadable("not a replay: it does not begin as one")
    if len(content) > LARGEST_FILE:
        raise Unreadable(f"too large: {len(content)} bytes, where a replay has at most {LARGEST_FILE}")
    if content[len(MAGIC) : len(MAGIC) + 1] != bytes([FORMAT]):
        raise Unreadable(f"of another version: this program reads version {FORMAT} of the format")
    frame = content[len(MAGIC) + 1 :]
    try:
        size = zstandard.frame_content_size(frame)
        if not 0 <= size <= LARGEST_CONTENT:
            raise Unreadable("not a replay: its content has no size, or one that is too large")
        inflater = zstandard.ZstdDecompressor(dict_data=_dictionary).decompressobj()
        inner = inflater.decompress(frame)
        if not inflater.eof or inflater.unused_data or len(inner) != size:
            raise Unreadable("damaged: it ends too early, or goes on after its end")
        if more_than(MOST_OBJECTS, inner):
            raise Unreadable(f"not a replay: it holds more than {MOST_OBJECTS:,} values")
        parts = msgpack.unpackb(inner, max_array_len=MOST_OBJECTS, max_map_len=10_000, max_ext_len=0)
    except zstandard.ZstdError as error:
        raise Unreadable(f"damaged: {error}") from error
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError) as error:
        raise error if isinstance(error, Unreadable) else Unreadable(f"damaged: {error}") from error
    if type(parts) is not dict or set(parts) != PARTS:
        raise Unreadable("not a replay: parts are missing, or too many")
    return parts


def _replay(parts: Document) -> Replay:
    words = parts["words"]
    _expect(type(words) is list and all(type(word) is str for word in words), "the list of words")
    for name, length in (("seed", 32), ("chain", 32)):
        _expect(type(parts[name]) is bytes and len(parts[name]) == length, f"{name} has {length} bytes")
    _expect(is_plain(parts["header"]) and is_plain(parts["accounts"]), "header and accounts are plain values")
    header = read_document(Header, parts["header"])
    _expect(type(header.options) is dict, "options are a map")
    accounts = parts["accounts"]
    _expect(type(accounts) is list and len(accounts) == len(header.seats), "one account a seat")
    reader = Reader(words)
    return Replay(
        header=header,
        seed=parts["seed"],
        plays=_plays(parts["plays"], reader, len(header.seats)),
        events=_events(parts["events"], reader, len(header.seats)),
        result=_result(parts["result"], len(header.seats)),
        accounts=tuple(read_document(SeatRecord, account) for account in accounts),
        chain=parts["chain"].hex(),
    )


def _events(given: Any, reader: Reader, seats: int) -> tuple[Told, ...]:
    columns, (steps, audiences) = _apart(given, "ply", "to")
    events = reader.documents(columns)
    _numbers(steps, len(events), "the plies of events")
    _expect(type(audiences) is list and len(audiences) == len(events), "one audience an event")
    told = []
    for ply, to, event in zip(accumulate(steps), audiences, events, strict=True):
        if to is not None:
            _numbers(to, None, "an audience")
            _expect(not to or max(to) < seats, "an audience of seats that are there")
            to = tuple(to)
        told.append(Told(ply, to, event))
    return tuple(told)


def _plays(given: Any, reader: Reader, seats: int) -> tuple[Play, ...]:
    columns, (seat, autopilot, charged, wall) = _apart(given, "seat", "autopilot", "charged", "wall")
    actions = reader.documents(columns)
    for name, column in (("seats", seat), ("charges", charged), ("wall times", wall)):
        _numbers(column, len(actions), f"the {name} of actions")
    _numbers(autopilot, None, "the places of the autopilot's actions")
    _expect(not seat or max(seat) < seats, "actions of seats that are there")
    by_nobody = set(autopilot)
    by_bot = (place not in by_nobody for place in range(len(actions)))
    return tuple(map(Play, seat, actions, by_bot, charged, wall))


def _result(given: Any, seats: int) -> Document:
    _expect(type(given) is dict and is_plain(given) and type(given.get("reason")) is str, "a result")
    for name in ("scores", "ranks"):
        column = given.get(name)
        _expect(type(column) is list and len(column) == seats, f"one of the {name} a seat")
        _expect(all(type(number) is int for number in column), f"{name} are numbers")
    result: Document = given
    return result


def _apart(given: Any, *names: str) -> tuple[Document, list[Any]]:
    """The columns of documents, and what lies beside them."""
    _expect(type(given) is dict and set(names) <= set(given), f"{', '.join(names)} beside the columns")
    return {key: value for key, value in given.items() if key not in names}, [given[name] for name in names]


def _numbers(column: Any, count: int | None, what: str) -> None:
    _expect(type(column) is list and all(type(number) is int and number >= 0 for number in column), what)
    _expect(count is None or len(column) == count, what)


def _expect(fits: bool, what: str) -> None:
    if not fits:
        raise Misshapen(f"not what was expected: {what}")
