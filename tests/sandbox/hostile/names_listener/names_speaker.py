"""Says a word of random bits to a neighbour, by the names that it looks up before it is ready."""

from covert import names

with open("told/bits") as file:
    names.look_up(file.read())


def choose(ask):
    return 0
