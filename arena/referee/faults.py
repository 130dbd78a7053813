"""Every way in which a bot can fail: the one table, whose rows are `Fault`.

The documentation shows it. What the referee finds out by itself is worded here (`failed`); what a guard, the
adapter inside the sandbox or the sandbox itself say comes in their words, by which `fault_of` knows the row. The
whole sentence is made in `arena.referee.sentences`.
"""

from __future__ import annotations

import re
from typing import Final

from arena.referee.conduct import STRIKES, Out
from arena.referee.fault import Fault

STATUS: Final = re.compile(
    r"(CANCELLED|UNKNOWN|INVALID_ARGUMENT|DEADLINE_EXCEEDED|NOT_FOUND|ALREADY_EXISTS|PERMISSION_DENIED"
    r"|RESOURCE_EXHAUSTED|FAILED_PRECONDITION|ABORTED|OUT_OF_RANGE|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS"
    r"|UNAUTHENTICATED)(: |$)"
)
"""How a guard begins what a server gave as the reason for the end of its call."""


WHERE_IT_WAS: Final = (
    "Its log ends with its stack, where the language can write one (Python SDK, Go, Java), or with the last line"
    " it was told."
)

# --- what the referee finds out

START_UP_TIME = Fault(
    "start-up-time",
    Out.NEVER_READY,
    "not ready within {allowed} ms",
    "Its program ran, and had not said ready when its start-up budget was used up.",
    "Say `ready` as soon as the welcome was read. Load tables faster, or when they are first needed."
    f" {WHERE_IT_WAS}",
)
LATE_READY = Fault(
    "late-ready",
    Out.NEVER_READY,
    "ready after {took:.1f} ms, {allowed} allowed",
    "It said ready, later than its start-up budget allows.",
    "Do less before `ready`.",
)
BAD_READY = Fault(
    "bad-ready",
    Out.NEVER_READY,
    "it said {what} before it was ready",
    "It sent another message where `ready` was expected.",
    "Answer the welcome with `ready`. Nothing but notes may come before it.",
)
OTHER_PROTOCOL = Fault(
    "other-protocol",
    Out.NEVER_READY,
    "it speaks version {version} of the protocol, {ours} is spoken here",
    "Its ready names a version of the protocol that is not spoken here.",
    "Use the SDK or the .proto files of this site.",
)
ILLEGAL = Fault(
    "illegal",
    Out.ILLEGAL,
    "its illegal answer number {number}, {allowed} allowed a match: {code}: {reason}",
    f"It gave more than {STRIKES} illegal answers in one match; the sentence has the code of the last.",
    "Answer with one of the actions that the ask lists, or with the index of one. The code leads to the rule.",
)
BANK = Fault(
    "bank",
    Out.OUT_OF_TIME,
    "{charged:.0f} ms charged for this answer{idle}, {bank:.0f} ms were left in the bank"
    " ({given} ms for the match, and {increment} more an answer)",
    "It used up its bank of thinking time: processor time and a quarter of idle time where they are measured, else"
    " wall time.",
    f"Read `clock.bank` in each ask, and think no longer than it allows. {WHERE_IT_WAS}",
)
MATCH_SHARE = Fault(
    "match-share",
    Out.OUT_OF_TIME,
    "{wall:.0f} ms of wall time for this answer, {left:.0f} ms were left of its share of the match"
    " ({share:.0f} ms)",
    "It used up its share of the match's wall time: so much for all answers of a seat together, without what a"
    " busy machine kept from it.",
    "Answer sooner; `clock.move_cap` in each ask is never more than what is left.",
)
MOVE_CAP = Fault(
    "move-cap",
    Out.SILENT,
    "no answer within the {allowed:.0f} ms allowed for this answer;"
    " {charged:.0f} ms charged, {bank:.0f} ms left in the bank",
    "It gave no answer within the wall time that one answer may take.",
    "Flush stdout after each line. If little was charged, it was waiting for something: find out for what."
    f" {WHERE_IT_WAS}",
)
NO_MESSAGE = Fault(
    "no-message",
    Out.MALFORMED,
    "it said {bytes} bytes that are no message",
    "What its server sent is not a FromBot message of the protocol.",
    "Send only messages of athanor.v1 on the stream.",
)
NO_ANSWER = Fault(
    "no-answer",
    Out.MALFORMED,
    "it said {what} where an answer was awaited",
    "It sent a message of another kind where an answer was expected.",
    "Send one answer to each ask and to each refusal, and `ready` only once.",
)
EMPTY_ANSWER = Fault(
    "empty-answer",
    Out.MALFORMED,
    "its answer has neither an action nor an index",
    "The answer contained no choice.",
    "Set `action` or `index`.",
)
WRONG_NUMBER = Fault(
    "wrong-number",
    Out.MALFORMED,
    "an answer to ask {given}, when ask {open} was open",
    "The answer bears the number of another ask: an earlier one was answered twice, or one was guessed.",
    "Copy `number` from the ask that is answered, and answer each once.",
)
NOTES = Fault(
    "notes",
    Out.MALFORMED,
    "it said more than {allowed} notes, which is what a match allows",
    "Notes are messages to its author, and their number is limited for each match.",
    "Write to stderr what you want to see at every move.",
)
RAISED = Fault(
    "raised",
    Out.DEAD,
    "its function raised {error}",
    "A function of a bot that runs in the referee's own process (a house bot) raised an exception.",
    "Correct the function.",
)

