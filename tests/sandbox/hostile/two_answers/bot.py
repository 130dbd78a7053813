"""Answers with two objects on one line."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print('{"answer":{"number":1,"index":0}}{"answer":{"number":2,"index":0}}')
    answer(number)
