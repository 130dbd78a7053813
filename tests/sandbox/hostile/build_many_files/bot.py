"""A build that makes more files than there may be."""

import os

for number in range(8000):
    os.close(os.open(f"/tmp/file{number}", os.O_WRONLY | os.O_CREAT))
