"""Markdown as the source of a template: prose is Markdown, what is filled in at a request are Django's tags.

A template whose name ends in `.md` is rendered to HTML once, when it is loaded, with its tags left where they
stand; a request costs what it would cost with the same page as an HTML template. The Markdown is CommonMark with
tables and HTML, and with these additions:

- `{{ figure }}` and `{% tag %}` may stand anywhere. A line of nothing but tags is no paragraph. A list item or a
  table row that is one loop or condition as a whole, `- {% for x in xs %}...{% endfor %}`, is inside of it.
- `## Title {#id}` gives a heading its anchor. `{#id .class key="value"}` on a line of its own belongs to the block
  after it, at the beginning of a row's first cell to the row, at the end of a column's head to its cells. A column
  that is aligned to the right is one of numbers; `{.across label="..."}` before a table lets it scroll by itself.
- The words after a fence are the classes of its `<code>`.
- A paragraph that begins with `**PO-23.**` is that rule: see `templatetags/rules.py`.
- `[the clock](clock.md#idle)` leads to another page of the documentation, `[your account](url:accounts:you)` to
  the page whose URL has that name.
- A file that begins with `layout: TEMPLATE` between two lines of `---` is a page: it fills that template's block
  `prose`, with the files that `styles` names as its style sheets. Any other is a part, to be included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from django.template import TemplateSyntaxError
from django.urls import reverse
from django.utils.html import escape
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

LIBRARIES: Final = "{% load static rules athanor %}"
"""What a Markdown file need not load."""

_FRONT: Final = re.compile(r"\A---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
_TAG: Final = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}")
_HELD: Final = re.compile("[\ue000\ue002](\\d+)\ue001")
"""What stands for a tag while the Markdown is read: to CommonMark a word. A figure's begins with another sign."""
_TAGS_ALONE: Final = re.compile("(?:\ue000\\d+\ue001\\s*)+")
_ATTRIBUTES: Final = r'{((?:\s*(?:#[^\s{}]+|\.[^\s{}]+|[\w-]+="[^"]*"))+)\s*}'
_ATTRIBUTE: Final = re.compile(r'#([^\s{}]+)|\.([^\s{}]+)|([\w-]+)="([^"]*)"')
_BEFORE: Final = re.compile(rf"{_ATTRIBUTES}(?:\n|\Z)")
_AT_START: Final = re.compile(rf"{_ATTRIBUTES}\s*")
_AT_END: Final = re.compile(rf"\s*{_ATTRIBUTES}\Z")
_RULE: Final = re.compile(r"\*\*([A-Z]+-\d+)\.\*\*\s+")
_PAGE: Final = re.compile(r"(?:[./]*/)?([^/#:]+)\.md(#.*)?\Z")
_ENDS: Final = re.compile(r"{%\s*end(\w+)")
_BEGINS: Final = re.compile(r"{%\s*(for|if|with)\b")


def template_of(source: str) -> str:
    """The source of the Django template that a Markdown file is."""
    front = _FRONT.match(source)
    if front is None:
        return LIBRARIES + html_of(source)
    said = dict(re.findall(r"^(\w+): *(.*)$", front[1], re.MULTILINE))
    if "layout" not in said:
        raise TemplateSyntaxError(
            "between its first lines of --- a page says `layout: TEMPLATE`; a part has no such lines"
        )
    styles = "".join(
        f"""<link rel="stylesheet" href="{{% static '{name}' %}}">""" for name in said.get("styles", "").split()
    )
    return (
        f'{{% extends "{said["layout"]}" %}}{LIBRARIES}{{% block head %}}{styles}{{% endblock %}}'
        f"{{% block prose %}}{html_of(source[front.end() :])}{{% endblock %}}"
    )


def html_of(source: str) -> str:
    """Rendered, with the tags of its template as they were."""
    tags: list[str] = []

    def hold(found: re.Match[str]) -> str:
        if found[0].startswith("{#"):
            return ""
        tags.append(found[0])
        begin = "\ue002" if found[0].startswith("{{") else "\ue000"
        return f"{begin}{len(tags) - 1}\ue001"

    rendered = _reader().render(_TAG.sub(hold, source), {"tags": tags})
    return _HELD.sub(lambda found: tags[int(found[1])], rendered)


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    reader.block.ruler.before("html_block", "as_it_stands", _as_it_stands)
    reader.core.ruler.after("block", "attributes", _attributes)
    reader.core.ruler.push("links", _links)
    reader.normalizeLink = lambda url: url  # type: ignore[method-assign]
    reader.add_render_rule("fence", _fence)
    return reader


