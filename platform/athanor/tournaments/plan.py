"""The plan of a tournament: one value that the form asks for, the API takes and gives, and the site stores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Self, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from arena.games.registry import GAMES
from arena.orders.ladders import QUICK
from arena.pairing.checking import MOST_STAGES
from arena.pairing.settings import Pace, Seats, Seeding, Settings, Stage, Tiebreak, Unit
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.plan_fields import Asked, Choices, Count, FormatPlan, Rating, Reach, Word
from athanor_contract.runtimes import RUNTIMES
from athanorpb.farm.values import Clock

CLOCKS: Final[Mapping[str, Clock]] = {
    "quick": QUICK,
    "normal": Clock(),
    "long": Clock(bank=120_000, increment=500, move_cap=30_000, match_cap=1_800_000),
}
CLOCK_TITLES: Final[Mapping[str, str]] = {
    "quick": "Quick: 10 s a match, 5 s a move",
    "normal": "Normal: 30 s a match, 10 s a move",
    "long": "Long: 2 min a match, 30 s a move",
}
SEEDINGS: Final[Mapping[str, str]] = {
    "rating": "By rating",
    "random": "By lot",
    "hand": "By hand",
}
TIE_BREAKS: Final[Mapping[str, str]] = {
    "head_to_head": "Head to head",
    "buchholz": "Buchholz",
    "buchholz_cut": "Buchholz, the lowest cut",
    "sonneborn_berger": "Sonneborn-Berger",
    "wins": "Pairings won",
    "seat_corrected": "Seat-corrected score",
    "games_won": "Games won",
    "performance": "Rating performance",
    "play_off": "Play-off",
}
REVEALS: Final[Mapping[str, str]] = {
    "live": "As they come",
    "end": "All at once, at a time",
    "rounds": "Round by round, from a time on",
}
AUTOMATIC: Final = "auto"
"""The first ladder that rates bots of the game."""
NAMELESS_LADDERS: Final[Choices] = ((AUTOMATIC, "That of the game"), ("", "None"))
"""What can be said in place of a ladder's name."""

MOST_ENTRANTS: Final = 512
MOST_LEAD: Final = 60
"""Days of registration."""
MOST_MINUTES: Final = 7 * 24 * 60


def _at_a_table(seats: range) -> str:
    least, most = max(2, seats.start), seats.stop - 1
    return f"{least} to {most}" if least < most else f"{most}"


def _games() -> Choices:
    return tuple((name, game.title) for name, game in GAMES.items())


def _seats() -> str:
    each = "; ".join(f"{game.title} {_at_a_table(game.seats)}" for game in GAMES.values())
    return f"Empty: as the ladder has it. {each}"


def _choices(titles: Mapping[str, str]) -> Choices:
    return tuple(titles.items())


S = TypeVar("S", bound=BaseModel)


def _with_fields_of_formats(stage: type[S]) -> type[S]:
    """The stage, with the fields of every format. Formats that ask for the same have one field of it."""
    found: dict[str, Any] = {}
    for name, of in FORMATS.items():
        hints = get_type_hints(of, include_extras=True)
        for field, info in of.model_fields.items():
            asked = (hints[field], info.default)
            assert found.setdefault(field, asked) == asked, f"{field} of {name} is another one elsewhere"
    return create_model(
        stage.__name__, __base__=stage, __module__=stage.__module__, __doc__=stage.__doc__, **found
    )


