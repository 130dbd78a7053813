"""A gRPC client's connection to one server that is taken to be hostile: bytes in, bytes out, nothing else.

One call at a time. Everything that comes is counted (see `limits`) before it is looked at; the first thing that
is wrong raises `Ended` with the sentence that the bot's author reads.
"""

from athanor_contract.limits import server as limits
from sandbox.guard import hpack, http2, shapes
from sandbox.guard.ending import CLOSED, DEAD, MALFORMED, Ended, printable
from sandbox.guard.http2 import CONTINUATION, DATA, GOAWAY, HEADERS, PING, RST_STREAM, SETTINGS, WINDOW_UPDATE

HEAD = 9
"""Bytes of a frame before its payload."""
PREFIX = 5
"""Bytes of a gRPC message before its words."""
NO_MESSAGE = frozenset(("INVALID_ARGUMENT", "OUT_OF_RANGE", "DATA_LOSS", "RESOURCE_EXHAUSTED", "INTERNAL"))
"""The statuses by which a server says that what came was no message; any other end is one that broke off."""


class Call:
    """One request on its stream."""

    __slots__ = ("answered", "heard", "id", "partial", "pending", "said_all", "status", "window", "wish_to_end")

    def __init__(self, number: int, window: int) -> None:
        self.id = number
        self.window = window
        """Bytes that the server takes on it."""
        self.pending = b""
        """What waits for the window."""
        self.wish_to_end = False
        self.said_all = False
        self.answered = False
        """Whether its headers have come."""
        self.partial = bytearray()
        self.heard: list[bytes] = []
        """Messages, until somebody takes them."""
        self.status: Ended | None = None
        """How it ended."""


