"""A game's distribution, installed by pip in a folder for PYTHONPATH: Athanor beside it is as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CONNECT_FOUR = Path(__file__).parent


def connect_four(folder: Path) -> Path:
    """The distribution as a stranger has it, somewhere else."""
    shutil.copytree(CONNECT_FOUR, folder, ignore=shutil.ignore_patterns("__pycache__", "test_*", "installed.py"))
    return folder


def installed(source: Path, target: Path) -> Path:
    """Where it was installed."""
    words = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *words, "--target", target, source], check=True)
    return target
