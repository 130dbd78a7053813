"""Where a bot is, for its author: one that does not come up in time is sent SIGQUIT, and writes its stack."""

import faulthandler
import signal


def tell_when_asked() -> None:
    """Of the thread that handles the signal: the one that runs the bot's code. Java and Go need no such call."""
    faulthandler.register(signal.SIGQUIT, all_threads=False)
