"""How often the API may be asked."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from athanor.addresses import network_of
from tests.athanor import world
from tests.athanor.api import caller
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def three_a_minute(settings: Settings) -> None:
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


def test_wrong_tokens_are_refused_before_they_are_looked_up(
    settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.API_A_MINUTE, settings.WRONG_TOKENS_A_MINUTE = 1000, 3
    guesser = Caller(token="ath_wrong")
    answers = [guesser.get("/me") for _ in range(8)]
    assert [answer.status for answer in answers[:3]] == [401, 401, 401]
    # A minute may end in between, and a new one begin to count.
    refused = next(answer for answer in answers if answer.status == 429)
    assert refused.code == "too-many-requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    with django_assert_num_queries(0):
        assert 429 in [guesser.get("/me").status for _ in range(4)]


def test_wrong_tokens_count_where_a_token_is_only_looked_at_as_well(settings: Settings) -> None:
    settings.API_A_MINUTE, settings.WRONG_TOKENS_A_MINUTE = 1000, 3
    world.bot("gus", world.author("ada"))
    assert 429 in [Caller(token="ath_wrong").get("/bots/ada/gus").status for _ in range(8)]


def test_anothers_wrong_tokens_hinder_no_other_address(settings: Settings) -> None:
    settings.API_A_MINUTE, settings.WRONG_TOKENS_A_MINUTE, settings.BEHIND_PROXY = 1000, 3, True

    def ask(caller: Caller, address: str) -> int:
        status: int = caller.client.get("/api/v1/me", headers={"X-Forwarded-For": address}).status_code
        return status

    assert 429 in [ask(Caller(token="ath_wrong"), "192.0.2.1") for _ in range(8)]
    assert ask(caller.of(world.author("ada")), "192.0.2.2") == 200
