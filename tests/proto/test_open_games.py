"""Games that `game.proto` has no member for: their documents travel in the open member, by their own messages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from arena.games.registry import GAMES
from arena.referee.wire import Wire
from athanorpb import open_games
from athanorpb.codec import BadDocument, document_of, message_of, trusted_message_of
from athanorpb.fast.encoder import encoder_of
from athanorpb.fast.json_text import text_of
from athanorpb.open_games import descriptors_of, kind_of, learn, learn_module
from athanorpb.v1 import bot_pb2, game_pb2, poison_pb2

ROOT = Path(__file__).resolve().parents[2]
ADAPTER, SDK = (ROOT / "sandbox" / name for name in ("adapter", "sdk/python"))
INSIDE = [str(path) for path in (ADAPTER, SDK, ROOT / "proto")]
PROTO = """
syntax = "proto3";
package stones;
import "athanorpb/v1/document.proto";
message Options { int32 heap = 1; }
message State { string game = 1; Options options = 2; repeated int32 heaps = 3; }
message View {
  int32 seat = 1;
  repeated int32 heaps = 2;
  string last = 3 [(athanor.v1.words) = "taken", (athanor.v1.missing) = true];
  map<string, int32> counts = 4;
}
message Take { int32 heap = 1; int32 stones = 2; }
message Nothing {}
message Action { oneof kind { Take take = 1; Nothing pass = 2; } }
message Event { oneof kind { Take took = 1; Nothing passed = 2; } }
"""
DOCUMENTS: list[tuple[type[Message], Any]] = [
    (game_pb2.Options, {"heap": 0}),
    (game_pb2.Options, {"heap": 7}),
    (game_pb2.State, {"game": "stones", "options": {"heap": 7}, "heaps": [3, 0, 1]}),
    (game_pb2.View, {"seat": -1, "heaps": [], "counts": {}}),
    (game_pb2.View, {"seat": 1, "heaps": [3, 200], "last": "taken", "counts": {"one": 1, "ä": -4}}),
    (game_pb2.Action, {"take": {"heap": 1, "stones": 2}}),
    (game_pb2.Action, {"pass": {}}),
    (game_pb2.Event, {"took": {"heap": 0, "stones": 1}}),
]


@pytest.fixture(scope="module")
def descriptors(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Of the game `stones`, as a welcome brings them."""
    folder = tmp_path_factory.mktemp("stones")
    (folder / "stones.proto").write_text(PROTO)
    roots = [f"-I{folder}", f"-I{ROOT / 'proto'}"]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            *roots,
            f"--descriptor_set_out={folder / 'set'}",
            "stones.proto",
        ],
        check=True,
        cwd=folder,
    )
    return (folder / "set").read_bytes()


@pytest.fixture(autouse=True)
def stones(descriptors: bytes) -> None:
    learn("stones", descriptors)


@pytest.mark.parametrize(("kind", "document"), DOCUMENTS)
def test_a_document_of_an_open_game_goes_to_its_message_and_back(kind: type[Message], document: Any) -> None:
    message: Any = message_of(document, kind, "stones")
    assert message.open.game == "stones"
    assert trusted_message_of(document, kind, "stones") == message
    assert document_of(kind.FromString(message.SerializeToString())) == document
    assert encoder_of(kind, "stones")(document) == message.SerializeToString(deterministic=True)


@pytest.mark.parametrize(("kind", "document"), DOCUMENTS)
def test_the_adapter_writes_it_as_the_codec_does(kind: type[Message], document: Any) -> None:
    assert json.loads(text_of(message_of(document, kind, "stones"))) == document


def test_what_fits_no_message_is_told_where() -> None:
    with pytest.raises(BadDocument, match="at /take/heap: a whole number was expected, not 'a'"):
        message_of({"take": {"heap": "a"}}, game_pb2.Action, "stones")
    with pytest.raises(BadDocument, match="no game is called 'sticks'"):
        message_of({"take": {}}, game_pb2.Action, "sticks")
    for name in ("open", "", None):
        with pytest.raises(BadDocument, match="no game is called"):
            message_of({"take": {}}, game_pb2.Action, name)
    assert kind_of(game_pb2.Template.DESCRIPTOR, "stones") is None


