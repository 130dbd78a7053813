"""The prose of a chapter that does not change is rendered once; that of another one at each request."""

from __future__ import annotations

import pytest
from django.template import Context, Engine

from athanor.front.chapters import Chapter


@pytest.mark.parametrize(("fixed", "second"), [(True, "1"), (False, "2")])
def test_the_prose_of_a_fixed_chapter_alone_is_kept(fixed: bool, second: str) -> None:
    engine = Engine(libraries={"rules": "athanor.design.templatetags.rules"})
    page = engine.from_string("{% load rules %}{% linked %}{{ number }}{% endlinked %}")
    chapter, other = Chapter("a", "A", fixed=fixed), Chapter("b", "B", fixed=fixed)
    assert page.render(Context({"chapter": chapter, "number": 1})) == "1"
    assert page.render(Context({"chapter": chapter, "number": 2})) == second
    assert page.render(Context({"chapter": other, "number": 3})) == "3"
