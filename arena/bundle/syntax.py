"""Finds syntax errors in the Python files that a bundle's command names, without running them."""

from __future__ import annotations

import sys
import warnings

from arena.bundle.reader import Bundle
from arena.bundle.runtimes import RUNTIMES

MOST_LOOKED_AT = 256 * 1024
"""Bytes of one file: compiling takes about a hundred times as much memory. Larger files are left to the check."""


def syntax_error(bundle: Bundle) -> str:
    """The first error in a file that the bundle's command names, as "main.py, line 3: ..."; empty: there is none.

    Looked for only if this Python has the version of the one that runs bots: grammars differ between versions.
    """
    python = RUNTIMES.get("python")
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if python is None or bundle.manifest.runtime != python.name or python.version != here:
        return ""
    named = [word.removeprefix("./") for word in bundle.manifest.command if word.endswith(".py")]
    told = (_error(name, bundle.files[name]) for name in named if name in bundle.files)
    return next((one for one in told if one), "")


def _error(name: str, source: bytes) -> str:
    if len(source) > MOST_LOOKED_AT:
        return ""
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(source, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        where = f"{name}, line {error.lineno}" if error.lineno else name
        text = (error.text or "").strip()[:80]
        return f"{where}: {error.msg}" + (f" in `{text}`" if text else "")
    except ValueError as error:
        return f"{name}: {error}"
    except (RecursionError, MemoryError):
        return f"{name} is nested too deeply to be compiled"
    return ""
