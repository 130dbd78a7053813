"""What runs in a guard: frames from the referee on one side, one bot's gRPC server on the other.

What is said to the referee, and by it: `athanor_contract.frames`.

The time of an answer is taken here, where nothing else is done: a referee has other matches, and reads the answer
when it comes to it.

The bot is heard only while something is awaited of it: its health, an answer, the room to say all of a question,
its farewell. What it says meanwhile stays in its own socket, where flow control holds it.
"""

import _socket
import os
import select
import sys
from time import monotonic_ns

from athanor_contract.frames import DONE, END, MESSAGE, QUESTION, READY, TIME, WAITING, BadFrame, Frames, frame
from athanor_contract.limits import server as limits
from sandbox.guard import walls
from sandbox.guard.connection import Call, Connection
from sandbox.guard.ending import CLOSED, DEAD, HUNG_UP, MALFORMED, OURS, Ended, document

HEALTH = b"/grpc.health.v1.Health/Check"
PLAY = b"/athanor.v1.Bot/Play"
SERVING = b"\x08\x01"
SETTLES = (b"\x0a", b"\x12")
"""How a message begins that is `ready` or `answer`: what comes after it is not awaited."""

CHUNK = 64 * 1024
LARGEST_FRAME = 16 * 1024 * 1024
"""Bytes, from the referee: more is no question of ours."""
AGAIN = 20
"""Milliseconds between two checks of a server that does not serve yet."""
IDLE = 1_000
"""Milliseconds after which a bot is looked at that nothing is awaited of: servers want their PINGs answered."""


class Left(Exception):
    """The referee has hung up: nobody is there to hear anything."""


class Program:
    def __init__(self, line: int) -> None:
        self._line = line
        self._bot = -1
        self._connection = Connection()
        self._frames = Frames(LARGEST_FRAME)
        self._unsent = b""
        self._to_say: list[bytes] = []
        self._is_last = False
        self._awaits = False
        self._asked_at = 0
        """Nanoseconds: when the question came to which an answer is awaited."""
        self._in_play = False
        self._refused = ""
        """What it said to the last check of its health."""

    def run(self, bot: int) -> None:
        """Returns never: raises Ended or Left."""
        self._bot = bot
        os.set_blocking(bot, False)
        self._idle = select.poll()
        self._idle.register(self._line, select.POLLIN)
        self._both = select.poll()
        self._both.register(self._line, select.POLLIN)
        self._both.register(bot, select.POLLIN)
        self._sending = select.poll()
        self._sending.register(self._line, select.POLLIN)
        self._sending.register(bot, select.POLLIN | select.POLLOUT)
        self._come_up()
        self._send(frame(READY))
        self._play()

    # --- until it is up

    def _come_up(self) -> None:
        connection = self._connection
        while True:
            self._flush()
            while not connection.may_call:
                self._wait()
            connection.count_anew()
            call = connection.open(HEALTH)
            connection.say([b""], last=True)
            self._flush()
            while call.status is None:
                self._wait()
            self._refused = _refusal(call)
            if not self._refused:
                return
            self._idle.poll(AGAIN)

    # --- while it plays

    def _play(self) -> None:
        connection = self._connection
        connection.count_anew("while one answer was awaited")
        self._in_play = True
        call = connection.open(PLAY)
        while True:
            if self._to_say or self._is_last:
                connection.say(self._to_say, last=self._is_last)
                self._to_say = []
                self._awaits = self._awaits or self._is_last
                self._is_last = False
                self._flush()
            if self._awaits or self._unsent or connection.is_held_up:
                self._wait()
            elif self._idle.poll(IDLE):
                self._from_referee()
            else:
                self._from_bot()
            if call.heard:
                self._hand_on(call)
            if call.status is not None:
                raise call.status

    def _hand_on(self, call: Call) -> None:
        """What the bot has said goes to the referee; what settles the question ends the waiting."""
        parts: list[bytes] = []
        for message in call.heard:
            if self._awaits and message[:1] in SETTLES:
                self._awaits = False
                waited = (monotonic_ns() - self._asked_at) // 1000
                parts.append(frame(TIME, waited.to_bytes(8, "little")))
            parts.append(frame(MESSAGE, message))
        call.heard = []
        self._send(b"".join(parts))

    def _wait(self) -> None:
        for descriptor, _ in (self._sending if self._unsent else self._both).poll():
            if descriptor == self._line:
                self._from_referee()
            else:
                self._from_bot()

    def _from_bot(self) -> None:
        connection = self._connection
        try:
            data = os.read(self._bot, CHUNK)
        except BlockingIOError:
            data = None
        except ConnectionError:
            data = b""
        if data:
            call = connection.call
            try:
                connection.received(data)
            except Ended:
                # What came before stands: it may be the answer that was awaited.
                if self._in_play and call is not None and call.heard:
                    self._hand_on(call)
                raise
        elif data is not None:
            raise connection.ended()
        if self._awaits or not self._in_play:
            connection.more()
            self._flush()
        elif self._unsent or not data:
            self._flush()

    def _from_referee(self) -> None:
        data = os.read(self._line, CHUNK)
        if not data:
            raise Left
        try:
            for kind, words in self._frames.take(data):
                self._asked(kind, words)
        except BadFrame as bad:
            raise Ended(OURS, f"the referee said {bad} to the guard") from None

    def _asked(self, kind: int, words: bytes) -> None:
        if kind == QUESTION:
            self._to_say.append(words)
            self._awaits = True
            self._asked_at = monotonic_ns()
            self._connection.count_anew()
        elif kind == MESSAGE:
            self._to_say.append(words)
        elif kind == DONE:
            self._is_last = True
        elif kind == WAITING:
            self._send(frame(WAITING, (self._refused or self._connection.waiting_for()).encode()))

    # --- out

    def _flush(self) -> None:
        out = self._connection.out
        if not out and not self._unsent:
            return
        words = self._unsent + b"".join(out)
        out.clear()
        try:
            sent = os.write(self._bot, words)
        except BlockingIOError:
            sent = 0
        except ConnectionError:
            # What it has said before it went is still to be read.
            sent = len(words)
        self._unsent = words[sent:]

    def _send(self, words: bytes) -> None:
        try:
            while words:
                words = words[os.write(self._line, words) :]
        except ConnectionError:
            raise Left from None

    def end(self, ended: Ended) -> None:
        self._send(frame(END, document(ended)))


