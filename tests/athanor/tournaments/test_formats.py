"""What every format keeps to on the site. They are found, not listed: a new one is proved by these tests too."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from arena.pairing import formats as paired
from arena.pairing.documents import to_document
from athanor.accounts.models import User
from athanor.tournaments import dry_runs, plan_checks
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.forms import SECTIONS, PlanForm
from athanor.tournaments.plan import Plan, StagePlan
from athanor.tournaments.plan_fields import Asked
from athanor.tournaments.stage_forms import TIES
from tests.athanor.front.reading import client_of
from tests.athanor.tournaments import events

pytestmark = pytest.mark.django_db
Clock = time_machine.Traveller


def stages_of(name: str) -> list[StagePlan]:
    """Its usual stage; of one that cannot be the last, another after it."""
    stage = StagePlan(format=name)
    settings = Plan(title="Cup", game="kazaam", start="", stages=[stage], seats=2).settings("00" * 32)
    if paired.course_of(settings, 1).parts() is None:
        return [stage]
    return [stage.model_copy(update={"advance": 2}), StagePlan()]


def asked(name: str) -> set[str]:
    return {field for field, info in FORMATS[name].model_fields.items()}


def test_the_site_has_every_format_of_the_pairing_layer_and_no_other() -> None:
    assert set(FORMATS) == set(paired.FORMATS)
    places = [of.place for of in FORMATS.values()]
    assert places == sorted(set(places)), "each stands at a place of its own"


@pytest.mark.parametrize("name", FORMATS)
def test_its_fields_are_those_of_a_stage_and_the_form_asks_for_each(name: str) -> None:
    for field, info in FORMATS[name].model_fields.items():
        assert field in StagePlan.model_fields
        assert any(isinstance(one, Asked) for one in info.metadata), f"{field} says how the form asks for it"


@pytest.mark.parametrize("name", FORMATS)
def test_it_is_planned_and_tried_as_it_is_by_itself(clock: Clock, name: str) -> None:
    plan = plan_checks.checked(events.plan(stages=stages_of(name), capacity=16), now=events.NOW)
    assert to_document(plan.settings("00" * 32))["stages"][0]["format"]["kind"] == name
    tried = dry_runs.dry_run(plan, now=events.NOW)
    assert tried.numbers.games[0] > 0
    assert Plan.read(plan.document()) == plan


@pytest.mark.parametrize("name", FORMATS)
def test_what_it_is_asked_reaches_the_pairing_layer(name: str) -> None:
    """Another value of any of its fields is another format."""
    usual = FORMATS[name]()
    for field, info in FORMATS[name].model_fields.items():
        other: Any = not info.default if isinstance(info.default, bool) else (info.default or 1) + 1
        assert FORMATS[name](**{field: other}).settings(2) != usual.settings(2), field


@pytest.mark.parametrize("name", FORMATS)
def test_the_form_shows_its_fields_for_it_and_no_others(clock: Clock, name: str) -> None:
    (stage, *_) = PlanForm(now=events.NOW, initial={}).stages
    shown = {bound.name for bound, css in stage.shown if not css or f"for-{name}" in css.split()}
    ties = set() if FORMATS[name].is_bracket else set(TIES)
    assert shown == {"format", "legs", "best_of", "duplicate"} | asked(name) | ties


@pytest.mark.slow
def test_the_page_has_a_style_that_shows_them(clock: Clock, olga: User) -> None:
    client = client_of(olga)
    assert 'href="/tournaments/plan.css"' in client.get("/tournaments/new/").content.decode()
    answer = client.get("/tournaments/plan.css")
    assert answer["Content-Type"].startswith("text/css")
    for name in FORMATS:
        assert f'option[value="{name}"]:checked) .for-{name} {{ display: block; }}' in answer.content.decode()


def test_every_field_of_a_plan_that_is_asked_for_has_its_place_in_the_form(clock: Clock) -> None:
    placed = {name for _, names in SECTIONS for name in names}
    wanted = {
        name for name, info in Plan.model_fields.items() if any(isinstance(one, Asked) for one in info.metadata)
    }
    assert wanted <= placed
    assert {*Plan.model_fields} - wanted == {"slug", "options", "stages"}
