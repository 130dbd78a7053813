from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.orders.ladders import QUICK
from athanor.accounts.models import User
from athanor.bots import events, queries, services
from athanor.bots.forms import RetireForm, UploadForm
from athanor.bots.models import Bot, Version
from athanor.design.errors import tells_refusals
from athanor.hooks import merged
from athanor.lifecycles import VersionState
from athanor.refusals import NotFound, Refusal
from athanor_contract.runtimes import RUNTIMES


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _own(request: HttpRequest, owner: str, slug: str) -> Bot:
    """A bot that the reader is the author of. Raises Refusal."""
    bot = queries.bot(owner, slug)
    if bot.owner_id != request.user.pk:
        wrong = f"the bot {owner}/{slug} is not yours"
        raise Refusal("not-yours", wrong, "only its author can do this", status=403)
    return bot


@require_safe
@tells_refusals
def bot(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    found = queries.bot(owner, slug)
    mine = found.owner_id == request.user.pk
    versions = queries.versions(bot=found, viewer=_viewer(request))
    context = {
        "bot": found,
        "title": found.title,
        "mine": mine,
        "versions": versions,
        "checking": any(version.is_open for version in versions),
    } | merged(events.bot_page.call(found, mine))
    return render(request, "bots/bot.html", context)


@require_safe
@tells_refusals
def version(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """What became of an upload. Its log is its author's; others see only what was accepted."""
    found = _version(queries.bot(owner, slug), number)
    mine = found.bot.owner_id == request.user.pk
    if not mine and found.state != VersionState.ACCEPTED:
        raise _no_version(found.bot, number)
    context: dict[str, object] = {
        "bot": found.bot,
        "version": found,
        "row": queries.version_row(found) if mine else None,
        "mine": mine,
        "stages": _stages(found),
        "is_current": found.bot.current_id == found.pk,
    }
    if mine:
        context |= merged(events.version_page.call(found))
    return render(request, "bots/version.html", context)


def _version(bot: Bot, number: int) -> Version:
    found = bot.versions.filter(number=number).first() if number < 2**31 else None
    if found is None:
        raise _no_version(bot, number)
    found.bot = bot
    return found


def _no_version(bot: Bot, number: int) -> NotFound:
    wrong = f"there is no version {number} of {bot.owner.username}/{bot.slug}"
    return NotFound(wrong, "its page lists those there are")


@dataclass(frozen=True, slots=True)
class Stage:
    label: str
    css: str


def _stages(version: Version) -> list[Stage]:
    """The way of an upload, with the place where it is."""
    done = {"uploaded": 1, "checking": 2}.get(version.state, 3)
    refused = version.state == VersionState.REFUSED
    labels = ("uploaded", "built and checked", "refused" if refused else "accepted")
    ended = "failed" if refused else "done"
    return [
        Stage(
            label,
            ended if done == 3 and place == 2 else "done" if place < done else "now" if place == done else "",
        )
        for place, label in enumerate(labels)
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    if request.method != "POST":
        return _upload_page(request, UploadForm(user=user, initial={"bot": request.GET.get("bot", "")}))
    form = UploadForm(request.POST, request.FILES, user=user)
    if not form.is_valid():
        return _upload_page(request, form, status=400)
    if not form.save():
        return _upload_page(request, form, status=form.refusal.status if form.refusal else 400)
    made = form.version
    assert made is not None
    messages.success(request, "Uploaded. It is built and checked now; this page shows how it goes.")
    address = f"{made.bot.get_absolute_url()}versions/{made.number}/"
    if request.accepts("text/html"):
        return redirect(address)
    # For `upload.js`, which goes there itself.
    return JsonResponse({"address": address}, status=201)


def _upload_page(request: HttpRequest, form: UploadForm, status: int = 200) -> HttpResponse:
    assert isinstance(request.user, User)
    context = {
        "form": form,
        "quota": queries.quota(user=request.user, now=timezone.now()),
        "most_bytes": settings.UPLOAD_BYTES,
        "uploads_pending": settings.UPLOADS_PENDING,
        "clock": QUICK,
        "runtimes": list(RUNTIMES.values()),
    }
    return render(request, "bots/upload.html", context, status=status)


@login_required
@require_POST
@tells_refusals
def make_current(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    found = _version(_own(request, owner, slug), number)
    services.make_current(version=found)
    messages.success(request, f"Version {number} plays from now on, and goes on from the rating it had.")
    return redirect(found.bot)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def retire(request: HttpRequest, owner: str, slug: str) -> HttpResponse:
    found = _own(request, owner, slug)
    form = RetireForm(request.POST or None, bot=found)
    if request.method == "POST" and form.is_valid():
        services.retire(bot=found)
        messages.success(request, f"{found.name} is retired. Its matches and ratings stay.")
        return redirect(found)
    status = 400 if form.errors else 200
    context = {
        "bot": found,
        "form": form,
    } | merged(events.retire_page.call(found))
    return render(request, "bots/retire.html", context, status=status)
