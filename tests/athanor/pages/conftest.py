from __future__ import annotations

from typing import Any

import pytest

from athanor.ladders.models import Ladder
from athanor.ladders.services import seed
from tests.athanor.pages import stage
from tests.athanor.pages.docpage import page_at


@pytest.fixture
def site(db: None) -> stage.Site:
    return stage.site(matches=1)


@pytest.fixture
def ladders_of_a_new_site(db: None) -> list[Ladder]:
    return seed()


@pytest.fixture
def docs() -> Any:
    """A chapter of the documentation by its address, as it is now."""
    page_at.cache_clear()
    return lambda slug: page_at(f"/docs/{slug}/" if slug else "/docs/")
