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
        if SESSION_KEY in request.session and (why := _over(request.session, now)):
            logout(request)
            messages.info(request, why)
        answer = self.get_response(request)
        # Behind the view: it may have been the one that logs in.
        session = request.session
        if SESSION_KEY in session and (BEGUN not in session or now - session[SEEN] > NOTED_EVERY):
            session[BEGUN], session[SEEN] = session.get(BEGUN, now), now
        return answer


def _over(session: SessionBase, now: int) -> str:
    """Why a login is over, told to its user; empty: it is not."""
    if now - session.get(SEEN, now) > settings.SESSION_IDLE_SECONDS:
        return "You were away for long and have been logged out."
    if now - session.get(BEGUN, now) > settings.SESSION_COOKIE_AGE:
        return "Your login has ended because of its age: log in again."
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
