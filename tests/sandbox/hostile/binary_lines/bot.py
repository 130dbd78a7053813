"""Answers with every byte there is, and escapes for the reader's terminal."""

import os

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        os.write(1, b"\x1b]0;owned\x07\x1b[2J" + bytes(range(256)) + b"\n")
    answer(number)
