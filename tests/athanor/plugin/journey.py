"""What a site does with a game that is installed beside it. `tests/plugin` runs this where Connect Four is."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from arena.games.registry import GAMES, PLUGINS
from arena.replay.file import read
from arena.replay.verification import verify
from athanor.bots import house
from athanor.bots.models import Bot
from athanor.bots.services import upload
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Standing
from athanor.ladders.services import seed
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.front.reading import client_of
from tests.athanor.front.stage import perform

GAME = "connect4"

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(settings: Settings) -> Match:
    settings.BACKLOG = 1
    house.seed()
    seed()
    Ladder.objects.exclude(game=GAME).update(open=False)
    assert matchmake() > 0
    matches = list(Match.objects.filter(game=GAME))
    assert len(matches) == 2, "from both sides"
    for match in matches:
        perform(match)
    match = matches[0]
    match.refresh_from_db()
    return match


def test_its_ladder_is_there_with_its_house_bots_and_rates_its_matches(played: Match) -> None:
    ladder = Ladder.objects.get(game=GAME)
    assert (ladder.slug, ladder.title, ladder.rotates) == ("connect4", "Connect Four", True)
    names = {standing.bot.slug for standing in Standing.objects.filter(ladder=ladder)}
    assert names == {"connect4-greedy", "connect4-random"}
    assert {standing.games for standing in Standing.objects.filter(ladder=ladder)} == {2}


def test_its_match_is_shown_by_its_title_and_the_replay_is_verified(played: Match) -> None:
    address = played.get_absolute_url()
    text = Client().get(address).content.decode()
    assert "Connect Four" in text
    assert "1 for the winner" in text
    replay = read(Client().get(f"{address}replay.athanor").content)
    assert (replay.header.game, replay.header.package) == (GAME, "athanor-connect4 1.0")
    assert verify(replay) is None
    assert Client().get(f"{address}replay.json").json()["header"]["game"] == GAME


@pytest.mark.parametrize(
    "address", ["/", "/ladders/", "/ladders/connect4/", "/matches/?game=connect4", "/docs/", "/docs/connect4/"]
)
def test_every_page_that_lists_games_has_it(played: Match, address: str) -> None:
    response = Client().get(address)
    assert response.status_code == 200
    assert "Connect Four" in response.content.decode()


def test_its_rules_page_has_what_its_engine_knows(played: Match) -> None:
    text = Client().get("/docs/connect4/").content.decode()
    game = GAMES[GAME]
    assert PLUGINS[GAME].plugin.sentence in text
    for code, rules in game.refusal_rules.items():
        assert f'id="refused-{code}"' in text
        assert all(f'id="{rule}"' in text for rule in rules)
    assert 'id="option-columns"' in text
    assert "It answers, and sees happen:" in text


def test_a_bot_for_it_is_uploaded_and_a_tournament_of_it_can_be_planned() -> None:
    ada = world.author("ada")
    version = upload(owner=ada, content=b"def choose(ask):\n    return 0\n", filename="four.py", games=[GAME])
    assert version.games == [GAME]
    assert Bot.objects.get(owner=ada).titled(is_shared=True).endswith("Connect Four")
    page = client_of(ada).get("/tournaments/new/").content.decode()
    assert 'value="connect4"' in page
    assert 'id="id_connect4-columns"' in page
    assert ".for-game-connect4" in Client().get("/tournaments/plan.css").content.decode()
