"""`ibau backup`, `ibau restore` and `ibau export`: what `ibau serve` has kept."""

from pathlib import Path

import click

from ibau.terminal.click_params import PathType, examples
from ibau.web.commands.serve_params import data_option


@click.command(epilog=examples("ibau backup games-of-may.sqlite3"))
@click.argument("file", type=PathType())
@data_option
def backup(file: Path, data: Path) -> None:
    """Copy all games into a new FILE, even while the server is running."""
    from ibau.web.commands.backups import backup as copy

    copy(data, file)
    click.echo(f"All games are in {file}.")


@click.command(epilog=examples("ibau restore games-of-may.sqlite3"))
@click.argument("file", type=PathType(exists=True))
@data_option
def restore(file: Path, data: Path) -> None:
    """Replace the games with a backup FILE; the replaced games are kept next to it."""
    from ibau.web.commands.backups import restore as put_back

    aside = put_back(file, data)
    click.echo(f"The games of {file} are now in {data}.")
    if aside:
        click.echo(f"The games that were there before are in {aside}.")


@click.command(epilog=examples("ibau export games.txt", "ibau export games.jsonl --data /var/lib/ibau"))
@click.argument("file", type=PathType())
@data_option
def export(file: Path, data: Path) -> None:
    """Write all finished games to a new FILE of records, as JSON Lines when its name ends in .jsonl."""
    from ibau.records.record_files import write_records
    from ibau.web.commands.backups import finished_games

    broken: list[str] = []
    games = write_records(finished_games(data, lambda name, error: broken.append(f"{name}: {error}")), file)
    click.echo(f"Finished games in {file}: {games}.")
    for reason in broken:
        click.echo(f"Left out: {reason}", err=True)
