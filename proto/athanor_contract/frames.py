"""The frames between a referee and the guard of a bot, both ways.

A frame is a length (u32, little-endian), one byte that says what it is, and as many bytes as the length.

    from the referee   m  a message for the bot            q  the same, and an answer is awaited
                       d  nothing more will be said        w  what is it that you wait for?
    to the referee     m  a message of the bot's           r  the bot is up
                       e  the end: {"fault": ..., "detail": ...}; nothing comes after it
                       w  the answer to w, a sentence
                       t  how long the answer that comes next was waited for: microseconds (u64, little-endian)

Values in, values out: nothing here touches a socket. A guard imports this module, which is why it imports nothing:
its start is part of every bot's.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MESSAGE, QUESTION, DONE, WAITING, READY, END, TIME = b"mqdwret"
HEAD = 5
"""Bytes before those that the length counts."""


class BadFrame(Exception):
    """A frame that is longer than the reader takes."""

    def __init__(self, kind: int, length: int) -> None:
        super().__init__(f"a frame {kind} of {length} bytes")
        self.kind = kind
        self.length = length


def frame(kind: int, words: bytes = b"") -> bytes:
    return len(words).to_bytes(4, "little") + kind.to_bytes(1, "little") + words


def head(words: bytes) -> tuple[int, int]:
    """The kind of the frame that begins so, and the length of what follows its head."""
    return words[4], int.from_bytes(words[:4], "little")


class Frames:
    """Bytes as they come, taken apart into frames."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = b""

    def take(self, data: bytes) -> "Iterator[tuple[int, bytes]]":
        """The frames that are complete now, each with its kind. Raises BadFrame after those before the bad one."""
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= HEAD:
            length = int.from_bytes(data[at : at + 4], "little")
            if length > self._longest:
                raise BadFrame(data[at + 4], length)
            stop = at + HEAD + length
            if stop > end:
                break
            yield data[at + 4], data[at + HEAD : stop]
            at = stop
        self._rest = data[at:]
