"""Fills every folder that can be written to."""


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    taken = {}
    for folder in ("/tmp", "/dev/shm", "/run/athanor"):
        taken[folder] = 0
        try:
            for number in range(1000):
                with open(f"{folder}/fill{number}", "wb", buffering=0) as file:
                    for _ in range(64):
                        taken[folder] += file.write(bytes(64 * 1024))
        except OSError:
            pass
    return " ".join(f"{folder}={size}" for folder, size in taken.items())
