"""athanor play."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import pytest

from arena.cli.series import deal_seed
from arena.cli.standings import Played, standings
from arena.games.registry import GAMES
from arena.orders import ladders
from arena.orders.ladders import QUICK, Plan, main_ladder
from arena.replay.file import read
from athanorpb.farm.values import Clock
from tests.arena.cli.running import athanor, results

pytestmark = pytest.mark.usefixtures("elsewhere")


def test_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "play", "poison", "random", "greedy", "counting", "--seed", "05")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == f"poison, seed 05{'0' * 62}"
    assert lines[1].split() == ["bot", "games", "wins", "mean", "rank", "mean", "score", "faults"]
    assert [line.split()[:2] for line in lines[2:]] == [["random", "1"], ["greedy", "1"], ["counting", "1"]]


def test_without_replay_or_json_nothing_is_left_behind(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    athanor(capsys, "play", "poison", "random", "random")
    assert list(elsewhere.iterdir()) == []


def test_with_rotation_every_bot_has_every_hand_once(capsys: pytest.CaptureFixture[str]) -> None:
    document = results(capsys, "random", "greedy", "random", "--games", "2", "--rotate", "--seed", "1")
    matches = document["matches"]
    assert [(match["deal"], match["rotation"]) for match in matches] == [
        (deal, rotation) for deal in (0, 1) for rotation in range(6)
    ]
    assert len({match["seed"] for match in matches}) == 2
    for deal in (0, 1):
        seats = [match["seats"] for match in matches if match["deal"] == deal]
        assert {tuple(column) for column in map(sorted, zip(*seats, strict=True))} == {
            ("greedy", "greedy", "random-1", "random-1", "random-2", "random-2")
        }
    assert [bot["games"] for bot in document["bots"]] == [12, 12, 12]
    assert sum(bot["wins"] for bot in document["bots"]) == pytest.approx(12)


@pytest.mark.parametrize(("bots", "deals"), [(3, 1), (4, 3), (5, 2)])
def test_with_rotation_every_bot_plays_directly_before_every_other_one_equally_often(
    bots: int, deals: int, capsys: pytest.CaptureFixture[str]
) -> None:
    document = results(capsys, *["random"] * bots, "--games", str(deals), "--rotate")
    tables = [match["seats"] for match in document["matches"]]
    before = Counter(pair for table in tables for pair in pairwise([*table, table[0]]))
    assert len(before) == bots * (bots - 1)
    assert len(set(before.values())) == 1


def test_every_replay_that_the_results_name_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    document = results(capsys, "random", "greedy", "random", "--games", "2", "--rotate")
    paths = [match["replay"] for match in document["matches"]]
    assert len(set(paths)) == 12
    assert athanor(capsys, "verify", *paths).code == 0
    for match in document["matches"]:
        replay = read(Path(match["replay"]).read_bytes())
        assert replay.chain == match["chain"]
        assert replay.result["scores"] == match["scores"]
        assert replay.seed.hex() == match["seed"]
        assert [entrant.bot for entrant in replay.header.seats] == match["seats"]


def test_the_same_seed_gives_the_same_results(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (results(capsys, "random", "greedy", "--games", "3", "--seed", "abc") for _ in range(2))
    assert [match["chain"] for match in one["matches"]] == [match["chain"] for match in other["matches"]]
    third = results(capsys, "random", "greedy", "--games", "3", "--seed", "abd")
    assert one["matches"][0]["chain"] != third["matches"][0]["chain"]


def test_many_matches_on_all_cores_are_those_that_few_are(capsys: pytest.CaptureFixture[str]) -> None:
    many = results(capsys, "random", "greedy", "--games", "9", "--seed", "abc")
    few = results(capsys, "random", "greedy", "--games", "2", "--seed", "abc")
    assert [match["deal"] for match in many["matches"]] == list(range(9))
    assert [match["chain"] for match in many["matches"][:2]] == [match["chain"] for match in few["matches"]]
    assert athanor(capsys, "verify", *(match["replay"] for match in many["matches"])).code == 0


def test_without_a_seed_each_call_deals_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert results(capsys, "random", "random")["seed"] != results(capsys, "random", "random")["seed"]


def test_the_first_deal_has_the_series_own_seed() -> None:
    assert deal_seed(bytes(32), 0) == bytes(32)
    assert len({deal_seed(bytes(32), deal) for deal in range(100)}) == 100


def test_one_replay_goes_to_the_file_that_is_named(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = athanor(capsys, "play", "poison", "random", "random", "--replay", "my.athanor")
    assert said.out.splitlines()[-1] == "replays: my.athanor"
    assert athanor(capsys, "verify", "my.athanor").code == 0


def test_several_replays_go_to_the_folder_that_is_named(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = athanor(capsys, "play", "poison", "random", "random", "--games", "2", "--rotate", "--replay", "a/b")
    assert said.out.splitlines()[-1] == "replays: a/b"
    assert sorted(path.name for path in Path("a/b").iterdir()) == [
        "0000-0.athanor", "0000-1.athanor", "0001-0.athanor", "0001-1.athanor",
    ]  # fmt: skip


def test_options_and_clock_are_those_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    document = results(
        capsys, "random", "random", "--option", "variant=draw-five", "--clock", "bank=2s,increment=5ms,match=1m"
    )
    assert document["options"] == {"variant": "draw-five", "taken": "open"}
    assert document["clock"] == {
        "startup": 10_000, "bank": 2_000, "increment": 5, "move_cap": 5_000, "match_cap": 60_000,
    }  # fmt: skip
    header = read(Path(document["matches"][0]["replay"]).read_bytes()).header
    assert header.options == document["options"]
    assert header.clock.bank == 2_000


def test_the_clock_is_that_of_the_games_main_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    """What is not out of time here is not out of time there."""
    assert results(capsys, "random", "random")["clock"] == asdict(QUICK)
    said = athanor(capsys, "play", "alkemy", "random", "random", "--option", "turn_limit=1", "--json")
    blitz = main_ladder("alkemy")
    assert blitz is not None
    assert blitz.clock.bank > QUICK.bank
    assert json.loads(said.out)["clock"] == asdict(blitz.clock)


def test_another_ladder_gives_its_clock_and_its_options_and_what_is_said_goes_before_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(bank=7_000, match_cap=77_000)
    hidden = Plan("hidden", "Hidden", "", "poison", 3, 3, clock, {"taken": "hidden", "variant": "draw-five"})
    monkeypatch.setattr(ladders, "plans_of", lambda game: (hidden,))
    words = ("--ladder", "hidden", "--option", "variant=deal-all", "--clock", "match=70s")
    document = results(capsys, "random", "random", "random", *words)
    assert document["clock"] == asdict(replace(clock, match_cap=70_000))
    assert document["options"] == {"variant": "deal-all", "taken": "hidden"}


def test_bots_of_one_name_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    document = results(capsys, "random", "greedy", "random")
    assert [bot["bot"] for bot in document["bots"]] == ["random-1", "greedy", "random-2"]


# --- every game, with every number of seats


@pytest.mark.parametrize(
    ("game", "seats"), [(game.name, seats) for game in GAMES.values() for seats in game.seats]
)
def test_house_bots_play_every_game_with_every_number_of_seats(
    game: str, seats: int, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["greedy", *["random"] * (seats - 1)]
    said = athanor(capsys, "play", game, *bots, "--seed", "0c", "--replay", "match.athanor")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert [line.split()[0].partition("-")[0] for line in lines[2 : 2 + seats]] == bots
    assert all(line.split()[-1] == "0" for line in lines[2 : 2 + seats]), "a fault"
    assert lines[-1] == "replays: match.athanor"
    said = athanor(capsys, "verify", "match.athanor")
    assert (said.code, said.err) == (0, "")
    told = athanor(capsys, "replay", "match.athanor").out.splitlines()
    assert told[0].startswith(f"{game} (rules revision ")
    assert [line for line in told if line.startswith("seat ")] == [
        f"seat {seat}: {name}" for seat, name in enumerate(_numbered(bots))
    ]
    assert len([line for line in told if line.startswith("  rank ")]) == seats


def _numbered(bots: list[str]) -> list[str]:
    return [
        bot if bots.count(bot) == 1 else f"{bot}-{bots[: place + 1].count(bot)}" for place, bot in enumerate(bots)
    ]


def test_options_that_were_chosen_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--option", "counters=some-double", "--option", "head_scope=any", "--option", "round_limit=3")
    said = athanor(capsys, "play", "kazaam", "random", "random", *options, "--seed", "05")
    assert said.out.splitlines()[0] == f"kazaam, counters some-double, round_limit 3, seed 05{'0' * 62}"
    said = athanor(capsys, "play", "alakazoo", "random", "--option", "tommy=true", "--option", "round_limit=2")
    assert said.out.splitlines()[0].startswith("alakazoo, round_limit 2, tommy true, seed ")


# --- the table


def result(
    deal: int, rotation: int, seats: tuple[int, ...], scores: tuple[int, ...], ranks: tuple[int, ...]
) -> Played:
    return Played(deal, rotation, "", seats, scores, ranks, "done", 9, ("",) * 2, ("",) * 2, (0, 1), "", "")


def test_standings_are_by_bot_whatever_its_seat() -> None:
    matches = [
        result(0, 0, (0, 1), (10, 20), (1, 2)),
        result(0, 1, (1, 0), (30, 20), (2, 1)),
        result(1, 0, (0, 1), (10, 10), (1, 1)),
        result(1, 1, (1, 0), (0, 20), (1, 2)),
    ]
    first, second = standings(["a", "b"], matches)
    assert (first.games, first.wins, first.mean_rank, first.mean_score) == (4, 2.5, 1.25, 15.0)
    assert (second.wins, second.mean_rank, second.mean_score) == (1.5, 1.5, 15.0)
    # Deals: 15 and 15 for a, 25 and 5 for b.
    assert first.score_error == 0.0
    assert second.score_error == pytest.approx(10.0)
    assert (first.faults, second.faults) == (2, 2)


def test_who_plays_alone_has_won_what_it_solved() -> None:
    matches = [result(deal, 0, (0,), (score,), (1,)) for deal, score in enumerate((1, 0, 0, 1, 1))]
    (alone,) = standings(["a"], matches)
    assert (alone.games, alone.wins, alone.mean_rank, alone.mean_score) == (5, 3, 1.0, 0.6)
