"""The table of contents of the documentation.

To add a page: write templates/docs/<slug>.html (it extends docs/base.html and fills the block `prose`) and add a
line here.
"""

from __future__ import annotations

from typing import NamedTuple


class Chapter(NamedTuple):
    slug: str
    title: str


CHAPTERS: tuple[Chapter, ...] = (Chapter("", "Overview"),)


def chapter_named(slug: str) -> Chapter | None:
    return next((chapter for chapter in CHAPTERS if chapter.slug == slug), None)


def template_of(chapter: Chapter) -> str:
    return f"docs/{chapter.slug or 'index'}.html"
