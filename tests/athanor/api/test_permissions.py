"""Every route of the API and who may call it: a new route without a line here fails the first test."""

from __future__ import annotations

import pytest
from ninja.openapi import get_schema

from athanor.accounts.models import Scope
from athanor.api.routes import api
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Answer, Caller

pytestmark = pytest.mark.django_db

EVERYBODY = ""
NEEDS = {
    ("get", "/health"): EVERYBODY,
    ("get", "/bots"): EVERYBODY,
    ("get", "/bots/{owner}/{slug}"): EVERYBODY,
    ("get", "/ladders"): EVERYBODY,
    ("get", "/ladders/{slug}"): EVERYBODY,
    ("get", "/ladders/{slug}/standings"): EVERYBODY,
    ("get", "/ladders/{slug}/ledger.jsonl"): EVERYBODY,
    ("get", "/ladders/{slug}/seasons"): EVERYBODY,
    ("get", "/ladders/{slug}/seasons/{number}"): EVERYBODY,
    ("get", "/ladders/{slug}/seasons/{number}/runs"): EVERYBODY,
    ("get", "/matches"): EVERYBODY,
    ("get", "/matches/under-way"): EVERYBODY,
    ("get", "/matches/{public_id}"): EVERYBODY,
    ("get", "/matches/{public_id}/replay.athanor"): EVERYBODY,
    ("get", "/matches/{public_id}/replay.json"): EVERYBODY,
    ("get", "/epochs"): EVERYBODY,
    ("get", "/fairness/log"): EVERYBODY,
    ("get", "/tournaments"): EVERYBODY,
    ("get", "/tournaments/finished"): EVERYBODY,
    ("get", "/tournaments/called-off"): EVERYBODY,
    ("get", "/tournaments/{slug}"): EVERYBODY,
    ("get", "/tournaments/{slug}/entries"): EVERYBODY,
    ("get", "/tournaments/{slug}/news"): EVERYBODY,
    ("get", "/tournaments/{slug}/pairings"): EVERYBODY,
    ("get", "/tournaments/{slug}/pairings/{key}"): EVERYBODY,
    ("get", "/tournaments/{slug}/standings"): EVERYBODY,
    ("get", "/tournaments/{slug}/stages/{stage}/crosstable"): EVERYBODY,
    ("get", "/tournaments/{slug}/bracket"): EVERYBODY,
    ("get", "/tournaments/{slug}/results.json"): EVERYBODY,
    ("get", "/tournaments/{slug}/calendar.ics"): EVERYBODY,
    ("get", "/me"): Scope.READ,
    ("get", "/me/notices"): Scope.READ,
    ("get", "/me/stars"): Scope.READ,
    ("put", "/matches/{public_id}/star"): Scope.CHALLENGE,
    ("delete", "/matches/{public_id}/star"): Scope.CHALLENGE,
    ("post", "/me/notices/read"): Scope.READ,
    ("get", "/me/bots"): Scope.READ,
    ("get", "/me/bots/{slug}/versions/{number}"): Scope.READ,
    ("get", "/me/bots/{slug}/versions/{number}/log"): Scope.READ,
    ("get", "/me/bots/{slug}/versions/{number}/spending"): Scope.READ,
    ("get", "/matches/{public_id}/seats/{seat}/log"): Scope.READ,
    ("post", "/uploads"): Scope.UPLOAD,
    ("post", "/me/bots/{slug}/versions/{number}/current"): Scope.UPLOAD,
    ("post", "/me/bots/{slug}/retire"): Scope.UPLOAD,
    ("post", "/challenges"): Scope.CHALLENGE,
    ("post", "/tournaments"): Scope.TOURNAMENT,
    ("post", "/tournaments/dry-run"): Scope.TOURNAMENT,
    ("get", "/tournaments/{slug}/plan"): Scope.TOURNAMENT,
    ("put", "/tournaments/{slug}/plan"): Scope.TOURNAMENT,
    ("put", "/tournaments/{slug}/entries/{bot}"): Scope.TOURNAMENT,
    ("delete", "/tournaments/{slug}/entries/{bot}"): Scope.TOURNAMENT,
    ("post", "/tournaments/{slug}/entries/{bot}/check-in"): Scope.TOURNAMENT,
    ("post", "/tournaments/{slug}/commands/{what}"): Scope.TOURNAMENT,
    ("get", "/tournaments/{slug}/log"): Scope.TOURNAMENT,
    ("get", "/tournaments/{slug}/control"): Scope.TOURNAMENT,
}
GUARDED = [pytest.param(*route, scope, id=" ".join(route)) for route, scope in NEEDS.items() if scope]
OPEN = [pytest.param(*route, id=" ".join(route)) for route, scope in NEEDS.items() if not scope]


def call(who: Caller, method: str, path: str) -> Answer:
    filled = path.format(
        owner="ada",
        slug="gus",
        number=1,
        public_id="zzzzzzzzzz",
        seat=0,
        key="1-1-1",
        stage=1,
        bot="gus",
        what="pause",
    )
    answer: Answer = getattr(who, method)(filled)
    return answer


@pytest.mark.database
def test_it_works() -> None:
    """The table has every route."""
    paths = get_schema(api, path_prefix="")["paths"]
    routes = {(method, path) for path, methods in paths.items() for method in methods}
    assert routes == set(NEEDS)


@pytest.mark.parametrize(("method", "path", "scope"), GUARDED)
def test_a_guarded_route_refuses_nobody_strangers_and_other_scopes(method: str, path: str, scope: str) -> None:
    ada = world.author("ada")
    world.bot("gus", ada)
    nobody = call(Caller(), method, path)
    assert (nobody.status, nobody.code) == (401, "no-token")
    assert nobody.headers["WWW-Authenticate"] == "Bearer"
    assert call(Caller("ath_guessed"), method, path).code == "bad-token"
    others = [other.value for other in Scope if other != scope]
    assert call(caller.of(ada, *others), method, path).code == "missing-scope"
    assert call(caller.of(ada, scope), method, path).status not in (401, 403)


@pytest.mark.parametrize(("method", "path"), OPEN)
def test_an_open_route_needs_no_token_and_minds_none(method: str, path: str) -> None:
    world.ladder("gus")
    world.bot("gus", world.author("ada"))
    answer = call(Caller(), method, path)
    assert answer.status in (200, 404, 409)
    assert call(Caller("ath_guessed"), method, path).status == answer.status


def test_being_logged_in_to_the_pages_is_no_token() -> None:
    """Otherwise another site could make a visitor's browser call the API."""
    ada = world.author("ada")
    nobody = Caller()
    nobody.client.force_login(ada)
    assert nobody.get("/me").status == 401
    assert nobody.post("/challenges", {}).status == 401


def test_a_token_is_no_login_to_the_pages() -> None:
    response = caller.of(world.author("ada")).client.get("/accounts/email/")
    assert response.status_code == 302
    assert "/accounts/login/" in response.headers["Location"]


def test_a_token_in_the_address_is_not_looked_at() -> None:
    token = world.token(world.author("ada"))
    assert Caller().get("/me", token=token).status == 401
