"""Uploading in a browser: what was refused stays as it was, and what is wrong is where the eye is."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, expect

from tests.athanor.front.stage import Site
from tests.end_to_end.browser.accessibility import violations
from tests.end_to_end.browser.conftest import DESKTOP, PHONE, Opened

pytestmark = pytest.mark.slow


def source(text: str) -> FilePayload:
    return {"name": "fast.py", "mimeType": "text/x-python", "buffer": text.encode()}


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_a_refused_upload_keeps_the_file_and_says_why_at_the_top(reader: Opened, site: Site, width: int) -> None:
    page = (reading := reader(width, site.ada)).go("/upload/")
    page.get_by_label("File").set_input_files(source("def choose(ask):\n    return 0\n"))
    page.get_by_role("button", name="Upload").click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary).to_be_in_viewport()
    expect(summary).to_contain_text("Games: Nothing says which game it plays")
    assert page.get_by_label("File").evaluate("it => it.files[0].name") == "fast.py"
    assert violations(page) == []
    assert not reading.scrolls_sideways
    # The file is there still: only what was wrong has to be put right.
    page.get_by_label("Poison", exact=True).check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    expect(page.get_by_text("Uploaded. It is built and checked now")).to_be_visible()
    assert [text for text in reading.complaints if "400" not in text] == []


def test_without_a_script_what_is_wrong_is_at_the_top_too(reader: Opened, site: Site) -> None:
    page = reader(user=site.ada, java_script_enabled=False).go("/upload/")
    page.get_by_label("File").set_input_files(source("def choose(ask:\n"))
    page.get_by_label("Poison", exact=True).check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_contain_text("File: This is no Python: fast.py, line 1")
    expect(page.get_by_role("alert")).to_be_in_viewport()
