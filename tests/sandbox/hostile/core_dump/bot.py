"""Raises its bound for core dumps and has a child crash."""

import os
import resource
import signal

from attacking import at_first


def attack():
    raised = True
    try:
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        bound = 8 << 20 if hard == resource.RLIM_INFINITY else min(hard, 8 << 20) or 8 << 20
        resource.setrlimit(resource.RLIMIT_CORE, (bound, hard))
    except (ValueError, OSError):
        raised = False
    child = os.fork()
    if child == 0:
        os.chdir("/tmp")
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
        os._exit(0)
    return {"raised": raised, "dumped": os.WCOREDUMP(os.waitpid(child, 0)[1])}


choose = at_first(attack)
