"""A ladder's ledger for everybody: the lines of `arena.rating.ledger_file`, as they are sent.

Only rated matches of ladders have entries: no match of a season, and none of a tournament, sealed or not. What an
entry says (who sat there, the ranks, the ratings) is on the pages of its match and its bots as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from arena.rating.ledger_file import Constants, Entry, Header, Line, Seat, Standing
from athanor.ladders.models import Ladder, LedgerLine

AT_ONCE = 500
"""Entries that are read from the database, and sent, in one piece."""


def pieces(*, ladder: Ladder) -> Iterator[bytes]:
    """The ledger as it is now, however long it takes to send: what is rated meanwhile is not in it."""
    length, players, standings = _now(ladder)
    header = Header(
        format="athanor-ledger",
        version=1,
        ladder=ladder.slug,
        game=ladder.game,
        constants=Constants(
            mu=ladder.mu,
            sigma=ladder.sigma,
            beta=ladder.beta,
            tau=ladder.tau,
            draw_probability=ladder.draw_probability,
        ),
        ratings=len(standings),
        entries=length,
    )
    yield _written([header, *standings])
    for after in range(0, length, AT_ONCE):
        yield _written(_entries(ladder, players, after, min(after + AT_ONCE, length)))


def _now(ladder: Ladder) -> tuple[int, dict[int, str], list[Standing]]:
    """How long the ledger is, who has which key, and the ratings after its last entry. One query: another match
    may be rated at any moment, and of a second query nobody would know whether before or after that."""
    rows = Ladder.objects.filter(pk=ladder.pk).values_list(
        *("sequence", "standings", "standings__bot__owner__username", "standings__bot__slug"),
        *("standings__version__number", "standings__mu", "standings__sigma", "standings__games"),
    )
    length = 0
    players: dict[int, str] = {}
    standings: list[Standing] = []
    for sequence, key, owner, slug, version, mu, sigma, games in rows.order_by("standings"):
        length = sequence
        if games:
            players[key] = f"{owner}/{slug}@{version}"
            standings.append(Standing(player=players[key], mu=mu, sigma=sigma, games=games))
    return length, players, standings


def _entries(ladder: Ladder, players: dict[int, str], after: int, upto: int) -> Iterator[Entry]:
    rows = (
        LedgerLine.objects.filter(entry__ladder=ladder, entry__sequence__gt=after, entry__sequence__lte=upto)
        .order_by("entry__sequence", "seat")
        .values_list(
            *("entry__sequence", "entry__match__public_id", "entry__entered_at"),
            *("standing", "rank", "mu_before", "sigma_before", "mu", "sigma"),
        )
    )
    for (number, match, at), lines in groupby(rows, key=lambda row: row[:3]):
        seats = [
            Seat(
                player=players[standing],
                rank=rank,
                mu_before=mu_before,
                sigma_before=sigma_before,
                mu=mu,
                sigma=sigma,
            )
            for *_, standing, rank, mu_before, sigma_before, mu, sigma in lines
        ]
        yield Entry(entry=number, match=match, at=at, seats=seats)


def _written(lines: Iterable[Line]) -> bytes:
    return "".join(f"{line.model_dump_json()}\n" for line in lines).encode()
