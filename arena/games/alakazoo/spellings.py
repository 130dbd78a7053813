"""How the numbers of the engine read and write in documents: cards, creatures and all else by name.

A name that nothing has is read as a number that nothing has: which refusal it meets is the rules' business
(`unknown-card`, `unknown-part` ...). Lists of cards and runes in actions are sets, held in canonical order.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from arena.games.alakazoo.material import (
    ABILITIES,
    CARDS,
    CREATURES,
    FACES,
    KEEPERS,
    MAGICIANS,
    NONE,
    PAGE_NAMES,
    PARTS,
    SPELLS,
    UNKNOWN,
)
from arena.kernel.vocabulary import Malformed
from athanorpb.codec import INT32, is_text


class Word:
    """A number written as its name; `unknown` stands for every other name, and is written as none."""

    def __init__(self, names: tuple[str, ...], thing: str, unknown: int = NONE) -> None:
        self.default = unknown
        self._unknown = unknown
        self._names = names
        self._numbers = {name: number for number, name in enumerate(names)}
        self._thing = thing

    def read(self, document: Any) -> int:
        if not isinstance(document, str):
            raise Malformed(f"the name of a {self._thing} was expected, not {document!r:.60}")
        if not is_text(document):
            raise Malformed(f"{document!r:.60} holds half a character, which no text can")
        return self._numbers.get(document, self._unknown)

    def write(self, value: int) -> str:
        return "" if value == self._unknown else self._names[value]


class Words:
    """A list of numbers, each written as its name; a set is read into ascending order."""

    default = ()

    def __init__(self, word: Word) -> None:
        self._word = word

    def read(self, document: Any) -> tuple[int, ...]:
        if not isinstance(document, list):
            raise Malformed(f"a list was expected, not {document!r:.60}")
        return tuple(sorted(map(self._word.read, document)))

    def write(self, value: tuple[int, ...]) -> list[str]:
        return [self._word.write(item) for item in value]


class SetOfNumbers:
    default = ()

    def read(self, document: Any) -> tuple[int, ...]:
        if not isinstance(document, list):
            raise Malformed(f"a list was expected, not {document!r:.60}")
        for item in document:
            if not isinstance(item, int) or isinstance(item, bool) or item not in INT32:
                raise Malformed(f"a whole number of 32 bits was expected, not {item!r:.60}")
        return tuple(sorted(document))

    def write(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


_SPELL = Word(SPELLS, "card", UNKNOWN)
_CARD = Word(CARDS, "card", UNKNOWN)

Spell: TypeAlias = Annotated[int, _SPELL]
Spells: TypeAlias = Annotated[tuple[int, ...], Words(_SPELL)]
Card: TypeAlias = Annotated[int, _CARD]
Cards: TypeAlias = Annotated[tuple[int, ...], Words(_CARD)]
Creature: TypeAlias = Annotated[int, Word(CREATURES, "creature")]
CreatureSet: TypeAlias = Annotated[tuple[int, ...], Words(Word(CREATURES, "creature"))]
Part: TypeAlias = Annotated[int, Word(PARTS, "part")]
Face: TypeAlias = Annotated[int, Word(FACES, "face")]
Faces: TypeAlias = Annotated[tuple[int, ...], Words(Word(FACES, "face"))]
Abilities: TypeAlias = Annotated[tuple[int, ...], Words(Word(ABILITIES, "ability"))]
Magician: TypeAlias = Annotated[int, Word(MAGICIANS, "magician")]
Magicians: TypeAlias = Annotated[tuple[int, ...], Words(Word(MAGICIANS, "magician"))]
Keeper: TypeAlias = Annotated[int, Word(KEEPERS, "keeper card")]
Keepers: TypeAlias = Annotated[tuple[int, ...], Words(Word(KEEPERS, "keeper card"))]
BookPage: TypeAlias = Annotated[int, Word(PAGE_NAMES, "page")]
Pages: TypeAlias = Annotated[tuple[int, ...], Words(Word(PAGE_NAMES, "page"))]
Runes: TypeAlias = Annotated[tuple[int, ...], SetOfNumbers()]
Seats: TypeAlias = tuple[int, ...]
