"""The standard streams: whether they are open, and substitutes for characters that they cannot encode."""

import codecs
import io
import sys
import unicodedata
from typing import Literal

import click

SUBSTITUTE = "ibau.substitute"  # the name of an error handler for encoding


def check_open(*names: Literal["input", "output"]) -> None:
    """Raise ClickException if a standard stream that a command needs is closed."""
    for name in names:
        if (sys.stdin if name == "input" else sys.stdout) is None:
            raise click.ClickException(f"Standard {name} is closed; this command cannot do without it.")


def prepare_streams() -> None:
    """Make the standard streams substitute characters that they cannot decode or encode."""
    codecs.register_error(SUBSTITUTE, substitute)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, SUBSTITUTE), (sys.stderr, SUBSTITUTE)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def substitute(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded by similar ones: an error handler of `codecs`."""
    from ibau.terminal.glyphs import plain_letters

    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(plain_letters())
    return "".join(letter if letter.isascii() else _without_accents(letter) for letter in letters), error.end


def _without_accents(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter)
    return parts.encode("ascii", "ignore").decode() or "?"
