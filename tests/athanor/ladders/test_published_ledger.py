"""A ladder's ledger as anybody can download it, and compute all ratings from it (G3)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from ninja.openapi import get_schema

from athanor.api.ledger_schema import KINDS, MEDIA_TYPE
from athanor.api.routes import api
from athanor.ladders import published_ledger
from athanor.ladders.models import Ladder, LedgerEntry, Standing
from athanor.long_answers import AT_ONCE, LongAnswer
from tests.arena.cli.running import athanor
from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]

LEDGER = "/api/v1/ladders/poison/ledger.jsonl"


def download() -> bytes:
    answer = Client().get(LEDGER)
    assert answer.status_code == 200
    assert answer["Content-Type"] == MEDIA_TYPE
    assert answer["Content-Disposition"] == 'attachment; filename="poison.jsonl"'
    content: bytes = answer.getvalue()
    return content


def lines_of(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def test_the_ratings_computed_from_a_download_are_those_of_the_ladder(
    ladder: Ladder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "poison.jsonl"
    path.write_bytes(download())
    said = athanor(capsys, "rate", path, "--reference")
    assert (said.code, said.err) == (0, "")
    assert "entries: 30; ratings: 6, the same to the last bit" in said.out
    held = {
        line["player"]: (line["mu"], line["sigma"], line["games"]) for line in lines_of(path.read_bytes())[1:7]
    }
    rows = Standing.objects.values_list(
        "bot__owner__username", "bot__slug", "version__number", "mu", "sigma", "games"
    )
    assert held == {f"{owner}/{slug}@{number}": tuple(rest) for owner, slug, number, *rest in rows}


def test_there_are_few_downloads_at_once_since_one_that_is_read_slowly_keeps_a_thread(ladder: Ladder) -> None:
    given_up, never_begun, read, *others = [LongAnswer([b"one", b"two"]) for _ in range(AT_ONCE)]
    next(given_up)
    refused = Caller().get("/ladders/poison/ledger.jsonl")
    assert (refused.status, refused.document["error"]["code"]) == (429, "busy")
    given_up.close()
    given_up.close()
    assert [bool(download()) for _ in range(AT_ONCE)] == AT_ONCE * [True], "each makes room for the next"
    never_begun.close()
    assert b"".join(read) == b"onetwo"
    again = [LongAnswer([]) for _ in range(AT_ONCE - len(others))]
    assert Caller().get("/ladders/poison/ledger.jsonl").status == 429, "as many as before, and no more"
    for one in (*again, *others):
        one.close()


def test_a_rating_that_was_changed_on_the_ladder_is_found(
    ladder: Ladder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standing = Standing.objects.filter(games__gt=0)[0]
    Standing.objects.filter(pk=standing.pk).update(mu=standing.mu + 1e-14)
    path = tmp_path / "poison.jsonl"
    path.write_bytes(download())
    said = athanor(capsys, "rate", path)
    assert said.code == 1
    assert f"of {standing.bot.owner.username}/{standing.bot.slug}@1 on the ladder is " in said.out


def test_it_has_the_entries_in_order_with_the_matches_and_what_their_pages_say(ladder: Ladder) -> None:
    header, *rest = lines_of(download())
    assert (header["ladder"], header["ratings"], header["entries"]) == ("poison", 6, 30)
    entries = rest[6:]
    assert [entry["entry"] for entry in entries] == list(range(1, 31))
    assert [entry["match"] for entry in entries] == list(
        LedgerEntry.objects.order_by("sequence").values_list("match__public_id", flat=True)
    )
    page = Caller().get(f"/matches/{entries[-1]['match']}").document
    for seat, account in zip(entries[-1]["seats"], page["accounts"], strict=True):
        assert [seat[name] for name in ("mu_before", "sigma_before", "mu", "sigma")] == [
            account[name] for name in ("mu_before", "sigma_before", "mu", "sigma")
        ]


def test_what_is_rated_while_it_is_sent_is_not_in_it(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_ledger, "AT_ONCE", 10)
    pieces = published_ledger.pieces(ladder=ladder)
    begun = next(pieces)
    newcomer = world.bot()
    world.play(world.order([newcomer, *world.Bot.objects.exclude(pk=newcomer.pk)[:3]], on=ladder)[0])
    rest = list(pieces)
    assert len(rest) == 3
    lines = lines_of(begun + b"".join(rest))
    assert lines[0]["entries"] == lines[-1]["entry"] == 30
    assert newcomer.slug.encode() not in begun + b"".join(rest)


def test_a_long_ledger_takes_a_query_for_each_piece_and_none_for_an_entry(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published_ledger, "AT_ONCE", 10)
    with CaptureQueriesContext(connection) as asked:
        assert len(list(published_ledger.pieces(ladder=ladder))) == 4
    assert len(asked) == 4


def test_no_match_but_those_rated_on_this_ladder_is_in_it(ladder: Ladder) -> None:
    before = download()
    bots = list(world.Bot.objects.all()[:3])
    other = world.ladder("kazaam")
    world.play(world.order(bots, on=other)[0])
    world.play(world.order(bots)[0])
    world.order(bots, on=ladder)
    assert download() == before


def test_a_ladder_that_nobody_has_played_on_has_a_ledger_without_entries() -> None:
    world.ladder("empty")
    world.bot()
    answer = Client().get("/api/v1/ladders/empty/ledger.jsonl")
    (header,) = lines_of(answer.getvalue())
    assert (header["ratings"], header["entries"]) == (0, 0)


def test_a_solo_ladder_has_none_and_says_where_its_boards_are() -> None:
    world.solo_ladder("alone")
    answer = Caller().get("/ladders/alone/ledger.jsonl")
    assert (answer.status, answer.code) == (409, "solo-ladder")
    assert "/ladders/alone/seasons" in answer.document["error"]["hint"]


def test_the_page_of_a_rated_ladder_links_to_it_and_that_of_a_solo_one_does_not(ladder: Ladder) -> None:
    world.solo_ladder("alone")
    assert f'href="{LEDGER}"' in Client().get("/ladders/poison/").content.decode()
    assert "ledger.jsonl" not in Client().get("/ladders/alone/").content.decode()


def test_the_schema_of_the_api_describes_every_field_of_every_line(ladder: Ladder) -> None:
    route = get_schema(api, path_prefix="")["paths"]["/ladders/{slug}/ledger.jsonl"]["get"]
    kinds = route["responses"][200]["content"][MEDIA_TYPE]["schema"]["oneOf"]
    header, *rest = lines_of(download())
    for kind, line in zip(kinds, (header, rest[0], rest[-1]), strict=True):
        assert list(kind["properties"]) == kind["required"] == list(line)
    assert set(kinds[2]["properties"]["seats"]["items"]["properties"]) == set(rest[-1]["seats"][0])
    assert len(kinds) == len(KINDS)
    assert "$ref" not in json.dumps(kinds)


def test_a_float_is_read_as_the_bits_that_were_written() -> None:
    """The format's own writer and reader, over numbers of every size."""
    random = Random(5)
    for _ in range(2000):
        mu, sigma = random.uniform(-50, 50), random.uniform(1e-9, 9) * 10 ** random.randint(-12, 3)
        written = KINDS[1](player="a/b@1", mu=mu, sigma=sigma, games=1)  # type: ignore[call-arg]
        read = KINDS[1].model_validate_json(written.model_dump_json())
        assert (read.mu, read.sigma) == (mu, sigma)  # type: ignore[attr-defined]
        assert json.loads(written.model_dump_json())["mu"] == mu
