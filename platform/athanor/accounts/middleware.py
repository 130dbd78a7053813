"""What allauth's pages answer where a form was filled in wrongly: 400 as everywhere here, not 200."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

PREFIX = "/accounts/"


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
