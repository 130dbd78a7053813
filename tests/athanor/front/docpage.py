"""A page of the documentation as its tests read it."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

from django.test import Client


class Page(HTMLParser):
    """Ids, links, text, and the code blocks with their classes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.code: list[tuple[set[str], str]] = []
        self.of_id: dict[str, str] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(source)
        self.text = " ".join(self.text.split())
        self.of_id = {name: re.sub(r"\s+", " ", text) for name, text in self.of_id.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "code":
            self.code.append((set(given.get("class", "").split()), ""))
        if tag in ("code", "tr", "p"):
            self._open.append((tag, given.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        if tag in ("td", "th", "li"):
            self.text += " "
            for _, name in self._open:
                if name:
                    self.of_id[name] = self.of_id.get(name, "") + " "

    def handle_data(self, data: str) -> None:
        self.text += data
        if any(tag == "code" for tag, _ in self._open):
            classes, text = self.code[-1]
            self.code[-1] = (classes, text + data)
        for _, name in self._open:
            if name:
                self.of_id[name] = self.of_id.get(name, "") + data


@cache
def page_at(path: str) -> Page:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return Page(answer.content.decode())
