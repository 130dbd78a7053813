"""Writes what the last runs took: into `tests/README.md` for people, into `durations.json` for the next run.

`make test-times`, after `make test` and `make test-quick` on a machine that had nothing else to do.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.suite.durations import RECORDED
from tests.suite.history import Entry, noted
from tests.suite.parts import DATABASE_URL, ROOT
from tests.suite.results import LAST_WHOLE, WHOLE, Outcome, Result, kept

README: Final = ROOT / "tests" / "README.md"
BEGIN: Final = "<!-- times: written by `make test-times` -->"
END: Final = "<!-- end of times -->"
SLOWEST: Final = 20
SMALL: Final = 0.05
"""Seconds of a file below which it is not worth a line of its own in durations.json."""


def durations(results: Iterable[Result]) -> dict[str, dict[str, float]]:
    """Seconds of each file, of the part of it that is in the fast tier, and of each unit.

    Files are timed by the clock on the wall beside other processes, as they will run again: a test that waits for
    containers keeps its process as long as one that computes. The fast tier has a process a core and waits for
    nothing, so there the time on the wall is brought down to the CPU time of the process.
    """
    files: defaultdict[str, float] = defaultdict(float)
    fast: defaultdict[str, float] = defaultdict(float)
    units: dict[str, float] = {}
    for result in results:
        units[result.unit] = round(result.wall, 1)
        if _on_postgresql(result) or not result.tests:
            continue
        scale = min(1.0, result.cpu / max(SMALL, sum(test.seconds for test in result.tests)))
        for test in result.tests:
            file = test.name.partition("::")[0]
            files[file] += test.seconds
            fast[file] += 0.0 if test.slow else test.seconds * scale
    return {"files": _rounded(files), "fast_tier": _rounded(fast), "units": dict(sorted(units.items()))}


def _on_postgresql(result: Result) -> bool:
    return DATABASE_URL in result.environment


def _rounded(seconds: dict[str, float]) -> dict[str, float]:
    return {name: round(max(total, SMALL), 2) for name, total in sorted(seconds.items())}


def table(results: list[Result], entries: list[Entry]) -> str:
    return "\n".join([*_runs(entries), "", *_units(results), "", *_slowest(results)])


def _runs(entries: list[Entry]) -> Iterable[str]:
    yield "| run | machine | wall | CPU | tests | red |"
    yield "|---|---|---|---|---|---|"
    latest = {(entry.tier, entry.backwards, entry.load > 1): entry for entry in entries}
    for entry in latest.values():
        tier = entry.tier + (", backwards" if entry.backwards else "")
        red = ", ".join(entry.red) or "none"
        yield f"| {tier} | {entry.machine} | {entry.wall:.0f} s | {entry.cpu:.0f} s | {entry.tests} | {red} |"


def _units(results: list[Result]) -> Iterable[str]:
    yield "What `make test` runs, each line in a process of its own:"
    yield ""
    yield "| process | its target | tests | wall, beside others | CPU |"
    yield "|---|---|---|---|---|"
    for result in sorted(results, key=lambda one: one.unit):
        target = f"test PART={result.part}" if result.is_pytest else result.part
        tests = str(len(result.tests)) if result.is_pytest else ""
        yield f"| {result.unit} | `make {target}` | {tests} | {result.wall:.0f} s | {result.cpu:.0f} s |"


def _slowest(results: list[Result]) -> Iterable[str]:
    everything = [(test, result) for result in results for test in result.tests]
    yield f"The {SLOWEST} slowest tests, in seconds beside others:"
    yield ""
    for test, result in sorted(everything, key=lambda one: -one[0].seconds)[:SLOWEST]:
        yield f"- {test.seconds:.1f} `{_short(test)}`{' on PostgreSQL' if _on_postgresql(result) else ''}"


def _short(test: Outcome) -> str:
    return test.name.removeprefix("tests/")[:150]


def written(text: str, block: str) -> str:
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"there is no place for the times between {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{block}\n\n{END}{after}"


def main(readme: Path = README, recorded: Path = RECORDED) -> int:
    results, entries = kept(LAST_WHOLE), noted()
    if not any(entry.tier == WHOLE for entry in entries):
        print("times: no whole run is recorded here. Run `make test`, then `make test-times`.", file=sys.stderr)
        return 1
    recorded.write_text(json.dumps(durations(results), indent=1) + "\n")
    readme.write_text(written(readme.read_text(), table(results, entries)))
    print(f"times: wrote {readme.relative_to(ROOT)} and {recorded.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
