"""athanor tournaments, against the site itself."""

from __future__ import annotations

import json

import pytest

from arena.cli.main import main
from athanor.accounts.models import User
from athanor.lifecycles import EntryState
from athanor.tournaments import commands, entries
from athanor.tournaments.models import Tournament
from tests.athanor import world
from tests.athanor.conftest import Run
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.slow]


@pytest.fixture
def ada(run: Run) -> User:
    ada = world.author("ada")
    token = world.token(ada, "read", "tournament")
    assert run("login", "SITE", typed=token + "\n")[0] == 0
    return ada


@pytest.fixture
def cup() -> Tournament:
    soon = f"{events.now().replace(microsecond=0) + events.A_DAY:%Y-%m-%dT%H:%M}"
    return events.event(world.author("olga"), start=soon, format="round-robin", check_in_minutes=60)


def test_it_works(run: Run, ada: User, cup: Tournament) -> None:
    events.bot("mine", owner=ada)
    assert run("tournaments", "enter", cup.slug, "mine") == (0, "ada/mine is entered\n", "")
    assert run("tournaments", "enter", cup.slug, "mine") == (0, "ada/mine is entered\n", "")
    events.enter(cup, ["bea", "cam"])
    code, out, _ = run("tournaments", "show", cup.slug)
    assert code == 0
    assert "Spring Cup: kazaam. " in out
    assert "3 of 8 entrants" in out
    assert "a-bea/bea" in out
    cup.state = "check-in"
    cup.save()
    assert run("tournaments", "check-in", cup.slug, "mine")[1] == "ada/mine is entered and checked in\n"
    for name in ("bea", "cam"):
        entries.check_in(entry=events.entry(cup, name))
    commands.carry("start", tournament=cup, by=cup.owner)
    _, out, _ = run("tournaments", "show", cup.slug)
    assert "stage 1, round" in out
    assert "(open)" in out
    events.play_out()
    _, out, _ = run("tournaments", "show", cup.slug)
    assert "won by a-bea/bea" in out
    assert "standings of stage 1:" in out
    _, out, _ = run("tournaments")
    assert "spring-cup  Spring Cup  kazaam  finished" in out


def test_a_bot_is_withdrawn(run: Run, ada: User, cup: Tournament) -> None:
    events.bot("mine", owner=ada)
    run("tournaments", "enter", cup.slug, "mine")
    assert run("tournaments", "withdraw", cup.slug, "mine") == (0, "ada/mine is withdrawn\n", "")
    assert events.entry(cup, "mine").state == EntryState.WITHDRAWN


def test_all_of_it_can_be_had_as_json(run: Run, ada: User, cup: Tournament) -> None:
    events.bot("mine", owner=ada)
    entry = json.loads(run("tournaments", "enter", cup.slug, "mine", "--json")[1])
    assert (entry["key"], entry["state"]) == ("ada/mine", "entered")
    (row,) = json.loads(run("tournaments", "--json")[1])
    assert json.loads(run("tournaments", "list", "--json")[1]) == [row]
    shown = json.loads(run("tournaments", "show", cup.slug, "--json")[1])
    assert shown["slug"] == row["slug"] == cup.slug
    assert [one["key"] for one in shown["entries"]] == ["ada/mine"]


def test_what_the_site_refuses_is_said_in_its_words(run: Run, ada: User, cup: Tournament) -> None:
    code, out, err = run("tournaments", "enter", cup.slug, "nobody")
    assert (code, out) == (1, "")
    assert "nobody" in err
    code, _, err = run("tournaments", "show", "nothing")
    assert code == 1
    assert "there is no tournament 'nothing'" in err
    events.bot("mine", owner=ada)
    code, _, err = run("tournaments", "check-in", cup.slug, "mine")
    assert code == 1
    assert "you have entered no bot called 'mine' here" in err


def test_help_has_examples(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["tournaments"], ["tournaments", "enter"]):
        assert main([*words, "--help"]) == 0
        assert "example: athanor tournaments enter friday-cup-2 my-bot" in capsys.readouterr().out
