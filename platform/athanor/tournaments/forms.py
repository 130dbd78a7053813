"""The organizer's one-page form. `plans` says what is right; the form carries it, and puts it beside the field."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms

from arena.bundle.runtimes import RUNTIMES
from arena.games.registry import GAMES
from athanor.ladders.models import Ladder
from athanor.tournaments import changes, option_fields, plans, times
from athanor.tournaments.formats import SEEDINGS, StagePlan
from athanor.tournaments.models import Tournament
from athanor.tournaments.plans import BadPlan, Plan
from athanor.tournaments.stage_forms import StageForm, number, stage_forms

CLOCKS = {
    "quick": "Quick: 10 s a match, 5 s a move",
    "normal": "Normal: 30 s a match, 10 s a move",
    "long": "Long: 2 min a match, 30 s a move",
}
RULES = ("0 18 * * FRI", "0 12 * * SUN", "0 18 1 * *")

OPTIONS = tuple(option_fields.fields())
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("What", ("title", "about", "game", *OPTIONS, "clock", "seats", "least_seats")),
    ("When", ("start", "zone", "opens_days", "check_in_minutes", "round_minutes", "repeat")),
    (
        "Who",
        (
            *(
                "capacity",
                "per_user",
                "house",
                "house_competes",
                "late_entry",
                "seeding",
                "ladder",
                "least_rating",
                "most_rating",
            ),
            *("least_matches", "account_days", "runtimes", "invited"),
        ),
    ),
    ("Results", ("reveal", "reveal_after", "reveal_every")),
)


class LocalTime(forms.DateTimeInput):
    input_type = "datetime-local"


SEATS = "Empty: as the ladder has it. " + "; ".join(
    f"{game.title} {max(2, game.seats.start)} to {game.seats.stop - 1}" for game in GAMES.values()
)


class PlanForm(forms.Form):
    """`plan` is what was asked for, once `is_valid` says so."""

    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=10**9)
    """The last act that its giver had seen, where a plan is changed."""
    title = forms.CharField(max_length=80)
    about = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Prizes, rules of yours, where to meet.",
    )
    game = forms.ChoiceField()
    clock = forms.ChoiceField(choices=list(CLOCKS.items()))
    seats = number("At a table", SEATS, required=False, least=1)
    least_seats = number("And at least", "Where the numbers do not come out even.", required=False, least=1)
    seeding = forms.ChoiceField(choices=list(SEEDINGS.items()))
    start = forms.CharField(widget=LocalTime, label="Starts", help_text="On the clock of the time zone beside it.")
    zone = forms.CharField(
        max_length=64,
        label="Time zone",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text="As Europe/Berlin.",
    )
    opens_days = number("Days of registration", "0: open at once.")
    check_in_minutes = number("Minutes of check-in", "Right before the start. 0: none.")
    round_minutes = number("Minutes from round to round", "0: a round begins when the last one is decided.")
    repeat = forms.CharField(
        required=False,
        max_length=60,
        label="Again",
        widget=forms.TextInput(attrs={"list": "rules", "autocomplete": "off"}),
        help_text="A rule as of cron, on the same clock: 0 18 * * FRI is every Friday at six in the evening. "
        "The next edition opens by itself. Empty: it is held once.",
    )
    capacity = number("Places", "Who comes later waits.", least=1)
    per_user = number("Bots of one author", least=1)
    house = forms.BooleanField(required=False, label="The house's bots play too")
    house_competes = forms.BooleanField(
        required=False,
        label="The house's bots compete",
        help_text="Otherwise they play out of competition: without a place, and not in the next stage.",
    )
    late_entry = forms.BooleanField(required=False, label="Late entries, where the format takes them")
    ladder = forms.ChoiceField(
        required=False, label="Ladder", help_text="Whose ratings seed, and may be asked for."
    )
    least_rating = forms.FloatField(required=False, label="Rating at least")
    most_rating = forms.FloatField(required=False, label="Rating at most")
    least_matches = number("Matches there at least")
    account_days = number("Days an account has to be old")
    runtimes = forms.MultipleChoiceField(
        required=False,
        choices=[(name, name) for name in RUNTIMES],
        widget=forms.CheckboxSelectMultiple,
        help_text="None ticked: any.",
    )
    invited = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Only these authors",
        help_text="One a line. Empty: anybody.",
    )
    reveal = forms.ChoiceField(choices=list(plans.REVEALS.items()), label="Results are told")
    reveal_after = number("Minutes from the start to the first results")
    reveal_every = number("Minutes between two rounds' results")

    def __init__(self, *args: Any, now: datetime, since: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        self.since = since
        """What is changed, where it is no new one."""
        self.plan: Plan | None = None
        self.stages = stage_forms(self.data if self.is_bound else None, self.initial.get("stages", ()))
        self.fields.update(option_fields.fields())
        self.choices("game", [(name, game.title) for name, game in GAMES.items()])
        ladders = Ladder.objects.filter(seats__gt=1, game__in=GAMES).values_list("slug", "title")
        self.choices("ladder", [(plans.AUTOMATIC, "That of the game"), ("", "None"), *ladders])

    def choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        chooser = self.fields[field]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = choices

    @property
    def sections(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        """Each field, and the class of what it is there for."""
        return [
            (title, [(self[name], option_fields.css_class(name)) for name in names]) for title, names in SECTIONS
        ]

    @property
    def is_wrong(self) -> bool:
        return bool(self.errors) or any(stage.errors for stage in self.stages)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        stages = self._stages()
        if self.errors or stages is None:
            return given
        fields = {name: value for name, value in given.items() if name not in ("command", "seen", *OPTIONS)}
        fields["stages"] = stages
        fields["invited"] = given["invited"].replace(",", " ").split()
        fields["options"] = option_fields.given(given["game"], given)
        try:
            self.plan = self._checked(Plan(**fields))
        except BadPlan as error:
            for name, sentence in error.problems:
                self._beside(name, sentence)
        return given

    def _checked(self, plan: Plan) -> Plan:
        if self.since is None:
            return plans.checked(plan, now=self.now)
        return changes.checked(self.since, plan, now=self.now)

    def _stages(self) -> tuple[StagePlan, ...] | None:
        """The stages up to the first that is none; None where one of them cannot be read."""
        chosen: list[StageForm] = []
        for stage in self.stages:
            if not stage.is_valid():
                return None
            if not stage.cleaned_data["format"]:
                break
            chosen.append(stage)
        goes_on = [*(one.cleaned_data["takes"] for one in chosen[1:]), None]
        return tuple(one.stage(some) for one, some in zip(chosen, goes_on, strict=True))

    def _beside(self, name: str, sentence: str) -> None:
        part, _, rest = name.partition(".")
        if part == "stages":
            place, _, field = rest.partition(".")
            number_ = int(place) if place.isdecimal() else 0
            if field == "advance":  # Asked for where they come to.
                number_, field = min(number_ + 1, len(self.stages) - 1), "takes"
            self.stages[number_].takes_problem(field or "format", sentence)
            return
        beside = {"slug": "title"}.get(name, name)
        if name == "options":
            beside = option_fields.field_in(self.cleaned_data["game"], sentence)
        self.add_error(beside if beside in self.fields else None, sentence)


def initial(now: datetime) -> dict[str, Any]:
    """The defaults: next Friday at six in the evening, Swiss, seeded by rating."""
    ahead = (4 - now.weekday()) % 7 or 7
    friday = (now + timedelta(days=ahead)).replace(hour=18, minute=0, second=0, microsecond=0)
    ladder = Ladder.objects.filter(seats__gt=1, game__in=GAMES).first()
    plan = Plan(
        title="",
        game=ladder.game if ladder else next(iter(GAMES)),
        start=f"{friday:{times.LOCAL}}",
        check_in_minutes=0,
        capacity=32,
        house=True,
        stages=(StagePlan(duplicate=True),),
    )
    return of_plan(plan)


def of_plan(plan: Plan) -> dict[str, Any]:
    """A plan as the form's fields show it."""
    found = plan.document()
    found["stages"] = plan.stages
    found |= option_fields.shown(plan.game, found.pop("options"))
    found["invited"] = "\n".join(plan.invited)
    return found
