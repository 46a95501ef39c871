"""`ibau print`: a game to cut out, as a file."""

from pathlib import Path

import click

from ibau import printing
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.language import translator
from ibau.printing import PrintError

SUFFIX = ".pdf"
NO_PDF = N_("{file} does not end in .pdf, which is what is written.")
NO_FOLDER = N_("There is no folder {folder}; make it first, or name another.")
PRINTED = N_(
    "{file} is ready for {paper}. Print it at actual size (100 %): the squares are then {width} cm wide together."
)


def print_game(played: Game, out: Path | None, *, paper: str, width: float | None, url: str, lang: str) -> None:
    """Write a kit into a file, and say so in a language.  Raises PrintError and ExtraError."""
    file = out or Path(f"{played.ruleset}-{lang}{SUFFIX}")
    _check(file)
    file.write_bytes(printing.kit(played, lang, paper=paper, width=width, url=url))
    wide = printing.width_of(played) if width is None else width
    click.echo(Phrase(PRINTED, {"file": file, "paper": paper, "width": f"{wide:g}"}).said(translator(lang)))


def _check(file: Path) -> None:
    """Raise PrintError where no kit can be written."""
    if file.suffix.lower() != SUFFIX:
        raise PrintError(Phrase(NO_PDF, {"file": file}))
    if not file.parent.is_dir():
        raise PrintError(Phrase(NO_FOLDER, {"folder": file.parent}))
