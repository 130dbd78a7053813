"""A ladder's ratings are a fold over its ledger, and nothing else: rebuilt they are the same to the last bit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, MutableMapping
from typing import Generic, NamedTuple, TypeVar

from arena.rating.environment import BadTable, Environment, Rating
from arena.rating.update import rate

K = TypeVar("K", bound=Hashable)


class Entry(NamedTuple, Generic[K]):
    """One rated table: who sat there, and how each ranked (1 is best)."""

    players: tuple[K, ...]
    ranks: tuple[int, ...]


def fold(entries: Iterable[Entry[K]], environment: Environment) -> dict[K, Rating]:
    """Everybody's rating after all entries, in the order given. Raises BadTable."""
    ratings: dict[K, Rating] = {}
    for _ in steps(entries, environment, ratings):
        pass
    return ratings


def steps(
    entries: Iterable[Entry[K]], environment: Environment, ratings: MutableMapping[K, Rating]
) -> Iterator[tuple[list[Rating], list[Rating]]]:
    """Entry by entry the ratings of its players before and after; `ratings` is brought along.

    Raises BadTable, which counts the entries from 1, as the ledger does.
    """
    newcomer = environment.newcomer()
    known = ratings.get
    for number, (players, ranks) in enumerate(entries, 1):
        before = [known(player, newcomer) for player in players]
        if len(set(players)) != len(players):
            raise BadTable(f"entry {number}: a player can sit at a rated table only once, not {players!r:.200}")
        try:
            after = rate(before, ranks, environment)
        except BadTable as error:
            raise BadTable(f"entry {number}: {error}") from None
        for player, rating in zip(players, after, strict=True):
            ratings[player] = rating
        yield before, after
