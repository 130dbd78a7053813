"""Every block of code and commands of the READMEs and of the site's templates, by its kind.

A block says its kind in the page's source: after the fence in Markdown (```shell), in the class of the `<code>`
of an HTML template (<pre><code class="shell">). `KINDS` says which test executes all blocks of a kind, and where
blocks of that kind may stand, which is where that test looks; `text` is what nobody runs. `test_blocks.py`
refuses a block of any other kind, at any other place, and one without a kind.
"""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
FENCE: Final = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PRE: Final = re.compile(r"<pre\b[^>]*>(.*?)</pre>", re.DOTALL | re.IGNORECASE)
UNCLOSED: Final = re.compile(r"<pre\b[^\n]*", re.IGNORECASE)
"""What is left of one whose end is in another template: nobody could see it whole."""
CODE: Final = re.compile(r"<code(?P<attributes>(?:\s[^>]*?)?)>(?P<text>.*)</code>", re.DOTALL)
CLASS: Final = re.compile(r'\sclass="([^"]*)"')
FILLED_IN: Final = re.compile(r"{{[^}]*}}")
UNFENCED: Final = re.compile(
    r"(?:\A|\n\n)(?: {4}|\t)(?=\S)[^\n]*|^[ >]*(?:```|~~~)[^\n]*|^[ >]*<pre\b[^\n]*", re.MULTILINE | re.IGNORECASE
)
"""What has no kind: a block by its indent alone, in a quotation or of HTML; and a fence that is never closed."""

DOCS: Final = "platform/athanor/front/templates/docs"
PAGES: Final = "platform/athanor/front/templates/front"
LADDERS: Final = "platform/athanor/ladders/templates/ladders"
ACCOUNTS: Final = "platform/athanor/accounts/templates/accounts"
ARMIES: Final = "platform/athanor/armies/templates/armies/armies.html"
STARTERS: Final = "arena/cli/starters/*/README.md"
EXAMPLES: Final = "tests/athanor/front/test_docs_examples.py"
COMMANDS: Final = "tests/end_to_end/test_documented.py"


class Kind(NamedTuple):
    test: str
    """Executes every block of the kind: a file and a function in it; empty: nobody runs it."""
    places: tuple[str, ...]
    """Where blocks of the kind may stand, which is where that test looks; a star stands for slashes, too."""


KINDS: Final = {
    "text": Kind("", ("*",)),
    "shell": Kind(
        f"{COMMANDS}::test_the_commands_of_a_page_run_as_they_stand",
        (
            "README.md",
            "arena/games/*/house/README.md",
            STARTERS,
            f"{DOCS}/*.md",
            f"{PAGES}/home.html",
            f"{PAGES}/fairness.html",
            f"{PAGES}/fairness_log.html",
            f"{LADDERS}/ladder.html",
            f"{LADDERS}/solo.html",
            f"{ACCOUNTS}/you.html",
            f"{ACCOUNTS}/tokens.html",
            "platform/athanor/matches/templates/matches/match.html",
        ),
    ),
    "shell elsewhere": Kind(
        "tests/test_blocks.py::test_what_cannot_be_run_here_is_known_with_its_reason", ("*.md",)
    ),
    "python": Kind(
        f"{EXAMPLES}::test_the_python_bots_on_the_pages_play_a_match",
        ("README.md", f"{DOCS}/*.md", "platform/athanor/bots/templates/bots/upload.html"),
    ),
    "python first-*": Kind(f"{EXAMPLES}::test_the_python_bots_on_the_pages_play_a_match", (f"{DOCS}/python.md",)),
    "python alkemy": Kind(
        f"{EXAMPLES}::test_the_bot_for_alkemy_on_the_page_plays_a_match_in_twenty_lines", (f"{DOCS}/python.md",)
    ),
    "python part": Kind(
        "tests/athanor/front/test_alkemy_rules.py::test_the_sample_of_code_runs_as_it_stands",
        (f"{DOCS}/alkemy/authors.md",),
    ),
    "python answer": Kind(
        "tests/athanor/armies/test_army_page.py::test_the_answer_in_python_is_taken_by_the_game", (ARMIES,)
    ),
    "json army": Kind(
        "tests/athanor/armies/test_army_page.py"
        "::test_a_ready_made_army_is_shown_as_legal_with_the_action_that_chooses_it",
        (ARMIES,),
    ),
    "python vectors": Kind(
        f"{EXAMPLES}::test_the_vectors_of_the_seeds_page_come_out_of_its_own_python", (f"{DOCS}/seeds.md",)
    ),
    "python calls": Kind(
        "tests/arena/pairing/test_readme.py::test_every_call_of_the_guide_is_one", ("arena/pairing/README.md",)
    ),
    "python sandbox": Kind("tests/sandbox/test_readme.py::test_the_example_runs_a_bot", ("sandbox/README.md",)),
    "starter source-*": Kind(
        "tests/athanor/front/test_docs.py"
        "::test_every_language_is_told_with_its_flags_and_a_bot_that_is_the_starter",
        (f"{DOCS}/languages.md",),
    ),
    "server": Kind(
        "tests/sandbox/languages/test_servers.py::test_an_example_plays_a_whole_match_of_every_game",
        (f"{DOCS}/languages.md",),
    ),
    "toml": Kind(f"{EXAMPLES}::test_the_example_of_bot_toml_is_one", (f"{DOCS}/bundle.md",)),
    **{
        f"json {what}": Kind(
            f"{EXAMPLES}::test_the_protocols_examples_are_messages_of_the_protocol", (f"{DOCS}/protocol.md",)
        )
        for what in ("to-bot", "from-bot")
    },
    "json index": Kind(
        f"{EXAMPLES}::test_the_three_ways_to_answer_are_read_as_the_same_answer", (f"{DOCS}/protocol.md",)
    ),
    **{
        f"json {what}": Kind(
            f"{EXAMPLES}::test_the_documents_on_the_pages_are_those_of_their_game",
            tuple(
                f"{DOCS}/{page}"
                for page in ("protocol.md", "python.md", "poison.md", "rules/turn.html", "alkemy/documents.md")
            ),
        )
        for what in ("view", "actions", "action", "events", "template")
    },
    "json error": Kind(f"{EXAMPLES}::test_the_error_that_is_shown_is_what_the_api_answers", (f"{DOCS}/api.md",)),
    "json docker": Kind(
        "tests/test_blocks.py::test_the_entry_of_a_container_runtime_is_one", ("sandbox/README.md",)
    ),
}


