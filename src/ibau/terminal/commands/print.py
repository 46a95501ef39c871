"""`ibau print`: a game on paper, as a PDF."""

from pathlib import Path

import click

from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.language import translator_for
from ibau.paper import kit
from ibau.paper.kit import PrintError
from ibau.terminal.click_params import NumberType, PathType, UrlType, examples, language_option, ruleset_argument
from ibau.terminal.extras_help import requires_extra
from ibau.terminal.help import NO_FOLDER


@click.command(
    "print",
    epilog=examples(
        "ibau print senet-race -o kit.pdf",
        "ibau print seega --teacher -o sheet.pdf",
        "ibau print seneti --label --lang fr -o label.pdf",
        "ibau print seega+chain=none --lang de --paper Letter --width 20 -o seega.pdf",
    ),
)
@ruleset_argument
@click.option(
    "-o",
    "--out",
    type=PathType(),
    help="The file, .pdf; a file of that name is replaced. By default RULESET-LANG.pdf in this folder.",
)
@click.option("--paper", default="A4", show_default=True, help="The paper: A4 or Letter.")
@click.option(
    "--width",
    type=NumberType(1, 100),
    help=(
        "The total width of the squares along the longer side of the board, in centimetres, without the rim; by "
        "default as in the source, or a comfortable size."
    ),
)
@click.option(
    "--url",
    type=UrlType(),
    default="",
    help="The address of a server where the game can be played, to print as a link.",
)
@click.option(
    "--teacher",
    "sheet",
    flag_value="teacher",
    help="A teacher's sheet instead: 45 minutes, three questions, what to print.",
)
@click.option(
    "--label",
    "sheet",
    flag_value="label",
    help="A label for a museum instead, half a sheet: a board, and where the game comes from.",
)
@language_option
@requires_extra("print")
def print_kit(
    game: Game, out: Path | None, *, paper: str, width: float | None, url: str, sheet: str | None, lang: str
) -> None:
    """Print a game to cut out: the board, pieces to fold, throwing sticks, and the rules on two sides."""
    if sheet:
        print_sheet(game, out, sheet, paper=paper, lang=lang)
        return
    print_game(game, out, paper=paper, width=width, url=url, lang=lang)


SUFFIX = ".pdf"
NO_PDF = N_("{file} does not end in .pdf; use a name that does.")
PRINTED = N_(
    "{file} is ready for {paper}. "
    "Print it at actual size (100\u00a0%): the squares are then {width}\u00a0cm wide together."
)

SHEET = N_("{file} is ready for {paper}.")


def print_game(played: Game, out: Path | None, *, paper: str, width: float | None, url: str, lang: str) -> None:
    """Write a kit to a file and report it in the language `lang`.  Raises PrintError and ExtraError."""
    file = out or Path(f"{played.ruleset}-{lang}{SUFFIX}")
    _check(file)
    file.write_bytes(kit.kit(played, lang, paper=paper, width=width, url=url))
    wide = kit.width_of(played) if width is None else width
    click.echo(Phrase(PRINTED, {"file": file, "paper": paper, "width": f"{wide:g}"}).to_text(translator_for(lang)))


def print_sheet(played: Game, out: Path | None, sheet: str, *, paper: str, lang: str) -> None:
    """Write a teacher's sheet or a label to a file and report it.  Raises PrintError and ExtraError."""
    file = out or Path(f"{played.ruleset}-{sheet}-{lang}{SUFFIX}")
    _check(file)
    file.write_bytes(kit.SHEETS[sheet](played, lang, paper=paper))
    click.echo(Phrase(SHEET, {"file": file, "paper": paper}).to_text(translator_for(lang)))


def _check(file: Path) -> None:
    """Raise PrintError unless a PDF can be written to the file."""
    if file.suffix.lower() != SUFFIX:
        raise PrintError(Phrase(NO_PDF, {"file": file}))
    if not file.parent.is_dir():
        raise PrintError(Phrase(NO_FOLDER, {"folder": file.parent}))
