"""Tags and filters of the templates: how numbers, times and names are written.

Everything here escapes what it is given; a name is a stranger's.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils import dateformat, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from arena.games.registry import GAMES, title_of
from arena.kernel.options import as_word
from athanor.design import game_files, sigils

register = template.Library()

NO_TIME = "never"
MINUTE, HOUR, DAY = 60, 3600, 86400


@register.filter
def plain(value: object) -> str:
    """Without control, format and bidirectional characters: a hostile name cannot turn the line around."""
    text = str(value if value is not None else "")
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co"})


@register.filter
def game_title(name: object) -> str:
    """What a game is called; of one that is not installed any more its name."""
    return plain(title_of(str(name)))


@register.filter
def option(value: Any) -> str:
    """The value of a game's option, as one writes it where a match is ordered."""
    return plain(as_word(value))


@register.filter
def sentence(words: str) -> SafeString:
    """Title Case as a sentence: the account pages that come with a package are written as ours are."""
    first, *rest = re.split(r"(?<=[\s-])", words.strip())
    return mark_safe(first + "".join(word.lower() if word.istitle() else word for word in rest))


@register.simple_tag
def sign(name: str, css: str = "") -> SafeString:
    """One of our own signs, from the sprite. Decoration: words stand beside it."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        css,
        static("athanor/img/signs.svg"),
        name,
    )


@register.simple_tag
def game_sign(game: str, css: str = "") -> SafeString:
    """The sign of a game; a die where it has none. Decoration: words stand beside it."""
    own = game_files.sign(game)
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        css,
        static(own or "athanor/img/signs.svg"),
        "sign" if own else "game",
    )


@register.simple_tag
def boards() -> str:
    """The games that have a board of their own in the replay player."""
    return " ".join(game for game in GAMES if game_files.board(game))


@register.simple_tag
def game_style(game: str) -> SafeString:
    """The link to a game's own style, where it has one. The player links that of a game that it goes on to."""
    own = game_files.style(game)
    return (
        format_html('<link rel="stylesheet" href="{}" data-game="{}">', static(own), game)
        if own
        else SafeString("")
    )


@register.simple_tag
def seat_mark(seat: int) -> SafeString:
    """The colour and the sigil of a seat."""
    return format_html(
        '<svg class="seat-mark hue-{}" role="img" aria-label="seat {}"><use href="{}#seat-{}"></use></svg>',
        seat % 6,
        seat,
        static("athanor/img/signs.svg"),
        seat % 6,
    )


@register.simple_tag
def sigil(name: object, size: str = "") -> SafeString:
    """A bot's own sign: always the same for the same name."""
    drawn = sigils.sigil(str(name))
    return format_html(
        '<svg class="sigil {} hue-{}" viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor"'
        ' stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="{}"></path></svg>',
        size,
        drawn.hue,
        drawn.path,
    )


@register.simple_tag(takes_context=True)
def section(context: RequestContext, path: str, title: str) -> SafeString:
    """A link of the main navigation, marked when the page is in it."""
    request = context.get("request")
    here = request is not None and request.path.startswith(path)
    return format_html('<a href="{}"{}>{}</a>', path, SafeString(' aria-current="page"') if here else "", title)


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """A time, relative; the exact one on hover."""
    if moment is None:
        return NO_TIME
    seconds = (timezone.now() - moment).total_seconds()
    exact = moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        exact.isoformat(timespec="seconds"),
        exact.strftime("%Y-%m-%d %H:%M:%S UTC"),
        _distance(seconds),
    )


@register.filter
def day(moment: datetime, form: str) -> SafeString:
    """The day of a time, in UTC; the exact time on hover, to which `times.js` adds the reader's own."""
    exact = moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        exact.isoformat(timespec="seconds"),
        exact.strftime("%Y-%m-%d %H:%M:%S UTC"),
        dateformat.format(exact, form),
    )


@register.filter
def there(moment: datetime, zone: str) -> SafeString:
    """A time on the clock of a place; `times.js` puts the reader's own before it."""
    local = moment.astimezone(ZoneInfo(zone))
    return format_html(
        '<time datetime="{}" data-zone="{}">{} {}</time>',
        moment.isoformat(timespec="seconds"),
        zone,
        f"{local:%a %d %b %Y %H:%M}",
        local.tzname() or zone,
    )


