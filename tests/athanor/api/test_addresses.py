"""What may stand in an address of the API, whatever database is behind it."""

from __future__ import annotations

import re

import pytest
from ninja.openapi import get_schema

from athanor.api.routes import api
from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PATHS = get_schema(api, path_prefix="")["paths"]
QUERIES = [
    pytest.param(path, parameter["name"], id=f"{path}?{parameter['name']}")
    for path, methods in PATHS.items()
    for parameter in methods.get("get", {}).get("parameters", ())
    if parameter["in"] == "query"
]
ODD = ("%FF", "%F0%9F%90%89", "%ED%A0%80", "%D9%A1", "9" * 40, "-1", "1e400", "NaN", "'\"<", "x" * 3000)


def filled(path: str, with_: str) -> str:
    return re.sub(r"\{\w+\}", with_, path)


def test_it_works() -> None:
    assert Caller().get("/bots?game=poison&owner=ada").status == 200


@pytest.mark.parametrize("path", [path for path in PATHS if "{" in path])
@pytest.mark.parametrize("zero", ["%00", "a%00b"])
def test_no_path_holds_a_zero_which_postgresql_cannot_be_asked_for(path: str, zero: str) -> None:
    caller = Caller()
    answer = caller.get(filled(path, zero)) if "get" in PATHS[path] else caller.post(filled(path, zero))
    assert (answer.status, answer.code) == (400, "bad-address")


@pytest.mark.parametrize(("path", "name"), QUERIES)
def test_no_query_holds_a_zero(path: str, name: str) -> None:
    answer = Caller().get(f"{filled(path, '1')}?{name}=a%00b")
    assert (answer.status, answer.code) == (400, "bad-address")


@pytest.mark.parametrize(("path", "name"), QUERIES)
def test_an_odd_word_in_a_query_is_answered_without_a_fault_of_ours(path: str, name: str) -> None:
    world.ladder("gus")
    for odd in ODD:
        assert Caller().get(f"{path.format(owner='ada', slug='gus', number=1)}?{name}={odd}").status < 500, odd


@pytest.mark.parametrize("path", [path for path, methods in PATHS.items() if "{" in path and "get" in methods])
def test_an_odd_word_in_a_path_is_answered_without_a_fault_of_ours(path: str) -> None:
    for odd in ODD:
        assert Caller().get(filled(path, odd)).status < 500, odd
