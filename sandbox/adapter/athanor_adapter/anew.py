"""python3 -I -S anew.py WORD OUTPUT COMMAND...: the very first program of a container, under the engine's image.

It waits for one line out of the pipe WORD: by then its box has been given a root of its own from outside. What it
runs next comes from there, so that nothing of the image, which other boxes have too, is mapped any more. The pipes
are passed on as standard input and output, since their names are not to be found under the new root.
"""

from __future__ import annotations

import os
import sys


def main(arguments: list[str]) -> None:
    word, output, *command = arguments
    # WORD last: once it is open, the host knows that the other pipes are open too.
    for descriptor, path, mode in ((1, output, os.O_WRONLY), (0, word, os.O_RDONLY)):
        opened = os.open(path, mode)
        os.dup2(opened, descriptor)
        os.close(opened)
    os.dup2(1, 2)
    # Byte by byte: the next line is for who comes after this.
    while (said := os.read(0, 1)) != b"\n":
        if not said:
            sys.exit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
