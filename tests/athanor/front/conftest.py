from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from athanor.ladders.models import Ladder
from athanor.ladders.services import seed
from tests.athanor.front import stage
from tests.athanor.front.docpage import page_at


@pytest.fixture
def site(db: None) -> stage.Site:
    return stage.site(matches=1)


@pytest.fixture(scope="module")
def played_once(
    rows_of_the_file: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> tuple[stage.Site, Path]:
    blobs = tmp_path_factory.mktemp("site") / "blobs"
    with rows_of_the_file.unblock(), override_settings(BLOBS=blobs):
        return stage.site(matches=1), blobs


@pytest.fixture
def site_of_the_file(db: None, own_blobs: None, played_once: tuple[stage.Site, Path]) -> stage.Site:
    """`site`, whose matches are played once for all tests of a file. Each has a copy of its own."""
    site, blobs = played_once
    shutil.copytree(blobs, settings.BLOBS)
    return copy.deepcopy(site)


@pytest.fixture
def ladders_of_a_new_site(db: None) -> list[Ladder]:
    return seed()


@pytest.fixture
def docs() -> Any:
    """A chapter of the documentation by its address, as it is now."""
    page_at.cache_clear()
    return lambda slug: page_at(f"/docs/{slug}/" if slug else "/docs/")
