"""The operator's log of a worker and of sandboxd: a record is one line, bounded and printable, whoever is quoted.

What a bot says reaches these logs by many ways: an error that quotes it, an engine's answer, a traceback. A line
break in it would forge a record, an escape sequence would move the operator's cursor, a change of direction would
have them read something else. So nothing is trusted to be clean: the whole line is escaped as it is written.
"""

from __future__ import annotations

import logging
from typing import Final

LONGEST: Final = 4_000
"""Characters of a record, a traceback included: its head says where, its tail says what."""
LEFT_OUT: Final = " ... [cut] ... "
FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def one_line(text: str, most: int = LONGEST) -> str:
    """The text with what is not printable escaped, and its middle left out where it is long."""
    half = most // 2
    if len(text) <= most and len(whole := _escaped(text)) <= most:
        return whole
    return _escaped(text[:half])[:half] + LEFT_OUT + _escaped(text[-half:])[-half:]


def _escaped(text: str) -> str:
    return "".join([letter if letter.isprintable() else _escape(letter) for letter in text])


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


class OneLine(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        return one_line(super().format(record))


def log_to_stderr(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(level=level, handlers=[handler])
