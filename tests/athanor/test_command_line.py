"""athanor login, upload, bots, logs, challenge and matches, against the site itself."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from arena.cli import remote
from arena.cli.connection import path_of_login
from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.ladders.models import Standing
from athanor.lifecycles import MatchState
from athanor.matches.models import Match
from athanor_contract.bundle import MOST_BYTES
from tests.athanor import world
from tests.athanor.conftest import Run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SOURCE = "def choose(ask):\n    return 0\n"


@pytest.fixture
def ada(run: Run) -> User:
    ada = world.author("ada")
    assert run("login", "SITE", typed=world.token(ada) + "\n")[0] == 0
    return ada


@pytest.mark.database
def test_it_works(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Log in, upload, and be told of the acceptance."""
    ada = world.author("ada")
    code, out, _ = run("login", "SITE", typed=world.token(ada) + "\n")
    assert code == 0
    assert "as ada" in out
    file = tmp_path / "my_bot.py"
    file.write_text(SOURCE)
    monkeypatch.setattr(remote, "time", Waiting(accepts))
    code, out, _ = run("upload", str(file), "--game", "poison")
    assert code == 0
    assert "version 1 of ada/my-bot, playing poison" in out
    assert "accepted" in out
    assert "/bots/ada/my-bot/" in out.splitlines()[-1]


