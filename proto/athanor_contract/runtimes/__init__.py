"""The languages a bundle may be written in: the one table that bot.toml, single files, starters, docs and the
sandbox go by.

A language is a folder of data, `<language>/runtime.toml`: names, endings, main files, how a source file is built
and run, and what the sandbox makes its file trees of.
"""

from athanor_contract.runtimes.commands import default_build, default_command
from athanor_contract.runtimes.table import (
    ALIASES,
    FOLDER,
    PROTOCOLS,
    RUNTIMES,
    SUFFIXES,
    Protocol,
    Runtime,
    runtime_named,
    runtime_of_file,
)

__all__ = [
    "ALIASES",
    "FOLDER",
    "PROTOCOLS",
    "RUNTIMES",
    "SUFFIXES",
    "Protocol",
    "Runtime",
    "default_build",
    "default_command",
    "runtime_named",
    "runtime_of_file",
]
