"""Tournaments as values: formats, pairings, brackets, standings. README.md beside this file is the guide."""

from arena.pairing.checking import check, check_field, checked
from arena.pairing.documents import BadDocument, read_event, read_settings, to_document
from arena.pairing.drafts import plan, sample
from arena.pairing.events import (
    Corrected,
    Drawn,
    Ended,
    Entered,
    Event,
    NotNow,
    Paired,
    Pairing,
    Played,
    Ruled,
    Voided,
    Withdrawn,
)
from arena.pairing.folding import audit, fold
from arena.pairing.formats.double_elimination.settings import DoubleElimination
from arena.pairing.formats.gauntlet.settings import Gauntlet
from arena.pairing.formats.groups.settings import Groups
from arena.pairing.formats.round_robin.settings import RoundRobin
from arena.pairing.formats.single_elimination.settings import SingleElimination
from arena.pairing.formats.swiss.settings import Bye, Swiss
from arena.pairing.layout import Box, Layout, Slot
from arena.pairing.matches import How, Match, Outcome, Wanted
from arena.pairing.planning import Plan, PlannedRound, PlannedStage
from arena.pairing.record import Record, Round
from arena.pairing.settings import (
    BadSettings,
    Entrant,
    Format,
    Pace,
    Problem,
    Seats,
    Seeding,
    Settings,
    Stage,
    Tiebreak,
    Unit,
)
from arena.pairing.standings import Figure, Row, Term
from arena.pairing.tournament import Phase, Tournament
from arena.pairing.views import Cell, FinalRow, crosstable, final_standings, layout, standings
from arena.pairing.wording import TIE_BREAKS, sentence, stage_sentence

__all__ = [
    "TIE_BREAKS",
    "BadDocument",
    "BadSettings",
    "Box",
    "Bye",
    "Cell",
    "Corrected",
    "DoubleElimination",
    "Drawn",
    "Ended",
    "Entered",
    "Entrant",
    "Event",
    "Figure",
    "FinalRow",
    "Format",
    "Gauntlet",
    "Groups",
    "How",
    "Layout",
    "Match",
    "NotNow",
    "Outcome",
    "Pace",
    "Paired",
    "Pairing",
    "Phase",
    "Plan",
    "PlannedRound",
    "PlannedStage",
    "Played",
    "Problem",
    "Record",
    "Round",
    "RoundRobin",
    "Row",
    "Ruled",
    "Seats",
    "Seeding",
    "Settings",
    "SingleElimination",
    "Slot",
    "Stage",
    "Swiss",
    "Term",
    "Tiebreak",
    "Tournament",
    "Unit",
    "Voided",
    "Wanted",
    "Withdrawn",
    "audit",
    "check",
    "check_field",
    "checked",
    "crosstable",
    "final_standings",
    "fold",
    "layout",
    "plan",
    "read_event",
    "read_settings",
    "sample",
    "sentence",
    "stage_sentence",
    "standings",
    "to_document",
]
