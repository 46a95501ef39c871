"""What a server has kept: copies of its database, and its games as records."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ibau.core.errors import IbauError
from ibau.core.record import Record
from ibau.web.hosted.game import HostedGame
from ibau.web.log import tables
from ibau.web.log.database import FILE, copy_to, existing, held, opened
from ibau.web.log.restoring import copy_rows

Broken = Callable[[str, IbauError], None]  # told the name of a game that cannot be read, and why


def backup(folder: Path, file: Path) -> None:
    """Copy the database of a folder into a new file, as it is at one moment, also while a server writes it.

    Raises StoreError, FileExistsError and other OSErrors.
    """
    with existing(folder / FILE) as connection:
        copy_to(connection, file)


def restore(file: Path, folder: Path) -> Path | None:
    """Put the rows of a backup in the place of the database of a folder; where that is now, None if there was none.

    Raises StoreError when the backup is no sound database of ours, or a server uses the folder, and OSError.
    """
    with held(folder):
        place, aside = folder / FILE, None
        part = folder / f"{FILE}.restoring"
        part.unlink(missing_ok=True)
        copy_rows(file, part)
        if place.exists():
            aside = folder / time.strftime("ibau-until-%Y%m%d-%H%M%S.sqlite3")
            with opened(place) as former:  # its closing empties the files beside it
                copy_to(former, aside)
        part.replace(place)
    return aside


def finished_games(folder: Path, broken: Broken) -> Iterator[Record]:
    """The records of all finished games of a folder, by name; those that cannot be read are told to `broken`.

    A server may write them meanwhile.  Raises StoreError.
    """
    with existing(folder / FILE) as connection:
        for name in tables.names(connection):
            try:
                hosted = HostedGame.stored(tables.read(connection, name))
                record = hosted.record() if hosted.line.result else None
            except IbauError as error:  # the name of a player, say, can be in no record
                broken(name, error)
            else:
                if record:
                    yield record
