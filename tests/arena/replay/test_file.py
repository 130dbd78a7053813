"""The .athanor file: what is written is read again, and whatever else the bytes may be is told, never raised."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import accumulate, count
from typing import Any

import msgpack
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.registry import GAMES
from arena.kernel.game import Game
from arena.referee import local
from arena.replay.dictionary import DICTIONARY
from arena.replay.file import LARGEST_FILE, MAGIC, MOST_OBJECTS, Unreadable, read, unpack, write
from arena.replay.model import FORMAT, Replay
from arena.replay.objects import more_than
from arena.replay.verification import verify
from tests.arena.replay.played import played, played_with_one_out

WRITTEN = write(played())


def plain(replay: Replay) -> Any:
    """With lists for tuples: as JSON has it."""
    return json.loads(json.dumps(replay.document()))


def framed(content: Any) -> bytes:
    dictionary = zstandard.ZstdCompressionDict(DICTIONARY, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    maker = zstandard.ZstdCompressor(dict_data=dictionary, write_checksum=True, write_content_size=True)
    return MAGIC + bytes([FORMAT]) + maker.compress(msgpack.packb(content))


def test_the_dictionary_of_format_1_is_as_it_was() -> None:
    digest = hashlib.sha256(DICTIONARY).hexdigest()
    assert digest == "89cf4dae0b601216aa15dd18bf4e447eb7721c6c91480805e42a46186845fd78"


def changed(path: tuple[Any, ...], value: Any) -> bytes:
    """The file with one part replaced, framed as if it were whole."""
    parts = unpack(WRITTEN)
    inner: Any = parts
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return framed(parts)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_again(game: str) -> None:
    for seats in (min(GAMES[game].seats), max(GAMES[game].seats)):
        replay = played(game, seats)
        again = read(write(replay))
        assert plain(again) == plain(replay)
        assert write(again) == write(replay)


def test_a_match_with_bots_that_were_out_is_read_again() -> None:
    replay = played_with_one_out()
    again = read(write(replay))
    assert plain(again) == plain(replay)
    assert not all(play.by_bot for play in again.plays)


def test_a_replay_is_read_without_the_engine() -> None:
    code = f"""
import sys
from arena.replay.file import read
replay = read(bytes.fromhex({WRITTEN.hex()!r}))
assert replay.document()["events"], "nothing was read"
assert not [name for name in sys.modules if name.startswith("arena.games.")], "a game was imported"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_document_has_what_the_player_needs() -> None:
    document = plain(played_with_one_out())
    assert set(document) == {
        "format", "header", "seed", "events", "actions", "times", "result", "accounts", "chain",
    }  # fmt: skip
    assert document["events"][0] == {"ply": 0, "to": None, "event": document["events"][0]["event"]}
    assert set(document["actions"][0]) == {"ply", "seat", "action", "by"}
    assert len(document["times"]) == len(document["actions"])
    assert {action["by"] for action in document["actions"]} == {"bot", "autopilot"}
    assert "log" not in document["accounts"][0]


@pytest.mark.parametrize("seats", GAMES["poison"].seats)
def test_a_whole_replay_is_about_half_of_its_events_alone_as_json_with_gzip(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Times as a quiet machine measures them: those of a busy one would make the file longer.
    chance = random.Random(1)
    clock = accumulate(chance.expovariate(5000) for _ in count())
    monkeypatch.setattr(local, "perf_counter", partial(next, clock))
    replay = played(seats=seats)
    events = json.dumps(replay.document()["events"], separators=(",", ":")).encode()
    assert len(write(replay)) <= 0.55 * len(gzip.compress(events, 6))


# --- damage


PLACES = {f"byte {place}": place for place in (0, 3, 7, 8, 9, 20)}
PLACES |= {"middle": len(WRITTEN) // 2, "last": len(WRITTEN) - 1}


# Named, for the length differs with the times measured: every process of a test run must collect the same tests.
@pytest.mark.parametrize("place", PLACES)
def test_a_flipped_bit_is_unreadable(place: str) -> None:
    for bit in range(8):
        damaged = bytearray(WRITTEN)
        damaged[PLACES[place]] ^= 1 << bit
        assert_detected(bytes(damaged))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_every_flipped_byte_is_detected_or_harmless(place: int, flip: int) -> None:
    damaged = bytearray(WRITTEN)
    damaged[place] ^= flip
    assert_detected(bytes(damaged))


def assert_detected(content: bytes) -> None:
    try:
        replay = read(content)
    except Unreadable:
        return
    assert verify(replay) is not None or plain(replay) == plain(read(WRITTEN))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(WRITTEN) - 1))
