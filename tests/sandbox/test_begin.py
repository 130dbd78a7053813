"""The first program of a box, as a plain process: it waits, bounds itself, and becomes what it was told to."""

from __future__ import annotations

import json
import os
import py_compile
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from sandbox.runtimes.library import OURS

BEGIN = [sys.executable, "-I", "-S", str(OURS["athanor_adapter"] / "athanor_adapter" / "begin.py"), "box"]
STAYING = [sys.executable, "-P", BEGIN[-2], "box"]
"""For a command of Python's, which goes on in the same interpreter."""
TELLS = """
import json, os, resource, signal, sys
print(json.dumps({
    "nofile": resource.getrlimit(resource.RLIMIT_NOFILE), "fsize": resource.getrlimit(resource.RLIMIT_FSIZE),
    "input": os.readlink("/proc/self/fd/0"), "held": sorted(map(int, os.listdir("/proc/self/fd"))),
    "environment": os.environ.get("PYTHONHASHSEED"),
}))
"""


def begun(*words: str, said: bytes = b"go\n", around: Sequence[str] = ()) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.run([*around, *BEGIN, *words], input=said, capture_output=True, env=environment, check=False)


def test_it_becomes_the_command_with_its_bounds_and_nothing_else_open() -> None:
    done = begun("-", "-", "nofile=64", "fsize=1000000", "--", sys.executable, "-c", TELLS)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {
        "nofile": [64, 64],
        "fsize": [1_000_000, 1_000_000],
        "input": "/dev/null",
        # The last is that of the look itself.
        "held": [0, 1, 2, 3],
        "environment": "0",
    }


def test_a_bound_that_is_higher_than_it_may_be_is_as_high_as_it_may_be() -> None:
    command = [*BEGIN, "-", "-", "nofile=100000", "--", sys.executable, "-c", TELLS]
    bounding = (
        "import os, resource; resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50));"
        f" os.execv({command[0]!r}, {command!r})"
    )
    done = subprocess.run([sys.executable, "-c", bounding], input=b"go\n", capture_output=True, check=False)
    assert json.loads(done.stdout)["nofile"] == [50, 50]


RESERVED = 1 << 31 | 1 << 32
"""The two signals that the C library keeps for itself: they stay as they were."""


def test_what_is_ignored_around_it_is_not_ignored_by_the_command() -> None:
    """cat, and no Python, which would ignore some by itself; begun as by a shell in its background."""
    background = ["sh", "-c", 'trap "" INT QUIT HUP; exec "$@"', "sh"]
    done = begun("-", "-", "--", "cat", "/proc/self/status", around=background)
    (ignored,) = [line for line in done.stdout.decode().splitlines() if line.startswith("SigIgn:")]
    assert int(ignored.split()[1], 16) & ~RESERVED == 0


@pytest.mark.parametrize("said", [b"", b"g", b"go"])
def test_without_the_word_nothing_is_run(said: bytes, tmp_path: Path) -> None:
    done = begun("-", "-", "--", "touch", str(tmp_path / "ran"), said=said)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    assert not (tmp_path / "ran").exists()


def test_the_word_and_the_output_may_be_pipes_with_names(tmp_path: Path) -> None:
    go, log = tmp_path / "go", tmp_path / "log"
    os.mkfifo(go)
    os.mkfifo(log)
    prints = "import sys; print('told', flush=True); print('wrong', file=sys.stderr)"
    with subprocess.Popen([*BEGIN, str(go), str(log), "--", sys.executable, "-c", prints]) as process:
        go.write_text("go\n")
        assert log.read_text() == "told\nwrong\n"
        assert process.wait() == 0


def test_what_cannot_be_run_is_named() -> None:
    done = begun("-", "-", "--", "no-such-program")
    assert done.returncode == 127
    assert done.stderr == (b"athanor: the command 'no-such-program' cannot be run: No such file or directory\n")


# --- in the interpreter that waited


IN_A_FOLDER = {
    "src/main.py": """
import json, os, sys
import helper
word: int = helper.WORD
print(json.dumps({
    "annotation": str(__annotations__["word"]), "first": os.path.relpath(sys.path[0]), "argv": sys.argv,
    "file": os.path.relpath(__file__), "held": sorted(map(int, os.listdir("/proc/self/fd"))),
    "input": os.readlink("/proc/self/fd/0"), "begun": "athanor_adapter.becoming" in sys.modules,
}))
""",
    "src/helper.py": "WORD = 3\n",
}


def laid_out(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def staying(folder: Path, *words: str, said: bytes = b"go\n") -> subprocess.CompletedProcess[bytes]:
    library = {"PYTHONPATH": os.pathsep.join(map(str, OURS.values())), "PATH": os.environ["PATH"]}
    return subprocess.run(
        [*STAYING, *words], input=said, capture_output=True, cwd=folder, env=library, check=False
    )


def test_a_script_in_a_folder_is_run_as_python_runs_it(tmp_path: Path) -> None:
    """With what lies beside it to import, and by its own rules of what an annotation is."""
    folder = laid_out(tmp_path, IN_A_FOLDER)
    done = staying(folder, "-", "-", "--", sys.executable, "src/main.py", "a b")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "annotation": "<class 'int'>", "first": "src", "argv": ["src/main.py", "a b"], "file": "src/main.py",
        # The last is that of the look itself.
        "held": [0, 1, 2, 3], "input": "/dev/null", "begun": True,
    }  # fmt: skip


def test_what_lies_beside_a_script_may_have_a_name_that_is_known_already(tmp_path: Path) -> None:
    files = {**IN_A_FOLDER, "src/resource.py": "WORD = 4\n", "src/helper.py": "from resource import WORD\n"}
    done = staying(laid_out(tmp_path, files), "-", "-", "--", sys.executable, "src/main.py")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["begun"] is False


def test_a_compiled_script_is_run_too(tmp_path: Path) -> None:
    source = laid_out(tmp_path, {"main.py": "print('compiled')\n"}) / "main.py"
    py_compile.compile(str(source), str(tmp_path / "bot.pyc"), doraise=True)
    done = staying(tmp_path, "-", "-", "--", sys.executable, "bot.pyc")
    assert (done.stdout, done.stderr) == (b"compiled\n", b"")


def test_a_zip_is_run_too(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bot.pyz", "w") as archive:
        archive.writestr("__main__.py", "import helper")
        archive.writestr("helper.py", "print('zipped')")
    done = staying(tmp_path, "-", "-", "--", sys.executable, "bot.pyz")
    assert (done.stdout, done.stderr) == (b"zipped\n", b"")


def test_who_prints_into_a_pipe_with_a_name_holds_it_no_more_often_than_it_prints(tmp_path: Path) -> None:
    go, log = tmp_path / "go", tmp_path / "log"
    os.mkfifo(go)
    os.mkfifo(log)
    laid_out(tmp_path, IN_A_FOLDER)
    library = {"PYTHONPATH": os.pathsep.join(map(str, OURS.values()))}
    command = [*STAYING, str(go), str(log), "--", sys.executable, "src/main.py"]
    with subprocess.Popen(command, cwd=tmp_path, env=library, stdin=subprocess.DEVNULL) as process:
        go.write_text("go\n")
        assert json.loads(log.read_text())["held"] == [0, 1, 2, 3]
        assert process.wait() == 0
