"""`ibau backup`, `ibau restore`, `ibau export` and `ibau move-database`: the games stored by `ibau serve`."""

from pathlib import Path

import click

from ibau.terminal.click_params import PathType, examples
from ibau.web.commands.serve_params import data_option, database_option


@click.command(epilog=examples("ibau backup games-of-may.sqlite3"))
@click.argument("file", type=PathType())
@data_option
@database_option
def backup(file: Path, data: Path, database: str) -> None:
    """Copy all games into a new FILE, even while the server is running."""
    from ibau.web.commands.backups import POSTGRES_TOOLS
    from ibau.web.commands.backups import backup as copy

    if database:
        raise click.ClickException(POSTGRES_TOOLS)
    copy(data, file)
    click.echo(f"All games are in {file}.")


@click.command(epilog=examples("ibau restore games-of-may.sqlite3"))
@click.argument("file", type=PathType(exists=True))
@data_option
@database_option
def restore(file: Path, data: Path, database: str) -> None:
    """Replace the games with a backup FILE; the replaced games are kept next to it."""
    from ibau.web.commands.backups import POSTGRES_TOOLS
    from ibau.web.commands.backups import restore as put_back

    if database:
        raise click.ClickException(POSTGRES_TOOLS)
    aside = put_back(file, data)
    click.echo(f"The games of {file} are now in {data}.")
    if aside:
        click.echo(f"The games that were there before are in {aside}.")


@click.command(epilog=examples("ibau export games.txt", "ibau export games.jsonl --data /var/lib/ibau"))
@click.argument("file", type=PathType())
@data_option
@database_option
def export(file: Path, data: Path, database: str) -> None:
    """Write all finished games to a new FILE of records, as JSON Lines when its name ends in .jsonl."""
    from ibau.records.record_files import write_records
    from ibau.web.commands.backups import finished_games

    broken: list[str] = []
    finished = finished_games(data, lambda name, error: broken.append(f"{name}: {error}"), database)
    games = write_records(finished, file)
    click.echo(f"Finished games in {file}: {games}.")
    for reason in broken:
        click.echo(f"Left out: {reason}", err=True)


@click.command(
    "move-database",
    epilog=examples(
        "ibau move-database /var/lib/ibau/games postgresql://ibau@db.example.org/ibau",
        "ibau move-database postgresql://ibau@db.example.org/ibau games",
    ),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move_database(source: str, target: str) -> None:
    """Copy all games FROM a folder TO a PostgreSQL database, or back, while no server is running.

    TO must have no games.  All are copied, and compared, or none; the games of FROM stay as they are.
    """
    from ibau.web.log.move_database import move_database

    moved = move_database(source, target)
    click.echo(f"Copied and compared: {moved.streams} games with {moved.events} events.")
    click.echo("From now on, start servers only with the new place; the old one stays as it is.")
