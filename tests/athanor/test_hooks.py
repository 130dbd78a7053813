"""Hooks: how a lower app of the site is heard by those above it."""

from __future__ import annotations

import pytest

from athanor.hooks import Hook, merged


def test_all_that_is_registered_is_called_in_order_and_answers() -> None:
    asked: Hook[[int], str] = Hook()
    assert asked.call(1) == []
    asked.register(lambda number: f"first {number}")
    asked.register(lambda number: f"second {number}")
    assert asked.call(2) == ["first 2", "second 2"]


def test_what_a_registered_function_raises_reaches_the_caller_and_ends_the_call() -> None:
    told: Hook[[], None] = Hook()
    heard: list[str] = []

    @told.register
    def fails() -> None:
        raise LookupError("no")

    @told.register
    def hears() -> None:
        heard.append("it")

    with pytest.raises(LookupError):
        told.call()
    assert heard == []


def test_two_layers_that_add_the_same_name_to_a_page_are_told() -> None:
    assert merged([{"a": 1}, {"b": 2}]) == {"a": 1, "b": 2}
    with pytest.raises(AssertionError, match="two layers add a to one page"):
        merged([{"a": 1}, {"a": 2}])
