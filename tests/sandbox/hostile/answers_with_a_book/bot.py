"""Answers with an action that is a million letters long."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print('{"play":{"card":"' + "x" * 1_000_000 + '","cauldron":0}}', flush=True)
    answer(number)