# --- what a guard says of a server, and the adapter of a program

FRAME = Fault(
    "frame",
    Out.MALFORMED,
    "its server sent a frame ({kind}) of {bytes} bytes, {limit} allowed",
    "One HTTP/2 frame was larger than the protocol's own default, which was not raised.",
    "Use a gRPC library: it keeps to the other side's settings.",
)
FLOOD = Fault(
    "flood",
    Out.MALFORMED,
    "its server sent {many}, {limit} allowed",
    "It sent more than the wire allows: the sentence has what was sent, when, and the limit.",
    "One answer a question, and a few notes. A server that pings or sends settings in a loop is set up wrongly.",
)
OVERSIZE = Fault(
    "oversize",
    Out.MALFORMED,
    "it said a message of {bytes} bytes, {limit} allowed",
    "One message was larger than a message may be.",
    "Answer with an index, or an action as listed; keep notes short.",
)
COMPRESSED = Fault(
    "compressed",
    Out.MALFORMED,
    "it said a compressed message",
    "Its gRPC server compresses messages, which the protocol does not allow.",
    "Turn the server's compression off.",
)
GUARD_BUSY = Fault(
    "costly",
    Out.MALFORMED,
    "what its server sent {cost} its guard",
    "What it sent took more processor time or memory to read than an honest match ever does.",
    "Send less: one answer a question, and a few notes.",
)
NOT_A_LINE = Fault(
    "not-a-line",
    Out.MALFORMED,
    "the program said {line}, which is not",
    "Its program printed a line that is not JSON in UTF-8.",
    "Print answers to stdout alone, one a line, and everything else to stderr.",
)
LONG_LINE = Fault(
    "long-line",
    Out.MALFORMED,
    "the program said a line longer than {limit} bytes",
    "Its program printed more bytes than that without a line feed.",
    "End every message with a line feed.",
)
UNASKED = Fault(
    "unasked",
    Out.MALFORMED,
    "the program said {much} asked",
    "Its program answered before it was asked, or filled the pipe with unasked lines.",
    "Read one line, print one answer.",
)
NOT_A_MESSAGE = Fault(
    "wrong-line",
    Out.MALFORMED,
    "the program said {line}: {problem}",
    "Its program printed JSON that is not a message of the protocol; the sentence says what was expected.",
    'Print {"ready":{}}, {"answer":{...}}, {"note":{...}}, an action, or an index.',
)
OUTPUT_ENDED = Fault(
    "output-ended",
    Out.DEAD,
    "the program's output ended",
    "Its program closed its stdout, or ended, while an answer was expected.",
    "Its log has what it printed last. Read until stdin ends; do not exit before.",
)
INPUT_CLOSED = Fault(
    "input-closed",
    Out.DEAD,
    "the program closed its input",
    "Its program closed its stdin, or ended, before it had read all messages.",
    "Its log has what it printed last. Read until stdin ends; do not exit before.",
)
RESET = Fault(
    "reset",
    Out.DEAD,
    "its server reset the call",
    "Its gRPC server cancelled the call.",
    "The code in brackets is the server's own; its log may say more.",
)
CALL_ENDED = Fault(
    "call-ended",
    Out.DEAD,
    "its server ended the call: {status}",
    "Its server ended the call with a status and its words: of a Python bot, the exception that `choose` raised.",
    "Its log has the traceback. Play the same seed by `athanor play` to see it happen.",
)
STREAM_CLOSED = Fault(
    "stream-closed",
    Out.DEAD,
    "it closed the stream",
    "Its server ended the call without an error before the match was over.",
    "Keep the stream open until `over` was read.",
)
CONNECTION_CLOSED = Fault(
    "connection-closed",
    Out.DEAD,
    "its server closes the connection ({why})",
    "Its server announced the end of the connection (GOAWAY) before the match was over.",
    "Something ended the server: see its log, and the exit code.",
)
MID_WORD = Fault(
    "mid-word",
    Out.DEAD,
    "its server closed the connection in the middle of what it said",
    "The connection ended in the middle of a frame.",
    "Something ended the server: see its log, and the exit code.",
)
GONE = Fault(
    "gone",
    Out.DEAD,
    "nobody is at the other end of its connection any more",
    "Its program ended, or closed its connection, without saying why.",
    "The exit code or the signal says how; its log has what it printed last.",
)
NOT_LISTENING = Fault(
    "not-listening",
    Out.NEVER_READY,
    "its program did not reach its main loop within {seconds} seconds: nothing listened on $ATHANOR_SOCKET",
    "It was still busy starting, with an import or a table; nothing listened at the address it was given.",
    "The log ends with the stack of where it was (Python, Java, Go). Load later, or listen before you load.",
)
NOT_SERVING = Fault(
    "not-serving",
    Out.NEVER_READY,
    "its gRPC server did not answer the health check within {seconds} seconds",
    "Something listened, but did not serve requests; the sentence ends with what was still missing.",
    "Serve grpc.health.v1, or leave it out: a server that does not know it is taken to be up.",
)
NOT_GRPC = Fault(
    "not-grpc",
    Out.MALFORMED,
    "its server{wrong}",
    "What it sent breaks the rules of gRPC or of HTTP/2; the sentence says which.",
    "Use a gRPC library, and leave its settings as they are.",
)

