"""How pages reach a browser: compressed, without a cookie for who only reads, and a live part by itself."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.design.middleware import Compressed
from athanor.design.parts import Parts
from athanor.ladders.models import Ladder
from athanor.matches import services
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.front.stage import Site
from tests.athanor.front.test_every_page import open_pages

pytestmark = pytest.mark.slow

PACKED = {"Accept-Encoding": "gzip, br"}


def packed(client: Client, address: str, **headers: str) -> HttpResponse:
    response = client.get(address, headers=PACKED | headers)
    assert isinstance(response, HttpResponse)
    return response


def test_pages_are_compressed_and_say_so_to_caches(ladders_of_a_new_site: list[Ladder]) -> None:
    for address in ("/", "/docs/alkemy/", "/alkemy/cards/", "/api/v1/openapi.json"):
        plain, small = Client().get(address), packed(Client(), address)
        assert small["Content-Encoding"] == "gzip", address
        assert "Accept-Encoding" in small["Vary"]
        assert gzip.decompress(small.content)[:15].lower() == plain.content[:15].lower()
        assert len(small.content) * 3 < len(plain.content), address
        assert "Content-Encoding" not in plain.headers


def test_the_length_of_a_page_tells_nothing_of_what_is_in_it(ladders_of_a_new_site: list[Ladder]) -> None:
    """BREACH: random bytes around what is compressed, and a form's token masked anew on each page."""
    lengths = {len(packed(Client(), "/docs/clock/").content) for _ in range(20)}
    assert len(lengths) > 5
    client = Client()
    tokens = {
        field["value"]
        for _ in range(3)
        for field in page_of(client.get("/accounts/signup/")).named("input")
        if field.get("name") == "csrfmiddlewaretoken"
    }
    assert len(tokens) >= 3


def test_pages_with_secrets_and_what_is_packed_already_are_sent_as_they_are(site_of_the_file: Site) -> None:
    ada = client_of(site_of_the_file.ada)
    assert "Content-Encoding" not in packed(ada, "/accounts/tokens/").headers
    replay = f"{site_of_the_file.finished[0].get_absolute_url()}replay.athanor"
    assert "Content-Encoding" not in packed(Client(), replay).headers


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_who_has_a_page_already_is_told_so(ladders_of_a_new_site: list[Ladder], encoding: str) -> None:
    first = Client().get("/docs/clock/", headers={"Accept-Encoding": encoding})
    tag = first["ETag"]
    assert tag.startswith("W/") == (encoding == "gzip")
    second = Client().get("/docs/clock/", headers={"Accept-Encoding": encoding, "If-None-Match": tag})
    assert second.status_code == 304
    assert second.content == b""
    assert Client().get("/docs/seeds/", headers={"If-None-Match": tag}).status_code == 200


def test_who_only_reads_gets_no_cookie(site_of_the_file: Site) -> None:
    for address in open_pages(site_of_the_file):
        client = Client()
        response = client.get(address)
        posts = [form for form in page_of(response).named("form") if form.get("method") == "post"]
        assert [form["action"] for form in posts] == ["/theme/"], address
        assert not client.cookies, address
        assert "csrfmiddlewaretoken" not in response.content.decode(), address


def test_the_look_needs_no_token_but_only_changes_the_look() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/theme/", {"theme": "night", "next": "/docs/"})
    assert response["Location"] == "/docs/"
    assert client.cookies["theme"].value == "night"
    assert list(client.cookies) == ["theme"]


def live_pages(site: Site) -> Iterator[str]:
    yield from ("/", "/ladders/poison/", site.running.get_absolute_url())


def test_a_live_part_comes_by_itself(site_of_the_file: Site) -> None:
    for address in live_pages(site_of_the_file):
        whole = page_of(Client().get(address))
        names = [tag["data-live-part"] or "" for _, tag in whole.tags if "data-live" in tag]
        assert names, address
        told = Client().get(address, {"parts": ",".join(names)})
        alone = page_of(told)
        assert [tag["data-live-part"] for _, tag in alone.tags if "data-live-part" in tag] == names
        assert alone.faults == []
        assert not {"html", "body", "main", "nav"} & {tag for tag, _ in alone.tags}
    assert Client().get("/", {"parts": "nothing"}).content == b""


def test_the_part_of_the_home_page_reads_no_leaderboard(site_of_the_file: Site) -> None:
    with CaptureQueriesContext(connection) as whole:
        Client().get("/")
    with CaptureQueriesContext(connection) as alone:
        Client().get("/", {"parts": "now"})
    assert 0 < len(alone) < len(whole) - 5


PARTS = (
    ("<p>é</p>\n{}<p>", '<div data-live-part="a"><img src="x"><br/>\n<p>ü</p></div>'),
    ("\u2028{}", '<b\n data-live-part="a">&amp;</b\n>'),
    ("<main>{}</main>", '<div data-live-part="a"><div data-live-part="b"></div></div>'),
)


@pytest.mark.parametrize(("around", "part"), PARTS)
def test_a_part_is_cut_out_as_it_stands(around: str, part: str) -> None:
    assert Parts(around.format(part), frozenset("a")).found == [part]


def followed(address: str, user: User | None = None) -> list[str | None]:
    page = page_of(client_of(user).get(address))
    return [tag.get("data-live-part") for _, tag in page.tags if "data-live" in tag]


def test_what_is_over_is_not_asked_for_again(site_of_the_file: Site) -> None:
    site = site_of_the_file
    bot = site.bots[0].get_absolute_url()
    assert followed(bot, site.ada) == []
    Version.objects.filter(bot=site.bots[0]).update(state="checking", decided_at=None)
    assert followed(bot, site.ada) == ["versions"]
    assert followed(site.finished[0].get_absolute_url()) == []
    for match in (site.running, site.waiting):
        services.give_up(match=match, fault="the worker stalled", now=timezone.now() + timedelta(seconds=1))
    Ladder.objects.filter(pk=site.ladder.pk).update(open=False)
    assert followed("/ladders/poison/") == []


def test_streams_are_left_alone() -> None:
    request = RequestFactory().get("/tournaments/x/replays.zip", headers=PACKED)
    response = Compressed(lambda _: StreamingHttpResponse([b"x" * 5000], content_type="text/plain"))(request)
    assert isinstance(response, StreamingHttpResponse)
    assert "Content-Encoding" not in response.headers