class Connection:
    def __init__(self) -> None:
        self.out = [http2.GREETING]
        """What is to be sent."""
        self.greeted = False
        """Whether its SETTINGS have come."""
        self.call: Call | None = None
        self._calls = 0
        self._most_calls = http2.LARGEST_WINDOW
        self._window = http2.DEFAULT_WINDOW
        """Bytes that the server takes in all."""
        self._first_window = http2.DEFAULT_WINDOW
        self._taken = 0
        """Bytes that came since the server was last told that it may send more."""
        self._rest = bytearray()
        self._needed = HEAD
        self._block: bytearray | None = None
        """A header block that is not complete yet."""
        self._block_ends_call = False
        self._block_call = 0
        self._leaving = ""
        """Why the server says that it goes away."""
        self._bytes = self._frames = self._control = self._messages = 0
        self._while = "before it was up"

    # --- to the server

    def count_anew(self, meanwhile: str = "") -> None:
        """A new question: what was sent before it counts no more. `meanwhile` is what it is called."""
        self._bytes = self._frames = self._control = self._messages = 0
        self._while = meanwhile or self._while

    @property
    def may_call(self) -> bool:
        return self.greeted and self._most_calls > 0

    def open(self, path: bytes) -> Call:
        self._calls += 1
        self.call = call = Call(2 * self._calls - 1, self._first_window)
        self.out.append(http2.frame(HEADERS, http2.END_HEADERS, call.id, http2.request(path)))
        return call

    def say(self, messages: list[bytes], *, last: bool = False) -> None:
        """Messages on the open call. What the server does not take yet waits."""
        call = self.call
        assert call is not None
        words = b"".join([part for message in messages for part in (b"\0" + http2.number(len(message)), message)])
        size = len(words)
        if call.pending or last or size > limits.FRAME or size > call.window or size > self._window:
            call.pending += words
            call.wish_to_end = last
            self._send_pending()
        else:
            call.window -= size
            self._window -= size
            self.out.append((size << 48 | call.id).to_bytes(HEAD, "big") + words)

    def _send_pending(self) -> None:
        call = self.call
        if call is None or call.said_all:
            return
        words = call.pending
        at = 0
        while at < len(words):
            room = min(call.window, self._window, limits.FRAME, len(words) - at)
            if room <= 0:
                break
            call.window -= room
            self._window -= room
            self.out.append(http2.frame(DATA, 0, call.id, words[at : at + room]))
            at += room
        call.pending = words[at:]
        if call.wish_to_end and not call.pending:
            call.said_all = True
            self.out.append(http2.frame(DATA, http2.END_STREAM, call.id))

    @property
    def is_held_up(self) -> bool:
        """Whether the server does not take all that we say."""
        return self.call is not None and bool(self.call.pending)

    def more(self) -> None:
        """Lets the server send more, once it has used up half of what it may."""
        if self._taken >= limits.WINDOW // 2 and self.call is not None:
            room = http2.number(self._taken)
            self.out.append(http2.frame(WINDOW_UPDATE, 0, 0, room))
            if self.call.status is None:
                self.out.append(http2.frame(WINDOW_UPDATE, 0, self.call.id, room))
            self._taken = 0

    # --- from the server

    def received(self, data: bytes) -> None:
        """Takes what came. Raises Ended."""
        self._bytes += len(data)
        if self._bytes > limits.BYTES:
            raise self._too_much(self._bytes, "bytes", limits.BYTES)
        if self._rest:
            self._rest += data
            if len(self._rest) < self._needed:
                return
            data = bytes(self._rest)
            self._rest.clear()
        at, end = 0, len(data)
        self._needed = HEAD
        if not self.greeted and end >= HEAD:
            self._check_greeting(data)
        while end - at >= HEAD:
            length = int.from_bytes(data[at : at + 3], "big")
            if length > limits.FRAME:
                name = http2.name_of(data[at + 3])
                raise Ended(
                    MALFORMED, f"its server sent a frame ({name}) of {length} bytes, {limits.FRAME} allowed"
                )
            stop = at + HEAD + length
            if stop > end:
                self._needed = stop - at
                break
            stream = int.from_bytes(data[at + 5 : at + HEAD], "big") & http2.LARGEST_WINDOW
            self._frame(data[at + 3], data[at + 4], stream, data[at + HEAD : stop])
            at = stop
        if at < end:
            self._rest += data[at:]

    def ended(self) -> Ended:
        """What it means that no more will come."""
        if self._leaving:
            return Ended(DEAD, self._leaving)
        if self._rest:
            return Ended(DEAD, "its server closed the connection in the middle of what it said")
        return Ended(DEAD, "nobody is at the other end of its connection any more")

    def waiting_for(self) -> str:
        """What a server has not done that has not come up."""
        if not self._bytes and not self.greeted:
            return "it listens, and says nothing"
        if not self.greeted:
            return f"it said {self._bytes} bytes, and no SETTINGS of HTTP/2"
        if not self.may_call:
            return "it allows no calls (MAX_CONCURRENT_STREAMS is 0)"
        if self.is_held_up:
            return "it takes no more bytes (its flow-control window is 0)"
        return f"it sent {self._frames} frames and no answer"

    def _check_greeting(self, data: bytes) -> None:
        if data[3] != SETTINGS or data[4] & http2.ACK or data[5:HEAD] != b"\0\0\0\0":
            said = printable(data[:40])
            raise Ended(MALFORMED, f"its server does not speak HTTP/2, as gRPC does: it began with {said!r}")

    def _too_much(self, many: int, what: str, limit: int) -> Ended:
        return Ended(MALFORMED, f"its server sent {many} {what} {self._while}, {limit} allowed")

    def _frame(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        self._frames += 1
        if self._frames > limits.FRAMES:
            raise self._too_much(self._frames, f"frames (the last {http2.name_of(kind)})", limits.FRAMES)
        if self._block is not None and (kind != CONTINUATION or stream != self._block_call):
            raise Ended(MALFORMED, f"its server sent a frame ({http2.name_of(kind)}) in the middle of headers")
        if kind != HEADERS and (kind != DATA or not payload):
            self._control += 1
            if self._control > limits.CONTROL_FRAMES:
                name = f"control frames (the last {http2.name_of(kind)})"
                raise self._too_much(self._control, name, limits.CONTROL_FRAMES)
        shapes.check_frame(kind, flags, stream, payload)
        if kind == DATA:
            self._data(flags, stream, payload)
        elif kind == HEADERS:
            self._headers(flags, stream, payload)
        else:
            self._steer(kind, flags, stream, payload)

    def _data(self, flags: int, stream: int, payload: bytes) -> None:
        self._taken += len(payload)
        if self._taken > limits.WINDOW:
            raise Ended(
                MALFORMED, f"its server sent {self._taken} bytes of messages, {limits.WINDOW} allowed at once"
            )
        if flags & http2.PADDED:
            payload = shapes.contents(http2.PADDED, payload)
        call = self.call
        if call is None or stream != call.id or call.status is not None:
            self._check_stream(stream)
            return
        if not call.answered:
            raise Ended(MALFORMED, "its server sent a message before its headers")
        self._messages_in(call, payload)
        if flags & http2.END_STREAM:
            self._no_status(call)

    def _messages_in(self, call: Call, data: bytes) -> None:
        if call.partial:
            call.partial += data
            data = bytes(call.partial)
            call.partial.clear()
        at, end = 0, len(data)
        while end - at >= PREFIX:
            length = int.from_bytes(data[at + 1 : at + PREFIX], "big")
            if data[at]:
                raise Ended(MALFORMED, _not_plain(data[at]))
            if length > limits.MESSAGE:
                raise Ended(MALFORMED, f"it said a message of {length} bytes, {limits.MESSAGE} allowed")
            stop = at + PREFIX + length
            if stop > end:
                break
            self._messages += 1
            if self._messages > limits.MESSAGES:
                raise self._too_much(self._messages, "messages", limits.MESSAGES)
            call.heard.append(data[at + PREFIX : stop])
            at = stop
        if at < end:
            call.partial += data[at:]

    def _headers(self, flags: int, stream: int, payload: bytes) -> None:
        self._check_stream(stream)
        self._block = bytearray(shapes.contents(flags, payload))
        self._block_call = stream
        self._block_ends_call = bool(flags & http2.END_STREAM)
        self._block_goes_on(flags)

    def _block_goes_on(self, flags: int) -> None:
        assert self._block is not None
        if len(self._block) > limits.HEADERS:
            raise Ended(
                MALFORMED, f"its server sent {len(self._block)} bytes of headers, {limits.HEADERS} allowed"
            )
        if not flags & http2.END_HEADERS:
            return
        block, self._block = bytes(self._block), None
        call = self.call
        # Of a call that is over nobody wants to know more; there is no table that its fields could change.
        if call is not None and self._block_call == call.id and call.status is None:
            self._answered(call, block)

    def _answered(self, call: Call, block: bytes) -> None:
        if call.answered and not self._block_ends_call:
            raise Ended(MALFORMED, "its server sent headers in the middle of its messages")
        found = hpack.fields(block)
        shapes.check_fields(found, are_trailers=call.answered)
        # Of a field that is there twice the first one stands.
        fields = dict(reversed(found))
        if not call.answered:
            call.answered = True
            status, kind = fields.get(b":status", b""), fields.get(b"content-type", b"")
            if status != b"200" or not kind.startswith(b"application/grpc"):
                said = printable(b"status %s, content-type %s" % (status or b"none", kind or b"none"), 120)
                raise Ended(MALFORMED, f"its server does not speak gRPC: it answered with HTTP {said}")
        if self._block_ends_call:
            if b"grpc-status" not in fields:
                self._no_status(call)
            call.status = _status(fields[b"grpc-status"], fields.get(b"grpc-message", b""))

    def _no_status(self, call: Call) -> None:
        call.status = Ended(MALFORMED, "its server ended the call without a grpc-status")
        raise call.status

    def _check_stream(self, stream: int) -> None:
        if stream % 2 == 0 or stream > 2 * self._calls - 1:
            raise Ended(MALFORMED, f"its server answered call {stream}, which was never made")

    # --- frames that carry no message

    def _steer(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == WINDOW_UPDATE:
            self._window_update(stream, payload)
        elif kind == PING:
            if not flags & http2.ACK:
                self.out.append(http2.frame(PING, http2.ACK, 0, payload))
        elif kind == SETTINGS:
            if not flags & http2.ACK:
                self._settings(payload)
        elif kind == CONTINUATION:
            if self._block is None:
                raise Ended(MALFORMED, "its server sent CONTINUATION of no headers")
            self._block += payload
            self._block_goes_on(flags)
        elif kind == RST_STREAM:
            self._check_stream(stream)
            if self.call is not None and stream == self.call.id and self.call.status is None:
                why = http2.error_of(int.from_bytes(payload, "big"))
                self.call.status = Ended(DEAD, f"its server reset the call ({why})")
        elif kind == GOAWAY:
            self._goes_away(payload)
        elif kind == http2.PUSH_PROMISE:
            raise Ended(MALFORMED, "its server sent PUSH_PROMISE, which was forbidden to it")

    def _window_update(self, stream: int, payload: bytes) -> None:
        more = int.from_bytes(payload, "big") & http2.LARGEST_WINDOW
        if not more:
            raise Ended(MALFORMED, "its server sent WINDOW_UPDATE by 0 bytes")
        if not stream:
            self._window += more
        else:
            self._check_stream(stream)
            if self.call is not None and stream == self.call.id:
                self.call.window += more
        self._check_windows()
        if self.is_held_up:
            self._send_pending()

    def _check_windows(self) -> None:
        if self._window > http2.LARGEST_WINDOW or (self.call and self.call.window > http2.LARGEST_WINDOW):
            raise Ended(MALFORMED, "its server's flow-control window has grown past 2 GB")

    def _settings(self, payload: bytes) -> None:
        for name, value in shapes.settings(payload):
            if name == http2.MAX_CONCURRENT_STREAMS:
                self._most_calls = value
            elif name == http2.INITIAL_WINDOW_SIZE:
                if self.call is not None:
                    self.call.window += value - self._first_window
                self._first_window = value
                self._check_windows()
        self.greeted = True
        self.out.append(http2.frame(SETTINGS, http2.ACK, 0))
        if self.is_held_up:
            self._send_pending()

    def _goes_away(self, payload: bytes) -> None:
        last = int.from_bytes(payload[:4], "big") & http2.LARGEST_WINDOW
        why = http2.error_of(int.from_bytes(payload[4:8], "big"))
        said = printable(payload[8:], 200)
        self._leaving = f"its server closes the connection ({why}{': ' if said else ''}{said})"
        # Calls up to the last one it still answers: an honest server that is told to stop does so.
        if self.call is None or self.call.id > last:
            raise Ended(DEAD, self._leaving)


def _not_plain(flag: int) -> str:
    if flag == 1:
        return "it said a compressed message, which nobody asked it for: its server must not compress"
    return f"its server sent what is no gRPC message (it begins with {flag})"


def _status(code: bytes, text: bytes) -> Ended:
    if not code.isdigit() or int(code[:3]) >= len(http2.STATUSES):
        return Ended(MALFORMED, f"its server ended the call with grpc-status {printable(code, 20)!r}")
    name = http2.STATUSES[int(code[:3])]
    if name == "OK":
        return Ended(CLOSED, "it closed the stream")
    said = printable(http2.unescaped(text))
    return Ended(MALFORMED if name in NO_MESSAGE else DEAD, f"{name}: {said}" if said else name)
