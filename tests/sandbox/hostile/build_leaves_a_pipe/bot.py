"""A build that leaves a pipe, which whoever reads it would wait at for ever."""

import os

os.mkfifo("data")
