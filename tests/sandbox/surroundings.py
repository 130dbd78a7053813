"""What is around a siege: the bundles of the hostile bots, and what they are told of the machine."""

from __future__ import annotations

import dataclasses
import random
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from arena.worker.bundles import Unpacked
from athanor_contract.bundle.manifest import Manifest
from tests.sandbox.corpus import HOSTILE, Attack

NEIGHBOUR: Final = "a-neighbour-of-the-box"
WORD: Final = "".join(random.sample("01" * 32, 64))
"""What one bot says to another; all that do at a time the same, since what they use adds up."""
SDK: Final = ("python3", "-P", "-m", "athanor_bot", "bot.py")
PLAIN: Final = ("python3", "bot.py")


@contextmanager
def outside(attack: Attack, folder: Path, *, tame: bool) -> Iterator[None]:
    """The bundle, and what the bot is told of the machine around it."""
    folder.chmod(0o755)
    bundle = folder / "bundle"
    shutil.copytree(attack.folder, bundle, ignore=shutil.ignore_patterns("expected.toml", "__pycache__"))
    for shared in ("attacking.py", "wire.py"):
        shutil.copy(HOSTILE / shared, bundle)
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


def bundle_of(attack: Attack, folder: Path) -> Unpacked:
    return Unpacked(folder / "bundle", manifest(attack))


def bundle_beside(attack: Attack, folder: Path) -> Unpacked | None:
    """Where the attack is of two: the bot at the next seat, which is told a word to say."""
    program = attack.host.get("beside")
    if program is None:
        return None
    bundle = shutil.copytree(folder / "bundle", folder / "beside")
    (bundle / "told" / "bits").write_text(WORD)
    return Unpacked(bundle, dataclasses.replace(manifest(attack), command=(*SDK[:-1], program)))


def share_heard(word: str) -> float:
    """Of the bits that were heard as they were said: half of them where nothing is heard, as many are 0 as 1."""
    return round(sum(one == other for one, other in zip(WORD, word, strict=False)) / len(WORD), 2)


def manifest(attack: Attack) -> Manifest:
    command = SDK if attack.protocol == "sdk" else PLAIN
    spoken: Any = "stdio" if attack.protocol == "stdio" else "grpc"
    return Manifest(attack.name, ("poison",), "python", command, None, spoken)
