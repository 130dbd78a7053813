"""Wrongly filled forms of allauth's pages are answered with 400, as everywhere here; idle sessions end."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

PREFIX = "/accounts/"
SEEN = "seen"
"""In a session: seconds since 1970 when its user was last here."""
NOTED_EVERY = 600
"""Seconds: to read pages is no reason to write."""


class IdleSessionsEnd:
    """A login ends when its user was away for `settings.SESSION_IDLE_SECONDS`, whatever its cookie's age."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        session = request.session
        if SESSION_KEY in session:
            now = int(time.time())
            away = now - session.get(SEEN, now)
            if away > settings.SESSION_IDLE_SECONDS:
                logout(request)
                messages.info(request, "You were away for long and have been logged out.")
            elif SEEN not in session or away > NOTED_EVERY:
                session[SEEN] = now
        return self.get_response(request)


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
