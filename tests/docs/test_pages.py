"""The blocks of each page are run from top to bottom, and every command is parsed by the real command line."""

import doctest
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from ibau.core.errors import IbauError
from ibau.lab.arena import parse_entrants
from ibau.terminal.main import ibau
from tests.docs.doc_blocks import CONTINUATION, PAGES, ROOT, SLOW, CodeBlock, blocks, commands

DONE = [page for page in PAGES if not all(block.reason for block in blocks(page))]
SLOWLY = [page for page in PAGES if any(block.reason == SLOW for block in blocks(page))]
AT_ONCE = {"draw", "games", "perft", "playouts", "print", "rules", "show"}  # commands that take a moment
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for running a page; modules saved there are unloaded afterwards."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for module, path in [(module, getattr(made, "__file__", None)) for module, made in sys.modules.items()]:
        if path and Path(path).is_relative_to(tmp_path):
            del sys.modules[module]


# --- Blocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", DONE, ids=name)
def test_what_a_page_says_can_be_done(page: Path, folder: Path) -> None:
    do([block for block in blocks(page) if not block.reason], name(page), folder)


@pytest.mark.slow
@pytest.mark.parametrize("page", SLOWLY, ids=name)
def test_what_takes_longer_can_be_done_too(page: Path, folder: Path) -> None:
    do([block for block in blocks(page) if block.reason in {"", SLOW}], name(page), folder)


def do(blocks: Iterable[CodeBlock], page: str, folder: Path) -> None:
    """Run sessions and commands, and save files, in order."""
    names: dict[str, Any] = {}
    for block in blocks:
        if block.language == "sh":
            run_commands(block.text)
        elif block.saved:
            (folder / block.saved).write_text(block.text)
        else:
            assert block.language == "python", f"how is a block of {block.language!r} run?  its fence may say why not"
            run_session(block.text, names, page)


def run_commands(text: str) -> None:
    """As typed in a shell, which commands of Ibau alone do not need; each has to end well."""
    lines = [shlex.split(line) for line in CONTINUATION.sub(" ", text).splitlines()]
    if all(words[:1] == ["ibau"] for words in lines):
        for words in lines:
            run_here(words[1:])
        return
    environment = {**os.environ, "PATH": PATH}
    done = subprocess.run(["/bin/bash", "-e", "-c", text], env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr


def run_here(words: Sequence[str]) -> None:
    """A command within this process."""
    done = CliRunner().invoke(ibau, words)
    assert done.exit_code == 0, done.output


def run_session(text: str, names: dict[str, Any], page: str) -> None:
    """A session goes on where the one before it ended."""
    session = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
    assert session.examples, text
    texts: list[str] = []
    found = doctest.DocTestRunner().run(session, out=texts.append, clear_globs=False)
    names.update(session.globs)
    assert not found.failed, "".join(texts)


def test_a_fence_says_what_becomes_of_its_block(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```sh\na\n```\n\n1. One\n\n   ```sh slow\n   b\n   ```\n\n```{toctree}\n```\n\n```ini a file\nc\n```\n"
    )
    assert blocks(page) == [("sh", "", "a\n"), ("sh", "slow", "b\n"), ("ini", "a file", "c\n")]


# --- Commands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))], ids=name)
def test_every_command_is_understood(page: Path, folder: Path) -> None:
    """And done, where a sentence has one that takes but a moment."""
    for block in blocks(page):
        if block.saved:
            (folder / block.saved).write_text(block.text)
    for words, in_block in commands(page):
        if understood(words, in_block=in_block) and not in_block and words[0] in AT_ONCE:
            run_here(words)


def understood(words: tuple[str, ...], *, in_block: bool) -> bool:
    """Whether a command and its files are complete.  Raises UsageError; in a block even for missing arguments."""
    first, *rest = words
    command = copy(ibau.commands.get(first, ibau))  # click remembers in a command in which language it was asked
    try:
        context = command.make_context(first, rest if first in ibau.commands else list(words))
        if first == "arena":
            wish = context.params
            parse_entrants((wish["one"], wish["other"]), wish["game"], wish["engines"], wish["threads"])
    except click.exceptions.Exit:  # help, or the version
        return True
    except (click.MissingParameter, click.BadOptionUsage):
        if in_block:
            raise
        return False
    except click.BadParameter as error:
        if "does not exist" in error.message:
            return False
        raise
    return True


@pytest.mark.parametrize(
    "typed",
    [
        "arena level1 --ruleset seega",
        "arena level1 level2 --ruleset seega --game 3",
        "draw sega",
        "arena level1 nobody --ruleset seega",
        "play seega --opponent 9",
    ],
)
def test_a_wrong_command_is_found(typed: str) -> None:
    with pytest.raises((click.UsageError, IbauError)):
        understood(tuple(typed.split()), in_block=True)
