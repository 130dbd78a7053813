"""The commands there are: name, where it lives, what it does. Only the one that is called is imported."""

from __future__ import annotations

from typing import Final, NamedTuple


class Command(NamedTuple):
    name: str
    place: str
    """A module with `configure` and `run`, or "module:object" with an object that has both."""
    about: str


COMMANDS: Final = (
    Command("play", "arena.cli.play", "play local matches between bots"),
    Command("verify", "arena.cli.verify", "execute replays again and compare every event"),
    Command("verify-log", "arena.cli.verify_log", "check that a site's log of ordered sets only ever grew"),
    Command("rate", "arena.cli.rate", "compute a ladder's ratings again from its ledger"),
    Command("replay", "arena.cli.replay", "print a replay as text or JSON"),
    Command("scenario", "arena.cli.scenario", "run rules scenarios"),
    Command("new", "arena.cli.new", "write a starter bot that plays"),
    Command("login", "arena.cli.remote:login", "remember a site and an API token"),
    Command("upload", "arena.cli.remote:upload", "upload a bot to the site"),
    Command("bots", "arena.cli.remote:bots", "list your bots on the site"),
    Command("logs", "arena.cli.remote:logs", "show a bot's logs from the site"),
    Command("challenge", "arena.cli.remote:challenge", "ask the site for a match"),
    Command("matches", "arena.cli.remote:matches", "list matches of the site"),
    Command("tournaments", "arena.cli.tournaments", "list tournaments of the site, and take part in them"),
    Command("bench", "arena.cli.bench.command", "measure ours against a reference, side by side"),
    Command("doctor", "arena.cli.doctor", "see what this machine can run"),
    Command("completion", "arena.cli.completion", "let the shell complete commands, options and values"),
)
