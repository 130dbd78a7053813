"""Which lines and branches of the product a run of the suite executed, in all of its processes.

What happens in a sandbox, and what a process did that was killed, is not seen.
"""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from typing import Final

from tests.suite.parts import ROOT, Unit

FOLDER: Final = ROOT / "var" / "coverage"
COVERAGE: Final = (sys.executable, "-m", "coverage")


def measured(unit: Unit) -> Unit:
    """The same unit, with every Python process of it measured."""
    if not unit.is_pytest:
        return unit
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    _, *rest = unit.command
    environment = {**unit.environment, "COVERAGE_FILE": str(FOLDER / "data")}
    return dataclasses.replace(unit, command=(*COVERAGE, "run", *rest), environment=environment)


def report() -> str:
    """Its table, in which the last line has lines and branches of everything."""
    for words in (("combine", "--quiet"), ("report", "--skip-covered", "--sort=miss")):
        said = subprocess.run(
            [*COVERAGE, words[0], f"--data-file={FOLDER / 'data'}", *words[1:]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if said.returncode:
            return f"coverage: {said.stdout}{said.stderr}"
    return said.stdout
