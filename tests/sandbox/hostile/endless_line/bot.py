"""Answers with a line that does not end."""

import sys

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        while True:
            sys.stdout.write("x" * 65536)
    answer(number)
