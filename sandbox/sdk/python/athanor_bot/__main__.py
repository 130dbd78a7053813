"""python3 -m athanor_bot FILE: runs the bot in a Python file."""

import sys

from athanor_bot.sparing import SparingImports
from athanor_bot.stack import tell_when_asked


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python3 -m athanor_bot FILE    (a Python file that defines choose(ask))")
    tell_when_asked()
    with SparingImports():
        from athanor_bot.functions import NoBot, of_file
        from athanor_bot.serving import serve

    try:
        functions = of_file(sys.argv[1])
    except NoBot as problem:
        sys.exit(f"athanor_bot: {problem}")
    serve(functions)


if __name__ == "__main__":
    # `-m` put the working folder first: a bot called random.py there is not the standard library's.
    if not sys.flags.safe_path:
        del sys.path[0]
    main()
