"""The board at the end of a match in which the bot with the best score was disqualified: another one has won."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django import Settings

from arena.replay.standing import final_ranks
from athanor.matches.models import Match
from athanor.replays.queries import replay_document
from tests.athanor.front import stage
from tests.athanor.front.stage import Site
from tests.end_to_end.browser import alkemy_story
from tests.end_to_end.browser.conftest import Opened, Reader

PODIUM = """() => [...document.querySelectorAll('.board g:has(> .podium)')].map(place => {
    const [rank, name, comes] = place.querySelectorAll('.podium');
    const free = comes.getBoundingClientRect().left - name.getBoundingClientRect().right;
    return [Number(rank.textContent), name.textContent, comes.textContent, free > 0];
})"""


def ended(reading: Reader, match: Match, document: dict[str, Any]) -> Page:
    """At the end of this replay, as if the bot that came first had been disqualified at the first question.

    The game's own event goes on ranking that seat first, as it does in a real replay.
    """
    result = document["result"]
    best = result["ranks"].index(1)
    outs = [("crashed", 0) if seat == best else None for seat in range(len(result["ranks"]))]
    result["ranks"] = list(final_ranks(result["ranks"], outs))
    document["accounts"][best] |= {"out": "crashed", "out_ply": 0}
    reading.page.route("**/replay.json*", lambda route: route.fulfill(json=document))
    page = reading.go(match.get_absolute_url())
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".out")).to_have_count(1)
    return page


def winners(document: dict[str, Any]) -> list[str]:
    ranks = document["result"]["ranks"]
    return [name for name, rank in zip(document["names"], ranks, strict=True) if rank == 1]


@pytest.mark.parametrize("game", ["poison", "kazaam", "alakazoo"])
def test_another_bot_wins(reader: Opened, site: Site, game: str) -> None:
    match = stage.unrated(site.bots[:3], {}, game)
    document = replay_document(match)
    page = ended(reader(), match, document)
    ranks, scores = document["result"]["ranks"], document["result"]["scores"]
    expect(page.locator(".plaque.out.winner")).to_have_count(0)
    expect(page.locator(".plaque.winner")).to_have_count(ranks.count(1))
    won = f"{' and '.join(winners(document))} (wins|share the win) with {scores[ranks.index(1)]} points?[.]$"
    expect(page.locator(".line[aria-current] .line-words")).to_have_text(re.compile(f"(^|[.] ){won}"))
    if game == "poison":  # which has no podium
        return
    order = sorted(range(3), key=lambda seat: (ranks[seat], seat))
    comes = [str(scores[seat]) for seat in order[:-1]] + ["disqualified"]
    places = zip(order, comes, strict=True)
    assert page.evaluate(PODIUM) == [[ranks[seat], document["names"][seat], come, True] for seat, come in places]


@pytest.mark.parametrize("game", ["poison", "kazaam", "alakazoo"])
def test_a_live_match_shows_nobody_as_winner_before_its_result(
    reader: Opened, site: Site, settings: Settings, game: str
) -> None:
    """Its last event ranks by the game alone; that a bot was disqualified is in the result."""
    settings.LIVE_URL = "unix:///nobody"
    document = replay_document(stage.unrated(site.bots[:3], {}, game))
    events = [told for told in document["events"] if told["to"] is None]
    running = {"state": "running", "why": "", "replay": None, "run": "1", "names": document["names"]}
    running |= {"header": document["header"]}

    def answer(route: Route) -> None:
        after = int(parse_qs(urlsplit(route.request.url).query)["after"][0])
        told = events[after:] if after else events[:-1]
        route.fulfill(json=running | {"after": after, "events": told})

    reading = reader()
    reading.page.route("**/live.json*", answer)
    with reading.page.expect_response(re.compile(f"after={len(events)}$")):  # the end was told, and is known
        page = reading.go(site.running.get_absolute_url())
    expect(page.locator(".live-sign")).to_have_text("Live")
    expect(page.locator(".plaque")).to_have_count(3)
    expect(page.locator(":is(.plaque.winner, .podium)")).to_have_count(0)
    expect(page.locator(".line", has_text=re.compile("(wins?|share the win) with"))).to_have_count(0)
    assert reading.complaints == []


def test_the_other_side_wins_in_alkemy(reader: Opened, site: Site) -> None:
    document = alkemy_story.replay()
    page = ended(reader(), site.finished[0], document)
    expect(page.locator(".side.winner:not(.out)")).to_have_count(1)
    expect(page.locator(".side.out.winner")).to_have_count(0)
    expect(page.locator(".ending-who b")).to_have_text("Bea's Avalon wins")
    expect(page.locator(".line[aria-current] .line-words")).to_contain_text("Bea's Avalon wins, 0 to 3.")
