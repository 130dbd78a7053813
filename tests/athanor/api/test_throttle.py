"""How often the API may be asked."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings

from athanor.api.throttle import network_of
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def three_a_minute(settings: Settings) -> None:
    cache.clear()
    settings.API_A_MINUTE = 3


def test_it_works() -> None:
    answers = [Caller().get("/ladders") for _ in range(5)]
    # A minute may end in between, and a new one begin to count.
    assert answers[2].status == 200
    refused = [answer for answer in answers if answer.status == 429]
    assert refused
    assert refused[0].code == "too-many-requests"
    assert 0 < int(refused[0].headers["Retry-After"]) <= 60


def test_one_callers_haste_is_not_anothers_wait() -> None:
    ada, grace = caller.of(world.author("ada")), caller.of(world.author("grace"))
    assert 429 in [ada.get("/me").status for _ in range(8)]
    assert grace.get("/me").status == 200


def test_a_second_token_gives_no_second_limit() -> None:
    ada = world.author("ada")
    first, second = caller.of(ada), caller.of(ada)
    assert 429 in [first.get("/me").status for _ in range(8)]
    assert second.get("/me").status == 429


def test_a_header_that_anybody_may_send_counts_only_behind_a_proxy_of_ours(
    settings: Settings,
) -> None:
    def ask(number: int) -> int:
        status: int = (
            Caller().client.get("/api/v1/ladders", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code
        )
        return status

    assert 429 in [ask(number) for number in range(8)]
    settings.BEHIND_PROXY = True
    assert {ask(number) for number in range(8)} == {200}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("nonsense", "nowhere"),
        ("", "nowhere"),
    ],
)
def test_an_ipv6_customer_is_one_caller(address: str, network: str) -> None:
    assert network_of(address) == network
