"""Stars: who gives and takes them, and how many."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError
from pytest_django import Settings

from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.matches.models import Match
from athanor.refusals import Refusal
from athanor.replays import retention, stars
from athanor.storage import blobs
from tests.athanor import world
from tests.athanor.matches.test_settle_at_once import at_once
from tests.athanor.replays.test_retention import DAY, NOW, YEAR, kept, played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def bots() -> list[Bot]:
    return [world.bot() for _ in range(3)]


def test_one_user_has_one_star_on_a_replay_and_so_many_in_all(bots: list[Bot], settings: Settings) -> None:
    settings.STARS_A_USER = 2
    matches, user = [played(bots) for _ in range(3)], world.author()
    give = [stars.star(user=user, public_id=match.public_id, now=NOW) for match in (matches[0], matches[0])]
    assert give == [1, 1]
    stars.star(user=user, public_id=matches[1].public_id, now=NOW + DAY)
    with pytest.raises(Refusal, match="star limit reached: 2 replays"):
        stars.star(user=user, public_id=matches[2].public_id, now=NOW)
    assert [row.public_id for row in stars.starred(user=user)] == [matches[1].public_id, matches[0].public_id]
    assert stars.unstar(user=user, public_id=matches[0].public_id) == 0
    assert stars.star(user=user, public_id=matches[2].public_id, now=NOW) == 1


def test_what_nobody_may_see_cannot_be_starred(bots: list[Bot]) -> None:
    user = world.author()
    hidden = played(bots, hidden=True, set_name="tournament-1/p/1/1")
    running = world.order(bots, now=NOW)[0]
    for match in (hidden, running):
        with pytest.raises(Refusal) as refused:
            stars.star(user=user, public_id=match.public_id, now=NOW)
        assert refused.value.status == 404


def test_a_star_is_one_row_whatever_writes_it(bots: list[Bot]) -> None:
    match, user = played(bots), world.author()
    match.stars.create(user=user, at=NOW)
    with pytest.raises(IntegrityError):
        match.stars.create(user=user, at=NOW)


def test_each_user_has_stars_of_their_own(bots: list[Bot], settings: Settings) -> None:
    settings.STARS_A_USER = 1
    ada, bea, match = world.author("ada"), world.author("bea"), played(bots)
    assert [stars.star(user=user, public_id=match.public_id, now=NOW) for user in (ada, bea)] == [1, 2]
    assert stars.unstar(user=ada, public_id=match.public_id) == 1
    starred = [stars.has_starred(user=user, public_id=match.public_id) for user in (ada, bea)]
    assert starred == [False, True]
    assert [len(stars.starred(user=user)) for user in (ada, bea)] == [0, 1]


def test_a_star_that_is_given_again_is_no_new_one_also_at_the_limit(bots: list[Bot], settings: Settings) -> None:
    settings.STARS_A_USER = 1
    match, user = played(bots), world.author()
    for _ in range(2):
        assert stars.star(user=user, public_id=match.public_id, now=NOW) == 1


def test_a_match_that_became_hidden_is_not_among_the_starred(bots: list[Bot]) -> None:
    match, user = played(bots), world.author()
    stars.star(user=user, public_id=match.public_id, now=NOW)
    Match.objects.filter(pk=match.pk).update(hidden=True)
    assert stars.starred(user=user) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_for_stars_that_are_given_at_once(settings: Settings) -> None:
    settings.STARS_A_USER = 2
    bots = [world.bot() for _ in range(3)]
    matches = [played(bots) for _ in range(5)]
    for user in [world.author() for _ in range(8)]:

        def give(public_id: str, user: User = user) -> str:
            try:
                stars.star(user=user, public_id=public_id, now=NOW)
            except Refusal as refusal:
                return refusal.code
            return "starred"

        said = at_once(*(lambda match=match, give=give: give(match.public_id) for match in matches))
        assert sorted(said) == ["starred"] * 2 + ["too-many-stars"] * 3
        assert user.stars.count() == 2


def test_replays_that_are_starred_hold_up_no_other_that_is_as_old(
    bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "A_BATCH", 1)
    starred, other = played(bots), played(bots)
    stars.star(user=world.author(), public_id=starred.public_id, now=NOW)
    kept(NOW + YEAR)
    assert [blobs().has(match.replay) for match in (starred, other)] == [True, False]


def test_a_star_that_is_given_as_its_replay_is_about_to_go_keeps_it(
    bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, user, lock = played(bots), world.author(), Match.objects.select_for_update

    def a_moment_later(**how: Any) -> Any:
        match.stars.get_or_create(user=user, defaults={"at": NOW})
        return lock(**how)

    monkeypatch.setattr(Match.objects, "select_for_update", a_moment_later)
    kept(NOW + YEAR)
    assert match.stars.exists()
    assert blobs().has(match.replay)
