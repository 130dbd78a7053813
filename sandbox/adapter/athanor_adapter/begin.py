"""python3 FLAGS begin.py NAME WORD OUTPUT [KIND=BOUND...] -- COMMAND...: the first program of every box.

Nothing of the bot has run yet. It waits for one line from outside, out of the pipe WORD, and ends when who was to
say it has ended without a word. Then it bounds itself, and so all that comes after it, since not even root may
always bound another user's processes; has the pipe OUTPUT take what is printed; and becomes the command. "-" for a
pipe is what it was born with. NAME says whose box it is, to who looks at processes outside.

In Python, which is in every tree, and not in a shell, which would then be there for the bot too. FLAGS are
"-I -S", which is quickest, for a command that is executed, and "-P" for one of Python's, which goes on in this
interpreter.
"""

from __future__ import annotations

# Not `signal`, whose names of numbers take longer to make than all that is done here.
import _signal  # type: ignore[import-not-found]
import os
import resource
import sys

AS_IT_IS = "-"
NOTHING = "/dev/null"


def is_given(pipe: str) -> bool:
    """Whether the line came, and not the end of who was to say it."""
    source = 0 if pipe == AS_IT_IS else os.open(pipe, os.O_RDONLY)
    said = b""
    while not said.endswith(b"\n"):
        more = os.read(source, 64)
        if not more:
            return False
        said += more
    os.close(source)
    if pipe == AS_IT_IS:
        # The lowest number that is free: the one that was closed.
        os.set_inheritable(os.open(NOTHING, os.O_RDONLY), True)
    return True


def bound(kind: str, most: int) -> None:
    which = getattr(resource, f"RLIMIT_{kind.upper()}")
    hard = resource.getrlimit(which)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def print_into(pipe: str) -> None:
    into = os.open(pipe, os.O_WRONLY)
    os.dup2(into, 1)
    os.dup2(into, 2)
    os.close(into)


IGNORED_BY_PYTHON = (_signal.SIGPIPE, _signal.SIGXFSZ)


def heed_signals(*but: int) -> None:
    """What is ignored stays ignored in a command: two by Python, others around a shell's background."""
    for number in _signal.valid_signals():
        if number not in but and _signal.getsignal(number) == _signal.SIG_IGN:
            _signal.signal(number, _signal.SIG_DFL)


def main(arguments: list[str]) -> int:
    before = arguments.index("--")
    _, word, output, *bounds = arguments[:before]
    command = arguments[before + 1 :]
    if not is_given(word):
        return 1
    for one in bounds:
        kind, _, most = one.partition("=")
        bound(kind, int(most))
    if output != AS_IT_IS:
        print_into(output)
    if not sys.flags.isolated:
        heed_signals(*IGNORED_BY_PYTHON)
        from athanor_adapter.becoming import become

        become(command)
    heed_signals()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        # Ours are not on the path of a Python that looks at nothing around it.
        sys.path.append(str(__file__).rpartition("/athanor_adapter/")[0])
        from athanor_adapter.failing import sentence

        os.write(2, f"{sentence('the command', command[0], error)}\n".encode())
    return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
