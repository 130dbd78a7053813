"""The public pages of tournaments. What organizers see more of is in `desk_views.py`."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from arena.kernel.options import as_word
from arena.pairing.views import layout
from athanor.accounts.models import User
from athanor.bots import queries as bots
from athanor.bots.models import Bot, titled
from athanor.design.errors import sentence, tells_refusals
from athanor.lifecycles import EntryState
from athanor.long_answers import LongAnswer
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import (
    boards,
    calendars,
    consequences,
    downloads,
    drawing,
    entries,
    execution,
    meetings,
    queries,
)
from athanor.tournaments.consequences import Unconfirmed
from athanor.tournaments.models import Tournament
from athanor.tournaments.plan import CLOCK_TITLES
from athanor.tournaments.records import told

ANNOUNCED = 60


def viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_safe
@tells_refusals
def index(request: HttpRequest) -> HttpResponse:
    user = viewer(request)
    cursor = request.GET.get("from", "")
    if cursor:
        # Only what was before; the rest stands on the first page.
        earlier = {"finished": queries.finished(cursor=cursor), "later": True}
        return render(request, "tournaments/index.html", earlier)
    context = {
        "running": queries.running(),
        "to_come": queries.to_come(),
        "finished": queries.finished(),
        "called_off": queries.called_off(limit=10).rows,
        "drafts": queries.drafts_of(user) if user else [],
    }
    return render(request, "tournaments/index.html", context)


def frame(request: HttpRequest, found: Tournament, here: str) -> dict[str, Any]:
    """What every page of a tournament shows."""
    contest = told(found)
    return {
        "tournament": queries.row(found),
        "here": here,
        "is_organizer": execution.may_direct(found, viewer(request)),
        "stages": [record.number for record in contest.stages],
        "has_bracket": any(layout(contest, record.number) is not None for record in contest.stages),
        "is_drawn": bool(contest.stages),
    }


@require_safe
@tells_refusals
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, queries.tournament(slug, viewer(request)))


def _page(
    request: HttpRequest,
    found: Tournament,
    refused: str = "",
    status: int = 200,
    question: dict[str, str] | None = None,
) -> HttpResponse:
    user = viewer(request)
    contest = told(found)
    names = queries.names_of(found)
    rounds = meetings.rounds(contest, names)
    stage = contest.stages[-1] if contest.stages else None
    shown = layout(contest, stage.number) if stage else None
    mine = list(found.entries.filter(bot__owner=user).select_related("bot__owner", "bot")) if user else []
    context = frame(request, found, "overview") | {
        "entries": queries.in_order(names.values()),
        "announcements": queries.announcements(found),
        "round": rounds[0] if rounds else None,
        "tables": boards.tables(contest, stage, names)[:8] if stage and shown is None else [],
        "shown": drawing.window(shown, drawing.current(drawing.windows(shown)), names, set(stage.matches))
        if stage and shown
        else None,
        "playing": meetings.playing_now(found, names),
        "editions": queries.editions(found),
        "options": [(name.replace("_", " "), as_word(value)) for name, value in found.options.items()],
        "clock": CLOCK_TITLES.get(found.plan["clock"], ""),
        "ladder": found.ladder,
        "champions": [names[key] for key in contest.champions],
        "mine": [(one, names[one.key].short_title if one.key in names else one.bot.name) for one in mine],
        "can_enter": _can_enter(found, user, mine),
        "may_check_in": found.state == "check-in",
        "seed": found.seed if contest.stages else "",
        "commitment": found.commitment,
        "organizers": [found.owner, *(one.user for one in found.co_organizers.select_related("user"))],
        "refused": refused,
        "question": question,
    }
    return render(request, "tournaments/tournament.html", context, status=status)


def _can_enter(found: Tournament, user: User | None, mine: list[Any]) -> list[tuple[Bot, str]]:
    """Bots of the reader that are not in it yet, each with its title."""
    takes = found.state == "registration" or (found.late_entry and found.state in ("running", "paused"))
    if user is None or not takes:
        return []
    there = {entry.bot_id for entry in mine if entry.state != EntryState.WITHDRAWN}
    own = titled(user.bots.filter(retired_at=None, current__isnull=False))
    return [
        (bot, title)
        for bot, title in own
        if bot.pk not in there and bot.current and found.game in bot.current.games
    ]


@login_required
@require_http_methods(["POST"])
@tells_refusals
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter, withdraw or check in one of the reader's bots."""
    user = request.user
    assert isinstance(user, User)
    found = queries.tournament(slug, user)
    # No bot's address has a zero character, and PostgreSQL takes no question with one.
    bot, do = request.POST.get("bot", "").replace("\0", ""), request.POST.get("do", "")
    try:
        told_ = _enter(found, user, bot, do, confirmed=request.POST.get("confirm") == "yes")
    except Unconfirmed as unconfirmed:
        return _page(request, found, question={"bot": bot, "follows": unconfirmed.follows})
    except Refusal as refusal:
        return _page(request, found, sentence(refusal), refusal.status)
    messages.success(request, told_)
    return redirect(found)


