"""The table of the hostile corpus in `sandbox/README.md`, from a run of all of it: `make corpus-table`.

A row an attack: what it does, the walls that hold it, and what it came to on each driver. Nothing is written
unless every attack came to what it was to come to.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from sandbox.engine import connect
from tests.sandbox import corpus
from tests.sandbox.conftest import WALLED, any_engine, have_images
from tests.sandbox.corpus import PLAYS_ON, Attack
from tests.sandbox.siege import SECRET, Outcome, besieged

README: Final = Path(__file__).parents[2] / "sandbox" / "README.md"
BEGIN: Final = "<!-- corpus: written by `make corpus-table` -->"
END: Final = "<!-- corpus: end -->"
HEAD: Final = "| attack | what it does | held by | bubblewrap | Docker |\n|---|---|---|---|---|\n"
TOGETHER: Final = 2
LONGEST: Final = 110


def row(attack: Attack, outcomes: dict[str, Outcome]) -> str:
    told = [shown(outcomes[kind]) for kind in WALLED]
    return f"| {attack.name} | {escaped(attack.attack)} | {held_by(attack)} | {' | '.join(told)} |\n"


def held_by(attack: Attack) -> str:
    if attack.walls:
        return ", ".join(attack.walls)
    if attack.build:
        return "the build's rules"
    if attack.twin_clock and not attack.twin_tame:
        return "the referee's clock"
    if attack.name.startswith("wire_"):
        return "the guard"
    return (
        "the adapter"
        if attack.protocol == "stdio"
        else "the referee"
        if attack.twin_tame
        else "how boxes are made"
    )


def shown(outcome: Outcome) -> str:
    """The verdict, and the author's sentence, or what the bot found."""
    told = outcome.sentence or reported(outcome.reports) or last_line(outcome.log)
    return escaped(shortened(f"{outcome.verdict}: {told}" if told else outcome.verdict))


def reported(reports: dict[str, Any]) -> str:
    found = {name: value(told) for name, told in reports.items() if name != "throttled"}
    if len(found) > 3 and len(set(found.values())) == 1:
        return f"{next(iter(found.values()))} for each of {len(found)}"
    return ", ".join(f"{name} {told}" for name, told in found.items())


def value(told: Any) -> str:
    if isinstance(told, list):
        return " ".join(map(str, told)) or "none"
    return str(told).lower() if isinstance(told, bool) else str(told) or "none"


def last_line(log: bytes) -> str:
    """Of what a build's author reads: what went wrong, and not with which code it ended."""
    lines = [line.strip() for line in log.decode(errors="replace").splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("the build command ended with")]
    return (said or lines or [""])[-1]


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


async def outcomes(state: Path) -> dict[str, dict[str, Outcome]]:
    """Of every attack on every driver. Raises SystemExit where one came to something else."""
    gate = asyncio.Semaphore(TOGETHER)
    found: dict[str, dict[str, Outcome]] = {name: {} for name in corpus.names()}
    wrong: list[str] = []

    async def one(name: str, kind: str) -> None:
        attack = corpus.attack_named(name, kind)
        async with gate:
            outcome = await besieged(attack, kind, state)
        found[name][kind] = outcome
        wrong.extend(f"{name} on {kind}: {problem}" for problem in outcome.unlike(attack.expected))
        sys.stderr.write(f"{name} on {kind}: {outcome.verdict}\n")

    await asyncio.gather(*(one(name, kind) for name in corpus.names() for kind in WALLED))
    if wrong:
        raise SystemExit("the table is not written:\n" + "\n".join(wrong))
    return found


def written(readme: str, found: dict[str, dict[str, Outcome]]) -> str:
    rows = "".join(row(corpus.attack_named(name, WALLED[0]), found[name]) for name in corpus.names())
    before, _, rest = readme.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{HEAD}{rows}{END}{after}"


def rows_of(readme: str) -> dict[str, list[str]]:
    """The cells of each row, by the attack's name."""
    table = readme.partition(BEGIN)[2].partition(END)[0]
    cells = [
        [cell.strip() for cell in line.replace("\\|", "\0").strip("|").split("|")] for line in table.splitlines()
    ]
    return {row[0]: row[1:] for row in cells if len(row) == 5 and row[0] not in ("attack", "---")}


def main() -> int:
    if os.geteuid() != 0 or platform.machine() != "x86_64":
        raise SystemExit("the table is of a run as root on x86_64: only there every row of it can be had")
    os.environ["ATHANOR_TEST_SECRET"] = SECRET
    with tempfile.TemporaryDirectory(prefix="athanor-corpus-") as name, any_engine() as host:
        os.environ["DOCKER_HOST"] = host
        with contextlib.closing(connect(timeout=300)) as client:
            have_images(client)
        state = Path(name)
        state.chmod(0o755)
        found = asyncio.run(outcomes(state))
    README.write_text(written(README.read_text(), found))
    return 0


def is_as_said(name: str, cells: list[str]) -> bool:
    """Whether a row says of its attack what the corpus says, and of each driver how it ended."""
    attack = corpus.attack_named(name, WALLED[0])
    verdicts = [corpus.attack_named(name, kind).expected.verdict or PLAYS_ON for kind in WALLED]
    told = [cells[0], cells[1], *(cell.partition(":")[0] for cell in cells[2:])]
    return told == [escaped(attack.attack).replace("\\|", "\0"), held_by(attack), *verdicts]


if __name__ == "__main__":
    sys.exit(main())
