"""python3 -m athanor_adapter.workshop SOURCE -- COMMAND...: a build, inside the sandbox.

Copies the bundle's files from the read-only SOURCE into the working folder, which is writable, and becomes the
build command there.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from athanor_adapter.failing import sentence


def copy(source: Path, target: Path) -> None:
    for path in source.iterdir():
        if path.is_dir():
            (target / path.name).mkdir()
            copy(path, target / path.name)
        else:
            shutil.copyfile(path, target / path.name)
            shutil.copymode(path, target / path.name)


def main(arguments: list[str]) -> int:
    source, separator, *command = arguments
    if separator != "--" or not command:
        print("usage: python3 -m athanor_adapter.workshop SOURCE -- COMMAND...", file=sys.stderr)
        return 2
    copy(Path(source), Path())
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(sentence("the build command", command[0], error), file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
