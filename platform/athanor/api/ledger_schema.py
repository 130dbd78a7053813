"""What the OpenAPI document says of a ledger: each kind of line has a schema of its own, taken from the format."""

from __future__ import annotations

from typing import Any, Final

from arena.rating.ledger_file import Entry, Header, Line, Standing

MEDIA_TYPE: Final = "application/jsonl"
KINDS: Final[tuple[type[Line], ...]] = (Header, Standing, Entry)
"""In the order of the file."""


def _schema(kind: type[Line]) -> Any:
    """With what it is made of in its place: the document keeps definitions elsewhere than pydantic does."""
    schema = kind.model_json_schema()
    parts = schema.pop("$defs", {})

    def resolved(node: Any) -> Any:
        if isinstance(node, list):
            return [resolved(each) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return resolved(parts[node["$ref"].rpartition("/")[2]])
        return {name: resolved(value) for name, value in node.items()}

    return resolved(schema)


ANSWER: Final = {
    "description": "One JSON object a line: the header, then a line for each rating, then one for each entry.",
    "content": {MEDIA_TYPE: {"schema": {"oneOf": [_schema(kind) for kind in KINDS]}}},
}
