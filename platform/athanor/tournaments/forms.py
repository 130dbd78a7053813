"""The organizer's one-page form: the fields of a plan, and beside each what `plan_checks` says of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms

from arena.games.registry import GAMES
from athanor.ladders.models import Ladder
from athanor.tournaments import changes, form_fields, option_fields, plan_checks, times
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan import NAMELESS_LADDERS, Plan, StagePlan
from athanor.tournaments.plan_checks import BadPlan
from athanor.tournaments.stage_forms import StageForm, stage_forms

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


class PlanForm(forms.Form):
    """`plan` is what was asked for, once `is_valid` says so."""

    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=10**9)
    """The last act that its giver had seen, where a plan is changed."""

    def __init__(self, *args: Any, now: datetime, since: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        self.since = since
        """What is changed, where it is no new one."""
        self.plan: Plan | None = None
        self.stages = stage_forms(self.data if self.is_bound else None, self.initial.get("stages", ()))
        self.fields.update(form_fields.fields_of(Plan) | option_fields.fields())
        ladders = Ladder.objects.filter(seats__gt=1, game__in=GAMES).values_list("slug", "title")
        chooser = self.fields["ladder"]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = [*NAMELESS_LADDERS, *ladders]

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
            return plan_checks.checked(plan, now=self.now)
        return changes.checked(self.since, plan, now=self.now)

    def _stages(self) -> list[StagePlan] | None:
        """The stages up to the first that is none; None where one of them cannot be read."""
        chosen: list[StageForm] = []
        for stage in self.stages:
            if not stage.is_valid():
                return None
            if not stage.cleaned_data["format"]:
                break
            chosen.append(stage)
        goes_on = [*(one.cleaned_data["takes"] for one in chosen[1:]), None]
        return [one.stage(some) for one, some in zip(chosen, goes_on, strict=True)]

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
        stages=[StagePlan(duplicate=True)],
    )
    return of_plan(plan)


def of_plan(plan: Plan) -> dict[str, Any]:
    """A plan as the form's fields show it."""
    found = plan.document()
    found["stages"] = plan.stages
    found |= option_fields.shown(plan.game, found.pop("options"))
    found["invited"] = "\n".join(plan.invited)
    return found