IN_A_SANDBOX = """
import sys
from athanor_adapter.match import Matches
from athanorpb.v1 import bot_pb2

class Program:
    def waiting(self): return []
    def tell(self, lines): sys.stdout.write(lines.decode())
    def line(self): return answers.pop(0)
    def close_input(self): pass

answers = [b'{"ready":{}}', b'{"take":{"heap":1,"stones":2}}']
said = [bot_pb2.ToBot.FromString(bytes.fromhex(line)) for line in sys.stdin]
for message in Matches(Program()).play(iter(said), None):
    print(message.SerializeToString().hex())
"""


def test_a_sandbox_that_was_built_before_there_was_the_game_is_told_its_messages() -> None:
    """A program of lines sees documents, and answers by one; the descriptors are for the adapter alone."""
    options: Any = message_of({"heap": 7}, game_pb2.Options, "stones")
    view: Any = message_of({"seat": 0, "heaps": [1, 2], "counts": {}}, game_pb2.View, "stones")
    action: Any = message_of({"take": {"heap": 1, "stones": 2}}, game_pb2.Action, "stones")
    messages = descriptors_of("stones")
    welcome = bot_pb2.Welcome(protocol=1, game="stones", options=options, seats=2, messages=messages)
    ask = bot_pb2.Ask(number=1, question="take", view=view, legal=bot_pb2.Legal(actions=[action], finite=True))
    lines = [bot_pb2.ToBot(welcome=welcome), bot_pb2.ToBot(ask=ask)]
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path[:0] = {INSIDE!r}\n{IN_A_SANDBOX}",
        ],
        input="\n".join(line.SerializeToString().hex() for line in lines),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    told, ready, asked, answered = ended.stdout.splitlines()
    assert json.loads(told)["welcome"]["options"] == {"heap": 7}
    assert "messages" not in json.loads(told)["welcome"]
    assert json.loads(asked)["ask"]["legal"]["actions"] == [{"take": {"heap": 1, "stones": 2}}]
    assert bot_pb2.FromBot.FromString(bytes.fromhex(ready)).WhichOneof("kind") == "ready"
    answer = bot_pb2.FromBot.FromString(bytes.fromhex(answered)).answer
    assert document_of(answer.action) == {"take": {"heap": 1, "stones": 2}}


def test_what_is_told_of_a_game_is_learnt_again_as_it_is() -> None:
    assert descriptors_of("stones")
    learn("stones", descriptors_of("stones"))
    assert document_of(message_of({"pass": {}}, game_pb2.Action, "stones")) == {"pass": {}}


@pytest.mark.parametrize("game", GAMES)
def test_of_a_game_that_the_protocol_knows_nothing_is_told(game: str) -> None:
    assert descriptors_of(game) == b"" or game not in game_pb2.View.DESCRIPTOR.fields_by_name


@pytest.mark.parametrize(
    ("game", "content"),
    [("sticks", b""), ("poison", b""), ("stones", b"\xff\xff"), ("", b""), ("open", b"")],
)
def test_an_answer_in_the_open_member_that_is_none_is_malformed_and_no_error_of_ours(
    game: str, content: bytes
) -> None:
    """It is a stranger's: the referee refuses it as it does any document that is no action."""
    action = game_pb2.Action(open=game_pb2.Open(game=game, message=content))
    assert Wire(GAMES["poison"]).said(action) == {}


def test_messages_that_are_none_are_named() -> None:
    with pytest.raises(ValueError, match="json is not what protoc writes"):
        learn_module("stones", json)
    with pytest.raises(ValueError, match="has no message State; a game has State, View, Action, Event, Options"):
        learn_module("stones", bot_pb2)
    with pytest.raises(ValueError, match="the descriptors of the messages of stones cannot be used"):
        learn("stones", b"\xff\xff")


def test_a_module_of_messages_makes_its_game_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_games, "_files", dict(open_games._files))
    learn_module("venom", poison_pb2)
    document = {"play": {"card": "red-1", "cauldron": 2}}
    message: Any = message_of(document, game_pb2.Action, "venom")
    assert (message.open.game, document_of(message)) == ("venom", document)
