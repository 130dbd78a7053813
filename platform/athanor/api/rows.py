"""From the rows that `queries` read to the documents of the API.

What kind of value a field holds stands in its row alone; a document only names the fields that it shows, so that
nothing is shown that is not named there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_type_hints

from ninja import Schema
from pydantic import Field, create_model

Document = TypeVar("Document", bound=Schema)


def shows(row: type, *names: str, **said: str) -> Callable[[type[Document]], type[Document]]:
    """A document with these fields of a row, and what is said of some; the class has what it shows otherwise."""
    kinds = get_type_hints(row)
    fields: dict[str, Any] = {name: (kinds[name], Field(description=said.pop(name, None))) for name in names}
    assert not said, f"nothing is shown of which that is said: {', '.join(said)}"

    def with_fields(shape: type[Document]) -> type[Document]:
        return create_model(
            shape.__name__, __base__=shape, __module__=shape.__module__, __doc__=shape.__doc__, **fields
        )

    return with_fields


def shaped(shape: type[Document]) -> Callable[[Any], Document]:
    """A row of a query as a document."""
    return lambda row: shape.model_validate(row, from_attributes=True)


def all_shaped(shape: type[Document], rows: Sequence[Any]) -> list[Document]:
    return [shaped(shape)(row) for row in rows]
