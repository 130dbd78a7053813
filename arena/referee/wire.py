"""What the referee says, as the bytes of `ToBot` messages.

A protobuf message is the concatenation of its fields, so what is the same again and again (an action in a list of
legal ones, an event that four seats see) is written once and joined: a question costs little more than its view.
The bytes are those that protobuf itself would write; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arena.kernel.game import Game
from arena.kernel.vocabulary import Malformed
from arena.referee.asking import Ask, Happening, Over, Welcome
from arena.referee.conduct import Refusal
from athanorpb.codec import BadDocument, document_of, trusted_message_of
from athanorpb.fast.encoder import Remembered, encoder_of, varint
from athanorpb.open_games import descriptors_of, kind_of
from athanorpb.v1 import bot_pb2, game_pb2, result_pb2

MOST_CACHED = 20_000
"""Actions kept ready a game; a parametric game has no end of them."""

# Of `bot.proto`: the field's number and "length-delimited", as one byte.
TO_BOT_ASK = b"\x12"
TO_BOT_EVENT = b"\x22"
ASK_VIEW = b"\x22"
ASK_LEGAL = b"\x2a"
ASK_CLOCK = b"\x32"
LEGAL_ACTION = b"\x0a"
LEGAL_FINITE = b"\x10\x01"
LEGAL_TEMPLATE = b"\x1a"
HAPPENED_EVENT = b"\x0a"


class Wire:
    """The messages of one game."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self._view = encoder_of(game_pb2.View, game.name)
        self._event = encoder_of(game_pb2.Event, game.name)
        self._action = encoder_of(game_pb2.Action, game.name)
        self._clock = encoder_of(bot_pb2.Clock)
        parametric = kind_of(game_pb2.Template.DESCRIPTOR, game.name) is not None
        self._template = encoder_of(game_pb2.Template, game.name) if parametric else None
        self._question = Remembered(_question)
        self._told = {kind: Remembered(self._event_written) for kind in game.facts.kinds.values()}
        """By kind: named tuples of two kinds are equal where their values are."""
        self._listed: dict[Any, bytes] = {}
        """An action, and its bytes as one of `Legal.actions`."""
        self._said: dict[bytes, Any] = {}
        """The bytes of an action, and the action."""

    # --- to the bot

    def welcome(self, welcome: Welcome) -> bytes:
        message = bot_pb2.ToBot(
            welcome=bot_pb2.Welcome(
                protocol=welcome.protocol,
                game=welcome.game,
                options=trusted_message_of(dict(welcome.options), game_pb2.Options, self.game.name),
                seats=welcome.seats,
                seat=welcome.seat,
                clock=bot_pb2.ClockRules(**welcome.clock),
                entropy=welcome.entropy,
                messages=descriptors_of(self.game.name),
            )
        )
        return message.SerializeToString()

    def ask(self, ask: Ask) -> bytes:
        view = self._view(ask.view)
        listed = self._listed
        try:
            legal = b"".join([listed[action] for action in ask.actions])
        except KeyError:
            legal = b"".join([self._known(action) for action in ask.actions])
        if ask.finite:
            legal += LEGAL_FINITE
        elif self._template is not None:
            legal += b"".join([_enclosed(LEGAL_TEMPLATE, self._template(one)) for one in ask.templates])
        clock = self._clock(ask.clock)
        body = b"".join(
            (
                self._question[ask.number, ask.seat, ask.question],
                ASK_VIEW, varint(len(view)), view,
                ASK_LEGAL, varint(len(legal)), legal,
                ASK_CLOCK, varint(len(clock)), clock,
            )
        )  # fmt: skip
        return TO_BOT_ASK + varint(len(body)) + body

    def happened(self, happenings: Iterable[Happening]) -> bytes:
        told = self._told
        try:
            events = b"".join([told[type(fact)][fact] for _, _, fact in happenings])
        except TypeError:
            # A fact with something in it that cannot be a key: written anew each time.
            events = b"".join([self._event_written(happening.fact) for happening in happenings])
        return TO_BOT_EVENT + varint(len(events)) + events

    def refused(self, refusal: Refusal) -> bytes:
        message = bot_pb2.Refused(
            number=refusal.number,
            code=refusal.code,
            reason=refusal.reason,
            strikes_left=refusal.strikes_left,
        )
        return bot_pb2.ToBot(refused=message).SerializeToString()

    def over(self, over: Over) -> bytes:
        result = result_pb2.Result(
            scores=over.result["scores"], ranks=over.result["ranks"], reason=over.result["reason"]
        )
        return bot_pb2.ToBot(over=bot_pb2.Over(result=result, out=over.out)).SerializeToString()

    # --- from the bot

    def said(self, message: game_pb2.Action) -> object:
        """The action of a message; what is no action of the game stays a document, for the match to refuse."""
        known = self._said.get(message.SerializeToString(deterministic=True))
        if known is not None:
            return known
        try:
            document = document_of(message)
        except BadDocument:
            return {}
        try:
            return self.game.actions.parse(document)
        except Malformed:
            return document if isinstance(document, dict) else {}

    # --- inside

    def _known(self, action: Any) -> bytes:
        listed = self._listed.get(action)
        if listed is None:
            document = self.game.actions.document(action)
            written = self._action(document)
            listed = LEGAL_ACTION + varint(len(written)) + written
            if len(self._listed) >= MOST_CACHED:
                self._listed.clear()
                self._said.clear()
            self._listed[action] = listed
            self._said[written] = action
        return listed

    def _event_written(self, fact: Any) -> bytes:
        written = self._event(self.game.facts.document(fact))
        return HAPPENED_EVENT + varint(len(written)) + written


def _enclosed(tag: bytes, content: bytes) -> bytes:
    return tag + varint(len(content)) + content


def _question(key: tuple[int, int, str]) -> bytes:
    number, seat, question = key
    return bot_pb2.Ask(number=number, seat=seat, question=question).SerializeToString()


wires: dict[str, Wire] = {}


def wire_of(game: Game[Any, Any, Any]) -> Wire:
    """The game's messages; what is kept ready is shared by all matches of this process."""
    wire = wires.get(game.name)
    if wire is None:
        wire = wires[game.name] = Wire(game)
    return wire
