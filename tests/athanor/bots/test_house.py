"""The house and its bots."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from arena.games.registry import GAMES
from arena.house.catalogue import house_bots
from athanor.accounts.models import User
from athanor.bots import house
from athanor.bots.models import Bot, Version
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Standing
from athanor.matches.models import Match
from athanor.storage import blobs
from athanor_contract.bundle import read

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_it_works() -> None:
    call_command("seed_house", stdout=io.StringIO())
    assert Ladder.objects.filter(slug="poison").exists()
    slugs = set(Bot.objects.filter(owner__is_house=True).values_list("slug", flat=True))
    assert slugs == {f"{game}-{name}" for game in GAMES for name in house_bots(game)}
    for ladder in Ladder.objects.exclude(seats=1):
        names = Standing.objects.filter(ladder=ladder, listed=True).values_list("bot__slug", flat=True)
        assert set(names) == {f"{ladder.game}-{name}" for name in house_bots(ladder.game)}, ladder.slug
    assert matchmake() > 0
    assert {seat.bot.owner.username for seat in Match.objects.all()[0].seats.all()} == {"house"}


def test_every_game_has_a_ladder_and_two_house_bots_of_its_own() -> None:
    call_command("seed_house", stdout=io.StringIO())
    assert set(Ladder.objects.values_list("game", flat=True)) == set(GAMES)
    for game in GAMES:
        slugs = set(Bot.objects.filter(current__games=[game]).values_list("slug", flat=True))
        assert {f"{game}-random", f"{game}-greedy"} <= slugs


def test_their_bundles_are_real_ones() -> None:
    house.seed()
    for version in Version.objects.all():
        bundle = read(blobs().get(version.built), "bundle.zip")
        assert bundle.manifest.runtime == "python"
        assert version.built == version.digest


def test_seeding_again_changes_nothing() -> None:
    call_command("seed_house", stdout=io.StringIO())
    before = [list(model.objects.values()) for model in (User, Bot, Version, Ladder, Standing)]
    out = io.StringIO()
    call_command("seed_house", stdout=out)
    assert "up to date" in out.getvalue()
    assert [list(model.objects.values()) for model in (User, Bot, Version, Ladder, Standing)] == before


def test_a_house_bot_that_has_changed_is_a_new_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    house.seed()
    changed = tmp_path / "random.py"
    changed.write_text("def choose(ask):\n    return 0\n")
    monkeypatch.setattr(house, "house_bots", lambda game: {"random": changed} if game == "poison" else {})
    (version,) = house.seed()
    assert (version.bot.slug, version.number) == ("poison-random", 2)
    assert version.bot.versions.count() == 2


def test_nobody_can_log_in_as_the_house() -> None:
    assert not house.house().has_usable_password()
