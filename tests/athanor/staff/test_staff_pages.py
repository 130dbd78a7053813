"""The pages for staff: all of them open, for staff alone, and nothing there can break what the site promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.jobs.models import Attempt, Job, Worker
from athanor.ladders.models import Ladder, LedgerEntry, Season
from athanor.ladders.tasks import turn_seasons
from athanor.matches.models import Epoch, Match
from athanor.notices.models import Notice
from athanor.staff import urls
from athanor.staff.admin_site import Editable, site
from athanor.tournaments.models import Entry, Tournament
from tests.athanor import world
from tests.athanor.api.caller import of
from tests.athanor.front.reading import Page, client_of, page_of
from tests.athanor.jobs.rigs import CHECK
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

assert urls.REGISTERED
KINDS = [pytest.param(model, id=model.__name__) for model in site._registry]
HERE = "/staff/"


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[None]:
    """When tournaments of tests are open for registration."""
    with time_machine.travel(events.NOW, tick=False):
        yield


@pytest.fixture
def staff(db: None) -> User:
    return world.author("mod", is_staff=True)


@pytest.fixture
def root(db: None) -> User:
    return world.author("root", is_staff=True, is_superuser=True)


def fill() -> None:
    """A row of every kind at least, and more of what is listed in long tables."""
    world.solo_ladder()
    turn_seasons()
    Worker.objects.create(name="one", host="h", sandbox="docker", isolation="own", heard_at=timezone.now())
    ladder = world.ladder()
    bots = [world.bot() for _ in range(3)]
    for _ in range(2):
        world.play(world.order(bots, on=ladder)[0])
    events.enter(events.event(), ["gus"])
    for number, bot in enumerate(bots):
        Notice.objects.create(
            user=bot.owner, key=f"n{number}", at=timezone.now(), sentence="It plays.", address="/"
        )


def address(model: Any, kind: str, *arguments: object) -> str:
    return reverse(f"staff:{model._meta.app_label}_{model._meta.model_name}_{kind}", args=arguments)


def newest_of(model: Any) -> Any:
    """Of those that staff is shown."""
    return site._registry[model].get_queryset(HttpRequest()).order_by("-pk").first()


def pages(model: Any) -> Iterator[str]:
    """The list, a search in it, and one of each that is in it."""
    yield address(model, "changelist")
    yield f"{address(model, 'changelist')}?q=poison"
    newest = newest_of(model)
    if newest is not None:
        yield address(model, "change", newest.pk)


def forbidden_by_the_policy(page: Page) -> Iterator[str]:
    for tag, attributes in page.tags:
        if tag == "style" or "style" in attributes or any(name.startswith("on") for name in attributes):
            yield f"{tag} {attributes}"
        if tag == "script" and "src" not in attributes and attributes.get("type") != "application/json":
            yield "inline script"
        source = (
            attributes.get("src") if tag in ("script", "img") else attributes.get("href") if tag == "link" else ""
        )
        if source and not source.startswith("/"):
            yield f"from elsewhere: {source}"


@pytest.mark.database
def test_every_page_opens_for_staff_and_needs_nothing_that_the_policy_forbids(staff: User) -> None:
    fill()
    client = client_of(staff)
    for path in [HERE, *(path for model in site._registry for path in pages(model))]:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert list(forbidden_by_the_policy(page_of(answer))) == [], path
        assert "unsafe" not in answer["Content-Security-Policy"]


def test_there_are_pages_for_all_that_staff_asks_about() -> None:
    named = {model.__name__ for model in site._registry}
    assert named >= {
        "User",
        "Bot",
        "Version",
        "Ladder",
        "Match",
        "Tournament",
        "Notice",
        "LedgerEntry",
        "Standing",
    }


@pytest.mark.parametrize("model", KINDS)
def test_who_is_not_staff_gets_none_of_them(model: Any) -> None:
    fill()
    author = client_of(world.author("ada"))
    for path in [HERE, *pages(model)]:
        assert author.get(path).status_code == 403, path
        assert author.post(path, {"title": "mine"}).status_code == 403, path
        answer = Client().get(path)
        assert answer.status_code == 302
        assert unquote(answer["Location"]) == f"/accounts/login/?next={path}"


def test_staff_that_was_made_inactive_gets_none(staff: User) -> None:
    client = client_of(staff)
    User.objects.filter(pk=staff.pk).update(is_active=False)
    assert client.get(HERE).status_code == 302


def test_logging_in_and_out_and_passwords_are_the_sites_own(staff: User) -> None:
    client = client_of(staff)
    for name, own in (("login", "login"), ("logout", "logout"), ("password_change", "change_password")):
        assert client.get(reverse(f"staff:{name}"))["Location"] == reverse(f"account_{own}")
    assert Client().get(reverse("staff:login"))["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("model", KINDS)
def test_nothing_is_added_or_deleted_there_not_even_by_a_superuser(model: Any, root: User) -> None:
    fill()
    client = client_of(root)
    assert client.get(address(model, "add")).status_code == 403
    newest = newest_of(model)
    assert newest is not None
    assert client.post(address(model, "delete", newest.pk), {"post": "yes"}).status_code == 403
    selected = {"action": "delete_selected", "_selected_action": [newest.pk], "post": "yes"}
    client.post(address(model, "changelist"), selected)
    assert type(newest).objects.filter(pk=newest.pk).exists()
    if not isinstance(site._registry[model], Editable):
        assert client.post(address(model, "change", newest.pk), {}).status_code == 403


def test_a_superuser_may_change_what_a_ladder_is_called_and_not_how_it_is_rated(root: User, staff: User) -> None:
    ladder = world.ladder()
    path = address(Ladder, "change", ladder.pk)
    given = {
        "title": "Poison, quick",
        "about": "Four.",
        "place": "3",
        "slug": "taken-over",
        "beta": "1",
        "open": "",
    }
    assert client_of(staff).post(path, given).status_code == 403
    assert client_of(root).post(path, given).status_code == 302
    changed = Ladder.objects.get(pk=ladder.pk)
    assert (changed.title, changed.place) == ("Poison, quick", 3)
    assert (changed.slug, changed.beta, changed.open) == (ladder.slug, ladder.beta, True)
    assert LogEntry.objects.get().user == root, "it is written down who did it"


def test_a_superuser_may_shut_an_author_out(root: User, staff: User) -> None:
    ada = world.author("ada")
    client, token = client_of(ada), of(ada)
    assert (client.get("/accounts/you/").status_code, token.get("/me").status) == (200, 200)
    path = address(User, "change", ada.pk)
    assert client_of(staff).post(path, {}).status_code == 403
    assert client_of(root).post(path, {"is_staff": ""}).status_code == 302
    assert (client.get("/accounts/you/").status_code, token.get("/me").status) == (302, 401)


def test_staff_is_made_there_by_superusers_and_a_superuser_by_nobody(root: User, staff: User) -> None:
    ada = world.author("ada")
    path = address(User, "change", ada.pk)
    given = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "username": "eve"}
    assert client_of(staff).post(path, given).status_code == 403
    assert client_of(root).post(path, given).status_code == 302
    ada.refresh_from_db()
    assert (ada.username, ada.is_active, ada.is_staff, ada.is_superuser) == ("ada", True, True, False)


def test_the_account_page_leads_staff_there_and_nobody_else(staff: User) -> None:
    assert 'href="/staff/"' in client_of(staff).get("/accounts/you/").content.decode()
    assert "/staff/" not in client_of(world.author("ada")).get("/accounts/you/").content.decode()


def test_no_secret_is_on_any_page(root: User) -> None:
    fill()
    Version.objects.update(log="the deal, card by card")
    kept = {value for attempt in Attempt.objects.all() for value in [attempt.token]}
    kept |= {epoch.key for epoch in Epoch.objects.all()} | {user.password for user in User.objects.all()}
    kept |= {match.seed for match in Match.objects.all() if match.seed} | {"the deal, card by card"}
    client = client_of(root)
    text = "".join(client.get(path).content.decode() for model in site._registry for path in pages(model))
    assert [secret for secret in kept if secret in text] == []


@pytest.mark.parametrize(
    ("model", "column"),
    [(User, "password"), (Match, "seed"), (Tournament, "key"), (Season, "key"), (Entry, "place")],
)
def test_no_list_can_be_narrowed_down_by_what_staff_is_not_shown(model: Any, column: str, root: User) -> None:
    fill()
    client = client_of(root)
    for how in ("", "__startswith", "__regex", "__gte"):
        answer = client.get(f"{address(model, 'changelist')}?{column}{how}=1")
        assert answer.status_code == 400, f"{column}{how}: whether there are such rows tells it bit by bit"
    assert client.get(f"{address(model, 'changelist')}?pk__gte=1").status_code == 200


def test_whatever_a_list_offers_to_narrow_it_down_does(staff: User) -> None:
    fill()
    client = client_of(staff)
    followed = set()
    for path in (address(model, "changelist") for model in site._registry):
        links = {of.get("href") or "" for tag, of in page_of(client.get(path)).tags if tag == "a"}
        followed |= {path + link for link in links if link.startswith("?") and "_facets" not in link}
    assert len(followed) > len(site._registry)
    assert [path for path in followed if client.get(path).status_code != 200] == []


def test_a_match_that_is_sealed_is_not_there_for_staff_either(staff: User) -> None:
    fill()
    match = Match.objects.all()[0]
    client = client_of(staff)
    for model in (Match, Job):
        assert match.public_id in client.get(address(model, "changelist")).content.decode()
    Match.objects.filter(pk=match.pk).update(hidden=True)
    for model, key in ((Match, match.pk), (Job, match.job_id)):
        assert match.public_id not in client.get(address(model, "changelist")).content.decode()
        assert client.get(address(model, "change", key)).status_code == 302, "there is none of that number"


def test_the_page_of_a_match_leads_to_its_job_with_every_attempt(staff: User) -> None:
    fill()
    match = Match.objects.all()[0]
    match.attempts.update(reason="the host stalled")
    client, job = client_of(staff), address(Job, "change", match.job_id)
    assert f'href="{job}"' in client.get(address(Match, "change", match.pk)).content.decode()
    assert "the host stalled" in client.get(job).content.decode()


def test_the_list_of_jobs_names_the_upload_that_is_checked(staff: User) -> None:
    version = CHECK.order().version
    assert version is not None
    page = client_of(staff).get(address(Job, "changelist")).content.decode()
    assert f">{version.bot.owner.username}/{version.bot.slug}@1<" in page


@pytest.mark.database
@pytest.mark.parametrize("model", [Bot, Version, Match, Job, LedgerEntry, Notice, User])
def test_a_longer_list_takes_no_more_queries(model: Any, staff: User) -> None:
    fill()
    client = client_of(staff)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(model, "changelist")).status_code == 200
        return len(asked)

    queries()
    before, rows = queries(), model.objects.count()
    bots = [world.bot() for _ in range(3)]
    for _ in range(3):
        world.play(world.order(bots, on=Ladder.objects.get(slug="poison"))[0])
    for bot in bots:
        Notice.objects.create(user=bot.owner, key="more", at=timezone.now(), sentence="It plays.", address="/")
    assert model.objects.count() > rows
    assert queries() == before


def test_what_a_list_searches_it_finds(staff: User) -> None:
    fill()
    bot = Bot.objects.all()[0]
    page = client_of(staff).get(f"{address(Bot, 'changelist')}?q={bot.owner.username}").content.decode()
    others = [other.slug for other in Bot.objects.exclude(owner=bot.owner)]
    assert f">{bot.slug}<" in page
    assert not [slug for slug in others if f">{slug}<" in page]
