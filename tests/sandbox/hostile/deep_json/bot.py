"""Answers with a hundred thousand brackets, one in another."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print("[" * 100_000)
    answer(number)
