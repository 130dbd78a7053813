"""Tournaments: what everybody may read, entering, and every command of an organizer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Path, Router, Status
from ninja.constants import NOT_SET

from arena.pairing.documents import to_document
from arena.pairing.views import crosstable, layout, standings
from athanor.accounts.models import User
from athanor.api import tournament_shapes as shapes
from athanor.api.rows import all_shaped, shaped
from athanor.api.shapes import REFUSED, Cursor, Limit, Listing, listing
from athanor.api.tokens import TOURNAMENTS, caller, caller_or_nobody
from athanor.bots import queries as bots
from athanor.refusals import NotFound
from athanor.tournaments import (
    calendars,
    commands,
    consequences,
    desk,
    downloads,
    dry_runs,
    editions,
    entries,
    execution,
    meetings,
    plan_checks,
    queries,
)
from athanor.tournaments.acts import Command
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.records import told

router = Router(tags=["tournaments"])
F = TypeVar("F", bound=Callable[..., Any])


def _route(
    at: str,
    answer: Any,
    summary: str,
    *,
    status: int = 200,
    needs_token: bool = False,
    description: str | None = None,
) -> Callable[[F], F]:
    """A route that may be refused; `at` is its method and its path."""
    method, path = at.split()
    responses = {status: answer, **REFUSED}
    auth = TOURNAMENTS if needs_token else NOT_SET
    return router.api_operation(
        [method], path, response=responses, auth=auth, summary=summary, description=description
    )


Slug = Annotated[str, Path(max_length=60)]
Stage = Annotated[int, Path(ge=1, le=100)]


def _found(request: HttpRequest, slug: str) -> Tournament:
    return queries.tournament(slug, caller_or_nobody(request))


def _directed(request: HttpRequest, slug: str) -> tuple[Tournament, User]:
    user = caller(request)
    found = queries.tournament(slug, user)
    execution.require_organizer(found, user)
    return found, user


@router.get("/tournaments", response=list[shapes.Tournament], summary="What runs, what comes, what was")
def tournaments(request: HttpRequest) -> Any:
    rows = [*queries.running(), *queries.to_come(), *queries.finished().rows]
    return all_shaped(shapes.Tournament, rows)


@_route("GET /tournaments/finished", Listing[shapes.Tournament], "What was, the last one first")
def finished(request: HttpRequest, cursor: Cursor = "", limit: Limit = 30) -> Any:
    return listing(queries.finished(cursor=cursor, limit=limit), shaped(shapes.Tournament))


@_route("GET /tournaments/called-off", Listing[shapes.Tournament], "What was called off, the last start first")
def called_off(request: HttpRequest, cursor: Cursor = "", limit: Limit = 30) -> Any:
    return listing(queries.called_off(cursor=cursor, limit=limit), shaped(shapes.Tournament))


@_route("POST /tournaments/dry-run", shapes.DryRun, "What a plan would come to", needs_token=True)
def dry_run(request: HttpRequest, plan: Plan) -> Any:
    now = timezone.now()
    tried = dry_runs.dry_run(plan_checks.checked(plan, now=now), now=now)
    return {
        "sentence": tried.numbers.sentence,
        "entrants": tried.entrants,
        "pairings": tried.numbers.pairings,
        "games": tried.numbers.games,
        "seconds": (tried.least / 1000, tried.most / 1000),
        "notices": list(tried.notices),
        "stages": to_document(tried.numbers.stages),
        "opens_at": tried.opens_at,
        "check_in_at": tried.check_in_at,
        "starts_at": tried.starts_at,
        "reveal_at": tried.reveal_at,
        "editions": list(tried.editions),
    }


@_route("POST /tournaments", shapes.Tournament, "Hold a tournament", status=201, needs_token=True)
def hold(request: HttpRequest, wish: shapes.NewTournament) -> Any:
    """The same `command` again gives back what it made."""
    made = editions.create(plan=wish.plan, owner=caller(request), announce=wish.announce, command=wish.command)
    return Status(201, shaped(shapes.Tournament)(queries.row(made)))


@_route("GET /tournaments/{slug}", shapes.Tournament, "A tournament")
def tournament(request: HttpRequest, slug: Slug) -> Any:
    return shaped(shapes.Tournament)(queries.row(_found(request, slug)))


@_route("GET /tournaments/{slug}/entries", list[shapes.Entry], "Who takes part")
def entrants(request: HttpRequest, slug: Slug) -> Any:
    return all_shaped(shapes.Entry, queries.entries(_found(request, slug)))


@_route("GET /tournaments/{slug}/news", list[shapes.Act], "What everybody is told")
def news(request: HttpRequest, slug: Slug) -> Any:
    return [_act(act) for act in queries.announcements(_found(request, slug))]


@_route("GET /tournaments/{slug}/pairings", list[shapes.Round], "Rounds, the last one first")
def pairings(request: HttpRequest, slug: Slug) -> Any:
    found = _found(request, slug)
    rounds = meetings.rounds(told(found), queries.names_of(found))
    return [
        {
            "stage": one.stage,
            "number": one.number,
            "play_off": one.play_off,
            "byes": [entry.key for entry in one.byes],
            "pairings": [_pairing(row) for row in one.pairings],
        }
        for one in rounds
    ]


def _pairing(row: meetings.PairingRow) -> dict[str, Any]:
    return {
        "key": row.key,
        "players": [player.key for player in row.players],
        "points": list(row.points),
        "ranks": list(row.ranks) if row.ranks else None,
        "how": row.how,
        "reason": row.reason,
    }


@_route("GET /tournaments/{slug}/pairings/{key}", shapes.PairingPage, "A pairing and its matches")
def pairing(request: HttpRequest, slug: Slug, key: Annotated[str, Path(max_length=40)]) -> Any:
    found = _found(request, slug)
    meeting = meetings.pairing(found, key)
    names = queries.names_of(found)
    row = meetings.pairing_row(meeting, names)
    games = [
        {"game": one.number, "leg": one.leg, "match": one.match.public_id, "state": one.match.state}
        for one in meetings.games_of(found, meeting, names)
    ]
    return {**_pairing(row), "games": games}


@_route("GET /tournaments/{slug}/standings", shapes.Standings, "With their arithmetic")
def table(request: HttpRequest, slug: Slug) -> Any:
    contest = told(_found(request, slug))
    return {
        "champions": list(contest.champions),
        "stages": [
            {"stage": one.number, "rows": to_document(standings(contest, one.number))} for one in contest.stages
        ],
    }


@_route("GET /tournaments/{slug}/stages/{stage}/crosstable", list[dict[str, Any]], "Who did what against whom")
def cross(request: HttpRequest, slug: Slug, stage: Stage) -> Any:
    contest = told(_found(request, slug))
    record = meetings.stage_of(contest, str(stage))
    cells = crosstable(contest, record.number) if record else {}
    return [{"of": one, "against": other, "cells": to_document(met)} for (one, other), met in cells.items()]


@_route("GET /tournaments/{slug}/bracket", list[dict[str, Any]], "The boxes of its brackets")
def bracket(request: HttpRequest, slug: Slug) -> Any:
    contest = told(_found(request, slug))
    drawn = [(one.number, layout(contest, one.number)) for one in contest.stages]
    return [{"stage": number, **to_document(shown)} for number, shown in drawn if shown is not None]


@_route("GET /tournaments/{slug}/results.json", dict[str, Any], "All of it")
def results(request: HttpRequest, slug: Slug) -> Any:
    return downloads.results(_found(request, slug))


@router.get("/tournaments/{slug}/calendar.ics", summary="Its times, as a calendar")
def calendar(request: HttpRequest, slug: Slug) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    text = calendars.calendar([_found(request, slug)], site, timezone.now())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


# Taking part


@_route("PUT /tournaments/{slug}/entries/{bot}", shapes.Entry, "Enter a bot", needs_token=True)
def enter(request: HttpRequest, slug: Slug, bot: str) -> Any:
    user = caller(request)
    found = queries.tournament(slug, user)
    entries.enter(tournament=found, bot=bots.own_bot(user, bot), by=user)
    return _entry(found, user, bot)


@_route("DELETE /tournaments/{slug}/entries/{bot}", shapes.Entry, "Withdraw it", needs_token=True)
def withdraw(request: HttpRequest, slug: Slug, bot: str, confirm: bool = False) -> Any:
    """Where its games or its place are lost, or it cannot return: refused as `not-confirmed` without `confirm`."""
    user = caller(request)
    found = queries.tournament(slug, user)
    entry = entries.own_entry(found, user, bot)
    if not confirm and (follows := consequences.of_withdrawing(entry)):
        raise Unconfirmed(follows, "?confirm=true (athanor tournaments withdraw: --yes)")
    entries.withdraw(entry=entry)
    return _entry(found, user, bot)


@_route("POST /tournaments/{slug}/entries/{bot}/check-in", shapes.Entry, "Say that it is there", needs_token=True)
def check_in(request: HttpRequest, slug: Slug, bot: str) -> Any:
    user = caller(request)
    found = queries.tournament(slug, user)
    entries.check_in(entry=entries.own_entry(found, user, bot))
    return _entry(found, user, bot)


def _entry(found: Tournament, user: User, bot: str) -> shapes.Entry:
    key = f"{user.username}/{bot}"
    row = next((one for one in queries.entries(found) if one.key == key), None)
    if row is None:
        raise NotFound(f"{key[:80]} is not entered", "enter it first")
    return shaped(shapes.Entry)(row)


# Directing


@_route("GET /tournaments/{slug}/plan", Plan, "Its plan, for its organizers", needs_token=True)
def plan(request: HttpRequest, slug: Slug) -> Any:
    """As it is stored: what was left open is filled in. Changed and sent back it is its new one."""
    found, _ = _directed(request, slug)
    return Plan.read(found.plan)


@_route(
    "PUT /tournaments/{slug}/plan",
    shapes.Tournament,
    "Change its plan, as far as its state allows",
    needs_token=True,
)
def change(request: HttpRequest, slug: Slug, wish: shapes.ChangedPlan) -> Any:
    found, user = _directed(request, slug)
    editions.edit(tournament=found, plan=wish.plan, by=user, command=Command(wish.command, wish.seen))
    return shaped(shapes.Tournament)(queries.row(found))


@_route(
    "POST /tournaments/{slug}/commands/{what}",
    shapes.Tournament,
    "A command of the control room",
    needs_token=True,
    description=f"`what` is one of {', '.join(commands.COMMANDS)}; each takes the fields of its form. "
    "`command` is a name of yours: the same again changes nothing. What cannot be undone is refused as "
    "`not-confirmed`, with what follows from it, until it comes with `confirm`.",
)
def give(request: HttpRequest, slug: Slug, what: str, order: shapes.Order) -> Any:
    found, user = _directed(request, slug)
    given = order.model_dump(exclude_none=True)
    command = Command(order.command, order.seen)
    commands.give(tournament=found, by=user, what=what, fields=given, command=command, confirmed=order.confirm)
    return shaped(shapes.Tournament)(queries.row(found))


@_route(
    "GET /tournaments/{slug}/log",
    list[shapes.Act],
    "Everything that was done, for its organizers",
    needs_token=True,
)
def log(request: HttpRequest, slug: Slug) -> Any:
    found, _ = _directed(request, slug)
    return [_act(act) for act in desk.log(found)]


@_route(
    "GET /tournaments/{slug}/control",
    list[shapes.ControlledPairing],
    "The state of every pairing and match, for its organizers",
    needs_token=True,
)
def control(request: HttpRequest, slug: Slug) -> Any:
    """What is not told yet, too."""
    found, _ = _directed(request, slug)
    return [
        {**_pairing(one.pairing), "games": [to_document(game) for game in one.games]}
        for one in desk.pairings(found, desk.all_pairings(found))
    ]


def _act(act: Any) -> dict[str, Any]:
    return {
        "number": act.number,
        "at": act.at,
        "by": act.by.username if act.by else "",
        "what": act.what,
        "sentence": act.sentence,
    }
