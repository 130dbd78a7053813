"""What is wrong is answered by 4xx, with a reason in the reader's words; never by 500."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from athanor.lifecycles import VersionState
from athanor.matches.models import Match
from athanor.paging import written
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.front.stage import Site

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def site(site_of_the_file: Site) -> Site:
    return site_of_the_file


@pytest.mark.database
@pytest.mark.parametrize(
    ("address", "status", "reason"),
    [
        ("/nowhere", 404, "no page at this address"),
        ("/ladders/chess/", 404, "There is no ladder called"),
        ("/ladders/../etc/passwd", 404, "no page"),
        ("/matches/xyz/", 404, "There is no match"),
        ("/matches/xyz/replay.athanor", 404, "There is no match"),
        ("/matches/xyz/seats/0/log", 403, "for its author only"),
        ("/matches/?ladder=chess", 404, "There is no ladder called"),
        ("/matches/?game=chess", 404, "No game is called"),
        ("/matches/?state=lost", 404, "No list of matches is called"),
        ("/matches/?bot=nobody/nothing", 404, "There is no bot nobody/nothing"),
        ("/matches/?bot=nothing", 404, "There is no bot"),
        ("/matches/?against=ada/bot", 400, "needs a <code>bot</code>"),
        ("/matches/?from=%00", 400, "is no cursor"),
        ("/matches/?from=" + written("yesterday", 1), 400, "is not a date with a time"),
        ("/matches/?from=" + written("2026-13-45T99:99:99+00:00", 1), 400, "is not a date with a time"),
        ("/matches/?from=" + written("9999-12-31T23:59:59-12:00", 1), 400, "is not a date with a time"),
        ("/matches/?from=" + written("0001-01-01T00:00:00+12:00", 1), 400, "is not a date with a time"),
        ("/matches/?from=" + written(1, 2), 400, "is no cursor"),
        ("/fairness/log/?before=x", 400, "is the number of an entry"),
        ("/fairness/?from=" + written("never"), 400, "is no day"),
        ("/bots/nobody/nothing/", 404, "There is no bot nobody/nothing"),
        ("/bots/nobody/nothing/versions/1/", 404, "There is no bot"),
        ("/bots/a%00b/c/", 404, "no page at this address"),
        ("/matches/?bot=a%00b/c", 404, "Nothing here has a name like that"),
        ("/matches/?ladder=%00", 404, "Nothing here has a name like that"),
        ("/docs/nothing/", 404, "has no page nothing"),
        ("/ladders/" + "x" * 3000 + "/", 404, "There is no ladder"),
    ],
)
def test_an_address_of_nothing_says_what_is_not_there(address: str, status: int, reason: str) -> None:
    response = Client().get(address)
    assert response.status_code == status
    assert page_of(response).faults == []
    assert reason in response.content.decode().replace("&#x27;", "'")


def test_a_replay_that_is_not_there_is_told_in_json() -> None:
    response = Client().get("/matches/xyz/replay.json")
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


def test_a_replay_is_not_shown_before_the_match_has_ended(site: Site) -> None:
    response = Client().get(f"{site.running.get_absolute_url()}replay.json")
    assert response.status_code == 404
    assert "has no replay" in response.json()["message"]


@pytest.mark.database
def test_a_board_has_no_page_where_a_cursor_is_made_up(site: Site) -> None:
    assert Client().get("/ladders/poison/?from=zzz").status_code == 400
    assert Client().get("/ladders/poison/?from=" + written(1e400, 1, 1)).status_code in (200, 400)


def test_a_version_that_was_not_accepted_is_its_authors_alone(site: Site) -> None:
    world.version(
        site.bots[0],
        number=2,
        state=VersionState.REFUSED,
        reason="crash",
        message="It crashed.",
        log="secret\n",
        built="",
    )
    address = "/bots/ada/quicksilver/versions/2/"
    assert "secret" in client_of(site.ada).get(address).content.decode()
    for user in (None, site.bea):
        assert client_of(user).get(address).status_code == 404
        assert "versions/2/" not in client_of(user).get("/bots/ada/quicksilver/").content.decode()


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_a_page_is_only_read(site: Site, method: str) -> None:
    for address in (
        "/",
        "/ladders/",
        "/ladders/poison/",
        "/matches/",
        "/bots/ada/quicksilver/",
        "/docs/",
        "/fairness/",
    ):
        assert getattr(Client(), method)(address).status_code == 405, address


def test_a_method_that_an_address_does_not_take_is_told_with_what_to_do(site: Site) -> None:
    response = client_of(site.ada).get("/bots/ada/quicksilver/versions/1/current/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert page_of(response).faults == []
    assert "takes POST, and was asked with GET" in response.content.decode()
    assert "press it there" in response.content.decode()
    response = Client().post("/matches/")
    assert response.status_code == 405
    assert "takes GET, HEAD, and was asked with POST" in response.content.decode()


def test_a_pasted_source_that_is_too_long_is_told_so(site: Site) -> None:
    given = {"name": "long", "source": "#" * (1024 * 1024 + 1)}
    response = client_of(site.ada).post("/upload/", given)
    assert response.status_code == 413
    assert page_of(response).faults == []
    assert "as a file" in response.content.decode()


def test_what_cannot_be_read_at_all_is_400() -> None:
    response = Client(headers={"host": "elsewhere.example"}).get("/")
    assert response.status_code == 400
    assert "Not understood" in response.content.decode()


def test_forms_want_their_token() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert response.status_code == 403
    assert "Sent from an old page" in response.content.decode()


def test_only_an_author_changes_a_bot(site: Site) -> None:
    for path in ("versions/1/current/", "retire/"):
        response = client_of(site.bea).post(f"/bots/ada/quicksilver/{path}", {"name": "quicksilver"})
        assert response.status_code == 403
        assert "is not yours" in response.content.decode()
    site.bots[0].refresh_from_db()
    assert site.bots[0].retired_at is None


@pytest.mark.database
def test_whatever_a_challenge_lacks_is_said_and_what_was_typed_stays(site: Site) -> None:
    for opponents in ("nobody/nothing", "bea", "", "\x00", "bea/salamander " * 9):
        response = client_of(site.ada).post(
            "/matches/challenge/", {"game": "poison", "mine": "ada/quicksilver", "opponents": opponents}
        )
        assert response.status_code == 400, opponents
        assert opponents.strip("\x00 ") in response.content.decode()


def test_an_option_that_the_game_does_not_have_is_said_on_the_page_too(site: Site) -> None:
    given = {"game": "poison", "mine": "ada/quicksilver", "opponents": "bea/salamander"}
    for options, says in {
        "variant=deal-none": "option variant is deal-all or draw-five, not 'deal-none'",
        "tommy=true": "Poison has no option 'tommy'; it has: variant (deal-all or draw-five), taken",
        "taken": "'taken' is no option: write NAME=VALUE; poison has: variant",
        "taken=open taken=hidden": "option 'taken' is given twice",
    }.items():
        response = client_of(site.ada).post("/matches/challenge/", given | {"options": options})
        assert response.status_code == 400
        assert says in html.unescape(response.content.decode()), options
    response = client_of(site.ada).post(
        "/matches/challenge/", given | {"options": "variant=draw-five\ntaken=hidden"}
    )
    assert response.status_code == 302
    match = Match.objects.order_by("-pk")[0]
    assert match.options == {"variant": "draw-five", "taken": "hidden"}


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"opponents": "bea/nothing"}, "opponents", "There is no bot bea/nothing. The ladders list"),
        ({"opponents": "bea"}, "opponents", "'bea' is not the name of a bot. Write author/bot"),
        ({"options": "taken=maybe"}, "options", "poison: option taken is open or hidden"),
        ({"game": "kazaam"}, "__all__", "does not play kazaam. It plays poison."),
    ],
)
def test_what_a_challenge_has_wrong_is_said_in_sentences_beside_its_field(
    site: Site, wrong: dict[str, str], field: str, says: str
) -> None:
    given = {"game": "poison", "mine": "ada/quicksilver", "opponents": "bea/salamander"}
    response = client_of(site.ada).post("/matches/challenge/", given | wrong)
    assert response.status_code == 400
    errors = response.context["form"].errors
    assert list(errors) == [field]
    assert says in html.unescape(errors[field][0])


def test_a_challenge_is_ordered_and_shown(site: Site) -> None:
    response = client_of(site.ada).post(
        "/matches/challenge/",
        {"game": "poison", "mine": "ada/quicksilver", "opponents": "bea/salamander"},
        follow=True,
    )
    assert response.status_code == 200
    assert "waits for a free worker" in response.content.decode()