# --- how its program came to its end

MEMORY = Fault(
    "memory",
    Out.DEAD,
    "it used more memory than a bot may: {limit} MiB",
    "Its processes together used more memory than a bot may use, and the kernel ended it.",
    "The page of its version shows how near its matches came to the limit.",
)
PROCESSES = Fault(
    "processes",
    Out.DEAD,
    "it met the limit of {limit} processes and threads",
    "It could not start another process or thread, as its log says.",
    "Give thread pools a size of their own: they take the machine's.",
)
OPEN_FILES = Fault(
    "open-files",
    Out.DEAD,
    "it met the limit of {limit} open files a process",
    "It could not open another file, as its log says.",
    "Close what was read.",
)
FILE_SIZE = Fault(
    "file-size",
    Out.DEAD,
    "it met the limit of {limit} MiB a file",
    "A file that it wrote grew larger than a file may.",
    "Write less, or several files.",
)
DISK = Fault(
    "disk",
    Out.DEAD,
    "it met the limit of {limit} MiB in /tmp",
    "There was no room left for what it wrote, as its log says.",
    "Write less; /tmp is memory.",
)
NO_MAIN_LOOP = Fault(
    "no-main-loop",
    Out.NEVER_READY,
    "it did not wait for a match: a Python file defines choose(ask), any other program reads its lines or serves",
    "Its program ended without an error before the match began: nothing in it waits for questions.",
    "Is `choose` spelled so? A program with a main of its own calls `athanor_bot.run(choose)` at its end.",
)
SIGNAL = Fault(
    "signal",
    Out.DEAD,
    "its program ended with exit code {code} ({signal})",
    "A signal ended its program: SIGSEGV and SIGABRT are its own mistakes, SIGSYS a call that is forbidden.",
    "Run it under a debugger with the same seed.",
    r"its program ended with exit code -?\d+ \(SIG[A-Z0-9+]+\)",
)
EXIT_CODE = Fault(
    "exit-code",
    Out.DEAD,
    "its program ended with exit code {code}",
    "Its program ended by itself.",
    "A traceback is in its log; with code 0 it ended without an error, but too early.",
)

FAULTS: Final = (
    *(
        MEMORY,
        PROCESSES,
        OPEN_FILES,
        FILE_SIZE,
        DISK,
        NO_MAIN_LOOP,
        START_UP_TIME,
        LATE_READY,
        BAD_READY,
        OTHER_PROTOCOL,
    ),
    *(NOT_LISTENING, NOT_SERVING, ILLEGAL, BANK, MATCH_SHARE, MOVE_CAP, NO_MESSAGE, NO_ANSWER, EMPTY_ANSWER),
    *(WRONG_NUMBER, NOTES, RAISED, OVERSIZE, FRAME, FLOOD, COMPRESSED, GUARD_BUSY, NOT_A_LINE, LONG_LINE),
    *(
        UNASKED,
        NOT_A_MESSAGE,
        OUTPUT_ENDED,
        INPUT_CLOSED,
        SIGNAL,
        RESET,
        STREAM_CLOSED,
        CONNECTION_CLOSED,
        MID_WORD,
    ),
    *(CALL_ENDED, EXIT_CODE, GONE, NOT_GRPC),
)
"""In the order in which a sentence is tried: what tells its author most comes first."""


def fault_of(sentence: str) -> Fault | None:
    """The row of a sentence; None where no row has it, as for a sentence of an older worker."""
    return next((fault for fault in FAULTS if fault.known_by.search(sentence)), None)
