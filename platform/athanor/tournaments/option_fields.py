"""The options of every game as fields of the organizer's form; those of the game that is chosen are there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from arena.games.registry import GAMES
from arena.kernel.options import Option, as_word


def name_of(game: str, option: str) -> str:
    return f"{game}-{option}"


def fields() -> dict[str, forms.Field]:
    return {
        name_of(game.name, name): _field(name, option)
        for game in GAMES.values()
        for name, option in game.options.items()
    }


def css_class(field: str) -> str:
    """Of a field that is an option of a game; of another one none."""
    game, dash, option = field.partition("-")
    return f"for-game-{game}" if dash and game in GAMES and option in GAMES[game].options else ""


def _field(name: str, option: Option) -> forms.Field:
    label = name.replace("_", " ").capitalize()
    about = f"{option.about[:1].upper()}{option.about[1:].rstrip('.')}."
    if isinstance(option.values, range):
        least, most = option.values.start, option.values.stop - 1
        return forms.IntegerField(
            required=False,
            label=label,
            help_text=f"{about} {least} to {most}.",
            initial=option.default,
            min_value=least,
            max_value=most,
            error_messages=dict.fromkeys(("min_value", "max_value"), f"Take {least} to {most}."),
        )
    if isinstance(option.default, bool):
        return forms.BooleanField(required=False, label=label, help_text=about, initial=option.default)
    if not option.values:
        told = option.described()
        return forms.CharField(
            required=False,
            label=label,
            help_text=f"{about} {told[:1].upper()}{told[1:]}. Empty: as it is by itself.",
            max_length=20_000,
            widget=forms.Textarea(attrs={"rows": 2}),
        )
    words = [(as_word(value), as_word(value).replace("-", " ")) for value in option.values]
    return forms.ChoiceField(
        required=False, label=label, help_text=about, choices=words, initial=as_word(option.default)
    )


def given(game: str, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked for; where nothing was, the game's own default stands."""
    found = {}
    for name, option in GAMES[game].options.items():
        value = cleaned.get(name_of(game, name))
        if value is not None and value != "":
            found[name] = _read(option, value) if isinstance(value, str) else value
    return {name: value for name, value in found.items() if value != GAMES[game].options[name].default}


def _read(option: Option, text: str) -> Any:
    """A word, as a command has it, or a list, as a document does. What is neither stays, and is refused."""
    if not option.values and text.startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return option.read(text)


def shown(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a plan, as the fields show them."""
    return {
        name_of(game, name): value
        if isinstance(value, bool | int)
        else json.dumps(value)
        if isinstance(value, list)
        else as_word(value)
        for name, value in options.items()
    }


def field_in(game: str, sentence: str) -> str:
    """The field that a game's refusal of its options is about."""
    named = (name for name in GAMES[game].options if f"option {name} " in sentence or f"'{name}'" in sentence)
    return name_of(game, next(named, next(iter(GAMES[game].options), "")))
