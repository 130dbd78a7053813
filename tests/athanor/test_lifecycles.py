"""The state tables, and the one way a state changes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from athanor.jobs.models import Attempt
from athanor.lifecycles import (
    AttemptState,
    EntryState,
    JobState,
    MatchState,
    State,
    TournamentState,
    VersionState,
    before,
    moved,
    table_of,
)
from athanor.matches.models import Match
from tests.athanor import world


@pytest.mark.database
@pytest.mark.django_db
def test_it_works() -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    rows = Match.objects.filter(pk=match.pk)
    assert moved(rows, MatchState.RUNNING)
    assert not moved(rows, MatchState.RUNNING), "it is there already"
    assert moved(rows, MatchState.ORDERED)


@pytest.mark.parametrize("states", [VersionState, MatchState, JobState, AttemptState, TournamentState, EntryState])
def test_every_state_is_in_the_table_and_leads_to_an_end(states: type[State]) -> None:
    table = table_of(states)
    assert set(table) == set(states)
    ends = {state for state in states if not table[state]}
    assert ends
    for state in states:
        reached, found = {state}, set[object]()
        while reached - found:
            found |= reached
            reached = {target for source in reached for target in table[source]}
        assert found & ends
        assert all(type(target) is states for target in table[state])


def test_nothing_leads_out_of_an_end() -> None:
    for end in (
        TournamentState.ARCHIVED,
        MatchState.FINISHED,
        MatchState.VOID,
        VersionState.ACCEPTED,
        JobState.DONE,
        JobState.VOID,
        AttemptState.SETTLED,
    ):
        assert all(end.value not in before(state) for state in type(end))


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize(
    "written",
    [
        {"state": "lost"},
        {"state": "finished"},
        {"state": "void"},
        {"seed": "ab" * 32},
        {"replay": "ab" * 32},
        {"purpose": "ladder"},
    ],
    ids=str,
)
def test_the_database_itself_refuses_a_match_that_cannot_be(written: dict[str, str]) -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**written)


@pytest.mark.database
@pytest.mark.django_db
def test_the_database_itself_refuses_a_second_open_attempt() -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    attempt = world.attempt_of(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.create(job=match.job, number=2, opened_at=attempt.opened_at, deadline=attempt.deadline)
