"""What axe-core, the checker of WCAG, says about a page."""

from __future__ import annotations

from typing import Final, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

OPTIONS: Final = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # Only violations are looked at: axe-core need not describe every element that passed, which takes longer
    # than the checks themselves.
    "resultTypes": ["violations"],
}
RUN: Final = """async (options) => {
    const { violations } = await axe.run(options);
    return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]);
}"""


class Violation(NamedTuple):
    rule: str
    elements: list[str]
    """The first of those that break the rule, as HTML."""


def violations(page: Page) -> list[Violation]:
    page.evaluate(AXE_SCRIPT)
    return [Violation(*found) for found in page.evaluate(RUN, OPTIONS)]
