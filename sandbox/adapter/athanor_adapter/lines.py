"""Lines and messages: what the referee says as lines of JSON, and what the program says as a message.

An answer whose action is none of the game is sent on as an action without a kind: the referee refuses it as
"malformed", which the program may correct, as it may any illegal answer.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from athanor_adapter.program import Malformed
from athanorpb.codec import BadDocument, message_of
from athanorpb.fast.json_text import text_of
from athanorpb.v1 import bot_pb2, game_pb2

LONGEST_NOTE = 4_000


def lines_of(message: bot_pb2.ToBot) -> bytes:
    kind = message.WhichOneof("kind")
    if kind is None:
        return b""
    if kind == "event":
        return "".join([f'{{"event":{text_of(event)}}}\n' for event in message.event.events]).encode()
    return f'{{"{kind}":{text_of(getattr(message, kind))}}}\n'.encode()


def message_of_line(line: bytes, number: int, game: str) -> bot_pb2.FromBot | None:
    """What a line says, as the answer to ask `number` where it is one; None: an empty line. Raises Malformed."""
    if not line.strip():
        return None
    said = _parsed(line)
    try:
        return _message(said, number, game)
    except BadDocument as problem:
        raise Malformed(f"the program said {_shown(line)}: {problem}") from problem


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError as problem:
        raise Malformed(f"the program said {_shown(line)}, which is not UTF-8: {problem.reason}") from problem
    except (ValueError, RecursionError) as problem:
        what = problem if isinstance(problem, ValueError) else "nested too deeply"
        raise Malformed(f"the program said {_shown(line)}, which is not a line of JSON: {what}") from problem


def _message(said: Any, number: int, game: str) -> bot_pb2.FromBot:
    if isinstance(said, int) and not isinstance(said, bool):
        return _answer({"index": said}, number, game)
    if not isinstance(said, dict) or len(said) != 1:
        raise BadDocument(
            "", 'one of {"ready":{}}, {"answer":{...}}, {"note":{...}}, an action, or an index was expected'
        )
    kind, body = next(iter(said.items()))
    if kind == "answer":
        return _answer(body, number, game)
    if kind == "ready":
        return bot_pb2.FromBot(ready=message_of(body or {}, bot_pb2.Ready))
    if kind == "note":
        note = message_of(body, bot_pb2.Note)
        return bot_pb2.FromBot(note=bot_pb2.Note(text=note.text[:LONGEST_NOTE]))
    return _answer({"action": said}, number, game)


def _answer(body: Any, number: int, game: str) -> bot_pb2.FromBot:
    if not isinstance(body, dict):
        raise BadDocument("/answer", "an object with an action or an index was expected")
    given = {"number": number, **body}
    try:
        answer = message_of(given, bot_pb2.Answer, game)
    except BadDocument as problem:
        if not problem.pointer.startswith("/action"):
            raise
        print(f"no action of {game}: {ascii(body.get('action'))[:200]}: {problem}", file=sys.stderr, flush=True)
        answer = message_of({**given, "action": None}, bot_pb2.Answer, game)
        answer.action.CopyFrom(game_pb2.Action())
    if answer.WhichOneof("choice") is None:
        raise BadDocument("/answer", "an action or an index was expected")
    return bot_pb2.FromBot(answer=answer)


def _shown(line: bytes) -> str:
    text = ascii(line[:80].decode(errors="backslashreplace"))
    return text if len(line) <= 80 else text + "..."
