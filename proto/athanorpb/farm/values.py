"""The farm's messages as frozen values. Written by `make proto` from farm/v1/*.proto: change those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from athanorpb.isolation import Isolation


@dataclass(frozen=True, slots=True)
class LiveSeat:
    bot: str
    """"author/bot"."""
    version: int


@dataclass(frozen=True, slots=True)
class LiveHeader:
    """What a spectator's table is laid from. An order also holds the seed, which nobody may see."""

    run: str
    """Another one for each time that the match is played."""
    match: str
    """The match's public id."""
    game: str
    options: Mapping[str, Any]
    """The game's document, which only the game can read."""
    seats: tuple[LiveSeat, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """One that everybody may see."""

    ply: int
    """After how many actions."""
    event: Mapping[str, Any]
    """The game's document."""


@dataclass(frozen=True, slots=True)
class Clock:
    """All times in milliseconds."""

    startup: int = 10000
    """From the start of the bot's program to its `ready`."""
    bank: int = 30000
    """Thinking time for the whole match, as the driver measures it."""
    increment: int = 100
    """Added to the bank after each answer."""
    move_cap: int = 10000
    """Wall time that one answer may take at most."""
    match_cap: int = 900000
    """Wall time that the whole match may take at most."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at an order, as every message about it names it."""

    number: int = 0
    """From 1; 0: no site has ordered it."""
    token: str = ""
    """A message with another one than the site's changes nothing."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One seat of an order."""

    bot: str
    """As the record and the replay name it: "author/bot"."""
    version: int
    bundle: str
    """SHA-256 of the built bundle, in the blob store."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A round of public randomness whose value is mixed into a seed (`arena.replay.seeds`)."""

    name: str = ""
    """Of the beacon, as its site calls it; empty: the seed has no beacon."""
    round: int = 0
    randomness: str = ""
    """Hexadecimal digits, as the beacon published them."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    match: str
    """The match's public id."""
    game: str
    options: Mapping[str, Any]
    """The game's document, which only the game can read."""
    seed: str
    """64 hexadecimal digits."""
    clock: Clock
    seats: tuple[Entrant, ...]
    deadline: float
    """Unix time after which nobody may begin it: the site opens another attempt."""
    seconds: float = 3600.0
    """That it may take from then on, however long it has waited."""
    attempt: Attempt = Attempt()
    """None of a match that no site has ordered."""
    set_id: str = ""
    """The duplicate set whose seed this is: `arena.replay.seeds` checks it from the replay."""
    sealed: bool = False
    """Whether nobody may see it yet: others have the same deal still before them. It has no live feed."""
    beacon: Beacon = Beacon()
    """What the seed was mixed with, for the replay."""
    least_isolation: Isolation = Isolation.NONE
    """A worker whose sandboxes are isolated less than this does not play it."""
    hosts: int = 1
    """How many hosts that may play it have reported lately. A host on which a match of the set has ended
    leaves the others to the rest."""
    alone: bool = False
    """Whether nothing else is to be played beside it: a host stalled at the attempt before."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an upload is tried out by: a game, and the clock of a ladder that it will enter."""

    game: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """Build an upload and see whether it plays: against itself and a house bot, in each trial."""

    upload: str
    attempt: Attempt
    bundle: str
    """SHA-256 of what was uploaded, unpacked and packed again by the site's strict reader."""
    trials: tuple[Trial, ...]
    deadline: float
    seconds: float = 3600.0


@dataclass(frozen=True, slots=True)
class Spread:
    """How the milliseconds of a seat's answers lie: each figure is one that an answer really took."""

    count: int = 0
    """Of answers, lost ones too."""
    median: float = 0.0
    p95: float = 0.0
    """All but one in twenty took no longer."""
    longest: float = 0.0
    bins: tuple[int, ...] = ()
    """How many answers took less than a millisecond, and then in steps of half an octave: see
    `arena.orders.bins`. Those of several matches can be added up. Empty in records of before they were kept."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a seat's bot took, for its author: nobody else is shown it."""

    charged: Spread = Spread()
    wall: Spread = Spread()
    """From ask to answer, without what the host withheld."""
    idle: int = 0
    """Milliseconds that it neither ran nor was kept from running, in its answers: a share of them was charged."""
    heard: int = -1
    """Bytes of the messages that it was sent; -1: it has no line."""
    said: int = -1
    """Bytes of its own messages."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What became of one seat."""

    out: str = ""
    """Why its bot was disqualified: a member of `arena.referee.conduct.Out`; empty: it was not."""
    out_detail: str = ""
    out_ply: int = -1
    strikes: int = 0
    answers: int = 0
    charged: int = 0
    """Milliseconds of its bank, in all."""
    slowest: int = 0
    startup: int = 0
    cpu: int = -1
    """Milliseconds of CPU time, -1 where the driver does not measure it."""
    withheld: int = 0
    """Milliseconds of wall time that the host kept from it while it was asked; they were charged to nobody."""
    memory: int = -1
    """Peak, in bytes."""
    spent: Spent = Spent()
    log: str = ""
    """SHA-256 of the bot's stderr in the blob store; empty: it wrote nothing."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    match: str
    attempt: Attempt
    outcome: Literal["finished", "void"]
    reason: str
    """Of the result ("rounds-played"), or why it is void."""
    worker: str
    sandbox: str
    """The driver of its sandboxes."""
    container_runtime: str = ""
    """What ran its containers; empty: it had none."""
    isolation: str = ""
    """The level (`athanorpb.isolation`) of the sandbox that was isolated least; empty: it is not known."""
    stalled: bool = False
    """Whether it is void because its host kept a bot from running."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """After the referee put the seats that were disqualified last."""
    seats: tuple[SeatRecord, ...] = ()
    progress: tuple[int, ...] = ()
    """The game's measures, where somebody played alone."""
    plies: int = 0
    replay: str = ""
    """SHA-256 of the replay file in the blob store."""
    chain: str = ""
    """The head of the replay's hash chain."""
    started: float = 0.0
    ended: float = 0.0


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """What the build of an upload and its matches came to: neither is ordered without the other."""

    upload: str
    attempt: Attempt
    outcome: Literal["accepted", "refused", "void"]
    reason: str
    """A code of `athanor_contract.bundle.faults` or of the check; empty when accepted."""
    message: str
    """What went wrong and what to do, in the author's words."""
    log: str
    """The whole log of build and check, bounded, as text."""
    built: str = ""
    """SHA-256 of the built bundle."""
    worker: str = ""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """That an order is in a worker's hands: each renews the attempt's lease."""

    attempt: Attempt
    state: Literal["waiting", "working"]
    """Waiting for its turn there; or begun, and still going on."""


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """That a worker is there, and what it runs bots in."""

    name: str
    host: str
    """The same for all workers whose sandboxes share a kernel; it tells nothing else."""
    sandbox: str
    container_runtime: str
    isolation: Isolation
    """Of its sandboxes."""


@dataclass(frozen=True, slots=True)
class Header:
    match: str
    game: str
    revision: int
    """Of the rules that the match was played by."""
    options: Mapping[str, Any]
    seats: tuple[Entrant, ...]
    clock: Clock
    set_id: str = ""
    """What the seed was drawn for (`arena.replay.seeds`): all matches of a duplicate set share it."""
    beacon: Beacon = Beacon()
    """The round of public randomness that is mixed into the seed."""
    package: str = ""
    """Where the rules are had, of a game that is a plug-in: its distribution and version; empty: they are
    ours."""
