"""Answers with bytes that are no text."""

import os

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        os.write(1, b'{"answer":"\xff\xfe\xc0\x80"}\n')
    answer(number)
