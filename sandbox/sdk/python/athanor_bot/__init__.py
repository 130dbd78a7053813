"""Athanor's Python SDK: a bot is one function.

    def choose(ask):
        return ask.legal[0]     # an action, or simply the index of one: 0

Save that as a file and upload it: `python3 -m athanor_bot FILE` is how it is run. A program that wants its own
main calls `athanor_bot.run(choose)`. Optional functions beside `choose`: `welcome(welcome)` is told about the
match before its first ask (within the start-up budget), `over(over)` its result.
"""

from __future__ import annotations

from athanor_bot.sparing import SparingImports

with SparingImports():
    from athanor_bot.asking import Ask, Legal, Over, Refused, Welcome
    from athanor_bot.functions import Functions

__all__ = ["Ask", "Functions", "Legal", "Over", "Refused", "Welcome", "run"]


def run(choose: object, welcome: object = None, over: object = None) -> None:
    """Serves a bot on the socket named by ATHANOR_SOCKET until its process is ended."""
    with SparingImports():
        from athanor_bot.serving import serve  # the import of grpc is paid by who serves

    serve(Functions.of(choose, welcome, over))
