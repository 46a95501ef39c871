"""The code blocks of pages, and the commands in them and in the text.

A block is run, unless its fence has a reason after the language: "```sh takes an hour".  One with "slow" is run
by the slow tests.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FRAME = ROOT / "docs/site"  # which is elsewhere when the site is built
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "examples/README.md")
    if not path.is_relative_to(FRAME) and path.parent.name != "readings"  # where a report may have been made
)

CODE_FENCE = re.compile(r"^( *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^\1```$", re.MULTILINE | re.DOTALL)
SAVED_FILE = re.compile(r"# (\w+\.py)\n")  # the first line of a file
SLOW = "slow"

TYPED_COMMAND = re.compile(
    r"^ *(?:.*/bin/)?ibau (\S.*)$", re.MULTILINE
)  # as a line of a shell, or of a unit for systemd
QUOTED_COMMAND = re.compile(r"`(?:\S*/bin/)?ibau ([a-z-][^`]*)`")
CONTINUATION = re.compile(r"\\\n\s*")
NO_COMMANDS = ("throw",)  # `ibau throw` begins the message that a throw is made of

PLACEHOLDERS = {
    **dict.fromkeys(("RULESET", "R"), "seega"),
    **dict.fromkeys(("A", "B"), "random"),
    **dict.fromkeys(("MODULE:CLASS", "module:Class"), "tests.custom_players:Foremost"),
    "N": "2",
    "DEPTH": "2",
    "FILE": "games.txt",
    "COMMAND": "games",
}


class CodeBlock(NamedTuple):
    """A block of code."""

    language: str
    reason: str  # why it is not run, or slow
    text: str

    @property
    def saved(self) -> str:
        """The name of the file that it is to be saved as, if it is one."""
        named = SAVED_FILE.match(self.text) if self.language == "python" else None
        return named[1] if named else ""


class TypedCommand(NamedTuple):
    """What is to be typed after `ibau`."""

    words: tuple[str, ...]
    in_block: bool  # a sentence may leave out arguments


def blocks(page: Path) -> list[CodeBlock]:
    """The blocks of a page in order, but for the directives of the site."""
    found = CODE_FENCE.finditer(page.read_text("utf-8"))
    found_blocks = ((*match["info"].partition(" ")[::2], dedent(match["text"])) for match in found)
    return [
        CodeBlock(language, reason, text) for language, reason, text in found_blocks if not language.startswith("{")
    ]


def commands(page: Path) -> Iterator[TypedCommand]:
    """All `ibau` commands of a page, except in sessions."""
    for block in blocks(page):
        if block.language != "python":
            for line in TYPED_COMMAND.findall(CONTINUATION.sub(" ", block.text)):
                yield TypedCommand(tuple(shlex.split(line, comments=True)), in_block=True)
    for line in QUOTED_COMMAND.findall(CODE_FENCE.sub("", page.read_text("utf-8"))):
        if line not in NO_COMMANDS:
            words = (word for word in shlex.split(line) if word != "…" and not word.startswith("["))
            yield TypedCommand(tuple(PLACEHOLDERS.get(word, word) for word in words), in_block=False)
