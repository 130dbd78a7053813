"""python3 -m athanor_adapter -- COMMAND...: serves athanor.v1.Bot for a program that speaks lines of JSON.

Who ends whom: the adapter starts the program and ends with its exit code when it ends outside a match; the end
of the match closes the program's stdin; the sandbox ends both.
"""

from __future__ import annotations

import os
import signal
import sys

SILENCE = 0.5
"""Seconds in which a match ends whose program has."""


def main(arguments: list[str]) -> int:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        print("usage: python3 -m athanor_adapter -- COMMAND...", file=sys.stderr)
        return 2
    # The program starts first: it gets up while this process imports grpc.
    from athanor_adapter.program import Program

    try:
        program = Program(command)
    except OSError as error:
        from athanor_adapter.failing import sentence

        print(sentence("the command", command[0], error), file=sys.stderr)
        return 127
    from concurrent.futures import ThreadPoolExecutor

    from athanor_bot.sparing import SparingImports

    with SparingImports():
        from athanor_adapter.match import Matches
        from athanor_bot.serving import start

    matches = Matches(program)
    # Sent to a bot that took too long: its author is told what was asked of it.
    signal.signal(signal.SIGQUIT, lambda *_: print(f"athanor: {matches.standing()}", file=sys.stderr, flush=True))
    server = start(matches.play, ThreadPoolExecutor(max_workers=2))
    code = program.wait()
    # The match that is being played takes the program's last words first.
    if not matches.finished.wait(SILENCE):
        # Nobody can tell what it left behind from a bot that thinks: the author can.
        left = "what it left behind holds its output, and is waited for"
        print(
            f"athanor: the program ended with exit code {code} in its match; {left}", file=sys.stderr, flush=True
        )
        matches.finished.wait()
    server.stop(1.0).wait()
    return code


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]
    code = main(sys.argv[1:])
    sys.stderr.flush()
    # gRPC's threads have nothing left to do: they are not waited for.
    os._exit(code)
