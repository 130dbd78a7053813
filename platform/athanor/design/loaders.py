"""Templates whose names end in `.md` are Markdown: see `markdown.py`."""

from __future__ import annotations

from django.template import Origin
from django.template.loaders import app_directories, filesystem


class Filesystem(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _contents(origin.name, super().get_contents(origin))


class AppDirectories(app_directories.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _contents(origin.name, super().get_contents(origin))


def _contents(name: str, source: str) -> str:
    if not name.endswith(".md"):
        return source
    # Imported here, since most processes render no Markdown.
    from athanor.design.markdown import template_of

    return template_of(source)