def _as_it_stands(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line of nothing but tags; a picture, to the next empty line."""

    def line(number: int) -> str:
        return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]

    first = line(start)
    if not (_TAGS_ALONE.fullmatch(first) or first.startswith("<svg")):
        return False
    after = start + 1
    while first.startswith("<svg") and after < end and line(after).strip():
        after += 1
    if not silent:
        token = state.push("html_block", "", 0)
        token.content = "\n".join(map(line, range(start, after))) + "\n"
        token.map = [start, after]
        state.line = after
    return True


def _fence(renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType) -> str:
    token = tokens[place]
    more = renderer.renderAttrs(token)
    text = escape(token.content.removesuffix("\n"))
    return f'<pre tabindex="0"{more}><code class="{" ".join(token.info.split())}">{text}</code></pre>\n'


# --- what stands in braces


def _attributes(state: StateCore) -> None:
    """Attributes go to the blocks that they are of, rules and repeated items get the tags around them."""
    tags = state.env["tags"]
    state.tokens = list(_wrapped(list(_labelled(state.tokens)), tags))


def _said(words: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, css, key, value in _ATTRIBUTE.findall(words):
        if name:
            given["id"] = name
        elif css:
            given["class"] = f"{given.get('class', '')} {css}".strip()
        else:
            given[key] = value
    return given


def _give(token: Token, given: Mapping[str, str]) -> None:
    for name, value in given.items():
        token.attrJoin(name, value) if name == "class" else token.attrSet(name, value)


def _labelled(tokens: Sequence[Token]) -> Iterator[Token]:
    """Without the lines of attributes, which the next blocks have."""
    waiting: dict[str, str] = {}
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "paragraph_open":
            text = tokens[place + 1]
            before = _BEFORE.match(text.content)
            if before is not None:
                waiting = _said(before[1])
                text.content = text.content[before.end() :]
                if not text.content:
                    place += 3
                    continue
        if token.type == "heading_open":
            text = tokens[place + 1]
            named = _AT_END.search(text.content)
            if named is not None:
                text.content = text.content[: named.start()]
                _give(token, _said(named[1]))
        _give(token, waiting)
        waiting = {}
        yield token
        place += 1


def _wrapped(tokens: list[Token], tags: Sequence[str]) -> Iterator[Token]:
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for start, token in enumerate(tokens):
        if token.type in ("tr_open", "list_item_open"):
            end = _end_of(tokens, start)
            inside = [one for one in tokens[start:end] if one.type == "inline"]
            if inside:
                before[start], after[end] = _lifted(inside[0], inside[-1], inside, tags)
                _label_row(token, inside[0])
        elif token.type == "table_open":
            _label_columns(tokens[start : _end_of(tokens, start)])
            if "label" in token.attrs:
                label = escape(token.attrs.pop("label"))
                css = token.attrs.pop("class")
                outer, _, own = str(css).partition(" ")
                if own:
                    token.attrSet("class", own)
                before[start] = f'<div class="{outer}" tabindex="0" role="region" aria-label="{label}">'
                after[_end_of(tokens, start)] = "</div>\n"
        elif token.type == "paragraph_open":
            rule = _RULE.match(tokens[start + 1].content)
            if rule is not None:
                tokens[start + 1].content = tokens[start + 1].content[rule.end() :]
                token.hidden = tokens[start + 2].hidden = True
                before[start], after[start + 2] = f'{{% rule "{rule[1]}" %}}', "{% endrule %}\n"
    for place, token in enumerate(tokens):
        if place in before:
            yield _html(before[place])
        yield token
        if place in after:
            yield _html(after[place])


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _end_of(tokens: Sequence[Token], start: int) -> int:
    """Where what begins there ends."""
    closing = tokens[start].type.replace("_open", "_close")
    return next(
        place
        for place in range(start, len(tokens))
        if tokens[place].type == closing and tokens[place].level == tokens[start].level
    )


def _lifted(first: Token, last: Token, inside: Sequence[Token], tags: Sequence[str]) -> tuple[str, str]:
    """The tags around all of an item, which are taken out of it."""
    before, after = "", ""
    while True:
        opening, closing = _HELD.match(first.content), re.search(_HELD.pattern + r"\Z", last.content)
        if opening is None or closing is None:
            return before, after
        held = [int(one[1]) for token in inside for one in _HELD.finditer(token.content)]
        if _partner(held, tags) != int(closing[1]):
            return before, after
        last.content = last.content[: closing.start()].rstrip()
        first.content = first.content[opening.end() :].lstrip()
        before, after = before + opening[0], closing[0] + after


def _partner(held: Sequence[int], tags: Sequence[str]) -> int | None:
    """The tag that ends what the first of these begins."""
    open_ = 0
    for number in held:
        open_ += bool(_BEGINS.match(tags[number])) - bool(_ENDS.match(tags[number]))
        if open_ == 0:
            return number if number != held[0] else None
    return None


def _label_row(row: Token, first: Token) -> None:
    said = _AT_START.match(first.content)
    if said is not None:
        first.content = first.content[said.end() :]
        _give(row, _said(said[1]))


def _label_columns(table: Sequence[Token]) -> None:
    columns: list[dict[str, str]] = []
    place = 0
    for token, text in pairwise(table):
        if token.type == "tr_open":
            place = 0
        elif token.type in ("th_open", "td_open"):
            if token.attrs.pop("style", "") == "text-align:right":
                token.attrSet("class", "num")
            if token.type == "th_open":
                said = _AT_END.search(text.content)
                columns.append(_said(said[1]) if said else {})
                text.content = text.content[: said.start()] if said else text.content
            else:
                _give(token, columns[place])
            place += 1


# --- links


def _links(state: StateCore) -> None:
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _address(str(child.attrs["href"])))


def _address(target: str) -> str:
    page = _PAGE.match(target)
    if page is not None:
        slug = "" if page[1] == "index" else f"{page[1]}/"
        return f"{reverse('front:docs')}{slug}{page[2] or ''}"
    if target.startswith("url:"):
        name, mark, anchor = target.removeprefix("url:").partition("#")
        return reverse(name) + mark + anchor
    return target
