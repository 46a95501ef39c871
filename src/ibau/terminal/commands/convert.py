"""`ibau convert`: convert records between their formats."""

import sys
from itertools import chain
from pathlib import Path

import click

from ibau.core.errors import RecordError
from ibau.terminal.click_params import PathType, examples
from ibau.terminal.streams import check_open


@click.command(epilog=examples("ibau convert games.txt games.jsonl", "ibau convert tournament.jsonl games.txt"))
@click.argument("source", metavar="FILE", type=PathType(exists=True, dash=True))
@click.argument("target", metavar="NEW", type=PathType())
def convert(source: Path, target: Path) -> None:
    """Convert the games in FILE to a NEW file: JSON Lines if its name ends in .jsonl, text otherwise.

    FILE holds records of either form, or the games of a tournament; - is standard input. Every game is replayed; if one
    is not legal, nothing is written.
    """
    from ibau.records.record_files import read_records, write_records
    from ibau.terminal.commands.review import NO_GAME, STANDARD_INPUT, name_of

    if source == STANDARD_INPUT:
        check_open("input")
    records = read_records(sys.stdin.buffer if source == STANDARD_INPUT else source)
    first = next(records, None)
    if first is None:
        raise RecordError(NO_GAME, file=name_of(source))
    games = write_records(chain([first], records), target)
    click.echo(f"Games in {target}: {games}.")
