"""Ends in the middle of a match, without a word."""

import os

from attacking import TAME, at_first


def attack():
    if not TAME:
        os._exit(7)
    return {}


choose = at_first(attack)