def test_a_truncated_file_is_unreadable(length: int) -> None:
    with pytest.raises(Unreadable):
        read(WRITTEN[:length])


def test_a_file_that_goes_on_after_its_end_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="goes on after its end"):
        read(WRITTEN + b"x")


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_told_and_not_raised(content: bytes) -> None:
    for start in (b"", MAGIC, MAGIC + bytes([FORMAT])):
        with pytest.raises(Unreadable):
            read(start + content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(JSON)
def test_any_content_in_a_whole_frame_is_told_and_not_raised(content: Any) -> None:
    with pytest.raises(Unreadable):
        read(framed(content))


PARTS = ("header", "seed", "events", "plays", "result", "accounts", "chain", "words")


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(PARTS), JSON)
def test_any_content_in_place_of_a_part_is_told_and_not_raised(part: str, content: Any) -> None:
    try:
        replay = read(changed((part,), content))
    except Unreadable:
        return
    json.dumps(replay.document())
    verify(replay)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(("events", "plays")), st.data())
def test_any_content_in_place_of_a_column_is_told_and_not_raised(part: str, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(unpack(WRITTEN)[part])))
    try:
        replay = read(changed((part, key), data.draw(JSON)))
    except Unreadable:
        return
    json.dumps(replay.document())
    verify(replay)


# --- bombs


def test_a_file_that_is_too_large_is_refused_before_it_is_looked_into() -> None:
    with pytest.raises(Unreadable, match="too large"):
        read(MAGIC + bytes([FORMAT]) + b"x" * LARGEST_FILE)


def test_a_small_file_that_unfolds_to_gigabytes_is_refused() -> None:
    bomb = zstandard.ZstdCompressor(write_content_size=True).compress(bytes(200 * 1024 * 1024))
    assert len(bomb) < 50_000
    with pytest.raises(Unreadable, match="too large"):
        read(MAGIC + bytes([FORMAT]) + bomb)


def test_a_frame_that_does_not_say_its_size_is_refused() -> None:
    maker = zstandard.ZstdCompressor(write_content_size=False)
    with pytest.raises(Unreadable, match="no size"):
        read(MAGIC + bytes([FORMAT]) + maker.compress(bytes(1000)))


def test_columns_that_unfold_to_endless_values_are_refused() -> None:
    endless = {"kinds": [["a", ["list", ["object", []]]]], "kind": [0], "columns": [[[2**40], []]]}
    with pytest.raises(Unreadable, match="more values than a replay may have"):
        read(changed(("events",), {**endless, "ply": [0], "to": [None]}))


def test_types_that_are_nested_without_end_are_refused() -> None:
    kind: Any = "int"
    column: Any = []
    for _ in range(60):
        kind, column = ["list", kind], [[], column]
    deep = {"kinds": [["a", kind]], "kind": [], "columns": [column], "ply": [], "to": []}
    with pytest.raises(Unreadable, match="nested too deep"):
        read(changed(("events",), deep))


# --- what it says


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it does not begin as one"),
        (b"PK\x03\x04", "it does not begin as one"),
        (MAGIC, "of another version"),
        (MAGIC + b"\x09", "of another version"),
        (framed([]), "parts are missing"),
        (changed(("seed",), bytes(31)), "seed has 32 bytes"),
        (changed(("accounts",), []), "one account a seat"),
        (changed(("header", "seats"), []), "one account a seat"),
        (changed(("header", "clock"), 5), "at /clock: an object was expected"),
        (changed(("result", "ranks"), [1, 2]), "one of the ranks a seat"),
        (changed(("plays", "seat"), []), "the seats of actions"),
    ],
)
def test_an_unreadable_file_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(content)


