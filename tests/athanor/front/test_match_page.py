"""The page of a match: the board, the result, and what it takes to check it."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from arena.games.registry import GAMES
from arena.referee.inprocess import Functions
from arena.replay.file import read
from arena.replay.verification import verify
from athanor.design.templatetags.rules import fault
from athanor.matches.challenges import challenge
from athanor.matches.models import Epoch
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.front.stage import Site, perform, unrated

pytestmark = pytest.mark.slow


@pytest.fixture
def site(site_of_the_file: Site) -> Site:
    return site_of_the_file


@pytest.mark.database
def test_a_finished_match_has_its_board_its_result_and_its_seed(site: Site) -> None:
    match = site.finished[0]
    text = Client().get(match.get_absolute_url()).content.decode()
    assert f'data-replay="/matches/{match.public_id}/replay.json"' in text
    assert match.seed in text
    assert f"athanor verify {match.public_id}.athanor" in text
    assert "<noscript>" in text
    for seat in match.seats.all():
        assert seat.bot.name in text


def test_its_replay_can_be_downloaded_and_verified(site: Site) -> None:
    match = site.finished[0]
    response = Client().get(f"{match.get_absolute_url()}replay.athanor")
    assert response["Content-Disposition"] == f'attachment; filename="{match.public_id}.athanor"'
    assert "immutable" in response["Cache-Control"]
    assert verify(read(response.content)) is None


def test_the_player_reads_the_document_of_that_replay(site: Site) -> None:
    address = site.finished[0].get_absolute_url()
    document = Client().get(f"{address}replay.json").json()
    packed = Client().get(f"{address}replay.json", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 4 < len(json.dumps(document))
    assert document.pop("names") == [seat.bot.name for seat in site.finished[0].seats.order_by("seat")]
    assert document == json.loads(json.dumps(read(Client().get(f"{address}replay.athanor").content).document()))


def test_what_is_under_way_shows_no_seed_and_follows_itself(site: Site) -> None:
    text = Client().get(site.running.get_absolute_url()).content.decode()
    assert "being played right now" in text
    assert 'data-live="3"' in text
    assert "data-replay" not in text
    assert "The seed is published when the match has ended" in text


def test_a_void_match_says_whose_fault_it_was(site: Site) -> None:
    text = Client().get(site.void.get_absolute_url()).content.decode()
    assert "the worker stalled" in text
    assert "our fault and not a bot’s" in text
    assert "athanor verify" not in text


def test_a_deal_that_is_still_played_elsewhere_shows_no_replay(site: Site) -> None:
    first, second, *others = world.order(site.bots[:3], site.ladder, rotations=3)
    perform(first)
    text = Client().get(first.get_absolute_url()).content.decode()
    assert "data-replay" not in text
    assert "The replay is shown when the other matches of this deal have ended" in text
    assert second.get_absolute_url() in text
    for match in (second, *others):
        perform(match)
    assert "data-replay" in Client().get(first.get_absolute_url()).content.decode()


def test_the_key_of_the_day_is_shown_once_it_is_out(site: Site) -> None:
    epoch = Epoch.objects.get(matches=site.finished[0])
    for address in ("/fairness/", site.finished[0].get_absolute_url()):
        text = Client().get(address).content.decode()
        assert epoch.key not in text
        assert epoch.commitment in text
    Epoch.objects.filter(pk=epoch.pk).update(revealed_at=timezone.now())
    for address in ("/fairness/", site.finished[0].get_absolute_url()):
        assert epoch.key in Client().get(address).content.decode()


def test_a_bots_author_sees_where_it_failed_and_what_it_said(site: Site) -> None:
    own = client_of(site.ada).get("/bots/ada/quicksilver/").content.decode()
    assert "IndexError: pop from empty list" in own
    log = f"/matches/{site.failed.public_id}/seats/0/log"
    assert log in own
    assert client_of(site.ada).get(log).content == b"Traceback\n"
    assert client_of(site.bea).get(log).status_code == 404
    assert client_of(None).get(log).status_code == 403
    assert "Where it failed" not in client_of(site.bea).get("/bots/ada/quicksilver/").content.decode()


def test_a_bots_author_alone_sees_what_it_took(site: Site) -> None:
    match = site.failed
    own = " ".join(client_of(site.ada).get(match.get_absolute_url()).content.decode().split())
    assert "<dt>Memory</dt><dd>20 MiB at its peak" in own
    assert "40 KiB to it, 8.8 KiB from it" in own
    assert "answers: median " in own
    assert "quicksilver, for you" in own
    assert "quicksilver, for you" not in client_of(site.bea).get(match.get_absolute_url()).content.decode()
    anybody = Client().get(match.get_absolute_url()).content.decode()
    assert ", for you" not in anybody
    assert "at its peak" not in anybody
    api = Client().get(f"/api/v1/matches/{match.public_id}").content.decode()
    assert "spent" not in api
    assert "heard" not in api


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_is_out_for_illegal_answers_has_the_code_and_its_rules_linked(site: Site, game: str) -> None:
    seats = min(seats for seats in GAMES[game].seats if seats > 1)
    bots = [world.bot(f"{game}-{place}", site.ada, games=[game]) for place in range(seats)]
    (match,) = challenge(user=site.ada, game=game, bots=[f"ada/{bot.slug}" for bot in bots])
    address = perform(match, instead={bots[0].pk: FLYING}).get_absolute_url()
    for page in (address, bots[0].get_absolute_url()):
        text = client_of(site.ada).get(page).content.decode()
        assert f'<a href="/docs/{game}/#refused-malformed"><code>malformed</code></a>: {told(game)}' in text, page
        for rule in GAMES[game].refusal_rules["malformed"]:
            assert f'<a href="/docs/{game}/#{rule}">{rule}</a>' in text, page


FLYING = Functions(lambda ask: {"fly": {}}, None, None)


def told(game: str) -> str:
    return escape(GAMES[game].refusals["malformed"].removesuffix("."))


def test_a_bots_author_alone_is_led_to_what_to_do(site: Site) -> None:
    advice = '<a href="/docs/conduct/#fault-raised">what to do</a>'
    for page in (site.failed.get_absolute_url(), site.bots[0].get_absolute_url()):
        assert advice in client_of(site.ada).get(page).content.decode()
        assert advice not in client_of(site.bea).get(page).content.decode()


def test_what_a_dead_bot_said_is_no_code_of_a_rule(site: Site) -> None:
    text = Client().get(site.failed.get_absolute_url()).content.decode()
    assert ": its function raised IndexError: pop from empty list</p>" in text
    assert "code" not in fault("at ask 1 (play), after 0 moves: its function raised malformed: KZ", "poison")
    assert fault("malformed: &<b>KZ-1", "poison").endswith(
        '</code></a>: &amp;&lt;b&gt;<a href="/docs/kazaam/#KZ-1">KZ-1</a>'
    )
    assert fault("malformed: <b>", "chess") == fault("malformed: <b>", "") == "malformed: &lt;b&gt;"
    assert fault("wrong-colour: <b>", "kazaam") == "wrong-colour: &lt;b&gt;"


def test_the_options_of_a_match_are_written_as_one_orders_them(site: Site) -> None:
    match = unrated(site.bots[:2], {"tommy": True, "round_limit": 3}, "alakazoo")
    shown = Client().get(match.get_absolute_url()).content.decode()
    for name, value in (("tommy", "true"), ("university", "false"), ("round_limit", "3"), ("book", "off")):
        assert f"<dt>{name}</dt><dd>{value}</dd>" in shown


@pytest.mark.database
def test_pages_of_a_long_list_are_joined_by_links(site: Site) -> None:
    for _ in range(26):
        world.play(world.order(site.bots[:3], site.ladder)[0])
    page = page_of(Client().get("/matches/"))
    (older,) = (link for link in page.links if "from=" in link)
    second = page_of(Client().get(older))
    assert "/matches/" in second.links
    assert site.finished[0].get_absolute_url() in second.links


def test_a_disqualified_bot_shows_so_and_no_score_that_looks_like_the_best(site: Site) -> None:
    out = site.failed.seats.get(seat=0)
    told = f'title="It stood at {out.score} in the end. The score of a disqualified bot does not'
    for address in (site.failed.get_absolute_url(), "/matches/", "/"):
        text = " ".join(Client().get(address).content.decode().split())
        # Of this bot alone: others may have the same score.
        rows = [row for row in re.split(r"</?(?:tr|li|section)\b", text) if told in row]
        assert rows, address
        assert [row for row in rows if re.search(r"<b[^>]*>[-0-9]+</b>", row)] == [], address
    assert "; quicksilver is disqualified</h1>" in Client().get(site.failed.get_absolute_url()).content.decode()


def test_the_head_of_a_match_follows_it_and_says_in_the_end_who_beat_whom(site: Site) -> None:
    address = site.running.get_absolute_url()
    part = Client().get(address, {"parts": "head"}).content.decode()
    assert "quicksilver against salamander, counting and greedy</h1>" in part
    assert "playing now" in part
    world.play(site.running, [2, 1, 3, 4])
    part = Client().get(address, {"parts": "head"}).content.decode()
    assert "salamander beats quicksilver, counting and greedy</h1>" in part
    assert 'data-title="salamander beats quicksilver, counting and greedy, Poison · Athanor"' in part
    assert "data-live=" not in part
    assert "· played <time" in part


def test_what_is_being_played_and_what_waits_stand_apart(site: Site) -> None:
    playing = page_of(Client().get("/matches/?state=open&parts=playing"))
    waiting = page_of(Client().get("/matches/?state=open&parts=waiting"))
    assert playing.links == {site.running.get_absolute_url()}
    assert waiting.links == {site.waiting.get_absolute_url()}


def test_a_match_page_loads_the_style_of_its_own_game_only(site: Site) -> None:
    match = site.finished[0]
    page = page_of(Client().get(match.get_absolute_url()))
    styles = [link.get("href") or "" for link in page.named("link") if link.get("rel") == "stylesheet"]
    assert [style for style in styles if "/games/" in style] == [f"/static/athanor/css/games/{match.game}.css"]


def test_a_game_is_called_by_its_title_which_is_not_its_name_with_a_capital(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = site.finished[0]
    monkeypatch.setattr(type(GAMES[match.game]), "title", "Four Cauldrons")
    for address in (match.get_absolute_url(), "/", "/matches/"):
        assert "Four Cauldrons" in Client().get(address).content.decode(), address
    monkeypatch.setattr(type(GAMES[match.game]), "title", "<b>Cauldrons")
    assert "<b>Cauldrons" not in Client().get(match.get_absolute_url()).content.decode()


def test_a_match_of_a_game_that_is_not_installed_any_more_is_shown_by_the_games_name(site: Site) -> None:
    match = site.finished[0]
    match.game = "vanished"
    match.save(update_fields=["game"])
    response = Client().get(match.get_absolute_url())
    assert response.status_code == 200
    assert "vanished" in response.content.decode()
