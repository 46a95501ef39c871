"""The language of the terminal, and the help of commands.

Commands with `--lang` print in the user's language; the others, help and command-line errors are in English.
"""

import gettext
import os
import re
import shutil
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from ibau.core.phrase import N_
from ibau.language import CATALOGUES, DOMAIN, LANGUAGES, SOURCE_LANGUAGE
from ibau.machine.os_support import language

VERBATIM = "\b\n"  # the beginning of a paragraph that click does not wrap
NO_FOLDER = N_("There is no folder {folder}; create it first, or name another.")


def translated(text: str) -> str:
    """A text in the current language."""
    return gettext.dgettext(DOMAIN, text) if text else ""


def wanted_language(arguments: Sequence[str]) -> str:
    """The language given by --lang, else that of the environment."""
    named = re.search(r"(?:^|\0)--lang[=\0](\w\w)", "\0".join(arguments))
    return named[1] if named and named[1] in LANGUAGES else default_language()


@contextmanager
def gettext_language(lang: str) -> Generator[None]:
    """Use a language for gettext within the block."""
    before = os.environ.get("LANGUAGE", "")
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    os.environ["LANGUAGE"] = lang  # read by gettext
    try:
        yield
    finally:
        os.environ["LANGUAGE"] = before


def default_language() -> str:
    """The language of the environment or the system if it is offered, else English."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    named = next((os.environ[name] for name in variables if os.environ.get(name)), "") or language()
    return named[:2] if named[:2] in LANGUAGES else SOURCE_LANGUAGE


# --- Help ------------------------------------------------------------------------------------------------------------

Rows = Sequence[tuple[str, Sequence[str]]]  # a name, and sentences about it


class Formatter(click.HelpFormatter):
    """A formatter no wider than the terminal; click's has at least 50 columns."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.width = min(self.width, shutil.get_terminal_size().columns)


class Context(click.Context):
    """A context with our formatter."""

    formatter_class = Formatter


class WithSections(click.Command):
    """A command whose help has more sections than its options."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        """Titles and rows of the sections."""
        raise NotImplementedError

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        for title, rows in self.sections():
            with formatter.section(title):
                formatter.write_dl([(name, " ".join(sentences)) for name, sentences in rows])


def with_full_help(command: click.Command) -> click.Command:
    """Make a command's help fit the terminal, and its summary whole, which click would cut."""
    vars(command)["context_class"] = Context
    command.short_help = command.get_short_help_str(limit=1000)
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        with_full_help(inner)
    return command
