"""The stored games of a server: backups of its database, and its games as records."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ibau.core.errors import IbauError
from ibau.core.record import Record
from ibau.web.hosted.game import HostedGame
from ibau.web.log import tables
from ibau.web.log.database import DATABASE_FILE, copy_database, exclusive_lock, open_database, open_existing
from ibau.web.log.postgres_database import open_for_command
from ibau.web.log.restore import copy_rows

OnBroken = Callable[[str, IbauError], None]  # called with the name of a game that cannot be read, and the error


POSTGRES_TOOLS = (
    "PostgreSQL has its own tools for this: `pg_dump --format=custom --no-unlogged-table-data --file=FILE ADDRESS` "
    "makes a backup, also while servers run; `pg_restore --clean --if-exists --dbname=ADDRESS FILE` puts it in place "
    "while none does."
)


def backup(folder: Path, file: Path) -> None:
    """Copy the database of a folder into a new file, as it is at one moment, even while a server writes it.

    Raises StoreError, FileExistsError and other OSErrors.
    """
    with open_existing(folder / DATABASE_FILE) as connection:
        copy_database(connection, file)


def restore(file: Path, folder: Path) -> Path | None:
    """Replace the database of a folder with the rows of a backup; returns the path of the old one, or None.

    Raises StoreError if the backup is no sound database of ours, or a server uses the folder, and OSError.
    """
    with exclusive_lock(folder):
        place, aside = folder / DATABASE_FILE, None
        part = folder / f"{DATABASE_FILE}.restoring"
        part.unlink(missing_ok=True)
        copy_rows(file, part)
        if place.exists():
            aside = folder / time.strftime("ibau-until-%Y%m%d-%H%M%S.sqlite3")
            with open_database(place) as former:  # closing it empties the files next to it
                copy_database(former, aside)
        part.replace(place)
    return aside


def finished_games(folder: Path, on_broken: OnBroken, database: str = "") -> Iterator[Record]:
    """The records of all finished games of a folder, or of a database in PostgreSQL, by name.

    `on_broken` is called for unreadable ones.  Servers may write games meanwhile.  Raises StoreError.
    """
    with open_for_command(database) if database else open_existing(folder / DATABASE_FILE) as connection:
        for name in tables.game_names(connection):
            try:
                hosted = HostedGame.from_events(tables.read_events(connection, name))
                record = hosted.record() if hosted.line.result else None
            except IbauError as error:  # a player's name may be invalid in records, for example
                on_broken(name, error)
            else:
                if record:
                    yield record