def test_measured_times_are_all_that_two_files_of_one_match_differ_in() -> None:
    """G9."""
    one, other = played(), played()
    assert one.chain == other.chain
    assert plain(timeless(one)) == plain(timeless(other))
    assert write(timeless(one)) == write(timeless(other))


def timeless(replay: Replay) -> Replay:
    plays = tuple(play._replace(charged=0, wall=0) for play in replay.plays)
    accounts = tuple(dataclasses.replace(one, charged=0, slowest=0, startup=0, cpu=-1) for one in replay.accounts)
    return dataclasses.replace(replay, plays=plays, accounts=accounts)


# What a child process needs to read what it is given: megabytes at its peak, beyond what it had before.
MEASURED = """
import resource, sys
from arena.replay.file import Unreadable, read
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
content = sys.stdin.buffer.read()
before = peak()
try:
    read(content)
except Unreadable as told:
    print(told, file=sys.stderr)
print(peak() - before)
"""

MIB = 1024 * 1024


def raw_bomb(inner: bytes) -> bytes:
    dictionary = zstandard.ZstdCompressionDict(DICTIONARY, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    maker = zstandard.ZstdCompressor(level=19, dict_data=dictionary, write_checksum=True, write_content_size=True)
    return MAGIC + bytes([FORMAT]) + maker.compress(inner)


def empty_lists() -> bytes:
    """Fifteen lists of two million empty lists."""
    return b"\x9f" + 15 * (b"\xdd" + (2_000_000).to_bytes(4, "big") + 2_000_000 * b"\x90")


def short_texts() -> bytes:
    return b"\x9f" + 15 * (b"\xdd" + (700_000).to_bytes(4, "big") + 700_000 * b"\xa2ab")


@pytest.mark.slow
@pytest.mark.parametrize("inner", [empty_lists, short_texts])
def test_a_small_file_of_millions_of_objects_is_refused_before_they_are_made(inner: Callable[[], bytes]) -> None:
    content = inner()
    bomb = raw_bomb(content)
    assert len(bomb) < 5_000 < 30_000_000 < len(content)
    done = subprocess.run([sys.executable, "-c", MEASURED], input=bomb, capture_output=True, check=True)
    assert b"more than 2,000,000 values" in done.stderr
    # The content itself, twice at most: as objects it would be twenty to seventy times its size.
    assert int(done.stdout) * MIB < 3 * len(content)


PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
OBJECTS = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=3), inner, max_size=20),
)


@pytest.mark.slow
@given(OBJECTS)
def test_objects_are_counted_as_they_will_be(value: Any) -> None:
    packed = msgpack.packb(value)
    assert not more_than(number_of(value), packed)
    assert more_than(number_of(value) - 1, packed)


def number_of(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(number_of, value.values()))
    return 1 + sum(map(number_of, value)) if isinstance(value, list) else 1


@pytest.mark.parametrize("length", [15, 16, 255, 256, 65_535, 65_536])
def test_long_texts_bytes_and_lists_are_counted_whatever_says_their_length(length: int) -> None:
    for value in ("x" * length, b"x" * length, msgpack.ExtType(1, b"x" * length)):
        packed = msgpack.packb([value])
        assert (more_than(1, packed), more_than(2, packed)) == (True, False)
    packed = msgpack.packb([None] * length)
    assert (more_than(length, packed), more_than(length + 1, packed)) == (True, False)


@given(st.binary(max_size=200))
def test_bytes_that_are_no_msgpack_are_counted_to_an_end(content: bytes) -> None:
    assert not more_than(len(content), content)
    more_than(0, content)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_longest_match_of_a_game_may_still_be_read(game: Game[Any, Any, Any]) -> None:
    """A decision, with its events, is some thirty objects."""
    assert all(game.longest(seats, game.settle(seats, {})) * 80 <= MOST_OBJECTS for seats in game.seats)
