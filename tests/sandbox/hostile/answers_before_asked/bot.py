"""Answers the next question before it is asked."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        answer(number)
        answer(number + 1)
    answer(number)
