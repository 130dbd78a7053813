"""Every frame of a replay, as a hand on the player's scrubber goes through them."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page


class Wrong(NamedTuple):
    frame: int
    found: list[Any]


def wrong_frames(page: Page, *checks: str, step: int = 1, look: int = 1) -> list[Wrong]:
    """Shows every step-th frame and the last one; what the checks find wrong at every look-th of these.

    A check is a function in JavaScript that lists what is wrong. All of it is one call: with a call for each frame
    most of the time would go into painting what nobody sees. The address stays as it is meanwhile: each change of
    it is a navigation that Chromium and Playwright take note of.
    """
    found = page.evaluate(
        f"""([step, look]) => {{
            const range = document.querySelector('.player-scrub input');
            const checks = [{", ".join(checks)}];
            const last = Number(range.max), wrong = [];
            const {{ replaceState }} = window.history;
            window.history.replaceState = () => {{}};
            for (let shown = 0; ; shown += 1) {{
                const frame = Math.min(shown * step, last);
                range.value = frame;
                range.dispatchEvent(new Event('input', {{ bubbles: true }}));
                const found = shown % look && frame < last ? [] : checks.flatMap(check => check());
                if (found.length) wrong.push([frame, found]);
                if (frame === last) break;
            }}
            window.history.replaceState = replaceState;
            return wrong;
        }}""",
        [step, look],
    )
    return [Wrong(*one) for one in found]
