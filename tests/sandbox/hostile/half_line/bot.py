"""Ends in the middle of its answer."""

import sys

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        sys.stdout.write('{"answer":{"num')
        sys.stdout.flush()
        sys.exit(0)
    answer(number)