class Block(NamedTuple):
    path: str
    line: int
    kind: str
    """As its source has it, with * for what a template fills in; empty: it has none."""
    text: str
    """As it stands in the source: of a page, what its template is written as."""

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"


def of_markdown(path: str, source: str) -> Iterator[Block]:
    for found in FENCE.finditer(source):
        text = re.sub(rf"^{found[1]}", "", found[3], flags=re.MULTILINE)
        yield Block(path, _line(source, found), _kind(found[2]), text)
    blank = FENCE.sub(lambda found: "\n" * found[0].count("\n"), source)
    for bare in UNFENCED.finditer(blank):
        yield Block(path, _line(blank, bare) + bare[0].count("\n"), "", bare[0].strip())


def of_template(path: str, source: str) -> Iterator[Block]:
    for found in PRE.finditer(source):
        code = CODE.search(found[1])
        named = CLASS.search(code["attributes"]) if code else None
        kind = _kind(named[1]) if named else ""
        yield Block(path, _line(source, found), kind, html.unescape(code["text"] if code else found[1]))
    blank = PRE.sub(lambda found: "\n" * found[0].count("\n"), source)
    for open_ in UNCLOSED.finditer(blank):
        yield Block(path, _line(blank, open_), "", open_[0])


@cache
def sources() -> dict[str, str]:
    """What is read: every Markdown file, and every template of the site."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return {
        name: (ROOT / name).read_text()
        for name in names.split("\0")
        if (name.endswith(".md") or (name.startswith("platform/") and name.endswith(".html")))
        and (ROOT / name).is_file()
    }


@cache
def blocks() -> tuple[Block, ...]:
    """All there are."""
    return tuple(
        block
        for name, source in sources().items()
        for block in (of_markdown if name.endswith(".md") else of_template)(name, source)
    )


def between(name: str) -> str:
    """A source without its blocks."""
    return (FENCE if name.endswith(".md") else PRE).sub("", sources()[name])


def of_kind(kind: str, *, under: str = "*") -> list[Block]:
    return [block for block in blocks() if block.kind == kind and fnmatch(block.path, under)]


def problem_of(block: Block) -> str:
    """Why it may not stand there, and what to do; empty: it may."""
    if not block.kind:
        return "it does not say its kind: fence it, and name one of tests/blocks.py (`text`: nobody runs it)"
    kind = KINDS.get(block.kind)
    if kind is None:
        return f"no test executes {block.kind!r}: name a kind of tests/blocks.py, or add it there with its test"
    if not any(fnmatch(block.path, place) for place in kind.places):
        return f"{kind.test} does not look for {block.kind!r} here: have it do so, and say so in tests/blocks.py"
    return ""


def _kind(words: str) -> str:
    return " ".join(FILLED_IN.sub("*", words).split())


def _line(source: str, found: re.Match[str]) -> int:
    return source.count("\n", 0, found.start()) + 1
