"""Markdown as the source of a template: prose is Markdown, what is filled in at a request are Django's tags.

A template whose name ends in `.md` is rendered to HTML once, when it is loaded, with its tags left where they
stand; a request costs what it would cost with the same page as an HTML template. The Markdown is CommonMark with
tables and HTML, and with these additions:

- `{{ figure }}` and `{% tag %}` may stand anywhere. A line of nothing but tags is no paragraph. A loop or
  condition that is all of a list item, `- {% for x in xs %}{{ x }}{% endfor %}`, or of a row repeats it.
- `## Title {#id}` gives a heading its anchor. `{#id .class key="value"}` on a line of its own belongs to the block
  after it, at the beginning of a row's first cell to the row, at the end of a column's head to the column's cells.
- A column that is aligned to the right is one of numbers. `{label="What it is"}` before a table lets the table
  scroll by itself where it is too wide.
- The words after a fence are the classes of its `<code>`.
- A paragraph that begins with `**PO-23.**` is that rule: see `templatetags/rules.py`.
- `[the clock](clock.md#idle)` leads to another page of the documentation, `[your account](url:accounts:you)` to
  the page whose URL has that name.
- A file that begins with `layout: TEMPLATE` between two lines of `---` is a page: it fills that template's block
  `prose`, with the files that `styles` names as its style sheets. Any other is a part, to be included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
_HELD_LAST: Final = re.compile(_HELD.pattern + r"\Z")
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
    state.tokens = list(_wrapped(list(_with_attributes(state.tokens)), state.env["tags"]))


def _parsed(words: str) -> dict[str, str]:
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


def _with_attributes(tokens: Sequence[Token]) -> Iterator[Token]:
    """Lines of attributes are left out: the blocks after them have what they say."""
    waiting: dict[str, str] = {}
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "paragraph_open":
            text = tokens[place + 1]
            before = _BEFORE.match(text.content)
            if before is not None:
                waiting = _parsed(before[1])
                text.content = text.content[before.end() :]
                if not text.content:
                    place += 3
                    continue
        if token.type == "heading_open":
            text = tokens[place + 1]
            named = _AT_END.search(text.content)
            if named is not None:
                text.content = text.content[: named.start()]
                _give(token, _parsed(named[1]))
        _give(token, waiting)
        waiting = {}
        yield token
        place += 1


def _wrapped(tokens: Sequence[Token], tags: Sequence[str]) -> Iterator[Token]:
    after: dict[int, str] = {}
    for start, token in enumerate(tokens):
        around = WRAPPERS.get(token.type)
        if around is not None:
            end = _end_of(tokens, start)
            before, after[end] = around(tokens[start : end + 1], tags)
            yield _html(before)
        yield token
        if start in after:
            yield _html(after[start])


def _item(tokens: Sequence[Token], tags: Sequence[str]) -> tuple[str, str]:
    """Of a list, or a row of a table: the tags around all of it are taken out of it, its attributes are set."""
    inside = [token for token in tokens if token.type == "inline"]
    if not inside:
        return "", ""
    lifted = _lifted(inside, tags)
    named = _AT_START.match(inside[0].content)
    if named is not None:
        inside[0].content = inside[0].content[named.end() :]
        _give(tokens[0], _parsed(named[1]))
    return lifted


def _table(tokens: Sequence[Token], tags: Sequence[str]) -> tuple[str, str]:
    _give_columns(tokens)
    label = tokens[0].attrs.pop("label", "")
    if not label:
        return "", ""
    return f'<div class="across" tabindex="0" role="region" aria-label="{escape(label)}">', "</div>\n"


def _paragraph(tokens: Sequence[Token], tags: Sequence[str]) -> tuple[str, str]:
    rule = _RULE.match(tokens[1].content)
    if rule is None:
        return "", ""
    tokens[1].content = tokens[1].content[rule.end() :]
    tokens[0].hidden = tokens[-1].hidden = True
    return f'{{% rule "{rule[1]}" %}}', "{% endrule %}\n"


WRAPPERS: Final[Mapping[str, Callable[[Sequence[Token], Sequence[str]], tuple[str, str]]]] = {
    "tr_open": _item,
    "list_item_open": _item,
    "table_open": _table,
    "paragraph_open": _paragraph,
}
"""By the kind of a block: given its tokens and the tags of the file, what stands before it and after it."""


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


def _lifted(inside: Sequence[Token], tags: Sequence[str]) -> tuple[str, str]:
    """The tags around all of an item, which are taken out of it."""
    first, last = inside[0], inside[-1]
    before, after = "", ""
    while True:
        opening, closing = _HELD.match(first.content), _HELD_LAST.search(last.content)
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


def _give_columns(table: Sequence[Token]) -> None:
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
                columns.append(_parsed(said[1]) if said else {})
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
