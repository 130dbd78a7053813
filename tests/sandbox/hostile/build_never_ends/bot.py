"""A build that never ends, and whose children go on."""

import os
import time

if os.path.exists("tame"):
    raise SystemExit(0)
if os.fork() == 0:
    os.setsid()
time.sleep(600)
