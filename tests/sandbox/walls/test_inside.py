"""What is closed in a box from outside, while its root is being exchanged."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox.interface import SandboxFault
from sandbox.walls import Plan
from sandbox.walls.inside import close_from_outside

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can look into another mount namespace")

CHANGING = """
import ctypes, os, stat, sys
from pathlib import Path
libc, root = ctypes.CDLL(None, use_errno=True), Path(sys.argv[1])
UNSHARED, PRIVATE = 0x20000, 0x4000 | 0x40000
assert libc.unshare(UNSHARED) == 0
assert libc.mount(b"none", b"/", None, ctypes.c_ulong(PRIVATE), None) == 0
assert libc.mount(b"tmpfs", bytes(root), b"tmpfs", ctypes.c_ulong(0), None) == 0
for name in ("proc", "dev"):
    (root / name).mkdir()
os.mknod(root / "dev/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
(root / "proc/secret").write_text("of the machine")
os.chroot(root)
print("there", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def changing(tmp_path: Path) -> Iterator[int]:
    """The id of a process that has its new root, while who enters its namespace still comes upon the old one."""
    with subprocess.Popen(
        [sys.executable, "-c", CHANGING, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there\n"
        yield process.pid
        process.kill()


def plan() -> Plan:
    return Plan(Limits(), None, {})


def test_what_is_masked_is_masked_in_the_root_that_its_programs_see(changing: int) -> None:
    secret = Path("/proc", str(changing), "root", "proc", "secret")
    assert secret.read_text() == "of the machine"
    close_from_outside(changing, plan(), ["/proc/secret", "/proc/another-kernel-s"])
    assert secret.read_text() == ""


def test_a_box_in_which_nothing_is_there_to_be_masked_is_refused(changing: int) -> None:
    with pytest.raises(SandboxFault, match="none of the files of /proc is there that are to be hidden"):
        close_from_outside(changing, plan(), ["/proc/another-kernel-s"])
