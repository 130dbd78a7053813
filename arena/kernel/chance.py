"""Chance: named streams of numbers, each a function of (seed, stream, index) and of nothing else.

So that any language can compute them again:

1. A *word* is an unsigned 64-bit number. Word `index` of a stream is bytes 8k to 8k+7 (big-endian), with
   k = index mod 4, of SHA-256(seed + stream + 00 + b), where seed is 32 bytes, stream its name in UTF-8, 00
   one zero byte and b the number index // 4 as 8 bytes, big-endian.
2. `draw(stream, sides)` takes the next index of its stream. A word at or above the greatest multiple of `sides`
   that fits 64 bits is not used: words of SHA-256(seed + stream + 01 + index as 8 bytes + t as 4 bytes), bytes
   0 to 7, for t = 0, 1, 2 ... follow, until one is below. The draw is that word modulo `sides`.
3. A shuffle of a list of n: for i from n-1 down to 1, j = draw(i+1), and places i and j change their contents.

A state carries only how many draws were taken from each stream, so a copy is cheap and no stream disturbs
another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import sha256
from operator import mod
from struct import unpack
from typing import Any, TypeVar

T = TypeVar("T")

WORDS_A_BLOCK = 4
WORD_VALUES = 1 << 64


class Chance(ABC):
    """The streams of one match, and how many draws each has given."""

    __slots__ = ("drawn",)

    def __init__(self, drawn: Mapping[str, int] | None = None) -> None:
        self.drawn: dict[str, int] = dict(drawn or {})

    def draw(self, stream: str, sides: int) -> int:
        """A whole number in 0..sides-1, each equally likely."""
        if sides < 1:
            raise ValueError(f"a draw needs at least one side, not {sides}")
        index = self.drawn.get(stream, 0)
        value = self._value(stream, index, sides)
        self.drawn[stream] = index + 1
        return value

    def shuffle(self, stream: str, items: MutableSequence[Any]) -> None:
        draw = self.draw
        for i in range(len(items) - 1, 0, -1):
            j = draw(stream, i + 1)
            items[i], items[j] = items[j], items[i]

    @abstractmethod
    def _value(self, stream: str, index: int, sides: int) -> int:
        """What draw `index` of the stream gives."""

    @abstractmethod
    def copy(self) -> Chance:
        """The same streams at the same places; drawing from one leaves the other where it is."""


class Seeded(Chance):
    """The streams of a seed."""

    __slots__ = ("_block", "_block_of", "seed")

    def __init__(self, seed: bytes, drawn: Mapping[str, int] | None = None) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        super().__init__(drawn)
        self.seed = seed
        self._block_of: tuple[str, int] | None = None
        self._block: tuple[int, ...] = ()

    def _value(self, stream: str, index: int, sides: int) -> int:
        number, place = divmod(index, WORDS_A_BLOCK)
        if self._block_of != (stream, number):
            block = sha256(self.seed + stream.encode() + b"\0" + number.to_bytes(8, "big")).digest()
            self._block = unpack(f">{WORDS_A_BLOCK}Q", block)
            self._block_of = (stream, number)
        word = self._block[place]
        if word < WORD_VALUES - sides:  # below the limit, wherever that is
            return word % sides
        limit = WORD_VALUES - WORD_VALUES % sides
        retry = 0
        while word >= limit:
            tail = index.to_bytes(8, "big") + retry.to_bytes(4, "big")
            word = int.from_bytes(sha256(self.seed + stream.encode() + b"\1" + tail).digest()[:8], "big")
            retry += 1
        return word % sides

    def shuffle(self, stream: str, items: MutableSequence[Any]) -> None:
        """The same as by single draws, with all words taken at once."""
        draws = len(items) - 1
        if draws < 1:
            return
        start = self.drawn.get(stream, 0)
        words = self._words(stream, start, draws)
        if max(words) >= WORD_VALUES - len(items):  # one may be at or above its limit: take the careful way
            super().shuffle(stream, items)
            return
        for i, j in zip(range(draws, 0, -1), map(mod, words, range(draws + 1, 1, -1)), strict=True):
            items[i], items[j] = items[j], items[i]
        self.drawn[stream] = start + draws

    def _words(self, stream: str, start: int, count: int) -> tuple[int, ...]:
        prefix = self.seed + stream.encode() + b"\0"
        first, place = divmod(start, WORDS_A_BLOCK)
        numbers = range(first, (start + count - 1) // WORDS_A_BLOCK + 1)
        blocks = b"".join([sha256(prefix + number.to_bytes(8, "big")).digest() for number in numbers])
        return unpack(f">{WORDS_A_BLOCK * len(numbers)}Q", blocks)[place : place + count]

    def copy(self) -> Seeded:
        twin = Seeded.__new__(Seeded)
        twin.drawn = self.drawn.copy()
        twin.seed = self.seed
        twin._block_of = self._block_of
        twin._block = self._block
        return twin


class BadScript(ValueError):
    """A scripted value that the draw it stands for could not have given."""


class Scripted(Chance):
    """A seed's streams whose next results are given; where a script runs out, the seed's stream goes on."""

    __slots__ = ("_then", "script")

    def __init__(
        self, script: Mapping[str, Sequence[int]], seed: bytes, drawn: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(drawn)
        self.script = {stream: tuple(values) for stream, values in script.items()}
        self._then = Seeded(seed)

    def _value(self, stream: str, index: int, sides: int) -> int:
        script = self.script.get(stream)
        if not script:
            return self._then._value(stream, index, sides)
        value = script[0]
        if not 0 <= value < sides:
            raise BadScript(f"stream {stream!r} is scripted to give {value} where a draw gives 0 to {sides - 1}")
        self.script[stream] = script[1:]
        return value

    def copy(self) -> Scripted:
        twin = Scripted.__new__(Scripted)
        twin.drawn = self.drawn.copy()
        twin.script = self.script.copy()
        twin._then = self._then.copy()
        return twin


class Extreme(Chance):
    """Streams that always give their lowest value, or always their highest: for tests."""

    __slots__ = ("highest",)

    def __init__(self, highest: bool = False, drawn: Mapping[str, int] | None = None) -> None:
        super().__init__(drawn)
        self.highest = highest

    def _value(self, stream: str, index: int, sides: int) -> int:
        return sides - 1 if self.highest else 0

    def copy(self) -> Extreme:
        return Extreme(self.highest, self.drawn)
