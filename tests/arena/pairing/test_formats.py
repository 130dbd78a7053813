"""What every format of `arena/pairing/formats/` keeps to, however it is played. They are found, not listed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.pairing import Phase, check, formats, plan, read_settings, sentence, to_document
from arena.pairing.formats import COURSES, FORMATS, course_of, folders
from arena.pairing.formats.course import Course
from arena.pairing.settings import Format, Settings, Stage
from tests.arena.pairing import kit

FOLDER = Path(formats.__file__).parent
ENTRANTS = 12


def alone(name: str) -> Settings:
    """One stage of the format as it is by itself; of one that sends several on, another after it."""
    stage = Stage(FORMATS[name](), tie_breaks=())
    if course_of(Settings((stage,)), 1).parts() is None:
        return Settings((stage,), seed=kit.SEED)
    after = Stage(FORMATS["single-elimination"](), tie_breaks=())
    return Settings((dataclasses.replace(stage, advance=2), after), seed=kit.SEED)


def test_every_folder_is_a_format_under_its_own_name() -> None:
    there = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert {name.replace("-", "_") for name in FORMATS} == there
    assert {"swiss", "round-robin", "groups"} <= set(FORMATS)
    assert set(COURSES) == set(FORMATS.values())


def test_a_folder_is_found_without_a_line_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = tmp_path / "some_formats" / "king_of_the_hill"
    new.mkdir(parents=True)
    (tmp_path / "some_formats" / "__init__.py").touch()
    (tmp_path / "some_formats" / "beside.py").touch()
    (new / "__init__.py").write_text("FORMAT = 'its settings'\n")
    monkeypatch.syspath_prepend(tmp_path)
    ((name, module),) = folders([str(new.parent)], "some_formats")
    assert (name, module.FORMAT) == ("king-of-the-hill", "its settings")


@pytest.mark.parametrize("name", FORMATS)
def test_settings_have_a_default_for_every_field_and_do_not_change(name: str) -> None:
    of = FORMATS[name]
    assert issubclass(of, Format)
    assert dataclasses.is_dataclass(of)
    assert of() == of()
    with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
        of().anything = 1


@pytest.mark.parametrize("name", FORMATS)
def test_settings_are_written_under_the_name_and_read_back(name: str) -> None:
    settings = alone(name)
    document = json.loads(json.dumps(to_document(settings)))
    assert document["stages"][0]["format"]["kind"] == name
    assert read_settings(document) == settings


@pytest.mark.parametrize("name", FORMATS)
def test_it_can_be_played_as_it_is_by_itself_and_says_so_in_a_sentence(name: str) -> None:
    settings = alone(name)
    assert check(settings) == ()
    assert isinstance(course_of(settings, 1), Course)
    assert sentence(settings).endswith("seeded by rating.")
    planned = plan(settings, ENTRANTS)
    assert planned.games[0] > 0
    played = kit.play_through(kit.entered(settings, ENTRANTS), kit.by_chance(Random(7)))
    assert played.phase is Phase.OVER
    assert len(played.champions) == 1
    assert planned.games[0] <= sum(len(match.games) for match in played.matches.values()) <= planned.games[1]


@pytest.mark.parametrize("name", FORMATS)
def test_a_number_that_cannot_be_is_refused_beside_its_own_field(name: str) -> None:
    """Numbers far out of reach, each alone: the problem names the field, and its sentence the number."""
    of: Any = FORMATS[name]
    fields = [field.name for field in dataclasses.fields(of) if type(field.default) is int]
    for field in fields:
        settings = alone(name)
        wrong = dataclasses.replace(settings.stages[0].format, **{field: 10_000})  # type: ignore[type-var]
        stages = (dataclasses.replace(settings.stages[0], format=wrong), *settings.stages[1:])
        (problem,) = check(dataclasses.replace(settings, stages=stages))
        assert problem.field == f"stages.0.format.{field}"
        assert "10000" in problem.sentence
