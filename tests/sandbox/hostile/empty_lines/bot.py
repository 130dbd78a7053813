"""Says nothing, line after line, without an end."""

from attacking import TAME, answer, lines

for number in lines():
    if not TAME:
        while True:
            print("\n" * 4096, flush=True)
    answer(number)
