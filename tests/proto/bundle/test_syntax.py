"""Which syntax errors of a bundle are found without running it, and which are left to the check."""

from __future__ import annotations

import pytest

from athanor_contract.bundle.reader import of_files
from athanor_contract.bundle.syntax import MOST_IN_ALL, MOST_LOOKED_AT, syntax_error

TOML = 'name = "Gus"\ngame = "poison"\nruntime = "python"\ncommand = ["python3", "{main}"]\nprotocol = "stdio"\n'
BROKEN = "x = 1\nprint 'of another Python'\n"


def error(files: dict[str, str], main: str = "main.py") -> str:
    given = {name: text.encode() for name, text in files.items()}
    return syntax_error(of_files({"bot.toml": TOML.format(main=main).encode(), **given}))


@pytest.mark.parametrize(
    ("files", "where"),
    [
        ({"main.py": "import json, cards", "cards.py": BROKEN}, "cards.py"),
        ({"main.py": "import cards", "cards.py": "from hands import *", "hands.py": BROKEN}, "hands.py"),
        ({"main.py": "import rules.cards as them", "rules/cards.py": BROKEN}, "rules/cards.py"),
        ({"main.py": "import rules.cards", "rules/__init__.py": BROKEN}, "rules/__init__.py"),
        ({"main.py": "from rules import cards", "rules/cards.py": BROKEN}, "rules/cards.py"),
        ({"main.py": "from rules.cards import Card", "rules/cards.py": BROKEN}, "rules/cards.py"),
        (
            {"main.py": "import rules", "rules/__init__.py": "from . import cards", "rules/cards.py": BROKEN},
            "rules/cards.py",
        ),
        (
            {"main.py": "import a.b.c", "a/b/c.py": "from ..d import e", "a/d/e.py": BROKEN},
            "a/d/e.py",
        ),
        (
            {"main.py": "try:\n    import cards\nexcept ImportError:\n    cards = None", "cards.py": BROKEN},
            "cards.py",
        ),
    ],
)
def test_an_error_in_what_a_program_imports_is_told_with_file_and_line(files: dict[str, str], where: str) -> None:
    assert error(files).startswith(f"{where}, line 2: Missing parentheses in call to 'print'")


def test_imports_are_looked_for_beside_the_program() -> None:
    files = {"src/main.py": "import cards", "src/cards.py": "", "cards.py": BROKEN}
    assert error(files, "src/main.py") == ""
    assert error(files | {"src/cards.py": BROKEN}, "src/main.py").startswith("src/cards.py, line 2: ")


def test_files_that_import_one_another_are_looked_at_once() -> None:
    assert error({"main.py": "import cards", "cards.py": "import main, cards"}) == ""


@pytest.mark.parametrize(
    "main",
    [
        "def choose(ask):\n    import cards",
        "import sys\nif sys.version_info < (3,):\n    import cards",
        "try:\n    import cards\nexcept SyntaxError:\n    import hands as cards",
        "try:\n    import cards\nexcept:\n    pass",
        "import json.cards\nfrom .. import cards\nfrom ....far import cards",
    ],
)
def test_an_import_that_is_perhaps_never_run_is_left_to_the_check(main: str) -> None:
    assert error({"main.py": main, "cards.py": BROKEN, "json/cards.py": BROKEN}) == ""


def test_a_file_called_as_a_module_of_the_standard_library_is_left_to_the_check() -> None:
    assert error({"main.py": "import json", "json.py": BROKEN}) == ""


def test_what_is_looked_at_is_bounded() -> None:
    large = "#" * MOST_LOOKED_AT
    assert error({"main.py": "import cards", "cards.py": large + BROKEN}) == ""
    several = {f"part{number}.py": large for number in range(MOST_IN_ALL // MOST_LOOKED_AT)}
    first = "\n".join(f"import {name.removesuffix('.py')}" for name in several)
    assert error({"main.py": f"import cards\n{first}", **several, "cards.py": BROKEN}) != ""
    assert error({"main.py": f"{first}\nimport cards", **several, "cards.py": BROKEN}) == ""
