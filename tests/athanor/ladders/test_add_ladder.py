"""manage.py add_ladder: what a game does not have is refused, by its name and with what it has."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from athanor.ladders.models import Ladder

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def add(*words: str) -> str:
    out = io.StringIO()
    call_command("add_ladder", *words, stdout=out)
    return out.getvalue()


def test_it_works() -> None:
    said = add("kazaam-5", "kazaam", "5", "--least-seats", "4", "--option", "counters=some-double")
    assert "kazaam-5" in said
    ladder = Ladder.objects.get(slug="kazaam-5")
    assert (ladder.game, ladder.seats, ladder.least_seats) == ("kazaam", 5, 4)
    assert (ladder.options["counters"], ladder.options["round_limit"]) == ("some-double", 60)


def test_options_of_every_kind_are_read() -> None:
    add("alakazoo-all", "alakazoo", "3", *("--option", "tommy=true", "--option", "round_limit=30"))
    options = Ladder.objects.get().options
    assert (options["tommy"], options["university"], options["round_limit"]) == (True, False, 30)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "2"], "no game is called 'chess'; there are: poison, kazaam, alakazoo"),
        (["kazaam", "6"], "kazaam is for 2 to 5 seats, not 6"),
        (["kazaam", "4", "--least-seats", "1"], "kazaam is for 2 to 5 seats, not 1"),
        (
            ["kazaam", "2", "--option", "full_hand=maybe"],
            "option full_hand is blocked or discard-first, not 'maybe'",
        ),
        (
            ["kazaam", "2", "--option", "round_limit=0"],
            "option round_limit is a whole number from 1 to 200, not 0",
        ),
        (
            ["kazaam", "2", "--option", "tommy=true"],
            "kazaam has no option 'tommy'; it has: head_scope (any or aimed)",
        ),
        (
            ["kazaam", "2", "--option", "tommy"],
            "'tommy' is no option: write NAME=VALUE; kazaam has: head_scope (any or aimed)",
        ),
        (["alakazoo", "1", "--option", "book=instead"], "option book is off or goal with one seat, not 'instead'"),
        (
            ["alakazoo", "2", "--option", "book=goal"],
            "option book is off, bonus or instead with 2 seats, not 'goal'",
        ),
        (["poison", "3", "--option", "taken=x"], "poison: option taken is open or hidden, not 'x'"),
        (["poison", "3", "--least-seats", "4"], "at least 4 of 3 seats"),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_what_it_has(words: list[str], says: str) -> None:
    with pytest.raises(CommandError) as info:
        add("new", *words)
    assert says in str(info.value)
    assert not Ladder.objects.exists()