@_with_fields_of_formats
class StagePlan(BaseModel):
    """A stage. A field that its format has no use for is left alone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Annotated[
        Word,
        Field(description=", ".join(FORMATS)),
        Asked(choices=tuple((name, of.title) for name, of in FORMATS.items())),
    ] = "swiss"
    advance: Annotated[
        Count | None, Field(description="How many go on (from groups: of each); null in the last stage.")
    ] = None
    legs: Annotated[
        Count, Asked("Games a pairing", "Or duplicate sets, where each deal is played from every seat.", least=1)
    ] = 1
    best_of: Annotated[bool, Asked("Best of so many: stop when it is decided")] = False
    duplicate: Annotated[bool, Asked("Duplicate sets: the same deal from every seat")] = False
    tie_breaks: list[Word] = Field(
        default_factory=lambda: ["head_to_head", "buchholz", "wins"],
        max_length=9,
        description=", ".join(TIE_BREAKS),
    )

    @property
    def own(self) -> FormatPlan:
        """What its format uses of it."""
        of = FORMATS[self.format]
        return of(**{name: getattr(self, name) for name in of.model_fields})

    def settings(self, seats: int) -> Stage:
        own = self.own
        return Stage(
            own.settings(seats),
            Unit(legs=self.legs, best_of=self.best_of, duplicate=self.duplicate),
            () if own.is_bracket else tuple(Tiebreak(name) for name in self.tie_breaks),
            self.advance,
        )


class Plan(BaseModel):
    """The same fields as the form has, with the same meaning."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Annotated[Word, Asked()]
    game: Annotated[
        str,
        Field(max_length=32),
        Asked(choices=_games),
    ]
    start: Annotated[
        str,
        Field(description="Local time of `zone`: 2027-03-31T18:00"),
        Asked("Starts", "On the clock of the time zone beside it.", is_time=True),
    ]
    """Of the first edition."""
    zone: Annotated[str, Field(max_length=64), Asked("Time zone", "As Europe/Berlin.", suggestions="zones")] = (
        "UTC"
    )
    about: Annotated[
        str, Field(max_length=4000), Asked(hint="Prizes, rules of yours, where to meet.", lines=3)
    ] = ""
    slug: Annotated[str, Field(max_length=40)] = ""
    options: dict[str, Any] = Field(default_factory=dict)
    clock: Annotated[Word, Asked(choices=_choices(CLOCK_TITLES))] = "quick"
    stages: list[StagePlan] = Field(
        default_factory=lambda: [StagePlan()],
        min_length=1,
        max_length=MOST_STAGES,
        description="One after the other, the first one first.",
    )
    seats: Annotated[
        Count | None, Field(description="Null: as the ladder has it."), Asked("At a table", _seats, least=1)
    ] = None
    """None: as many as the ladder's tables have, else as few as the game has."""
    least_seats: Annotated[
        Count | None, Asked("And at least", "Where the numbers do not come out even.", least=1)
    ] = None
    seeding: Annotated[Word, Asked(choices=_choices(SEEDINGS))] = "rating"
    ladder: Annotated[
        Word,
        Field(description="auto: that of the game; empty: none."),
        Asked("Ladder", "Whose ratings seed, and may be asked for.", may_be_empty=True, choices=NAMELESS_LADDERS),
    ] = AUTOMATIC
    capacity: Annotated[Count, Reach(2, MOST_ENTRANTS), Asked("Places", "Who comes later waits.", least=1)] = 64
    per_user: Annotated[Count, Reach(1, 50), Asked("Bots of one author", least=1)] = 1
    house: Annotated[bool, Asked("The house's bots play too")] = False
    house_competes: Annotated[
        bool,
        Field(description="False: the house's bots have no places."),
        Asked(
            "The house's bots compete",
            "Otherwise they play out of competition: without a place, and not in the next stage.",
        ),
    ] = False
    late_entry: Annotated[bool, Asked("Late entries, where the format takes them")] = False
    least_rating: Annotated[Rating | None, Asked("Rating at least")] = None
    most_rating: Annotated[Rating | None, Asked("Rating at most")] = None
    least_matches: Annotated[Count, Reach(0, 100_000), Asked("Matches there at least")] = 0
    account_days: Annotated[Count, Reach(0, 3650), Asked("Days an account has to be old")] = 0
    invited: Annotated[list[str], Asked("Only these authors", "One a line. Empty: anybody.", lines=2)] = Field(
        default_factory=list
    )
    runtimes: Annotated[
        list[Word], Asked(hint="None ticked: any.", choices=tuple((name, name) for name in RUNTIMES))
    ] = Field(default_factory=list)
    opens_days: Annotated[Count, Reach(0, MOST_LEAD), Asked("Days of registration", "0: open at once.")] = 7
    """How long before the start registration opens."""
    check_in_minutes: Annotated[
        Count, Reach(0, 24 * 60), Asked("Minutes of check-in", "Right before the start. 0: none.")
    ] = 0
    round_minutes: Annotated[
        Count,
        Reach(0, MOST_MINUTES),
        Asked("Minutes from round to round", "0: a round begins when the last one is decided."),
    ] = 0
    reveal: Annotated[Word, Asked("Results are told", choices=_choices(REVEALS))] = "live"
    reveal_after: Annotated[
        Count, Reach(0, MOST_MINUTES), Asked("Minutes from the start to the first results")
    ] = 0
    reveal_every: Annotated[Count, Reach(0, MOST_MINUTES), Asked("Minutes between two rounds' results")] = 0
    repeat: Annotated[
        str,
        Field(max_length=60),
        Asked(
            "Again",
            "A rule as of cron, on the same clock: 0 18 * * FRI is every Friday at six in the evening. "
            "The next edition opens by itself. Empty: it is held once.",
            suggestions="rules",
        ),
    ] = ""
    """A rule in the manner of cron, of local times; empty: it is held once."""

    @property
    def address(self) -> str:
        """The tournament's, where it is free; empty: no letter of the title can stand in one."""
        return self.slug or re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:40].strip("-")

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """A plan as it was stored. One that is older than the choice was announced with the house competing."""
        return cls.model_validate({"house_competes": True, **document})

    def document(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def changed(self, **fields: Any) -> Self:
        return self.model_copy(update=fields)

    def settings(self, seed: str) -> Settings:
        assert self.seats is not None, "what a plan leaves open is filled in by `plan_checks.checked`"
        # Results that are told round by round come round by round, and so does what has a timetable.
        in_rounds = self.reveal != "live" or self.round_minutes > 0
        return Settings(
            stages=tuple(stage.settings(self.seats) for stage in self.stages),
            seats=Seats(self.seats if self.least_seats is None else min(self.least_seats, self.seats), self.seats),
            seeding=Seeding(self.seeding),
            pace=Pace.ROUNDS if in_rounds else Pace.FLOWING,
            seed=seed,
        )
