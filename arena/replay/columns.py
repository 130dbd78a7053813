"""Documents as columns: what makes a replay small, and readable without the engine.

A list of one-key documents (`{"played": {"seat": 0, "card": "red-4"}}`) is kept as

    {"kinds": [[key, type], ...], "kind": [place in kinds, one a document], "columns": [one a kind]}

where a type, found from the documents themselves, says how n values are laid out as one column:

    "int"                              n whole numbers
    "word"                             n places in the file's list of words
    ["list", type]                     [n lengths, the column of all their items together]
    ["object", [[name, type], ...]]    one column a name; every object has all of these names, in this order
    "any"                              n plain values, where no other type fits

Reading trusts nothing: wrong lengths, places and types raise `Misshapen`, and no more than `MOST_VALUES` values
are made.

Why no library: the same replays as plain msgpack documents, under the same compression, are half as large again
at the least, and take three to seven times as long to be read. Of a match of greedy house bots the columns have
38 to 68 % of the documents' bytes, by game. Parquet and Arrow are for tables of one type and millions of rows.
`athanor bench replay` compares with JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any

MOST_VALUES = 2_000_000
DEEPEST = 32

Document = dict[str, Any]
Type = Any


class Misshapen(ValueError):
    """Columns that do not fit their types."""


# --- writing


class Words:
    """The file's list of words, in the order in which they were first met."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, word: str) -> int:
        return self.places.setdefault(word, len(self.places))


def packed(documents: Sequence[Document], words: Words) -> Document:
    kinds: dict[str, list[Any]] = {}
    for document in documents:
        for key, value in document.items():
            kinds.setdefault(key, []).append(value)
    places = {key: place for place, key in enumerate(kinds)}
    types = {key: _type_of(values) for key, values in kinds.items()}
    return {
        "kinds": [[key, types[key]] for key in kinds],
        "kind": [places[key] for document in documents for key in document],
        "columns": [_column(types[key], values, words) for key, values in kinds.items()],
    }


def _type_of(values: Sequence[Any]) -> Type:
    kinds = set(map(type, values))
    if kinds == {int}:
        return "int"
    if kinds == {str}:
        return "word"
    if values and kinds <= {list, tuple}:
        return ["list", _type_of(list(chain.from_iterable(values)))]
    if kinds == {dict}:
        names = tuple(values[0])
        if all(tuple(value) == names for value in values):
            return ["object", [[name, _type_of([value[name] for value in values])] for name in names]]
    return "any"


def _column(kind: Type, values: Sequence[Any], words: Words) -> Any:
    if kind == "word":
        return list(map(words.place, values))
    if kind in ("int", "any"):
        return list(values)
    if kind[0] == "list":
        return [list(map(len, values)), _column(kind[1], list(chain.from_iterable(values)), words)]
    return [_column(inner, [value[name] for value in values], words) for name, inner in kind[1]]


# --- reading


class Reader:
    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._left = MOST_VALUES

    def documents(self, given: Any) -> list[Document]:
        """The documents of what `packed` made. Raises Misshapen."""
        _expect(type(given) is dict and set(given) == {"kinds", "kind", "columns"}, "documents have three parts")
        kinds, order, columns = given["kinds"], given["kind"], given["columns"]
        _expect(type(kinds) is list and type(columns) is list and len(kinds) == len(columns), "a column a kind")
        _expect(type(order) is list and all(type(place) is int for place in order), "the kinds' order")
        parts = []
        for place, (kind, column) in enumerate(zip(kinds, columns, strict=True)):
            _expect(type(kind) is list and len(kind) == 2 and type(kind[0]) is str, "a kind is a name and a type")
            parts.append((kind[0], iter(self.values(kind[1], column, order.count(place)))))
        _expect(not order or 0 <= min(order) <= max(order) < len(parts), "a kind that is not there")
        return [{parts[place][0]: next(parts[place][1])} for place in order]

    def values(self, kind: Type, column: Any, count: int, depth: int = 0) -> list[Any]:
        """The values of a column that must have so many. Raises Misshapen."""
        self._left -= count
        _expect(self._left >= 0, "more values than a replay may have")
        _expect(depth < DEEPEST, "values nested too deep")
        _expect(type(column) is list, "a column is a list")
        if kind == "int":
            _expect(len(column) == count and set(map(type, column)) <= {int}, "a column of numbers")
            values: list[Any] = column
            return values
        if kind == "word":
            _expect(len(column) == count and set(map(type, column)) <= {int}, "a column of words")
            _expect(not column or 0 <= min(column) <= max(column) < len(self.words), "a word that is not there")
            return list(map(self.words.__getitem__, column))
        if kind == "any":
            _expect(len(column) == count and is_plain(column), "a column of plain values")
            return list(column)
        _expect(type(kind) is list and len(kind) == 2, "a type that is none")
        if kind[0] == "list":
            return self._lists(kind[1], column, count, depth)
        _expect(kind[0] == "object", "a type that is none")
        return self._objects(kind[1], column, count, depth)

    def _lists(self, inner: Type, column: list[Any], count: int, depth: int) -> list[Any]:
        _expect(len(column) == 2, "a column of lists is lengths and items")
        lengths = self.values("int", column[0], count)
        _expect(not lengths or min(lengths) >= 0, "a length below nothing")
        items = iter(self.values(inner, column[1], sum(lengths), depth + 1))
        return [list(islice(items, length)) for length in lengths]

    def _objects(self, fields: Any, column: list[Any], count: int, depth: int) -> list[Any]:
        _expect(type(fields) is list and len(fields) == len(column), "a column a field")
        names, columns = [], []
        for field, inner in zip(fields, column, strict=True):
            _expect(
                type(field) is list and len(field) == 2 and type(field[0]) is str, "a field is a name and a type"
            )
            names.append(field[0])
            columns.append(self.values(field[1], inner, count, depth + 1))
        if not names:
            return [{} for _ in range(count)]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def is_plain(value: Any, depth: int = 0) -> bool:
    """Whether a value is one that JSON has too."""
    if value is None or type(value) in (bool, int, str):
        return True
    if depth >= DEEPEST:
        return False
    if type(value) is list:
        return all(is_plain(item, depth + 1) for item in value)
    return type(value) is dict and _are_names(value) and all(is_plain(item, depth + 1) for item in value.values())


def _are_names(keys: Iterable[Any]) -> bool:
    return all(type(key) is str for key in keys)


def _expect(fits: bool, what: str) -> None:
    if not fits:
        raise Misshapen(f"not what was expected: {what}")
