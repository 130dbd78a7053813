"""Says a note with half a letter, which no text may hold."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        print('{"note":{"text":"\\ud800 half a letter"}}', flush=True)
    answer(number)
