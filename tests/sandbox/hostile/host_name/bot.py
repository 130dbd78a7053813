"""Asks for the machine's name."""

import os

from attacking import at_first

choose = at_first(lambda: {"name": os.uname().nodename})
