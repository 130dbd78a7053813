"""Says notes into its output by way of another process's descriptor, while it holds its tongue itself."""

import os
import time

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        for pid in filter(str.isdigit, os.listdir("/proc")):
            for name in os.listdir(f"/proc/{pid}/fd"):
                try:
                    with open(f"/proc/{pid}/fd/{name}", "wb", buffering=0) as found:
                        found.write(b"garbage\n" * 100)
                except OSError:
                    pass
        time.sleep(600)
    answer(number)