def _enter(found: Tournament, user: User, bot: str, do: str, *, confirmed: bool) -> str:
    if do == "enter":
        entry = entries.enter(tournament=found, bot=bots.own_bot(user, bot), by=user)
        waits = entry.state == EntryState.WAITING
        return f"{entry.title} is {'on the waiting list' if waits else 'entered'}."
    entry = entries.own_entry(found, user, bot)
    if do == "withdraw":
        if not confirmed and (follows := consequences.of_withdrawing(entry)):
            raise Unconfirmed(follows)
        return f"{entries.withdraw(entry=entry).title} is withdrawn."
    if do == "check-in":
        return f"{entries.check_in(entry=entry).title} is checked in."
    raise Refusal("bad-command", f"there is no command {do[:20]!r} on this page", "use the buttons of the page")


@require_safe
@tells_refusals
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    contest, names = told(found), queries.names_of(found)
    drawn = [record.number for record in contest.stages if layout(contest, record.number) is not None]
    wanted = request.GET.get("stage", "") or (str(drawn[-1]) if drawn else "")
    stage = meetings.stage_of(contest, wanted)
    shown = layout(contest, stage.number) if stage else None
    if stage is None or shown is None:
        hint = "its standings are there" if contest.stages else "it is drawn when registration has closed"
        raise NotFound("there is no bracket here", hint)
    several = drawing.windows(shown)
    name = request.GET.get("window", "") or drawing.current(several)
    if all(one.name != name for one in several):
        raise NotFound(f"there is no column {name[:20]!r}", "take the links over the bracket")
    paired = set(stage.matches)
    context = frame(request, found, "bracket") | {
        "stage": stage.number,
        "bracket_stages": drawn,
        "pictures": drawing.pictures(shown, names, paired),
        "windows": several,
        "window": drawing.window(shown, name, names, paired),
        "window_name": name,
        "several": several,
    }
    return render(request, "tournaments/bracket.html", context)


@require_safe
@tells_refusals
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    contest, names = told(found), queries.names_of(found)
    stage = meetings.stage_of(contest, request.GET.get("stage", ""))
    start = _start(request.GET.get("after", ""))
    tables = boards.tables(contest, stage, names, start) if stage else []
    most = max((table.most for table in tables), default=0)
    context = frame(request, found, "standings") | {
        "stage": stage.number if stage else 0,
        "tables": tables,
        "before": start > 0,
        "after": start + boards.PAGE if start + boards.PAGE < most else 0,
    }
    return render(request, "tournaments/standings.html", context)


def _start(given: str) -> int:
    if not given:
        return 0
    if not given.isdecimal() or len(given) > 6:
        raise Refusal("bad-after", f"after is {given[:20]!r}", "take the links under the table")
    return int(given)


@require_safe
@tells_refusals
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    contest, names = told(found), queries.names_of(found)
    stage = meetings.stage_of(contest, request.GET.get("stage", ""))
    context = frame(request, found, "crosstable") | {
        "stage": stage.number if stage else 0,
        "crosses": boards.crosses(contest, stage, names) if stage else [],
    }
    return render(request, "tournaments/crosstable.html", context)


@require_safe
@tells_refusals
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    contest = told(found)
    context = frame(request, found, "schedule") | {
        "rounds": meetings.rounds(contest, queries.names_of(found)),
        "round_minutes": found.round_minutes,
        "series": found.series,
    }
    return render(request, "tournaments/schedule.html", context)


@require_safe
@tells_refusals
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    context = frame(request, found, "entrants") | {"entries": queries.entries(found)}
    return render(request, "tournaments/entrants.html", context)


@require_safe
@tells_refusals
def pairing(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A pairing and its matches."""
    found = queries.tournament(slug, viewer(request))
    meeting, names = meetings.pairing(found, key), queries.names_of(found)
    context = frame(request, found, "") | {
        "pairing": meetings.pairing_row(meeting, names),
        "games": meetings.games_of(found, meeting, names),
        "unit": meeting.unit,
    }
    return render(request, "tournaments/pairing.html", context)


# What can be taken away


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


@require_safe
@cache_control(public=True, max_age=300)
def all_calendar(request: HttpRequest) -> HttpResponse:
    found = Tournament.objects.exclude(state="draft").select_related("series").order_by("-starts_at")[:ANNOUNCED]
    return _ics(calendars.calendar(list(found), _site(request), timezone.now()), "tournaments")


@require_safe
@tells_refusals
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.tournament(slug, viewer(request))
    return _ics(calendars.calendar([found], _site(request), timezone.now()), slug)


def _ics(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return answer


@require_safe
@tells_refusals
def results(request: HttpRequest, slug: str) -> HttpResponse:
    answer = JsonResponse(downloads.results(queries.tournament(slug, viewer(request))))
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


@require_safe
@tells_refusals
def table(request: HttpRequest, slug: str) -> HttpResponse:
    text = downloads.table(queries.tournament(slug, viewer(request)))
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.csv"'
    return answer


@require_safe
@tells_refusals
def replays(request: HttpRequest, slug: str) -> HttpResponse:
    pieces = downloads.replays(queries.tournament(slug, viewer(request)))
    shown = () if request.method == "HEAD" else LongAnswer(pieces)
    answer: Any = StreamingHttpResponse(shown, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-replays.zip"'
    return answer  # type: ignore[no-any-return]
