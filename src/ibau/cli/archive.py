"""`ibau backup`, `ibau restore` and `ibau export`: what `ibau serve` has kept."""

from pathlib import Path

import click

from ibau.cli.types import PathType

data_option = click.option("--data", type=PathType(folder=True), help="The folder where games are kept.")


def folder_of(data: Path | None) -> Path:
    """The folder of the database, by default the user's data folder."""
    from ibau.web.serving import data_folder

    return data or data_folder()


@click.command(epilog="Example: ibau backup games-of-may.sqlite3")
@click.argument("file", type=PathType())
@data_option
def backup(file: Path, data: Path | None) -> None:
    """Copy all games into a new FILE, also while the server runs."""
    from ibau.web.archive import backup as copy

    copy(folder_of(data), file)
    click.echo(f"All games are in {file}.")


@click.command(epilog="Example: ibau restore games-of-may.sqlite3")
@click.argument("file", type=PathType(exists=True))
@data_option
def restore(file: Path, data: Path | None) -> None:
    """Put a backup FILE in the place of the games; these are kept beside it."""
    from ibau.web.archive import restore as put_back

    folder = folder_of(data)
    aside = put_back(file, folder)
    click.echo(f"The games of {file} are in {folder} now.")
    if aside:
        click.echo(f"Those that were there are in {aside}.")


@click.command(epilog="Examples: ibau export games.txt, ibau export games.jsonl --data /var/lib/ibau")
@click.argument("file", type=PathType())
@data_option
def export(file: Path, data: Path | None) -> None:
    """Write all finished games to a new FILE of records, as JSON Lines when its name ends in .jsonl."""
    from ibau.adapters.record_files import write_records
    from ibau.web.archive import finished_games

    broken: list[str] = []
    records = list(finished_games(folder_of(data), lambda name, error: broken.append(f"{name}: {error}")))
    write_records(records, file)
    click.echo(f"Finished games in {file}: {len(records)}.")
    for reason in broken:
        click.echo(f"Left out: {reason}", err=True)
