from __future__ import annotations

import pytest

from tests.athanor.pages import stage


@pytest.fixture
def site(db: None) -> stage.Site:
    return stage.site(matches=1)
