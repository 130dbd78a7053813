"""Organizers' pages: the form with its dry run, and the control room."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.design.errors import sentence, tells_refusals
from athanor.refusals import Refusal
from athanor.tournaments import (
    commands,
    desk,
    dry_runs,
    editions,
    execution,
    forms,
    queries,
    revealing,
    times,
)
from athanor.tournaments.acts import ALLOWED, Command, require
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.forms import PlanForm
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan import Plan
from athanor.tournaments.views import frame

FORGETS_NOTHING = ["GET", "HEAD", "POST"]


@login_required
@require_http_methods(FORGETS_NOTHING)
def new(request: HttpRequest) -> HttpResponse:
    """The plan of a tournament: a dry run of it, a draft, or announced at once."""
    user = request.user
    assert isinstance(user, User)
    now = timezone.now()
    if request.method != "POST":
        form = PlanForm(now=now, initial=forms.initial(now) | {"command": secrets.token_hex(32)})
        return _plan_page(request, form, {})
    form = PlanForm(request.POST, now=now)
    if not form.is_valid() or form.plan is None:
        return _plan_page(request, form, {}, status=400)
    do = request.POST.get("do", "dry")
    if do == "dry":
        return _plan_page(request, form, {"dry": dry_runs.dry_run(form.plan, now=now)})
    try:
        made = editions.create(
            plan=form.plan, owner=user, announce=do == "announce", command=form.cleaned_data["command"], now=now
        )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return _plan_page(request, form, {}, status=refusal.status)
    messages.success(
        request, "It is announced." if do == "announce" else "It is kept as a draft: only you see it."
    )
    return redirect(made)


@require_safe
@cache_control(no_cache=True)
def plan_style(request: HttpRequest) -> HttpResponse:
    """Which fields of the form are there for which format, and for which game."""
    return render(request, "tournaments/plan.css", {"formats": FORMATS, "games": GAMES}, content_type="text/css")


@login_required
@require_http_methods(FORGETS_NOTHING)
@tells_refusals
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    found = queries.tournament(slug, user)
    execution.require_organizer(found, user)
    require(found, ALLOWED["edit"])
    now = timezone.now()
    more: dict[str, Any] = {"edited": queries.row(found)}
    if request.method != "POST":
        known = forms.of_plan(Plan.read(found.plan)) | {"command": secrets.token_hex(32), "seen": found.acts}
        return _plan_page(request, PlanForm(now=now, initial=known), more)
    form = PlanForm(request.POST, now=now, since=found)
    if not form.is_valid() or form.plan is None:
        return _plan_page(request, form, more, status=400)
    if request.POST.get("do", "dry") == "dry":
        return _plan_page(request, form, more | {"dry": dry_runs.dry_run(form.plan, now=now)})
    command = Command(form.cleaned_data["command"], form.cleaned_data["seen"])
    try:
        editions.edit(tournament=found, plan=form.plan, by=user, command=command, now=now)
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return _plan_page(request, form, more, status=refusal.status)
    messages.success(request, "Its plan is changed.")
    return redirect(found)


def _plan_page(request: HttpRequest, form: PlanForm, more: dict[str, Any], status: int = 200) -> HttpResponse:
    context = {"form": form, "zones": times.zone_names(), "rules": forms.RULES, **more}
    return render(request, "tournaments/plan.html", context, status=status)


@login_required
@require_http_methods(FORGETS_NOTHING)
@tells_refusals
def control(request: HttpRequest, slug: str) -> HttpResponse:
    """The control room: how everything stands, and what can be done about it."""
    user = request.user
    assert isinstance(user, User)
    found = queries.tournament(slug, user)
    execution.require_organizer(found, user)
    if request.method != "POST":
        return _control_page(request, found, {})
    what, seen = request.POST.get("do", ""), request.POST.get("seen", "")
    command = Command(
        request.POST.get("command", "")[:64], int(seen) if seen.isdecimal() and len(seen) < 9 else None
    )
    fields, confirmed = request.POST.dict(), request.POST.get("confirm") == "yes"
    try:
        commands.give(tournament=found, by=user, what=what, fields=fields, command=command, confirmed=confirmed)
    except Unconfirmed as unconfirmed:
        return _control_page(request, found, {"question": _question(what, fields, unconfirmed)})
    except Refusal as refusal:
        refused = {"what": what, "field": getattr(refusal, "field", ""), "sentence": sentence(refusal)}
        found.refresh_from_db()
        return _control_page(request, found, {"refused": refused, "given": request.POST}, refusal.status)
    messages.success(request, f"Done: {commands.COMMANDS[what].title.lower()}.")
    return redirect("tournaments:control", slug=slug)


def _question(what: str, fields: dict[str, str], unconfirmed: Unconfirmed) -> dict[str, Any]:
    """What the page asks before a command that cannot be undone; its answer sends the same fields again."""
    spec = commands.COMMANDS[what]
    kept = {"command", "seen", *(asked.name for asked in spec.fields)} & fields.keys()
    return {
        "what": what,
        "title": spec.title,
        "follows": unconfirmed.follows,
        "fields": [(name, fields[name]) for name in sorted(kept)],
    }


def _control_page(
    request: HttpRequest, found: Tournament, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    rows = desk.all_pairings(found)
    context = frame(request, found, "control") | {
        "possible": commands.possible(found),
        "pairings": desk.pairings(found, rows),
        "all_pairings": rows,
        "entries": queries.entries(found),
        "log": desk.log(found),
        "acts": found.acts,
        "command": secrets.token_hex(8),
        "co_organizers": list(found.co_organizers.select_related("user")),
        "may_edit": found.state in ALLOWED["edit"],
        "pairing_since": queries.pairing_since(found),
        "hidden_rounds": max(0, found.rounds - found.revealed) if found.tells_later else 0,
        "tells_next": revealing.next_at(found),
        **more,
    }
    return render(request, "tournaments/control.html", context, status=status)
