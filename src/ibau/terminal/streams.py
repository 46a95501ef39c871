"""The standard streams: which of them are there, and what they do with letters that they do not know."""

import codecs
import io
import sys
import unicodedata
from typing import Literal

import click

PLAINLY = "ibau.plainly"  # the name of a way to deal with letters that a stream cannot write


def check_open(*names: Literal["input", "output"]) -> None:
    """Raise ClickException where a standard stream is closed that a command cannot do without."""
    for name in names:
        if (sys.stdin if name == "input" else sys.stdout) is None:
            raise click.ClickException(f"Standard {name} is closed; this command cannot do without it.")


def prepare_streams() -> None:
    """No letter that cannot be read or written is a reason to end: something alike is written in its place."""
    codecs.register_error(PLAINLY, plainly)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAINLY), (sys.stderr, PLAINLY)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for the letters that cannot be written."""
    from ibau.terminal.glyphs import plain_letters

    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(plain_letters())
    return "".join(letter if letter.isascii() else _without_accents(letter) for letter in letters), error.end


def _without_accents(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter)
    return parts.encode("ascii", "ignore").decode() or "?"
