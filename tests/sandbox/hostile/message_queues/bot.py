"""Makes files in the file system of message queues."""

import os

from attacking import at_first, outcome


def attack():
    return {"made": outcome(lambda: os.close(os.open("/dev/mqueue/queue", os.O_RDWR | os.O_CREAT, 0o600)))}


choose = at_first(attack)
