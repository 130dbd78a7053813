"""Says notes without end and never answers."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        while True:
            print('{"note":{"text":"and another thing"}}')
    answer(number)
