"""Where a bot is, for its author: who does not come up in time is sent SIGQUIT, and writes its stack to its log."""

import faulthandler
import signal


def tell_when_asked() -> None:
    """Of this thread: SIGQUIT is handled by the one that runs the bot's code. Java and Go do the same by themselves."""
    faulthandler.register(signal.SIGQUIT, all_threads=False)
