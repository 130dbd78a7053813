"""Takes memory until it is stopped."""


def choose(ask):
    ask.note(attack())
    return 0


def attack() -> None:
    taken = []
    while True:
        taken.append(bytearray(8 * 1024 * 1024))
