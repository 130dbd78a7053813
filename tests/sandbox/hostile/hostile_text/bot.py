"""Ends with words that are meant for a terminal, a page or a log of somebody else."""

from attacking import TAME, at_first


def attack():
    if not TAME:
        raise ValueError("\x1b]0;owned\x07\x1b[2J\u202e<script>alert(1)</script>\n\r\0" + "x" * 100_000)
    return {}


choose = at_first(attack)
