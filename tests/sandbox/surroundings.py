"""What is around a siege: the bundles of the hostile bots, and what they are told of the machine."""

from __future__ import annotations

import random
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from arena.cli.bench import covert
from athanor_contract.bundle import Packed
from tests.sandbox.corpus import HOSTILE, Attack
from tests.sandbox.playing import packed

NEIGHBOUR: Final = "a-neighbour-of-the-box"
WORD: Final = "".join(random.sample("01" * 32, 64))
"""What one bot says to another; all that do at a time the same, since what they use adds up."""
SDK: Final = ("python3", "-P", "-m", "athanor_bot", "bot.py")
PLAIN: Final = ("python3", "bot.py")
COVERT: Final = Path(covert.__file__).parent
"""How boxes talk by what they share."""


@contextmanager
def outside(attack: Attack, folder: Path, *, tame: bool) -> Iterator[None]:
    """The bundle, and what the bot is told of the machine around it."""
    folder.chmod(0o755)
    bundle = folder / "bundle"
    shutil.copytree(attack.folder, bundle, ignore=shutil.ignore_patterns("expected.toml", "__pycache__"))
    for shared in ("attacking.py", "wire.py"):
        shutil.copy(HOSTILE / shared, bundle)
    shutil.copytree(COVERT, bundle / "covert", ignore=shutil.ignore_patterns("bot.py", "__pycache__"))
    (bundle / "covert" / "word").write_text(secrets.token_hex(8))
    (bundle / "told").mkdir()
    if tame:
        (bundle / "tame").touch()
    with ExitStack() as stack:
        if attack.host.get("neighbour"):
            neighbour = stack.enter_context(_neighbour())
            (bundle / "told" / "neighbour").write_text(str(neighbour.pid))
        if attack.host.get("listener"):
            port, abstract = stack.enter_context(_listening())
            (bundle / "told" / "port").write_text(str(port))
            (bundle / "told" / "abstract").write_text(abstract)
        if attack.host.get("decoy"):
            decoy = stack.enter_context(socket.socket(socket.AF_UNIX))
            decoy.bind(str(folder / "decoy"))
            decoy.listen()
            (bundle / "told" / "decoy").write_text(str(folder / "decoy"))
        yield


@contextmanager
def _neighbour() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([NEIGHBOUR, "120"], executable="/bin/sleep") as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _listening() -> Iterator[tuple[int, str]]:
    name = f"athanor-siege-{secrets.token_hex(6)}"
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{name}")
        abstract.listen()
        yield port.getsockname()[1], name


def bundle_of(attack: Attack, folder: Path) -> Packed:
    command, protocol = run_by(attack)
    return packed(folder / "bundle", "python", command, protocol)


def bundle_beside(attack: Attack, folder: Path) -> Packed | None:
    """Where the attack is of two: the bot at the next seat, which is told a word to say."""
    program = attack.host.get("beside")
    if program is None:
        return None
    bundle = shutil.copytree(folder / "bundle", folder / "beside")
    (bundle / "told" / "bits").write_text(WORD)
    return packed(bundle, "python", (*SDK[:-1], program), run_by(attack)[1])


def share_heard(word: str) -> float:
    """Of the bits that were heard as they were said: half of them where nothing is heard, as many are 0 as 1."""
    return round(sum(one == other for one, other in zip(WORD, word, strict=False)) / len(WORD), 2)


def run_by(attack: Attack) -> tuple[tuple[str, ...], str]:
    """Its command, and what it speaks."""
    return SDK if attack.protocol == "sdk" else PLAIN, "stdio" if attack.protocol == "stdio" else "grpc"
