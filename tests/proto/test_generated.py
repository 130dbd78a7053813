"""The committed protobuf code, and the values beside it, are what the .proto files give."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATTERNS = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi", "farm/values.py")


def generated(root: Path) -> dict[str, bytes]:
    files = (path for pattern in PATTERNS for path in root.rglob(pattern))
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def test_the_committed_code_is_what_the_schema_gives_and_no_more(tmp_path: Path) -> None:
    script = ROOT / "infra" / "scripts" / "generate-protobuf"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    fresh, committed = generated(tmp_path), generated(ROOT / "proto")
    assert fresh, "the script wrote nothing"
    assert sorted(committed) == sorted(fresh)
    stale = [name for name in fresh if fresh[name] != committed[name]]
    assert stale == [], "run `make proto` and commit what it writes"