class Waiting:
    """The command line's clock: whenever it waits, the check of the upload has ended."""

    def __init__(self, ends: Callable[[], None]) -> None:
        self.ends = ends

    def monotonic(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        self.ends()


def accepts() -> None:
    Version.objects.update(state="accepted", built="ab" * 32, message="It plays.", decided_at="2026-01-01T00:00Z")


def refuses() -> None:
    Version.objects.update(
        state="refused",
        reason="crash",
        message="It crashed at its first question; see the log.",
        log="Traceback\n  boom\x1b[2J",
        decided_at="2026-01-01T00:00Z",
    )


def test_a_refused_upload_says_why_shows_the_log_and_exits_1(
    run: Run, ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(SOURCE)
    monkeypatch.setattr(remote, "time", Waiting(refuses))
    code, out, _ = run("upload", str(file), "--game", "poison")
    assert code == 1
    assert "refused: It crashed at its first question; see the log. (crash)" in out
    assert "boom?[2J" in out
    code, out, _ = run("logs", "bot")
    assert code == 0
    assert out.startswith("version 1: refused, crash")


def test_a_single_file_says_its_games_once_and_its_next_versions_play_them_too(
    run: Run, ada: User, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(SOURCE)
    code, _, err = run("upload", str(file), "--no-wait")
    assert code == 1
    assert "no-game" in err
    assert all(game in err for game in GAMES)
    assert "`--game`" in err
    assert err.count("\n") == 1
    code, out, _ = run("upload", str(file), "--no-wait", "--game", "kazaam", "--game", "alakazoo")
    assert (code, "version 1 of ada/bot, playing kazaam, alakazoo;" in out) == (0, True), out
    file.write_text(SOURCE + "# better\n")
    code, out, _ = run("upload", str(file), "--no-wait")
    assert (code, "version 2 of ada/bot, playing kazaam, alakazoo;" in out) == (0, True), out


def test_a_folder_is_packed(run: Run, ada: User, tmp_path: Path) -> None:
    folder = tmp_path / "gus"
    folder.mkdir()
    (folder / "main.py").write_text(SOURCE)
    (folder / "bot.toml").write_text('name = "Gus"\ngame = "poison"\nruntime = "python"\n')
    code, out, _ = run("upload", str(folder), "--no-wait", "--no-ladders", "--json")
    assert code == 0
    assert json.loads(out)["joins"] is False
    (folder / "bot.toml").write_text("name =")
    code, _, err = run("upload", str(folder))
    assert code == 1
    assert "bad-bot-toml" in err


def test_what_the_site_refuses_is_said_in_its_own_words(run: Run, ada: User, tmp_path: Path) -> None:
    file = tmp_path / "bot.png"
    file.write_bytes(b"\x89PNG")
    code, _, err = run("upload", str(file))
    assert code == 1
    assert err.startswith("athanor upload: ")
    assert "not-an-archive" in err
    assert err.count("\n") == 1
    assert run("upload", str(tmp_path / "nothing"))[0] == 2


def test_the_login_is_readable_by_its_owner_alone(run: Run, ada: User) -> None:
    assert stat.S_IMODE(path_of_login().stat().st_mode) == 0o600
    assert stat.S_IMODE(path_of_login().parent.stat().st_mode) == 0o700


def test_a_wrong_token_is_not_kept(run: Run) -> None:
    code, _, err = run("login", "SITE", typed="ath_guessed\n")
    assert code == 1
    assert "bad-token" in err
    assert not path_of_login().exists()
    assert run("login", "SITE", typed="\n")[0] == 2


@pytest.mark.parametrize("typed", ["ключ", "ath_a ath_b", "ath_\x01", "ath_\udcff"])
def test_what_cannot_be_a_token_is_told_so_and_not_blamed_on_the_site(run: Run, typed: str) -> None:
    code, _, err = run("login", "SITE", typed=f"{typed}\n")
    assert (code, err.count("\n")) == (2, 1)
    assert "API token holds" in err


def test_a_word_that_is_no_text_names_nothing_and_is_no_mistake_of_ours(
    run: Run, ada: User, tmp_path: Path
) -> None:
    odd = "\udcff"
    for words in (["matches", "--bot", odd], ["bots", odd], ["logs", odd], ["challenge", odd, "ada/gus", odd]):
        code, _, err = run(*words)
        assert (code, err.count("\n")) == (1, 1), err
    file = tmp_path / f"{odd}.py"
    file.write_text(SOURCE)
    assert run("upload", str(file), "--game", odd, "--bot", odd)[0] == 1


def test_a_file_too_big_for_any_bundle_is_not_even_sent(run: Run, ada: User, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    with file.open("wb") as sparse:
        sparse.truncate(MOST_BYTES + 1)
    code, _, err = run("upload", str(file), "--game", "poison")
    assert (code, "too-big" in err, err.count("\n")) == (1, True, 1), err
    assert "of any bundle" in err


@pytest.mark.parametrize(
    "site",
    [
        "ftp://x",
        "http://example.org",
        "https://",
        "http://127.0.0.1:1",
        "http://[::1",
        "https://a..b",
        "http://x:y",
    ],
)
def test_an_address_that_is_none_is_told_so_in_one_line(run: Run, site: str) -> None:
    code, _, err = run("login", site, typed="t\n")
    assert code in (1, 2)
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_without_a_login_every_command_says_how_to_get_one(run: Run) -> None:
    for words in (["bots"], ["logs", "x"], ["matches"], ["challenge", "poison", "a/b"]):
        code, _, err = run(*words)
        assert code == 2
        assert "athanor login" in err


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"site": "https://x"}', '{"site": 5, "token": "t"}', '{"site": "x y:z", "token": "t"}']
)
def test_a_login_that_was_spoilt_is_told_so_and_is_no_mistake_of_ours(run: Run, kept: str) -> None:
    path_of_login().parent.mkdir(parents=True)
    path_of_login().write_text(kept)
    code, _, err = run("bots")
    assert (code, err.count("\n")) == (2, 1), err
    assert "mistake" not in err


def test_a_login_can_come_from_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, live_server: LiveServer
) -> None:
    monkeypatch.setenv("ATHANOR_SITE", live_server.url)
    monkeypatch.setenv("ATHANOR_TOKEN", world.token(world.author("grace")))
    assert run("bots")[0] == 0


def test_bots_are_listed_with_the_version_that_plays(run: Run, ada: User) -> None:
    assert "you have no bots yet" in run("bots")[1]
    world.ladder()
    world.version(world.bot("gus", ada), state="refused", built="", reason="crash", message="It crashed.")
    lines = run("bots")[1].splitlines()
    assert lines[1].split() == ["gus", "1", "poison"]
    out = run("bots", "gus")[1]
    assert "poison: rank 1 of 1" in out
    assert "1 (plays)" in out
    assert "It crashed." in out
    assert run("bots", "nobody")[0] == 1


@pytest.mark.database
def test_a_challenge_is_ordered_and_listed(run: Run, ada: User) -> None:
    for name, owner in (("gus", ada), ("one", world.author("grace")), ("two", None)):
        world.bot(name, owner)
    other = world.Bot.objects.get(slug="two").owner.username
    code, out, err = run("challenge", "poison", "ada/gus", "grace/one", f"{other}/two")
    assert code == 0, err
    match = Match.objects.get()
    assert out.strip().endswith(f"/matches/{match.public_id}/")
    world.play(match)
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    out = run("matches", "--bot", "ada/gus")[1]
    assert match.public_id in out
    assert f"1. ada/gus, 2. grace/one, 3. {other}/two" in out
    assert json.loads(run("matches", "--game", "poison", "--json")[1])[0]["public_id"] == match.public_id
    code, _, err = run("challenge", "poison", "ada/gus", "--option", "taken=open", "--option", "taken=hidden")
    assert (code, "--option taken is given twice" in err) == (2, True), err
    code, _, err = run("challenge", "poison", "ada/gus", "--option", "nonsense")
    assert code == 2
    for value in ("\u00b2", "--5", "9" * 5000):
        code, _, err = run("challenge", "poison", "ada/gus", "grace/one", "--option", f"variant={value}")
        assert (code, "option variant is" in err) == (1, True), err
    assert run("challenge", "chess", "ada/gus", "grace/one")[0] == 1
    assert run("logs", "gus", "--match", match.public_id)[0] == 1


@pytest.mark.database
def test_the_ratings_of_a_ladder_are_computed_again_from_its_address(run: Run) -> None:
    ladder = world.ladder()
    world.play(world.order([world.bot() for _ in range(3)], on=ladder)[0])
    for page in ("SITE/ladders/poison/", "SITE/ladders/poison", "SITE/api/v1/ladders/poison/ledger.jsonl"):
        code, out, err = run("rate", page)
        assert (code, err) == (0, "")
        assert "entries: 1; ratings: 3, the same to the last bit" in out
    Standing.objects.update(sigma=1)
    assert run("rate", "SITE/ladders/poison/")[0] == 1


@pytest.mark.parametrize(
    ("page", "code", "said"),
    [
        ("SITE/ladders/chess/", 1, "there is no ladder called 'chess'"),
        ("SITE/ladders/alone/", 1, "(solo-ladder)"),
        ("SITE/bots/ada/gus/", 2, "/ladders/LADDER/"),
        ("ftp://x/ladders/poison/", 2, "is no address of a site"),
        ("http://127.0.0.1:1/ladders/poison/", 1, "cannot be reached"),
    ],
)
def test_an_address_without_a_ledger_is_told_so_in_one_line(run: Run, page: str, code: int, said: str) -> None:
    world.solo_ladder("alone")
    ended, out, err = run("rate", page)
    assert (ended, out, err.count("\n")) == (code, "", 1), err
    assert said in err


@pytest.mark.parametrize("command", ["login", "upload", "bots", "logs", "challenge", "matches"])
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "example: athanor" in out
