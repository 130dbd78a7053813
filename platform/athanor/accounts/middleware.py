"""Wrongly filled forms of allauth's pages are answered with 400, as everywhere here; idle sessions end."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.sessions.backends.base import SessionBase
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import Resolver404, resolve

View = Callable[..., HttpResponse]

PREFIX = "/accounts/"
BEGUN, SEEN = "begun", "seen"
"""In a session: seconds since 1970 when its user logged in, and was last here."""
NOTED_EVERY = 600
"""Seconds: to read pages is no reason to write."""


class IdleSessionsEnd:
    """A login ends when its user was away for `settings.SESSION_IDLE_SECONDS`, and `settings.SESSION_COOKIE_AGE`
    after it began: each note of a visit makes the session itself last that long anew."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = int(time.time())
        # An answer for which the session was looked at varies by cookie, and caches cannot share it.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not _is_for_everybody(request):
            self._end_what_is_over(request, now)
        answer = self.get_response(request)
        # Behind the view: it may have been the one that logs in.
        session = request.session
        if (
            session.accessed
            and SESSION_KEY in session
            and (BEGUN not in session or now - session[SEEN] > NOTED_EVERY)
        ):
            session[BEGUN], session[SEEN] = session.get(BEGUN, now), now
        return answer

    @staticmethod
    def _end_what_is_over(request: HttpRequest, now: int) -> None:
        if SESSION_KEY in request.session and (why := _over(request.session, now)):
            logout(request)
            messages.info(request, why)


def for_everybody(view: View) -> View:
    """Of a view whose answers are the same for everybody, so that caches may share them: no login is looked at."""
    view.for_everybody = True  # type: ignore[attr-defined]
    return view


def _is_for_everybody(request: HttpRequest) -> bool:
    try:
        return hasattr(resolve(request.path_info).func, "for_everybody")
    except Resolver404:
        return False


def _over(session: SessionBase, now: int) -> str:
    """Why a login is over, told to its user; empty: it is not."""
    if now - session.get(SEEN, now) > settings.SESSION_IDLE_SECONDS:
        hours = settings.SESSION_IDLE_SECONDS // 3600
        return f"You were logged out after {hours} hour{'' if hours == 1 else 's'} without a visit."
    if now - session.get(BEGUN, now) > settings.SESSION_COOKIE_AGE:
        return f"Logins last {settings.SESSION_COOKIE_AGE // (24 * 3600)} days. Log in again."
    return ""


class WrongFormsAreRefused:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        ours = request.method == "POST" and request.path.startswith(PREFIX)
        if ours and response.status_code == 200 and isinstance(form, BaseForm) and form.errors:
            response.status_code = 400
        return response
