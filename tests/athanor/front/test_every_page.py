"""Every page, for everybody: it answers, it is well-formed, and nothing in it needs what the CSP forbids."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from athanor.accounts.models import User
from athanor.front.chapters import CHAPTERS
from tests.athanor.front.reading import Page, client_of, page_of
from tests.athanor.front.stage import Site

pytestmark = pytest.mark.slow

WRONG_ARMY = "/alkemy/armies/?faction=jade&card=captain-lee-ping:1&card=hakan:1&card=shadow:2&card=nobody:1"
ACCOUNT = ("you/", "tokens/", "email/", "password/change/", "2fa/", "sessions/", "logout/")


def open_pages(site: Site) -> Iterator[str]:
    yield from ("/", "/ladders/", "/ladders/poison/", "/matches/", "/fairness/", "/fairness/log/")
    yield from ("/alkemy/cards/", "/alkemy/cards/?faction=jade", "/alkemy/armies/", WRONG_ARMY)
    yield "/alkemy/cards/?card=shadow:1&card=shadow:1"
    yield from ("/matches/?state=open", "/matches/?state=void", "/matches/?ladder=poison", "/matches/?game=poison")
    yield from ("/matches/?bot=ada/quicksilver", "/matches/?bot=ada/quicksilver&against=bea/salamander")
    for match in (*site.finished, site.running, site.waiting, site.void, site.failed):
        yield match.get_absolute_url()
    for bot in site.bots:
        yield bot.get_absolute_url()
        yield f"{bot.get_absolute_url()}versions/1/"
    for chapter in CHAPTERS:
        yield f"/docs/{chapter.slug}/" if chapter.slug else "/docs/"


def own_pages(site: Site) -> Iterator[str]:
    yield from ("/upload/", "/upload/?bot=quicksilver", "/matches/challenge/")
    yield "/matches/challenge/?mine=ada/quicksilver&against=bea/salamander"
    yield from (f"/accounts/{page}" for page in ACCOUNT)


def faults(page: Page) -> Iterator[str]:
    yield from page.faults
    if len(page.named("h1")) != 1:
        yield f"{len(page.named('h1'))} h1"
    if len(page.named("main")) != 1:
        yield "not one main"
    yield from (
        f"inline style on {tag}" for tag, attributes in page.tags if "style" in attributes or tag == "style"
    )
    yield from (
        f"handler on {tag}" for tag, attributes in page.tags if any(name.startswith("on") for name in attributes)
    )
    for script in page.named("script"):
        if "src" not in script and script.get("type") != "application/json":
            yield "inline script"
    for source in [*page.named("script"), *page.named("link")]:
        address = source.get("src") or source.get("href") or ""
        if address and not address.startswith("/"):
            yield f"from elsewhere: {address}"
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    yield from (f"id {name} twice" for name in {name for name in ids if ids.count(name) > 1})
    for tag, attributes in page.tags:
        if tag == "img" and "alt" not in attributes:
            yield "image without words"


def wrong(pages: Iterator[str], user: User | None) -> dict[str, object]:
    client = client_of(user)
    found: dict[str, object] = {}
    for address in pages:
        response = client.get(address)
        if response.status_code != 200:
            found[address] = response.status_code
        elif problems := list(faults(page_of(response))):
            found[address] = problems
    return found


@pytest.mark.database
def test_every_open_page_is_there_for_everybody(site: Site) -> None:
    assert wrong(open_pages(site), None) == {}
    assert wrong(open_pages(site), site.ada) == {}
    assert wrong(open_pages(site), site.bea) == {}


@pytest.mark.database
def test_every_page_of_an_author_is_there_for_authors(site: Site) -> None:
    assert wrong(own_pages(site), site.ada) == {}
    assert wrong(iter(["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]), None) == {}


def test_who_is_not_logged_in_is_asked_to_and_comes_back(site: Site) -> None:
    for address in own_pages(site):
        if address.endswith("logout/"):
            continue
        response = client_of(None).get(address)
        assert response.status_code == 302, address
        assert response["Location"].startswith("/accounts/login/?next=/"), address


@pytest.mark.database
def test_an_empty_site_has_every_page_too(db: None) -> None:
    pages = ("/", "/ladders/", "/matches/", "/matches/?state=open", "/matches/?state=void", "/fairness/", "/docs/")
    assert wrong(iter(pages), None) == {}


def test_every_link_leads_somewhere(site: Site) -> None:
    client = client_of(site.ada)
    seen: set[str] = set()
    ahead = ["/"]
    while ahead:
        address = ahead.pop()
        response = client.get(address)
        assert response.status_code in (200, 302), address
        if not response.get("Content-Type", "").startswith("text/html"):
            continue
        for link in page_of(response).links:
            path = link.split("#")[0]
            path = f"{address.split('?')[0]}{path}" if path.startswith("?") else path
            if path.startswith("/") and path not in seen and not path.startswith("/static/"):
                seen.add(path)
                ahead.append(path)
    assert "/ladders/poison/" in seen
    assert site.finished[0].get_absolute_url() in seen


def test_pages_may_run_our_scripts_and_no_others(site: Site) -> None:
    policy = client_of(None).get("/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_a_browser_finds_an_icon_and_a_crawler_its_rules() -> None:
    assert Client().get("/favicon.ico")["Location"].endswith(".svg")
    rules = Client().get("/robots.txt")
    assert rules["Content-Type"] == "text/plain"
    assert "Disallow: /api/" in rules.content.decode()
