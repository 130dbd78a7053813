"""A build that forks as often as it may."""

import os
import time

for _ in range(200):
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
