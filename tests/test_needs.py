"""Extras: pages name the extra of each command and name, and errors without the extra name it."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import ibau
from ibau.machine import extras
from ibau.terminal import main as cli

ROOT = Path(__file__).resolve().parents[1]

ARGUMENTS = {
    "ibau lab report": (".",),
    "ibau lab run": ("examples/studies/example.toml",),
    "ibau print": ("seega",),
    "ibau solve": ("seega",),
    "ibau train": ("seega",),
}

BARE = """
import sys
sys.modules |= dict.fromkeys(("numba", "numpy", "polars"))  # as if they were not installed
import ibau
from ibau.terminal import main as cli
from ibau.machine.extras import ExtraError
assert cli.run_command(["--help"], "en") == 0
assert cli.run_command(["--version", "--verbose"], "en") == 0
for name in sys.argv[1:]:
    assert name not in dir(ibau)
    try:
        getattr(ibau, name)
    except ExtraError as error:
        assert "ibau[lab]" in str(error)
    else:
        raise AssertionError(name)
"""


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """What can be typed, with everything below it."""
    if isinstance(command, click.Group):
        for below, one in command.commands.items():
            yield from commands(one, f"{name} {below}")
    else:
        yield name, command


def rows(page: str, heading: str) -> Iterator[list[str]]:
    """The cells of each row of a page's section."""
    section = (ROOT / page).read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    yield from ([cell.strip() for cell in line.strip("|").split("|")] for line in table[2:])


def coded(cell: str) -> list[str]:
    """What is in a cell as code."""
    return re.findall("`([^`]+)`", cell)


def required_extra(command: click.Command) -> str:
    """The extra that `requires_extra` checks before a command, or ""."""
    assert command.callback
    return str(inspect.getclosurevars(command.callback).nonlocals.get("extra", ""))


OF_LAB = vars(ibau)["_OF_LAB"]
NEEDING = {name: extra for name, command in commands(cli.ibau, "ibau") if (extra := required_extra(command))}


def test_the_page_of_commands_says_what_each_needs() -> None:
    found = {
        name: extra
        for cell, needed in rows("docs/commands.md", "What a command needs")
        for name in coded(cell)
        for extra in coded(needed)
    }
    assert found == NEEDING


def test_the_page_of_names_says_what_each_needs() -> None:
    [(names, needed)] = rows("docs/python.md", "What is exported")
    assert sorted(coded(names)) == sorted(OF_LAB)
    assert coded(needed) == ["lab"]


@pytest.mark.parametrize("name", NEEDING)
def test_a_command_without_its_extra_names_the_line_to_type(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(extras.EXTRA_MODULES, NEEDING[name], ("no_such_package",))
    assert cli.run_command([*name.split()[1:], *ARGUMENTS.get(name, ())], "en") == 1
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "pip install" in text
    assert f"ibau[{NEEDING[name]}]" in text


def test_without_numba_and_numpy_help_is_there_and_names_say_what_they_lack() -> None:
    subprocess.run([sys.executable, "-c", BARE, *OF_LAB], check=True, capture_output=True, timeout=60)  # noqa: S603 - our own