def _refusal(call: Call) -> str:
    """What it says that does not serve; nothing: it serves."""
    assert call.status is not None
    # A server without the health service has answered all the same.
    if call.heard == [SERVING] or call.status.detail.startswith("UNIMPLEMENTED"):
        return ""
    return f"it answered {call.status.detail}" if call.status.fault != CLOSED else "it says that it is not serving"


def _connection(control: int, parent: int) -> int:
    """What the guard is given: the calls that it may make, and later the bot's connection."""
    told = _socket.socket(fileno=control)
    walls.stand(told.recv(CHUNK), parent)
    _, more, _, _ = told.recvmsg(1, _socket.CMSG_SPACE(4))
    if not more:
        raise Left
    told.detach()
    return int.from_bytes(more[0][2][:4], sys.byteorder)


def _place(error: Exception) -> str:
    """Where it was raised: nothing else is left of a guard that failed."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return f"{step.tb_frame.f_code.co_name}, line {step.tb_lineno}" if step is not None else "no known place"


def main() -> None:
    line, control, parent = map(int, sys.argv[1:4])
    program = Program(line)
    too_much = Ended(
        MALFORMED, f"what its server sent made its guard use {limits.MEMORY} bytes of memory, the limit"
    )
    try:
        try:
            program.run(_connection(control, parent))
        except Ended as ended:
            if ended.fault == DEAD:
                os.write(control, HUNG_UP)
            program.end(ended)
        except MemoryError:
            program.end(too_much)
        except Left:
            raise
        except Exception as error:
            program.end(Ended(OURS, f"the guard failed in {_place(error)}: {type(error).__name__}: {error}"))
    except Left:
        pass
    os._exit(0)
