"""What can be taken away: results as JSON and CSV, replays in one file. Only what is told."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from arena.blobs.store import Corrupt, Missing
from arena.pairing.documents import to_document
from arena.pairing.views import final_standings, standings
from athanor.matches.models import Match
from athanor.refusals import NotFound
from athanor.storage import blobs
from athanor.tournaments import queries
from athanor.tournaments.models import Record, Tournament
from athanor.tournaments.records import told, told_upto

AT_ONCE = 500
"""Rows that are read from the database."""
PIECE = 64 * 1024
"""Of the zip, that is sent."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would compute: a bot's name is a stranger's."""


def results(found: Tournament) -> dict[str, Any]:
    """Settings and records: from these anybody can compute the whole tournament again."""
    contest = told(found)
    row = queries.row(found)
    shown = Record.objects.filter(tournament=found, sequence__lte=told_upto(found)).order_by("sequence")
    return {
        "slug": row.slug,
        "title": row.title,
        "game": row.game,
        "options": found.options,
        "clock": found.clock,
        "state": row.state,
        "sentence": row.sentence,
        "starts_at": row.starts_at.isoformat(),
        "settings": found.settings | {"seed": found.seed if contest.stages else None},
        "commitment": found.commitment,
        "entries": [
            {"key": one.key, "name": one.name, "version": one.version, "state": one.state, "rating": one.rating}
            for one in queries.entries(found)
        ],
        "champions": list(contest.champions),
        "standings": [
            {"stage": record.number, "rows": to_document(standings(contest, record.number))}
            for record in contest.stages
        ],
        "final_standings": to_document(final_standings(contest)) if contest.over else None,
        "records": list(shown.values_list("document", flat=True)),
    }


def table(found: Tournament) -> str:
    """The standings, a line an entrant; of several stages all, the last one first."""
    contest = told(found)
    names = queries.names_of(found)
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(
        [
            *("stage", "group", "place", "author", "bot", "version", "number", "points", "played", "won", "tied"),
            *("lost", "byes", "reached", "withdrawn", "disqualified", "tie_breaks"),
        ]
    )
    for record in reversed(contest.stages):
        for row in standings(contest, record.number):
            who = names[row.entrant]
            figures = [
                f"{figure.tie_break.value}={float(figure.value):g}"
                for figure in row.figures
                if figure.value is not None
            ]
            sheet.writerow(
                [
                    *(
                        record.number,
                        row.group,
                        row.place or "",
                        who.owner,
                        _safe(who.name),
                        who.version,
                        row.number,
                    ),
                    *(float(row.points), row.played, row.won, row.tied, row.lost, row.byes, row.reached),
                    *(row.withdrawn, row.disqualified, " ".join(figures)),
                ]
            )
    return text.getvalue()


def _safe(word: str) -> str:
    return f"'{word}" if word.startswith(FORMULA) else word


def replays(found: Tournament) -> Iterator[bytes]:
    """All that are public, as a zip, piece by piece: of thousands no more than one is held at a time.

    Raises NotFound at once where there is none.
    """
    files = _files(found)
    first = next(files, None)
    if first is None:
        raise NotFound("no replay of it is public yet", "there are some when games have ended and are told")
    return _zipped(chain([first], files))


class Outlet(io.RawIOBase):
    """What is written into it and not taken out yet; it cannot be gone back in."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def taken(self, least: int = 1) -> bytes:
        """All of it, once it is so much; else nothing."""
        if len(self._held) < least:
            return b""
        found = bytes(self._held)
        self._held.clear()
        return found


def _zipped(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    outlet = Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files:
            # ZipInfo has one date for all: the same games give the same file.
            archive.writestr(zipfile.ZipInfo(name), content)
            if piece := outlet.taken(PIECE):
                yield piece
    yield outlet.taken()


def _files(found: Tournament) -> Iterator[tuple[str, bytes]]:
    """Name and content, in the order in which the games were ordered; what is lost is left out."""
    public = Match.objects.filter(
        tournament_game__tournament=found, tournament_game__dropped_at=None, hidden=False
    )
    listed = public.exclude(seed="").exclude(replay="").order_by("tournament_game__pk")
    fields = ("tournament_game", "tournament_game__pairing", "tournament_game__number", "public_id", "replay")
    last = 0
    while some := list(listed.filter(tournament_game__gt=last).values_list(*fields)[:AT_ONCE]):
        last = some[-1][0]
        for _, pairing, number, public_id, digest in some:
            try:
                content = blobs().get(digest)
            except (Missing, Corrupt):
                continue
            yield f"{found.slug}/{pairing}-game-{number}-{public_id}.athanor", content
