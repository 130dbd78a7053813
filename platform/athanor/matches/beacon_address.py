"""Reads one address and writes what is there: a program, which `beacon_source` ends when its time is over.

Python's HTTP has no bound for a whole exchange: each reading of the socket may take as long as all of it should,
and finding the host's address by its name has no limit at all.
"""

from __future__ import annotations

import sys
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

NOT_THERE: Final = (404, 410)
"""HTTP statuses that speak of one round, and not of the whole beacon."""
UNREACHABLE, ABSENT = 1, 3
"""Exit codes; the reason is the last line of stderr."""


def main(address: str, most: int) -> int:
    try:
        with urlopen(address) as answer:
            sys.stdout.buffer.write(answer.read(most + 1))
    except (OSError, HTTPException, ValueError) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}")
        return ABSENT if isinstance(error, HTTPError) and error.code in NOT_THERE else UNREACHABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
