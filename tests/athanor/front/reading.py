"""Pages as a test reads them."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponseBase
from django.test import Client

from athanor.accounts.models import User

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Page(HTMLParser):
    """The tags of a page, and what is wrong with how they are nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []
        self.text = text
        self._open: list[str] = []
        self.feed(text)
        if self._open:
            self.faults.append(f"left open: {self._open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.tags if found == tag]

    @property
    def links(self) -> set[str]:
        return {link["href"] or "" for link in self.named("a") if link.get("href", "#") != "#"}


def page_of(response: HttpResponseBase) -> Page:
    return Page(response.getvalue().decode())


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
