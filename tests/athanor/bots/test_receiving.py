"""What is sent as a file, before anybody has asked whether it is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.test import RequestFactory
from pytest_django import Settings

MOST = 1000


@pytest.fixture(autouse=True)
def little_room_and_no_disk(settings: Settings, tmp_path: Path) -> None:
    settings.UPLOAD_BYTES = MOST
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "not-there"


def sent(**sizes: int) -> dict[str, UploadedFile[bytes]]:
    """What the site received, by field."""
    files = {name: SimpleUploadedFile(f"{name}.py", b"#" * size) for name, size in sizes.items()}
    received = RequestFactory().post("/upload/", files).FILES
    return {name: received.getlist(name)[0] for name in received}


def test_it_works() -> None:
    file = sent(file=MOST)["file"]
    assert (file.name, file.size, file.read()) == ("file.py", MOST, b"#" * MOST)


def test_of_what_is_too_big_only_the_size_is_kept() -> None:
    file = sent(file=300_000)["file"]
    assert (file.size, file.read()) == (300_000, b"")


def test_files_are_too_big_together_and_none_is_cut_short() -> None:
    files = sent(one=600, two=600)
    assert files["one"].read() == b"#" * 600
    assert (files["two"].size, files["two"].read()) == (1200, b"")
