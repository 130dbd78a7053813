"""Answers with a number that is more than any number."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print('{"answer":{"number":1,"index":1e999}}', flush=True)
    answer(number)
