"""Answers with a number that no field may hold."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print(10**20, flush=True)
    answer(number)
