"""What sandboxd is told by its command line and by variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.daemon.settings import DEFAULT, settings, warm_here


def test_a_variable_is_the_default_of_its_option() -> None:
    assert settings([], {}).warm == warm_here()
    assert settings([], {"ATHANOR_WARM_SLOTS": "3"}).warm == 3
    assert settings(["--warm", "0"], {"ATHANOR_WARM_SLOTS": "3"}).warm == 0
    assert settings([], {}).socket == DEFAULT
    assert settings([], {"ATHANOR_SANDBOXD": "/run/other"}).socket == Path("/run/other")


@pytest.mark.parametrize("word", ["many", "-1", "257"])
def test_a_variable_that_is_wrong_is_named(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        settings([], {"ATHANOR_WARM_SLOTS": word})
    assert ended.value.code == 2
    assert f"{word!r} is neither auto nor a number from 0 to 256" in (told := capsys.readouterr().err)
    assert "$ATHANOR_WARM_SLOTS says it" in told
