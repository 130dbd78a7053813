"""What one's own bots say: to stderr, by `print`, and in notes; shown at their fault, as it comes, or in files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.cli.trouble import Trouble, printable
from arena.referee.conduct import Note

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.cli.standings import Played

MOST_LINES: Final = 40
"""Of the end of a log, shown where a bot was disqualified."""
LONGEST_LINE: Final = 300
BEGINS_AN_ERROR: Final = re.compile(
    r"Traceback \(most recent call last\)|Stack \(most recent call first\)|Exception in thread|panic: "
    r"|thread '.*' panicked"
    r'|^"main" #1 '
    r"|^\S+:\d+$|^(?:\w+\.)*\w*(?:Error|Exception)\b"
)
"""What the languages write first of an error that nobody caught, or of a stack that was asked for (`"main" #1` is
Java's main thread); for Node that is the file and its line."""
OWN_FRAME: Final = re.compile(r"/bot/|athanor-play-|^\s+at [\w.$<>]+\([\w$]+\.java:\d+\)")
"""A frame of the bot's own: its files in a sandbox, or without one; for Java a class of no module."""


@dataclass(frozen=True, slots=True)
class Log:
    """Of one bot in one match."""

    stderr: str = ""
    """And what it printed, where stdout is not the protocol's."""
    notes: tuple[Note, ...] = ()


def end_of(stderr: str) -> list[str]:
    """The last lines of a log; of a longer one also the error's first line and the bot's own last frame above."""
    lines = stderr.strip("\n").splitlines()
    above, end = lines[:-MOST_LINES], lines[-MOST_LINES:]
    if not above:
        return [_shown(line) for line in end]
    places = _of_the_error(above, end)
    kept = [_shown(above[place]) for place in places]
    left_out = len(above) - len(places)
    return [*kept, f"[... {left_out} lines left out ...]", *(_shown(line) for line in end)]


def _of_the_error(above: Sequence[str], end: Sequence[str]) -> list[int]:
    """Where, above the end, the last error begins, and the bot's own frame that was called last; else nothing."""
    if any(BEGINS_AN_ERROR.search(line) for line in end[:-1]):
        return []
    first = next((place for place in reversed(range(len(above))) if BEGINS_AN_ERROR.search(above[place])), None)
    if first is None:
        return []
    own = [place for place in range(first + 1, len(above)) if OWN_FRAME.search(above[place])]
    called_last = own[-1:] if "most recent call last" in above[first] else own[:1]
    return [first, *called_last]


def _shown(line: str) -> str:
    return f"{printable(line):.{LONGEST_LINE}}"


def shown_note(note: Note) -> str:
    return f"note, {_when(note)}: {_shown(note.text)}"


def _when(note: Note) -> str:
    return f"ask {note.ask}" if note.ask else "before its first ask"


class Follower:
    """Prints what one bot of one match says, as it comes: for --verbose."""

    def __init__(self, who: str, say: Callable[[str], None]) -> None:
        self._who = who
        self._say = say
        self._rest = b""

    def wrote(self, said: bytes) -> None:
        *lines, self._rest = (self._rest + said).split(b"\n")
        for line in lines:
            self._line(line)

    def noted(self, note: Note) -> None:
        self._say(f"{self._who}: {shown_note(note)}")

    def ended(self) -> None:
        """A last line that was not ended."""
        if self._rest:
            self._line(self._rest)
            self._rest = b""

    def _line(self, line: bytes) -> None:
        self._say(f"{self._who}: {_shown(line.decode(errors='replace'))}")


def folder_for(path: Path) -> Path:
    """The folder of --log, made. Raises Trouble."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{path}: the folder for logs cannot be made: {error.strerror}") from error
    return path


def write_logs(folder: Path, names: Sequence[str], match: Played) -> None:
    """DEAL-MATCH-BOT.log and .notes, of each bot that said something. Raises Trouble."""
    for bot, log in zip(match.seats, match.logs, strict=True):
        stem = f"{match.deal:04}-{match.rotation}-{re.sub(r'[^A-Za-z0-9._-]', '_', names[bot])}"
        notes = "".join(f"{_when(note)}: {note.text}\n" for note in log.notes)
        for ending, text in (("log", log.stderr), ("notes", notes)):
            if text:
                _write(folder / f"{stem}.{ending}", text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise Trouble(f"{path}: the log cannot be written: {error.strerror}") from error
