"""Fields of the organizer's form, from those of a plan that are asked for (`plan_fields.Asked`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_origin

from django import forms
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from athanor.tournaments.plan_fields import Asked

MOST = 1_000_000
"""As `plan_fields.Count`."""


class LocalTime(forms.DateTimeInput):
    input_type = "datetime-local"


def number(label: str, hint: str = "", *, required: bool = True, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=hint, required=required, min_value=least, max_value=MOST)


def fields_of(model: type[BaseModel]) -> dict[str, forms.Field]:
    """A field for each of the model's that the form asks for."""
    return {name: field(info) for name, info in model.model_fields.items() if _asked(info) is not None}


def field(info: FieldInfo) -> forms.Field:
    """The field of the form for one of a plan."""
    kind, may_be_none = _kind(info.annotation)
    asked = _asked(info)
    assert asked is not None
    return MAKERS[get_origin(kind) or kind](asked, info, not may_be_none)


def _asked(info: FieldInfo) -> Asked | None:
    return next((one for one in info.metadata if isinstance(one, Asked)), None)


def _kind(hint: Any) -> tuple[Any, bool]:
    """The type of a field, and whether it may be None."""
    if get_origin(hint) is Annotated:
        return _kind(get_args(hint)[0])
    if NoneType in get_args(hint):
        return _kind(next(one for one in get_args(hint) if one is not NoneType))[0], True
    return hint, False


def _said(asked: Asked) -> dict[str, Any]:
    return {"label": asked.label or None, "help_text": asked.help_text}


def _check(asked: Asked, info: FieldInfo, required: bool) -> forms.Field:
    return forms.BooleanField(required=False, **_said(asked))


def _number(asked: Asked, info: FieldInfo, required: bool) -> forms.Field:
    return number(asked.label, asked.help_text, required=required, least=asked.least)


def _rating(asked: Asked, info: FieldInfo, required: bool) -> forms.Field:
    return forms.FloatField(required=required, **_said(asked))


def _words(asked: Asked, info: FieldInfo, required: bool) -> forms.Field:
    required = info.default != "" and not asked.may_be_empty
    if asked.choices:
        return forms.ChoiceField(required=required, choices=asked.choices, **_said(asked))
    most = next((one.max_length for one in info.metadata if hasattr(one, "max_length")), None)
    return forms.CharField(required=required, max_length=most, widget=_widget(asked), **_said(asked))


def _list(asked: Asked, info: FieldInfo, required: bool) -> forms.Field:
    if asked.choices:
        several = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(required=False, choices=asked.choices, widget=several, **_said(asked))
    return forms.CharField(required=False, widget=_widget(asked), **_said(asked))


def _widget(asked: Asked) -> forms.Widget:
    if asked.is_time:
        return LocalTime()
    if asked.lines:
        return forms.Textarea(attrs={"rows": asked.lines})
    return forms.TextInput(attrs={"list": asked.suggestions, "autocomplete": "off"} if asked.suggestions else None)


MAKERS: Final[Mapping[Any, Callable[[Asked, FieldInfo, bool], forms.Field]]] = {
    bool: _check,
    int: _number,
    float: _rating,
    str: _words,
    list: _list,
}
