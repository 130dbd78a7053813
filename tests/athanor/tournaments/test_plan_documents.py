"""A plan keeps its documents: what the API answers, what is stored, and what the form asks.

`tests/golden/tournaments/` was written before plan, API and form shared one type: rows and clients of that time
are still there.
"""

from __future__ import annotations

import importlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.utils.html import strip_tags

from arena.pairing.documents import read_settings
from athanor.accounts.models import User
from athanor.ladders.models import Ladder
from athanor.tournaments import forms
from athanor.tournaments.forms import PlanForm
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan import Plan
from tests.athanor.api import caller
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db]
Clock = time_machine.Traveller

GOLDEN = Path(__file__).parents[2] / "golden" / "tournaments"
PLANS: dict[str, Any] = json.loads((GOLDEN / "plans.json").read_text())
FORM: dict[str, Any] = json.loads((GOLDEN / "form.json").read_text())
REFUSALS: list[dict[str, Any]] = json.loads((GOLDEN / "refusals.json").read_text())
NAMES = ("ada", "bea", "cam", "dot", "eve", "fay")


@pytest.mark.database
@pytest.mark.parametrize("name", PLANS)
def test_a_plan_of_every_format_is_answered_and_stored_as_it_was(clock: Clock, olga: User, name: str) -> None:
    by, kept = caller.of(olga), PLANS[name]
    made = by.post("/tournaments", {"plan": kept["asked"], "command": "make"})
    assert made.status == 201, made.document
    there = f"/tournaments/{made.document['slug']}/plan"
    assert by.get(there).document == kept["answer"]
    assert Tournament.objects.get().plan == kept["stored"]
    again = by.put(there, {"plan": kept["answer"], "command": "same"})
    assert again.status == 200, again.document
    assert by.get(there).document == kept["answer"]


@pytest.mark.database
@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_a_tournament_that_was_stored_by_the_version_before_is_played_to_its_end(
    clock: Clock, olga: User, name: str
) -> None:
    kept = PLANS[name]
    caller.of(olga).post("/tournaments", {"plan": kept["asked"], "command": "make"})
    cup = Tournament.objects.get()
    plan = {field: value for field, value in kept["stored"].items() if field != "house_competes"}
    Tournament.objects.update(plan=plan, settings=kept["settings"])
    assert Plan.read(plan).document() == kept["stored"] | {"house_competes": True}
    events.enter(cup, NAMES)
    events.at(clock, cup.starts_at)
    played = 0
    for hours in range(9):  # One has a timetable.
        events.at(clock, cup.starts_at + timedelta(hours=hours))
        played += events.play_out()
    assert played > 0
    assert events.fresh(cup).state == "finished"


def test_the_migration_spells_the_formats_of_stored_settings_as_plans_do(clock: Clock, olga: User) -> None:
    migration = importlib.import_module("athanor.tournaments.migrations.0002_one_spelling_of_a_format")
    for number, kept in enumerate(PLANS.values()):
        events.event(olga, title=f"Cup {number}")
        Tournament.objects.filter(title=f"Cup {number}").update(settings=kept["settings"], plan=kept["stored"])
    before = {cup.pk: cup.settings for cup in Tournament.objects.all()}
    migration.with_hyphens(apps, None)
    for cup in Tournament.objects.all():
        kinds = [stage["format"]["kind"] for stage in cup.settings["stages"]]
        assert kinds == [stage["format"] for stage in cup.plan["stages"]]
        assert read_settings(cup.settings) == read_settings(before[cup.pk])
    migration.with_underscores(apps, None)
    assert {cup.pk: cup.settings for cup in Tournament.objects.all()} == before


def asked(form: PlanForm) -> dict[str, Any]:
    """What the form asks, field by field."""
    shown = [("plan", bound, css) for _, fields in form.sections for bound, css in fields]
    shown += [(f"stage {stage.place + 1}", bound, css) for stage in form.stages for bound, css in stage.shown]
    return {
        f"{where}: {bound.name}": {
            "label": str(bound.label),
            "hint": strip_tags(str(bound.help_text)),
            "required": bound.field.required,
            "for": sorted(css.split()),
            "value": bound.value(),
            "choices": [list(one) for one in getattr(bound.field, "choices", ())],
            "widget": type(bound.field.widget).__name__,
        }
        for where, bound, css in shown
    }


def test_the_form_asks_what_it_asked(clock: Clock) -> None:
    Ladder.objects.all().delete()
    form = PlanForm(now=events.NOW, initial=forms.initial(events.NOW))
    assert json.loads(json.dumps(asked(form))) == FORM


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: json.dumps(case["wish"])[:60])
def test_the_api_refuses_as_it_did(clock: Clock, olga: User, case: dict[str, Any]) -> None:
    answer = caller.of(olga).post("/tournaments/dry-run", case["wish"])
    error = answer.document["error"]
    assert (answer.status, error["code"]) == (case["status"], case["code"])
    assert sorted(error["message"].split("; ")) == sorted(case["message"].split("; "))
