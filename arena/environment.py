"""Settings from the process environment: a class has a field for each, with its type, default and what it must be.

    class Settings(FromEnvironment):
        lease: Annotated[int, whole(1, 3600, "seconds")] = 60          # ATHANOR_LEASE

    settings = read(Settings, os.environ)          # raises BadSettings: a sentence for each variable that is wrong

A variable that is empty counts as one that is not set. pydantic reads them. (pydantic-settings, made for this,
would be one more package for its other sources, files and nested values, and its errors name fields and no
variables.)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX: Final = "ATHANOR_"
YES: Final = frozenset(("1", "true", "yes", "on"))
NO: Final = frozenset(("0", "false", "no", "off"))
LARGEST: Final = 2**63 - 1
WRONG, SECRET = "wrong", "secret"
"""Kinds of errors: of the second the value is not repeated."""


class BadSettings(ValueError):
    """Variables that are wrong, a line for each: its name, its value where that is no secret, what it must be."""


def variable(field: str) -> str:
    return f"{PREFIX}{field.upper()}"


class FromEnvironment(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=variable)


Settings = TypeVar("Settings", bound=FromEnvironment)


def read(kind: type[Settings], environment: Mapping[str, str]) -> Settings:
    """Raises BadSettings."""
    words = {name: word.strip() for name, word in environment.items() if name.startswith(PREFIX)}
    try:
        return kind.model_validate({name: word for name, word in words.items() if word})
    except ValidationError as error:
        raise BadSettings("\n".join(_sentence(each) for each in error.errors(include_url=False))) from None


def _sentence(problem: ErrorDetails) -> str:
    name, must = str(problem["loc"][0]), problem["msg"]
    # Of a default that will not do, which is how one is asked for that has none, pydantic names the field.
    name = name if name.startswith(PREFIX) else variable(name)
    return f"{name} {must}" if problem["type"] == SECRET else f"{name} is {problem['input']!r}; it {must}"


def wrong(must: str, kind: str = WRONG) -> PydanticCustomError:
    """For a validator to raise: "must be ..."."""
    return PydanticCustomError(kind, "{must}", {"must": must})


def whole(least: int = 0, most: int = LARGEST, of: str = "", why: str = "") -> BeforeValidator:
    """A whole number, `of` what, and `why` these bounds."""
    bounds = "a whole number" if (least, most) == (0, LARGEST) else f"a whole number from {least} to {most}"
    must = f"must be {f'a number of {of} from {least} to {most}' if of else bounds}{f', {why}' if why else ''}"

    def checked(word: str) -> int:
        if not (word.isascii() and word.isdecimal() and len(word) < 20 and least <= int(word) <= most):
            raise wrong(must)
        return int(word)

    return BeforeValidator(checked)


def address(must: str, *schemes: str, otherwise: str = "") -> BeforeValidator:
    """The URL of a service, with one of these schemes; or that word. A wrong one may hold a password."""

    def checked(word: str) -> str:
        if word == otherwise or _is_address(word, schemes):
            return word
        raise wrong(must, SECRET)

    return BeforeValidator(checked)


def _is_address(word: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(word)
        _ = parts.port  # which is read only when it is asked for
    except ValueError:
        return False
    is_file = parts.scheme in ("unix", "redis+socket")
    return parts.scheme in schemes and "://" in word and not (is_file and len(parts.path) < 2)


def _flag(word: str) -> bool:
    if word.lower() not in YES | NO:
        raise wrong("must be 1 or 0")
    return word.lower() in YES


def one_of(words: type[StrEnum]) -> BeforeValidator:
    def checked(word: str) -> Any:
        if word not in list(words):
            raise wrong(f"must be one of: {', '.join(words)}")
        return words(word)

    return BeforeValidator(checked)


Flag = Annotated[bool, BeforeValidator(_flag)]
Number = Annotated[int, whole()]
Names = Annotated[
    tuple[str, ...], BeforeValidator(lambda word: tuple(filter(None, map(str.strip, word.split(",")))))
]
