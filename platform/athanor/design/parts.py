"""Parts of a page by themselves: what `live.js` asks for instead of the whole page again.

An element with `data-live-part="name"` is a part. `?parts=name,other` on a page's own address answers with these
elements and nothing else. A view whose other parts are dear leaves those out where `asked_for` is not empty.
"""

from __future__ import annotations

from html.parser import HTMLParser
from http import HTTPStatus
from itertools import accumulate

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

ASKED = "parts"
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)


class Parts(HTMLParser):
    """The elements of a page that are asked for, as they stand in its source."""

    def __init__(self, source: str, wanted: frozenset[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.source, self.wanted = source, wanted
        self.found: list[str] = []
        self._lines = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
        self._begun: int | None = None
        self._depth = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._begun is None and dict(attrs).get("data-live-part") in self.wanted:
            self._begun, self._depth = self._place, 0
        if self._begun is not None and tag not in VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Within SVG an element may end where it begins."""

    def handle_endtag(self, tag: str) -> None:
        if self._begun is None:
            return
        self._depth -= 1
        if self._depth == 0:
            self.found.append(self.source[self._begun : self.source.index(">", self._place) + 1])
            self._begun = None

    @property
    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def asked_for(request: HttpRequest) -> frozenset[str]:
    return frozenset(name for name in request.GET.get(ASKED, "").split(",") if name)


class PartsAlone(MiddlewareMixin):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        wanted = asked_for(request)
        html = response.headers.get("Content-Type", "").startswith("text/html")
        if (
            not wanted
            or not html
            or response.status_code != HTTPStatus.OK
            or not isinstance(response, HttpResponse)
        ):
            return response
        source = response.content.decode(response.charset or "utf-8")
        response.content = "\n".join(Parts(source, wanted).found)
        return response
