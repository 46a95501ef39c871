"""`ibau verify`: throws that can be checked."""

import sys
from pathlib import Path

import click

from ibau.cli.streams import check_open
from ibau.cli.types import PathType, examples, json_option, language_option


@click.command(epilog=examples("ibau verify game.txt", "ibau verify games.jsonl --lang de"))
@click.argument("file", type=PathType(exists=True, dash=True))
@json_option
@language_option
def verify(file: Path, lang: str, *, as_json: bool) -> None:
    """Check that the throws of games are what they had to be.

    FILE holds records of games that were played on a server; - is standard input. Exit status 1 where one is not.
    """
    from ibau.terminal.review import STANDARD_INPUT
    from ibau.terminal.verify import show_verification

    if file == STANDARD_INPUT:
        check_open("input")
    if not show_verification(file, lang, as_json=as_json):
        sys.exit(1)
