"""The database of a server: one SQLite file, how it is opened, and who may.

One server at a time writes it: that server holds `ibau.lock` beside it.  Others may read it meanwhile, for a backup.
"""

import logging
import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from ibau.core.errors import IbauError
from ibau.machine.files import whole_file
from ibau.web.log.carrying import NotCarriedError, carry_over
from ibau.web.log.tables import metadata

FILE = "ibau.sqlite3"
APPLICATION = 0x49424157  # "IBAW", in SQLite's header
LOCK = "ibau.lock"  # an empty database beside it: SQLite can lock a file on every system

Step = Callable[[Connection], None]
STEPS: tuple[Step, ...] = (carry_over,)  # the first brings a file from schema 1 to 2, and so on; none is ever changed
SCHEMA = 1 + len(STEPS)  # in SQLite's user_version

logger = logging.getLogger(__name__)


class StoreError(IbauError):
    """The database cannot be opened; the text says what to do."""


# --- Opening ---------------------------------------------------------------------------------------------------------


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Nobody else writes the database of a folder as long as the block lasts.  Raises StoreError."""
    connection = _locked(folder)
    try:
        yield
    finally:
        connection.close()


def _locked(folder: Path) -> Connection:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"Cannot make the folder {folder}: {error.strerror}. --data names another.") from error
    try:
        connection = _engine(folder / LOCK).connect()
        connection.exec_driver_sql("BEGIN EXCLUSIVE").close()
    except DatabaseError as error:
        raise StoreError(_advice(folder / FILE, str(error.orig))) from error
    return connection


def opened(path: Path) -> Connection:
    """The database, checked, brought up to date, and made where there is none, for whoever holds it.

    Raises StoreError.
    """
    try:
        with ExitStack() as failing:
            connection = failing.enter_context(_engine(path).connect())
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                connection.exec_driver_sql(f"PRAGMA {pragma}").close()
            _check(connection, path)
            failing.pop_all()
    except DatabaseError as error:
        raise StoreError(_advice(path, str(error.orig))) from error
    return connection


def existing(path: Path) -> Connection:
    """A database that is there, checked, to be copied; also while a server writes it.  Raises StoreError."""
    if not path.is_file():
        raise StoreError(f"There is no database {path}.")
    try:
        connection = _engine(path).connect()
        _check_ours(connection, path)
    except DatabaseError as error:
        raise StoreError(_advice(path, str(error.orig))) from error
    return connection


def _engine(path: Path) -> Engine:
    return create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": 2}, poolclass=NullPool)


def _advice(path: Path, reason: str) -> str:
    if "locked" in reason:
        return f"{path} is in use, probably by another server; end that one, or name another folder with --data."
    if "not a database" in reason or "malformed" in reason:
        advice = "put a sound copy in its place, or move it away to begin anew"
        return f"{path} is damaged or not a database ({reason}); {advice}."
    return f"Cannot open {path}: {reason}. --data names another folder."


def _check(connection: Connection, path: Path) -> None:
    """Make the tables of a new file; refuse a damaged, foreign or newer one."""
    tables = connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar()
    if not tables and not _pragma(connection, "application_id"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all of it or nothing
        metadata.create_all(connection)
        connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
        connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))
    else:
        _check_ours(connection, path)
        _bring_up_to_date(connection, path)
    connection.commit()


def _check_ours(connection: Connection, path: Path) -> None:
    """Refuse a damaged, foreign or newer file."""
    if (sound := _pragma(connection, "quick_check(1)")) != "ok":
        raise StoreError(_advice(path, f"malformed: {sound}"))
    application, schema = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    if application != APPLICATION:
        raise StoreError(f"{path} belongs to another program; move it away, or name another folder with --data.")
    if not 1 <= schema <= SCHEMA:
        raise StoreError(
            f"{path} was written by another version of Ibau (its schema is {schema}, this one knows {SCHEMA}); "
            "use that version, or name another folder with --data."
        )


def check_is_up_to_date(connection: Connection, path: Path) -> None:
    """Refuse a file that a server would change before reading it.  Raises StoreError."""
    if _pragma(connection, "user_version") != SCHEMA:
        raise StoreError(f"{path} was written by an older version of Ibau; `ibau serve` brings it up to date.")


def copy_to(connection: Connection, file: Path) -> None:
    """Copy a database into a new file.  Raises FileExistsError and other OSErrors."""
    with whole_file(file, new=True) as stream:
        connection.execute(text("VACUUM INTO :file"), {"file": stream.name})
        os.fsync(stream.fileno())


def _bring_up_to_date(connection: Connection, path: Path) -> None:
    """Change a file of an older schema, after a copy; an interruption changes nothing.  Raises StoreError."""
    schema = _pragma(connection, "user_version")
    if schema == SCHEMA:
        return
    names = (path.with_name(f"{path.stem}-schema-{schema}-{n}{path.suffix}") for n in count(1))
    copy = next(name for name in names if not name.exists())
    try:
        copy_to(connection, copy)
    except OSError as error:
        raise StoreError(f"Cannot copy {path} before bringing it up to date: {error.strerror}.") from error
    logger.warning("%s is brought from schema %d to %d; as it was before, it is in %s", path, schema, SCHEMA, copy)
    connection.commit()
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # all of it or nothing
    try:
        for step in STEPS[schema - 1 :]:
            step(connection)
    except NotCarriedError as error:
        raise StoreError(f"{path} cannot be brought up to date, and stays as it is: {error}") from error
    connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))


def _pragma(connection: Connection, name: str) -> Any:
    return connection.execute(text(f"PRAGMA {name}")).scalar()
