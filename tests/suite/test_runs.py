"""Real processes: side by side, stopped half way, and what one leaves behind."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from tests.suite import parts, results
from tests.suite.__main__ import Run
from tests.suite.parts import Unit
from tests.suite.processes import alone, left_by
from tests.suite.recording import REVERSED
from tests.suite.results import Result
from tests.waiting import reached, until

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "RUN", tmp_path / "run")


def unit(folder: Path, name: str, source: str, needs: frozenset[str] = frozenset()) -> Unit:
    """One of a test file of its own, which is not among those of the suite."""
    file = folder / f"{name}.py"
    file.write_text(source)
    words = ("--rootdir", str(folder), "-c", "/dev/null", str(file))
    return Unit(name, "arena", parts.pytest(words), 1, needs)


def command(name: str, *words: str) -> Unit:
    return Unit(name, name, words, 1, is_pytest=False)


def runs(pid: str) -> bool:
    """Whether there is such a process, and it is no zombie: a zombie has no command."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except (FileNotFoundError, ProcessLookupError):
        return False


async def ran(run: Run) -> dict[str, Result]:
    try:
        return {result.unit: result for result in await run.all()}
    finally:
        assert left_by(run.mark, run.temporary) == []


async def test_each_unit_has_its_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = unit(tmp_path, "good", "def test_one(): pass\ndef test_two(): pass\n")
    bad = unit(tmp_path, "bad", "def test_one(): assert 1 == 2\n")
    found = await ran(Run([good, bad, command("linter", "false")], jobs=2))
    assert found["good"].ok
    assert len(found["good"].tests) == 2
    assert found["bad"].failed == ["bad.py::test_one"]
    assert (found["linter"].code, found["linter"].ok) == (1, False)
    assert found["good"].cpu > 0
    said = capsys.readouterr().out
    assert "assert 1 == 2" in said, "what failed is shown at once"


async def test_a_file_that_cannot_be_imported_is_red_and_named(tmp_path: Path) -> None:
    found = await ran(Run([unit(tmp_path, "broken", "import no_such_module\n")], jobs=1))
    assert found["broken"].failed == ["broken.py"]


async def test_what_needs_the_runtimes_waits_for_them(tmp_path: Path) -> None:
    there = tmp_path / "there"
    source = f"from pathlib import Path\ndef test_it(): assert Path({str(there)!r}).exists()\n"
    needs = unit(tmp_path, "needs", source, frozenset({"runtimes"}))
    found = await ran(Run([needs, command("runtimes", "touch", str(there))], jobs=2))
    assert found["needs"].ok


WAITS = """
import subprocess, pytest
from pathlib import Path

@pytest.fixture
def child():
    with subprocess.Popen(["sleep", "600"]) as process:
        Path({begun!r}).write_text(str(process.pid))
        yield process
        process.kill()

def test_begins(child): child.wait()
def test_comes_later(): pass
"""


async def test_a_run_that_is_stopped_ends_what_it_began_and_says_what_did_not_run(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    run = Run([unit(tmp_path, "waits", WAITS.format(begun=str(begun))), command("never", "true")], jobs=1)
    task = asyncio.create_task(ran(run))
    await reached(lambda: begun.exists() and begun.read_text(), "the test has begun")
    run.stop()
    found = await task
    assert found["waits"].not_run == ["waits.py::test_begins", "waits.py::test_comes_later"]
    assert (found["never"].code, found["never"].ok) == (None, False)
    assert not runs(begun.read_text()), "the fixture was finalised"


SWALLOWS = """
import pytest
from pathlib import Path

def test_begins():
    with pytest.raises(KeyboardInterrupt):
        Path({begun!r}).touch()
        while True: pass
def test_comes_later(): pass
"""


async def test_a_run_is_stopped_by_ctrl_c_even_if_what_is_tested_catches_it(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    run = Run([unit(tmp_path, "swallows", SWALLOWS.format(begun=str(begun)))], jobs=1)
    task = asyncio.create_task(ran(run))
    await reached(begun.exists, "the test has begun")
    run.stop()
    found = await task
    assert found["swallows"].not_run == ["swallows.py::test_comes_later"]


LEAVES = """
import subprocess
def test_leaves():
    subprocess.Popen(["sleep", "600"], start_new_session=True, stdout=subprocess.DEVNULL)
"""


async def test_a_process_that_is_left_behind_is_ended_and_named(tmp_path: Path) -> None:
    run = Run([unit(tmp_path, "leaves", LEAVES)], jobs=1)
    await run.all()
    (left,) = left_by(run.mark, run.temporary, patience=0)
    assert left.startswith("process ")
    assert left.endswith("sleep 600")
    until(lambda: not runs(left.split()[1].rstrip(":")), "it ended")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_mount_that_is_left_behind_is_removed_and_named(tmp_path: Path) -> None:
    point = tmp_path / "run" / "point"
    point.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", str(point)], check=True)
    assert left_by("no such mark", tmp_path / "run") == [f"mount {point}"]
    assert not point.exists()


def test_a_runner_that_is_killed_takes_its_units_along(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    one = unit(tmp_path, "waits", WAITS.format(begun=str(begun)))
    script = (
        "import asyncio\nfrom pathlib import Path\nfrom tests.suite import results\n"
        "from tests.suite.__main__ import Run\nfrom tests.suite.parts import Unit\n"
        f"results.RUN = Path({str(tmp_path / 'run')!r})\n"
        f"asyncio.run(Run([Unit('waits', 'arena', {one.command!r}, 1)], 1).all())\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([*one.command[:1], "-c", script], cwd=parts.ROOT, env=environment) as runner:
        until(lambda: begun.exists() and begun.read_text(), "the test has begun")
        runner.kill()
    until(lambda: not runs(begun.read_text()), "the unit ended, and its fixtures were finalised")


async def test_backwards_the_last_test_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REVERSED, "1")
    found = await ran(Run([unit(tmp_path, "good", "def test_one(): pass\ndef test_two(): pass\n")], jobs=1))
    assert [test.name for test in found["good"].tests] == ["good.py::test_two", "good.py::test_one"]


def test_two_runs_in_one_checkout_do_not_mix(tmp_path: Path) -> None:
    with alone(tmp_path) as first, alone(tmp_path) as second:
        assert (first, second) == (True, False)
    with alone(tmp_path) as later:
        assert later
