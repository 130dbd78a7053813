"""Why a check refuses a bot: every code, what went wrong and what its author does about it.

What is wrong with the file itself is told by `athanor_contract.bundle.faults`; these are the failures of a bot
that runs. A worker fills in the words in braces and sends the sentence; the site's documentation shows the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BUILD_SECONDS: Final = 120
"""That a build may take."""

BUILD_FAILED: Final = "build-failed"
BUILD_TOO_LONG: Final = "build-too-long"
BUILD_TOO_BIG: Final = "build-too-big"
RUNTIME_MISSING: Final = "runtime-missing"

MESSAGES: Final[Mapping[str, str]] = {
    RUNTIME_MISSING: (
        "Nothing is wrong with your bot, but it could not be checked here: {detail}. Ask whoever runs this site "
        "for the language, or upload a bot in one of those that it has."
    ),
    BUILD_FAILED: (
        "The build failed: {detail}. What it printed is in the log below; run the same command in a clean copy of "
        "your files, without a network, and upload again."
    ),
    BUILD_TOO_LONG: (
        "The build command did not end within {seconds} seconds. Build less, or upload what you built."
    ),
    BUILD_TOO_BIG: (
        "The bot is too large once it is built: {detail}. Let the build command remove what the bot "
        "does not need to run."
    ),
    "never-ready": (
        "The bot did not get ready to play within {startup} seconds: {detail}. It must start, read the "
        "welcome and say that it is ready; a Python bot does so by defining `choose`. See the log for what "
        "it printed."
    ),
    "illegal-play": (
        "The bot kept giving illegal answers in {game}: {detail}. Choose one of the actions that the ask "
        "lists (`ask.legal`), or answer with the index of one."
    ),
    "crash-in-check": (
        "The bot's program ended in the middle of a match of {game}: {detail}. The log holds what it "
        "printed; play it on your machine with `athanor play` to see it happen."
    ),
    "too-slow": (
        "The bot used up its thinking time in a match of {game}: {detail}. A match allows {bank} seconds in"
        " all, and {increment} more with each answer."
    ),
    "silent": (
        "The bot did not answer a question in {game} within {move_cap} seconds: {detail}. If it prints its "
        "answers, it must flush them after each line."
    ),
    "bad-answer": (
        "The bot said something that is no answer in {game}: {detail}. One line of JSON is one message; "
        "print everything else to stderr."
    ),
}
