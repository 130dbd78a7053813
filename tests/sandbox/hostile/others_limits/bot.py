"""Sets the bounds of another process."""

import os
import resource
import time

from attacking import at_first, outcome


def attack():
    child = os.fork()
    if child == 0:
        time.sleep(600)
    kind = resource.RLIMIT_NOFILE
    own = resource.getrlimit(kind)
    return {
        "child": outcome(resource.prlimit, child, kind, own),
        "own": outcome(resource.prlimit, 0, kind, own),
    }


choose = at_first(attack)
