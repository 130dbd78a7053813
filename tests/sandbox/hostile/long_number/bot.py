"""Answers with a number of a hundred thousand digits."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print("9" * 100_000)
    answer(number)
