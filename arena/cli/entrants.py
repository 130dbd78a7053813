"""The bots of `athanor play`: a house bot by name, a folder with bot.toml, or a single source file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.blobs.store import digest_of
from arena.cli.trouble import Trouble
from arena.house.catalogue import house_bots

if TYPE_CHECKING:
    from athanor_contract.bundle import Bundle


@dataclass(frozen=True, slots=True)
class Bot:
    name: str
    digest: str
    house: Path | None
    """The file of a house bot, which runs in this process."""
    bundle: Bundle | None
    """Of a bot that is not ours."""


def bots_of(words: Sequence[str], game: str) -> list[Bot]:
    """The bots of a command line; those of one name are numbered. Raises Trouble."""
    bots = [bot_of(word, game) for word in words]
    names = [bot.name for bot in bots]
    return [
        bot
        if names.count(bot.name) == 1
        else replace(bot, name=f"{bot.name}-{names[: place + 1].count(bot.name)}")
        for place, bot in enumerate(bots)
    ]


def bot_of(word: str, game: str) -> Bot:
    house = house_bots(game)
    if word in house:
        return _house_bot(word, house[word])
    path = Path(word)
    if not path.exists():
        known = ", ".join(house) or "none"
        raise Trouble(f"{word!r} is no bot: neither a file or folder here nor a house bot of {game} ({known})")
    return _bundled(word, path, game)


def _bundled(word: str, path: Path, game: str) -> Bot:
    from athanor_contract.bundle import BundleFault, of_path, pack
    from athanor_contract.bundle.syntax import syntax_error

    try:
        bundle = of_path(path)
    except BundleFault as fault:
        raise Trouble(f"{word}: {fault}") from fault
    except OSError as error:
        raise Trouble(f"{word}: cannot be read: {error.strerror}") from error
    if wrong := syntax_error(bundle):
        raise Trouble(f"{word} is no Python: {wrong}")
    manifest = bundle.manifest
    if manifest.games and game not in manifest.games:
        raise Trouble(f"{word} plays {', '.join(manifest.games)}, as its bot.toml says, and not {game}")
    return Bot(manifest.name or path.stem, digest_of(pack(bundle)), None, bundle)


def _house_bot(name: str, path: Path) -> Bot:
    return Bot(name, digest_of(path.read_bytes()), path, None)
