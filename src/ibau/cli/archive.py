"""`ibau backup`, `ibau restore` and `ibau export`: what `ibau serve` has kept."""

from pathlib import Path

import click

from ibau.cli.types import PathType, data_option, examples


@click.command(epilog=examples("ibau backup games-of-may.sqlite3"))
@click.argument("file", type=PathType())
@data_option
def backup(file: Path, data: Path) -> None:
    """Copy all games into a new FILE, also while the server runs."""
    from ibau.web.archive import backup as copy

    copy(data, file)
    click.echo(f"All games are in {file}.")


@click.command(epilog=examples("ibau restore games-of-may.sqlite3"))
@click.argument("file", type=PathType(exists=True))
@data_option
def restore(file: Path, data: Path) -> None:
    """Put a backup FILE in the place of the games; these are kept beside it."""
    from ibau.web.archive import restore as put_back

    aside = put_back(file, data)
    click.echo(f"The games of {file} are in {data} now.")
    if aside:
        click.echo(f"Those that were there are in {aside}.")


@click.command(epilog=examples("ibau export games.txt", "ibau export games.jsonl --data /var/lib/ibau"))
@click.argument("file", type=PathType())
@data_option
def export(file: Path, data: Path) -> None:
    """Write all finished games to a new FILE of records, as JSON Lines when its name ends in .jsonl."""
    from ibau.adapters.record_files import write_records
    from ibau.web.archive import finished_games

    broken: list[str] = []
    records = list(finished_games(data, lambda name, error: broken.append(f"{name}: {error}")))
    write_records(records, file)
    click.echo(f"Finished games in {file}: {len(records)}.")
    for reason in broken:
        click.echo(f"Left out: {reason}", err=True)