def _distance(seconds: float) -> str:
    amount, after = abs(seconds), " ago" if seconds >= 0 else " from now"
    if amount < 10:
        return "just now"
    if amount < MINUTE:
        return f"{amount:.0f} s{after}"
    if amount < HOUR:
        return f"{amount // MINUTE:.0f} min{after}"
    if amount < DAY:
        return f"{amount // HOUR:.0f} h{after}"
    return f"{amount // DAY:.0f} d{after}"


@register.filter
def count(value: int | None) -> str:
    """A whole number, its thousands apart."""
    return "–" if value is None else f"{value:,}".replace(",", "\u202f")


@register.filter
def span(milliseconds: float | None) -> str:
    """A length of time, with a unit that fits it."""
    if milliseconds is None or milliseconds < 0:
        return "–"
    if milliseconds < 1000:
        places = 1 if milliseconds < 10 and milliseconds != int(milliseconds) else 0
        return f"{milliseconds:.{places}f}\u00a0ms"
    if milliseconds < MINUTE * 1000:
        return f"{milliseconds / 1000:.1f}\u00a0s"
    minutes, seconds = divmod(round(milliseconds / 1000), MINUTE)
    return f"{minutes}\u00a0min {seconds:02d}\u00a0s"


@register.filter
def size(amount: int | None) -> str:
    """Bytes, in the unit a reader would use."""
    if amount is None or amount < 0:
        return "–"
    value, units = float(amount), ["B", "KiB", "MiB", "GiB"]
    while value >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return f"{value:.0f}\u00a0{units[0]}" if value >= 10 or units[0] == "B" else f"{value:.1f}\u00a0{units[0]}"


@register.filter
def figure(value: float | None, places: int = 1) -> str:
    """A measured number; what rounds to nothing has no sign."""
    return "–" if value is None else f"{value:z.{places}f}".replace("-", "\u2212")


@register.filter
def ordinal(value: int | None) -> str:
    if value is None:
        return "–"
    ending = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


@register.filter
def short(digest: object) -> str:
    """The beginning of a digest, enough to tell two apart."""
    return str(digest or "")[:12]


@register.inclusion_tag("design/who.html")
def who(bot: Any, css: str = "", link: bool = True, author: bool = True, name: str = "") -> dict[str, Any]:
    """A bot by its sign and its name; `bot` is a model or a row of a query, `name` what it is called where that is
    more than its name."""
    owner = getattr(bot.owner, "username", bot.owner)
    return {
        "name": name or bot.name,
        "owner": owner,
        "full_name": f"{owner}/{bot.slug}",
        "address": getattr(bot, "address", None) or bot.get_absolute_url(),
        "css": css,
        "link": link,
        "author": author,
        # Where there is little room the author is left out, but not where only that tells two bots apart.
        "has_namesake": getattr(bot, "has_namesake", False),
    }


@register.filter
def kind(field: BoundField) -> str:
    """How a field is laid out: a box to tick, a group of them, or a label over an input."""
    widget = field.field.widget
    if isinstance(widget, CheckboxInput):
        return "check"
    return "group" if isinstance(widget, RadioSelect | CheckboxSelectMultiple) else "line"


@register.simple_tag
def rating_change(account: Any) -> SafeString:
    """What a match did to a rating: the number that counts, after it, and the difference."""
    after = account.mu - 3 * account.sigma
    # As it is shown: what rounds to nothing is neither good nor bad, and has no sign.
    change = round(after - (account.mu_before - 3 * account.sigma_before), 1) + 0.0
    css = "good" if change > 0 else "bad" if change < 0 else "dim"
    return format_html(
        '{} <span class="tiny {}">{}</span>',
        figure(after),
        css,
        f"{change:+.1f}".replace("-", "\u2212") if change else "0.0",
    )


@register.filter
def full_name(bot: Any) -> str:
    """ "author/bot", of a model or a row."""
    return f"{getattr(bot.owner, 'username', bot.owner)}/{bot.slug}"


@register.filter
def words(code: object) -> str:
    """A code ("rounds-played") as words."""
    return str(code).replace("-", " ")
