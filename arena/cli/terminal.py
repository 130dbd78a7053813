"""What a terminal or a file without Unicode is given instead: no command fails at its last step by a sign."""

from __future__ import annotations

import codecs
import io
import sys
from typing import Final

HANDLER: Final = "athanor-plain"
INSTEAD: Final = str.maketrans(
    {"±": "+-", "×": "x", "·": "-", "–": "-", "…": "...", "→": "->", "µ": "u", "½": "1/2", "²": "^2"}
    | {"“": '"', "”": '"', "’": "'"}
)


def plain(error: UnicodeError) -> tuple[str, int]:
    """For signs that cannot be written: what they are replaced by, or their number."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(INSTEAD)
    return signs.encode("ascii", "backslashreplace").decode("ascii"), error.end


def write_what_can_be_written() -> None:
    """Has stdout and stderr replace what their encoding lacks."""
    codecs.register_error(HANDLER, plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
