"""/health, /me and the description of the API itself"""

from __future__ import annotations

import pytest

from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_it_works() -> None:
    nothing = {"status": "ok", "ordered": 0, "running": 0, "per_hour": 0, "beacon": None, "workers": []}
    assert Caller().get("/health").document == nothing


def test_who_i_am_and_what_i_may_still_do() -> None:
    me = caller.of(world.author("ada"), "read").get("/me").document
    assert (me["username"], me["scopes"], me["uploads_pending"]) == ("ada", ["read"], 0)
    assert me["uploads_left_today"] > 0


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/nothing", 404, "not-found"),
        ("get", "/../etc/passwd", 404, "not-found"),
        ("delete", "/bots", 405, "method-not-allowed"),
        ("put", "/matches/x", 405, "method-not-allowed"),
    ],
)
def test_what_no_route_answers_has_the_same_shape(method: str, path: str, status: int, code: str) -> None:
    answer = caller.answered(getattr(Caller().client, method)(f"/api/v1{path}"))
    assert (answer.status, answer.code) == (status, code)


def test_a_form_that_cannot_be_read_is_refused() -> None:
    me = caller.of(world.author())
    response = me.client.generic("POST", "/api/v1/uploads", b"nonsense", "multipart/form-data; boundary=")
    assert caller.answered(response).status in (400, 422)
    assert caller.answered(response).code


def test_a_fault_of_ours_has_the_same_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("athanor.matches.tallies.queue", broken)
    nobody = Caller()
    nobody.client.raise_request_exception = False
    answer = nobody.get("/health")
    assert (answer.status, answer.code) == (500, "internal-server-error")


@pytest.mark.slow
def test_the_api_describes_itself() -> None:
    described = Caller().get("/openapi.json").document
    assert {"/api/v1/uploads", "/api/v1/matches/{public_id}", "/api/v1/challenges"} <= set(described["paths"])
