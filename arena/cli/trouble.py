"""How a command ends when it cannot do what it was asked to."""

from __future__ import annotations

import tempfile
import traceback
from pathlib import Path
from typing import Final

FAILED: Final = 1
"""What was asked for was done, and the answer is no."""
UNUSABLE: Final = 2
"""What was given cannot be used."""
OUR_MISTAKE: Final = 70
"""Our own program broke down."""
INTERRUPTED: Final = 130


class Trouble(Exception):
    """One line for the person at the terminal: what is wrong with what they gave, and what would be right."""

    def __init__(self, message: str, code: int = UNUSABLE) -> None:
        super().__init__(message)
        self.code = code


def written_down(error: BaseException) -> str:
    """What broke down, in one line with the file that its traceback has been written to."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="athanor-", suffix=".log", delete=False) as log:
        traceback.print_exception(error, file=log)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"{what:.200} (details: {log.name})"


def content_of(path: Path, most: int = -1) -> bytes:
    """The bytes of a file that was named on the command line, at most so many. Raises Trouble."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        raise Trouble(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise Trouble(f"{path}: is a folder; name the files in it") from None
    except OSError as error:
        raise Trouble(f"{path}: cannot be read: {error.strerror}") from error


def printable(text: str) -> str:
    """A text from a file or a stranger, as one line that a terminal shows and does not obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
