"""The format in one sentence, for the event's page."""

from __future__ import annotations

from arena.pairing.formats import course_of
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.settings import Seats, Seeding, Settings, Tiebreak, Unit

TIE_BREAKS = {
    Tiebreak.HEAD_TO_HEAD: "head to head",
    Tiebreak.BUCHHOLZ: "Buchholz",
    Tiebreak.BUCHHOLZ_CUT: "Buchholz without the lowest",
    Tiebreak.SONNEBORN_BERGER: "Sonneborn-Berger",
    Tiebreak.WINS: "wins",
    Tiebreak.SEAT_CORRECTED: "seat-corrected score",
    Tiebreak.GAMES_WON: "games won",
    Tiebreak.PERFORMANCE: "rating performance",
    Tiebreak.PLAY_OFF: "play-off",
}
SEEDINGS = {
    Seeding.RATING: "seeded by rating",
    Seeding.RANDOM: "drawn by lot",
    Seeding.HAND: "seeded by the organizer",
}


def sentence(settings: Settings) -> str:
    """Swiss (FIDE Dutch) of 9 rounds, best of 3, ties by Buchholz; the best 8 go on to ...; seeded by rating."""
    later = [
        f"{_advancing(settings, number - 1)} go on to {stage_sentence(settings, number)}"
        for number in range(2, len(settings.stages) + 1)
    ]
    said = "; ".join([stage_sentence(settings, 1), *later, SEEDINGS[settings.seeding]])
    return f"{said[0].upper()}{said[1:]}."


def stage_sentence(settings: Settings, number: int) -> str:
    stage = settings.stages[number - 1]
    of = course_of(settings, number)
    said = [of.sentence(), *_tables(settings.seats), unit(stage.unit)]
    if stage.tie_breaks and not isinstance(of, BracketCourse):
        said.append(f"ties by {', '.join(TIE_BREAKS[one] for one in stage.tie_breaks)}")
    return ", ".join(said)


def unit(of: Unit) -> str:
    what = "duplicate set" if of.duplicate else "game"
    if of.best_of and of.legs > 1:
        return f"best of {of.legs}{' duplicate sets' if of.duplicate else ''}"
    return f"one {what} a pairing" if of.legs == 1 else f"{of.legs} {what}s a pairing"


def _tables(seats: Seats) -> list[str]:
    if seats.most == 2:
        return []
    return [f"tables of {seats.most}" if seats.least == seats.most else f"tables of {seats.least} to {seats.most}"]


def _advancing(settings: Settings, number: int) -> str:
    some = settings.stages[number - 1].advance
    if course_of(settings, number).parts() is not None:
        return "the winners of each" if some == 1 else f"the best {some} of each"
    return f"the best {some}"
