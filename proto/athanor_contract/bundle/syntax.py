"""Finds syntax errors in the Python files that a bundle runs, without running them.

These are the files that the command names, and the files of the bundle that those import as soon as they run. An
import in a function or under a condition is not followed: it may be for another version of Python, or never run.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from athanor_contract.bundle.reader import Bundle
from athanor_contract.runtimes import RUNTIMES

MOST_LOOKED_AT = 256 * 1024
"""Bytes of one file: compiling takes about a hundred times as much memory. Larger files are left to the check."""
MOST_IN_ALL: Final = 1024 * 1024
"""Bytes of all files together, which take about a second to compile. Files beyond that are left to the check."""


def syntax_error(bundle: Bundle) -> str:
    """The first error in a file that the bundle runs, as "main.py, line 3: ..."; empty: there is none.

    Looked for only if this Python has the version of the one that runs bots: grammars differ between versions.
    """
    python = RUNTIMES.get("python")
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if python is None or bundle.manifest.runtime != python.name or python.version != here:
        return ""
    named = [word.removeprefix("./") for word in bundle.manifest.command if word.endswith(".py")]
    return next((error for name in named if name in bundle.files for error in _errors(bundle, name)), "")


def _errors(bundle: Bundle, program: str) -> Iterator[str]:
    """The errors of a program and of what it imports, in the order of the imports."""
    folder = PurePosixPath(program).parent
    waiting, met, left = [program], {program}, MOST_IN_ALL
    while waiting:
        name = waiting.pop(0)
        source = bundle.files[name]
        left -= len(source)
        if len(source) > MOST_LOOKED_AT or left < 0:
            continue
        try:
            tree = _compiled(source, name)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            yield _told(name, error)
            return
        for module in _imports(tree.body, PurePosixPath(name).parent.relative_to(folder).parts):
            found = [file for file in _files_of(module, folder) if file in bundle.files and file not in met]
            waiting += found
            met.update(found)


def _compiled(source: bytes, name: str) -> ast.Module:
    with warnings.catch_warnings(action="ignore"):
        tree = compile(source, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        # Finds what the grammar allows and the compiler refuses, such as a `return` outside a function.
        compile(source, name, "exec", dont_inherit=True)
    assert isinstance(tree, ast.Module), "of a whole file"
    return tree


def _told(name: str, error: Exception) -> str:
    if isinstance(error, SyntaxError):
        where = f"{name}, line {error.lineno}" if error.lineno else name
        text = (error.text or "").strip()[:80]
        return f"{where}: {error.msg}" + (f" in `{text}`" if text else "")
    if isinstance(error, ValueError):
        return f"{name}: {error}"
    return f"{name} is nested too deeply to be compiled"


def _imports(body: Sequence[ast.stmt], package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The modules that a file imports as soon as it runs, each by its path from the program's folder.

    `package` is the path of the folder that the file lies in.
    """
    for statement in body:
        match statement:
            case ast.Import(names=names):
                yield from (tuple(one.name.split(".")) for one in names)
            case ast.ImportFrom(module=module, names=names, level=level) if level <= len(package):
                above = package[: len(package) - level + 1] if level else ()
                base = (*above, *(module.split(".") if module else ()))
                yield from ((*base, one.name) for one in names)
            case ast.Try(body=tried, handlers=handlers) if all(map(_lets_it_through, handlers)):
                yield from _imports(tried, package)


def _lets_it_through(handler: ast.ExceptHandler) -> bool:
    """Whether the handler is for a failed import alone: a syntax error passes through it."""
    return isinstance(handler.type, ast.Name) and handler.type.id in ("ImportError", "ModuleNotFoundError")


def _files_of(module: tuple[str, ...], folder: PurePosixPath) -> Iterator[str]:
    """The files that an import may run, in order. A module of the standard library is never the bundle's."""
    if not module or module[0] in sys.stdlib_module_names:
        return
    for depth in range(1, len(module) + 1):
        stem = folder.joinpath(*module[:depth])
        yield from (str(stem / "__init__.py"), f"{stem}.py")
