"""Markdown files as templates: what is added to CommonMark, and what a request fills in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Engine, TemplateSyntaxError

from athanor.design.markdown import template_of

LIBRARIES = {
    "athanor": "athanor.design.templatetags.athanor",
    "rules": "athanor.design.templatetags.rules",
    "static": "django.templatetags.static",
}


def shown(source: str, **given: Any) -> str:
    """A part, filled in; without the ends of lines."""
    engine = Engine(libraries=LIBRARIES)
    return engine.from_string(template_of(source)).render(Context(given)).replace("\n", "")


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("*Over* **now**: `a < b`.", "<p><em>Over</em> <strong>now</strong>: <code>a &lt; b</code>.</p>"),
        ("## The end {#end}", '<h2 id="end">The end</h2>'),
        ("### {{ name }} {#of-{{ name }}}", '<h3 id="of-&lt;i&gt;">&lt;i&gt;</h3>'),
        ("`{{ name }}`, {{ name|upper }}", "<p><code>&lt;i&gt;</code>, &lt;I&gt;</p>"),
        ("{# nobody reads this #}", ""),
        ("{{ name }}", "<p>&lt;i&gt;</p>"),
        ("{% if no %}\n\nIt is.\n\n{% endif %}\n", ""),
        ("```python answer-{{ n }}\nif a < {{ n }}:\n    b\n```",
         '<pre tabindex="0"><code class="python answer-3">if a &lt; 3:    b</code></pre>'),
        ('{.aside data-at="/x"}\nSo it is.', '<p class="aside" data-at="/x">So it is.</p>'),
        ("{.steps}\n1. a\n2. b", '<ol class="steps"><li>a</li><li>b</li></ol>'),
        ("- {% for x in xs %}{{ x }}{% endfor %}\n- end", "<ul><li>1</li><li>2</li><li>end</li></ul>"),
        ("- All: {% for x in xs %}{{ x }}{% endfor %}", "<ul><li>All: 12</li></ul>"),
        ("- {% for x in xs %}{{ x }}{% endfor %}{% for x in xs %}{{ x }}{% endfor %}", "<ul><li>1212</li></ul>"),
        ('<p class="a">*b* {{ n }}</p>', '<p class="a">*b* 3</p>'),
        ('<svg class="x"><g>{{ n }}</g>\n</svg>', '<svg class="x"><g>3</g></svg>'),
    ],
)  # fmt: skip
def test_prose_is_rendered_and_its_figures_are_filled_in(source: str, html: str) -> None:
    assert shown(source, name="<i>", n=3, xs=[1, 2]) == html


def test_a_row_of_a_table_is_repeated_with_its_id_and_the_classes_of_its_columns() -> None:
    table = """
{.tight label="The seats"}
| seat {.nowrap} | points |
| --- | ---: |
| {% for seat, n in rows %}{% if n %}{#seat-{{ seat }}} {{ seat|upper }} | `{{ n }}`{% endif %}{% endfor %} |
"""
    assert shown(table, rows=[("a", 1), ("b", 0), ("c", 2)]) == (
        '<div class="across" tabindex="0" role="region" aria-label="The seats"><table class="tight">'
        '<thead><tr><th>seat</th><th class="num">points</th></tr></thead><tbody>'
        '<tr id="seat-a"><td class="nowrap">A</td><td class="num"><code>1</code></td></tr>'
        '<tr id="seat-c"><td class="nowrap">C</td><td class="num"><code>2</code></td></tr>'
        "</tbody></table></div>"
    )


def test_a_paragraph_with_the_id_of_a_rule_is_that_rule_with_its_refusals() -> None:
    assert shown("**PO-23.** Of potions, {{ n }}.", n=2, refused_by={"PO-23": ["wrong"]}) == (
        '<p id="PO-23"><b><a class="rule" href="#PO-23">PO-23.</a></b> Of potions, 2. '
        '<span class="refusals">Refused as <a href="#refused-wrong"><code>wrong</code></a>.</span></p>'
    )


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("clock.md#idle", "/docs/clock/#idle"),
        ("../clock.md", "/docs/clock/"),
        ("index.md", "/docs/"),
        ("{{ game }}.md#solo", "/docs/stones/#solo"),
        ("url:front:fairness#threats", "/fairness/#threats"),
        ("#here", "#here"),
        ("/ladders/{{ game }}/", "/ladders/stones/"),
        ("https://example.org/a.md", "https://example.org/a.md"),
    ],
)
def test_a_link_leads_to_a_page_by_its_file_or_by_the_name_of_its_url(target: str, address: str) -> None:
    assert shown(f"[it]({target})", game="stones") == f'<p><a href="{address}">it</a></p>'


def test_a_page_of_a_games_own_package_fills_the_layout_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "layout.html").write_text(
        "<head>{% block head %}{% endblock %}</head>{% block prose %}{% endblock %}"
    )
    (tmp_path / "stones.md").write_text("---\nlayout: layout.html\nstyles: a.css\n---\n\n{{ n }} stones")
    engine = Engine([str(tmp_path)], loaders=["athanor.design.loaders.Filesystem"], libraries=LIBRARIES)
    page = engine.get_template("stones.md").render(Context({"n": 4}))
    assert page.strip() == '<head><link rel="stylesheet" href="/static/a.css"></head><p>4 stones</p>'


def test_a_page_without_a_layout_is_told_what_to_write() -> None:
    with pytest.raises(TemplateSyntaxError, match="layout: TEMPLATE"):
        template_of("---\nstyles: a.css\n---\n\ntext")
