"""Seeds that nobody can know before and everybody can check afterwards."""

from __future__ import annotations

import dataclasses
import itertools

from arena.replay.seeds import commitment, fits, season_set, seed_of
from tests.arena.replay.played import played

KEY = bytes(range(32))
OPTIONS = {"variant": "deal-all", "taken": "open"}
BUNDLES = ("bb" * 32, "aa" * 32)


def test_a_commitment_is_the_sha_256_of_the_key() -> None:
    # printf '%s' 000102...1f | xxd -r -p | sha256sum
    assert commitment(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_seed_is_the_documented_function_of_the_fixture() -> None:
    # The canonical JSON of the fixture, under HMAC-SHA256 by openssl dgst -mac hmac.
    assert seed_of(KEY, set_id="s1", game="poison", options=OPTIONS, bundles=BUNDLES).hex() == (
        "cdec177a8dab7e8cd56ac1ca1616fcf8f46f6f6083d5151aa5a8c1e000019d55"
    )


def test_who_sits_where_and_the_order_of_options_change_nothing() -> None:
    seeds = {
        seed_of(KEY, set_id="s1", game="poison", options=dict(options), bundles=bundles)
        for bundles in itertools.permutations(BUNDLES)
        for options in itertools.permutations(OPTIONS.items())
    }
    assert len(seeds) == 1


def test_every_part_of_the_fixture_changes_the_seed() -> None:
    seeds = {
        seed_of(KEY, set_id="s1", game="poison", options=OPTIONS, bundles=BUNDLES),
        seed_of(bytes(32), set_id="s1", game="poison", options=OPTIONS, bundles=BUNDLES),
        seed_of(KEY, set_id="s2", game="poison", options=OPTIONS, bundles=BUNDLES),
        seed_of(KEY, set_id="s1", game="kazaam", options=OPTIONS, bundles=BUNDLES),
        seed_of(KEY, set_id="s1", game="poison", options={**OPTIONS, "taken": "hidden"}, bundles=BUNDLES),
        seed_of(KEY, set_id="s1", game="poison", options=OPTIONS, bundles=(*BUNDLES, "cc" * 32)),
    }
    assert len(seeds) == 6


def test_a_replay_s_seed_is_checked_from_its_header() -> None:
    header = played().header
    bundles = [entrant.bundle for entrant in header.seats]
    seed = seed_of(KEY, set_id=header.set_id, game=header.game, options=header.options, bundles=bundles)
    assert fits(KEY, seed, header)
    assert not fits(bytes(32), seed, header)
    assert not fits(KEY, seed, dataclasses.replace(header, set_id="s2"))


def test_a_deal_of_a_season_is_the_same_whoever_plays_it() -> None:
    header = dataclasses.replace(played().header, set_id=season_set("alakazoo-solo", 3, 17))
    alone = dataclasses.replace(header, seats=header.seats[:1])
    seed = seed_of(KEY, set_id="season/alakazoo-solo/3/17", game=header.game, options=header.options, bundles=())
    assert fits(KEY, seed, alone)
    other = dataclasses.replace(alone.seats[0], bundle="cc" * 32)
    assert fits(KEY, seed, dataclasses.replace(alone, seats=(other,)))
    assert not fits(KEY, seed, dataclasses.replace(alone, set_id="season/alakazoo-solo/3/18"))


def test_at_a_table_the_bots_are_in_the_seed_whatever_the_set_is_called() -> None:
    header = dataclasses.replace(played().header, set_id="season/poison/1/1")
    seed = seed_of(KEY, set_id=header.set_id, game=header.game, options=header.options, bundles=())
    assert len(header.seats) > 1
    assert not fits(KEY, seed, header)
