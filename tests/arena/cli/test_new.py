import json
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.cli.new import STARTERS, name_of
from arena.games.registry import GAMES
from athanor_contract.bundle import of_path
from tests.arena.games.kits import KITS

EVERYWHERE = ("python", "python-lines", "sh")
"""Every machine has what these need; the others are played behind walls, by tests/sandbox/languages."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", EVERYWHERE)
def test_a_starter_plays_whole_matches_at_once(
    language: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Näw Bot!"
    assert main(["new", game, str(folder), "--language", language]) == 0
    capsys.readouterr()
    opponents = ["random"] * (GAMES[game].seats.start - 1)
    words = ["play", game, str(folder), *opponents, "--sandbox", "none", "--seed", "0a", "--rotate", "--json"]
    for option, value in KITS[game].short.items():
        words += ["--option", f"{option}={value}"]
    assert main([*words, "--replay", str(tmp_path / "replays")]) == 0
    played = json.loads(capsys.readouterr().out)
    assert len(played["matches"]) == len(opponents) + 1
    assert all(seat == "" for match in played["matches"] for seat in match["outs"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_python_starter_of_a_game_knows_it(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the first bot that the documentation shows: it beats one that plays anything."""
    folder = tmp_path / "first"
    assert main(["new", game, str(folder)]) == 0
    assert f"play it:   athanor play {game} {folder} random" in capsys.readouterr().out
    words = ["play", game, str(folder), "random", "--games", "3", "--rotate", "--seed", "0d", "--sandbox", "none"]
    assert main([*words, "--json", "--replay", str(tmp_path / "replays")]) == 0
    played = json.loads(capsys.readouterr().out)
    assert all(seat == "" for match in played["matches"] for seat in match["outs"])
    first, anything = (bot["wins"] for bot in played["bots"])
    assert first > 2 * anything


def test_what_to_do_next_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    assert main(["new", "poison", str(folder)]) == 0
    said = capsys.readouterr().out
    assert f"athanor play poison {folder} random" in said
    assert f"athanor upload {folder}" in said
    assert {path.name for path in folder.iterdir()} == {"bot.py", "bot.toml", "README.md"}
    assert 'name = "mine"' in (folder / "bot.toml").read_text()


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_is_a_bundle_of_its_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["new", "kazaam", str(folder), "--language", language]) == 0
    assert f"--language {language}" not in capsys.readouterr().err
    manifest = of_path(folder).manifest
    assert (manifest.name, manifest.games) == ("mine", ("kazaam",))
    assert manifest.runtime == language.removesuffix("-lines")
    assert STARTERS[language].main in {path.name for path in folder.iterdir()}
    readme = (folder / "README.md").read_text()
    assert f"`{STARTERS[language].main}`" in readme
    assert "$" not in readme
    built = manifest.build is not None
    assert ("It is compiled when it is uploaded" in readme) == built


@pytest.mark.parametrize(
    ("word", "main_file"), [("c++", "bot.cpp"), ("golang", "bot.go"), ("js", "bot.js"), ("Rust", "bot.rs")]
)
def test_a_language_may_be_called_as_in_bot_toml(
    word: str, main_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["new", "poison", str(folder), "--language", word]) == 0
    assert (folder / main_file).exists()


def test_an_empty_folder_is_filled_and_a_full_one_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    empty.mkdir()
    full.mkdir()
    (full / "notes").write_text("mine")
    assert main(["new", "poison", str(empty)]) == 0
    assert main(["new", "poison", str(full)]) == 2
    assert "is not empty: name a folder that is" in capsys.readouterr().err
    assert [path.name for path in full.iterdir()] == ["notes"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "there"], "no game is called 'chess'; there are: poison"),
        (["poison", "there", "--language", "cobol"], "there is no starter in 'cobol'; there are: python, "),
        (["poison", "file"], "file is a file: name a folder"),
        (["poison", "file/inside"], "something on the way to it is a file"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    assert main(["new", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not Path("there").exists()


@pytest.mark.parametrize(
    ("folder", "name"),
    [("My Bot", "my-bot"), ("x" * 60, "x" * 40), ("ß", "my-bot"), ("a--b", "a-b"), ("-v2-", "v2")],
)
def test_a_bot_is_called_after_its_folder(folder: str, name: str, tmp_path: Path) -> None:
    assert name_of(tmp_path / folder) == name
