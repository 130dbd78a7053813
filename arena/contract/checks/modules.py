"""The modules of a game's package: who knows one game finds the way in every other."""

from __future__ import annotations

from arena.contract.kit import Kit
from arena.contract.modules import NAMES, modules_in
from arena.games.registry import folder_of


def test_a_module_is_called_as_in_every_game_or_is_a_subject_of_this_one(kit: Kit) -> None:
    unknown = set(modules_in(folder_of(kit.name))) - NAMES - set(kit.subjects.split())
    assert not unknown, (
        f"modules of {kit.name} by names that are not those of every game: {', '.join(sorted(unknown))}. "
        f"Call each as other games do, {', '.join(sorted(NAMES))}; or name it in `subjects` of the game's kit"
    )


def test_a_subject_of_this_game_is_a_module_and_no_name_that_every_game_has(kit: Kit) -> None:
    subjects = set(kit.subjects.split())
    assert subjects <= set(modules_in(folder_of(kit.name))), "a subject of the kit without a module"
    assert not subjects & NAMES, "a name of every game is not declared"
