"""E-mails of a site without a mail server."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.mail import send_mail
from django.test import Client
from pytest_django import Settings

from athanor import mail
from tests.athanor import world


@pytest.fixture(autouse=True)
def kept(settings: Settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = "athanor.mail.Kept"
    settings.KEPT_MAIL = tmp_path / "mail.txt"
    return tmp_path / "mail.txt"


def write(to: str) -> None:
    send_mail("Subject", "Text", "athanor@localhost", [to])


def test_it_works(kept: Path) -> None:
    write("ada@example.org")
    write("grace@example.org")
    text = kept.read_text()
    assert text.index("To: ada@example.org") < text.index("To: grace@example.org")
    assert text.count("Text") == 2


def test_only_its_owner_can_read_it_whatever_the_rights_were(kept: Path) -> None:
    kept.touch()
    kept.chmod(0o644)
    write("ada@example.org")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_it_does_not_grow_for_ever(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "LARGEST", 1000)
    for _ in range(20):
        write("ada@example.org")
    files = sorted(kept.parent.glob("mail*"))
    assert [path.name for path in files] == ["mail.old.txt", "mail.txt"]
    assert all(path.stat().st_size < 2000 for path in files)


@pytest.mark.django_db
def test_the_link_that_resets_a_password_stands_there_and_in_no_log(
    kept: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    ada = world.author("ada")
    ada.email = "ada@example.org"
    ada.save(update_fields=["email"])
    assert Client().post("/accounts/password/reset/", {"email": ada.email}).status_code == 302
    assert "/accounts/password/reset/key/" in kept.read_text()
    printed = "".join(capfd.readouterr())
    assert "/password/reset/key/" not in printed + caplog.text
