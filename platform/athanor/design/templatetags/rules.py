"""Rules on pages: each under its id, each id that a page names a link to it, each refusal beside its rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from arena.games.registry import GAMES
from arena.referee.faults import fault_of
from athanor.design.templatetags.athanor import plain

register = template.Library()

BOOKS: Final[Mapping[str, str]] = {
    rule.partition("-")[0]: game.name
    for game in GAMES.values()
    for rules in game.refusal_rules.values()
    for rule in rules
}
"""The letters before a rule's number, and the game whose page has the rule."""

_RULE = re.compile(rf"\b({'|'.join(BOOKS)})-\d+\b")
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-z0-9]+)")
_LEFT_ALONE: Final = frozenset({"a", "code", "pre", "svg", "h1", "h2", "h3"})
"""What is in such an element is no prose that names a rule, or is a link already."""


def linked(html: str, here: str = "") -> SafeString:
    """The ids of rules in the text of a page become links; `here` is the page's own game."""

    def link(found: re.Match[str]) -> str:
        game = BOOKS[found[1]]
        return f'<a href="{"" if game == here else f"/docs/{game}/"}#{found[0]}">{found[0]}</a>'

    pieces, inside = [], 0
    for piece in _TAG.split(html):
        name = _NAME.match(piece)
        if name is None:
            piece = piece if inside else _RULE.sub(link, piece)
        elif name[1] in _LEFT_ALONE and not piece.endswith("/>"):
            inside += -1 if piece.startswith("</") else 1
        pieces.append(piece)
    return mark_safe("".join(pieces))  # Nothing was added but the links above.


@register.filter
def ruled(text: object) -> SafeString:
    """A text of ours in which rules are named, as `Game.why` does: each a link."""
    return linked(escape(plain(text)))


@register.filter
def fault(detail: str, game: str) -> SafeString:
    """What is told of a bot that is out: a refusal's code leads to its line in the rules, a rule to the rule."""
    codes = GAMES[game].refusals if game in GAMES else ()
    found = re.search(rf"(?:^| allowed a match: )({'|'.join(map(re.escape, codes))}): ", detail) if codes else None
    if found is None:
        return escape(plain(detail))
    before, code, words = detail[: found.start(1)], found[1], detail[found.end() :]
    link = '{0}<a href="/docs/{1}/#refused-{2}"><code>{2}</code></a>: {3}'
    return format_html(link, plain(before), game, code, ruled(words))


def _escaped(text: object) -> str:
    """HTML that was made already, such as the errors of a field, is left as it is."""
    return conditional_escape(text if hasattr(text, "__html__") else str(text))  # type: ignore[arg-type]


@register.filter
def coded(text: object) -> SafeString:
    """A text of ours, or HTML that was made of one, in which what stands between backticks is code."""
    return mark_safe(re.sub(r"`([^`]*)`", r"<code>\1</code>", _escaped(text)))  # Nothing else was added.


@register.filter
def advice(detail: str) -> SafeString | str:
    """Where the documentation says what to do about a fault; nothing where its sentence is none that it knows."""
    known = fault_of(detail)
    if known is None:
        return ""
    return format_html('<a href="/docs/conduct/#fault-{}">what to do</a>', known.code)


class RuleNode(template.Node):
    def __init__(self, name: FilterExpression, nodelist: NodeList) -> None:
        self.name = name
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        name = str(self.name.resolve(context))
        codes: Sequence[str] = (context.get("refused_by") or {}).get(name, ())
        refusals = SafeString("")
        if codes:
            listed = format_html_join(
                ", ", '<a href="#refused-{0}"><code>{0}</code></a>', ((code,) for code in codes)
            )
            refusals = format_html(' <span class="refusals">Refused as {}.</span>', listed)
        return format_html(
            '<p id="{0}"><b><a class="rule" href="#{0}">{0}.</a></b> {1}{2}</p>',
            name,
            self.nodelist.render(context),
            refusals,
        )


@register.tag("rule")
def rule(parser: Parser, token: Token) -> RuleNode:
    """{% rule "PO-23" %} in our own words {% endrule %}; `refused_by` of the context has the codes by rule."""
    _, name = token.split_contents()
    nodelist = parser.parse(("endrule",))
    parser.delete_first_token()
    return RuleNode(parser.compile_filter(name), nodelist)


class LinkedNode(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self.kept: dict[str, SafeString] = {}
        """Of chapters that do not change. A rules page has up to 200 KB and takes up to 40 ms."""

    def render(self, context: Context) -> SafeString:
        chapter = context["chapter"]
        kept = self.kept.get(chapter.slug)
        if kept is not None:
            return kept
        rendered = linked(self.nodelist.render(context), chapter.slug)
        if chapter.fixed:
            self.kept[chapter.slug] = rendered
        return rendered


@register.tag("linked")
def linked_block(parser: Parser, token: Token) -> LinkedNode:
    """{% linked %} ... {% endlinked %}: rules that are named in there, on the page `chapter`, are links."""
    nodelist = parser.parse(("endlinked",))
    parser.delete_first_token()
    return LinkedNode(nodelist)
