"""python -m tests.sandbox.besieged_ordinarily STATE NAME...: attacks under bubblewrap as whoever runs this.

Prints for each what it came to, as JSON. `test_ordinary.py` runs it as a user without cgroups.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.walls.proof import tried
from tests.sandbox import corpus
from tests.sandbox.siege import SECRET, besieged

TOGETHER = 3


async def main(state: Path, names: list[str]) -> dict[str, object]:
    gate = asyncio.Semaphore(TOGETHER)

    async def one(name: str) -> dict[str, object]:
        async with gate:
            attack = corpus.attack_named(name, "bubblewrap")
            outcome = await besieged(attack, "bubblewrap", state)
        wrong = outcome.unlike(attack.expected)
        told = {"verdict": outcome.verdict, "sentence": outcome.sentence, "reports": outcome.reports}
        return {**told, "wrong": wrong, "left": outcome.left}

    return dict(zip(names, await asyncio.gather(*map(one, names)), strict=True))


if __name__ == "__main__":
    os.environ["ATHANOR_TEST_SECRET"] = SECRET
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    found = asyncio.run(main(folder, names))
    walls = {proof.wall: proof.seen for proof in tried(Bubblewrap(folder)) if not proof.holds}
    sys.stdout.write(json.dumps({"attacks": found, "missing": walls}))
