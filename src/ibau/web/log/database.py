"""Open, check, lock and copy the SQLite database of a server.

One server at a time writes it, and holds `ibau.lock` next to it.  Other processes may read it meanwhile, for a backup.
Only the owner of the folder can read the files in it, where the file system has owners.
"""

import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from ibau.core.errors import IbauError, join_names
from ibau.core.phrase import Phrase
from ibau.core.quoting import quote
from ibau.machine.atomic_files import atomic_write
from ibau.web.log.tables import metadata

DATABASE_FILE = "ibau.sqlite3"
APPLICATION_ID = 0x49424157  # "IBAW", in SQLite's header
LOCK_FILE = "ibau.lock"  # an empty database next to it
OWNER_FILE_MODE, OWNER_FOLDER_MODE = 0o600, 0o700

SCHEMA_VERSION = 3  # in SQLite's user_version
STATISTICS_PREFIX = "sqlite_stat"  # of the tables that ANALYZE writes, which are no part of the schema

Schema = frozenset[tuple[str, str, str, str]]  # of each item: kind, name, table, SQL


class StoreError(IbauError):
    """The database cannot be opened; the message names the reason and a remedy."""


# --- Opening ---------------------------------------------------------------------------------------------------------


@contextmanager
def exclusive_lock(folder: Path) -> Generator[None]:
    """Hold the exclusive lock on the database of a folder.  Raises StoreError where another process has it.

    SQLite takes it, rather than machine/lock.py, so that it holds wherever the database itself can be locked.
    """
    connection = _take_lock(folder)
    try:
        yield
    finally:
        connection.close()


def _take_lock(folder: Path) -> Connection:
    try:
        folder.mkdir(OWNER_FOLDER_MODE, parents=True, exist_ok=True)
        (folder / LOCK_FILE).touch(OWNER_FILE_MODE)
    except OSError as error:
        raise StoreError(
            "Cannot make the folder {folder}: {reason}. --data names another.",
            folder=folder,
            reason=Phrase(error.strerror or str(error)),
        ) from error
    try:
        connection = sqlite_engine(folder / LOCK_FILE).connect()
        connection.exec_driver_sql("BEGIN EXCLUSIVE").close()
    except DatabaseError as error:
        raise StoreError(_open_error(folder / DATABASE_FILE, str(error.orig))) from error
    return connection


def open_database(path: Path) -> Connection:
    """Open the database for writing, and create it where there is none; the caller holds the lock.

    Runs an integrity check where the last server that wrote it was not shut down properly.  Raises StoreError.
    """
    log = path.with_name(f"{path.name}-wal")  # the write-ahead log; a proper shutdown leaves none
    was_left = log.exists()
    path.touch(OWNER_FILE_MODE)  # SQLite gives its -wal and -shm files the same mode
    try:
        with ExitStack() as failing:
            connection = failing.enter_context(sqlite_engine(path).connect())
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                connection.exec_driver_sql(f"PRAGMA {pragma}").close()
            _check_or_create(connection, path, thoroughly=was_left)
            failing.pop_all()
    except DatabaseError as error:
        raise StoreError(_open_error(path, str(error.orig))) from error
    return connection


def open_reader(path: Path) -> Connection:
    """Open a second, read-only connection to an open database; any thread may use it, one at a time."""
    connection = sqlite_engine(path, check_same_thread=False).connect()
    connection.exec_driver_sql("PRAGMA query_only=ON").close()
    return connection


def open_existing(path: Path) -> Connection:
    """Open and check an existing database to copy it, even while a server writes it.  Raises StoreError."""
    if not path.is_file():
        raise StoreError(
            "There is no database {path}; `ibau serve` makes one, in the folder that --data names.", path=path
        )
    try:
        connection = sqlite_engine(path).connect()
        _check_schema(connection, path)
        _check_integrity(connection, path)
    except DatabaseError as error:
        raise StoreError(_open_error(path, str(error.orig))) from error
    return connection


def sqlite_engine(path: Path, **options: Any) -> Engine:
    """Create an engine for an SQLite file whose schema is not trusted: it can call no unsafe functions."""
    url = URL.create("sqlite", database=str(path))
    made = create_engine(url, connect_args={"timeout": 2, **options}, poolclass=NullPool)
    event.listen(made, "connect", _distrust_schema)
    return made


def _distrust_schema(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA trusted_schema=OFF").close()


def _open_error(path: Path, reason: str) -> Phrase:
    if "locked" in reason:
        text = "{path} is in use, probably by another server; end that one, or name another folder with --data."
    elif "not a database" in reason:
        text = "{path} is not a database; put a sound copy in its place, or move it away to start afresh."
    elif "malformed" in reason:
        return _damaged_error(path)
    else:
        text = "Cannot open {path}: {reason}. --data names another folder."
    return Phrase(text, {"path": path, "reason": reason})


def _damaged_error(path: Path) -> Phrase:
    text = "{path} is a damaged database; put a sound copy in its place, or move it away to start afresh."
    return Phrase(text, {"path": path})


# --- Checking --------------------------------------------------------------------------------------------------------


def _check_or_create(connection: Connection, path: Path, *, thoroughly: bool) -> None:
    """Create the tables of a new file; reject a file that is damaged, foreign or of another schema version."""
    if not schema_of(connection) and not pragma(connection, "application_id"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # all tables or none
        create_tables(connection)
    else:
        _check_schema(connection, path)
        if thoroughly:
            _check_integrity(connection, path)
        elif path.stat().st_size < pragma(connection, "page_count") * pragma(connection, "page_size"):
            raise StoreError(_damaged_error(path))
    connection.commit()


def create_tables(connection: Connection) -> None:
    """Create the tables in an empty database, and set its application id and schema version."""
    metadata.create_all(connection)
    connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
    connection.execute(text(f"PRAGMA user_version = {SCHEMA_VERSION}"))


def _check_schema(connection: Connection, path: Path) -> None:
    """Reject a foreign file, another schema version, and a schema that differs from the expected one."""
    application, schema = pragma(connection, "application_id"), pragma(connection, "user_version")
    if application != APPLICATION_ID:
        raise StoreError(
            "{path} belongs to another program; move it away, or name another folder with --data.", path=path
        )
    if schema != SCHEMA_VERSION:
        raise StoreError(
            "{path} was written by another version of Ibau (its schema is {schema}, this one knows "
            "{known}); use that version, or name another folder with --data.",
            path=path,
            schema=schema,
            known=SCHEMA_VERSION,
        )
    if strange := _differences(schema_of(connection), expected_schema()):
        raise StoreError(
            "{path} is not as Ibau makes its databases: it differs in {strange}; put a sound copy in its "
            "place, or move it away to start afresh.",
            path=path,
            strange=join_names(strange, most=3),
        )


@lru_cache
def expected_schema() -> Schema:
    """Return the schema that `create_tables` makes."""
    with create_engine("sqlite://", poolclass=NullPool).connect() as connection:
        create_tables(connection)
        return schema_of(connection)


def schema_of(connection: Connection, database: str = "main") -> Schema:
    """Return the schema of a database, with any triggers and views that were added to its file."""
    found = connection.execute(text(f"SELECT type, name, tbl_name, sql FROM {database}.sqlite_master"))  # noqa: S608 - ours
    return frozenset(
        (kind, name, table, "".join((made or "").split()))
        for kind, name, table, made in found
        if not name.startswith(STATISTICS_PREFIX)
    )


def _differences(found: Schema, expected: Schema) -> list[str]:
    """List the items that are in one schema and not in the other, or differ."""
    return sorted({f"{kind} {quote(name)}" for kind, name, _, _ in found ^ expected})


def _check_integrity(connection: Connection, path: Path) -> None:
    """Reject a damaged file."""
    if pragma(connection, "quick_check(1)") != "ok":
        raise StoreError(_damaged_error(path))


def pragma(connection: Connection, name: str) -> Any:
    """Return the value of a pragma."""
    return connection.execute(text(f"PRAGMA {name}")).scalar()


# --- Copies ----------------------------------------------------------------------------------------------------------


def copy_database(connection: Connection, file: Path) -> None:
    """Copy a database into a new file that only its owner can read.  Raises FileExistsError and other OSErrors."""
    with atomic_write(file, new=True) as stream:
        Path(stream.name).chmod(OWNER_FILE_MODE)
        connection.execute(text("VACUUM INTO :file"), {"file": stream.name})
        os.fsync(stream.fileno())


@contextmanager
def new_database(file: Path) -> Generator[Connection]:
    """Create a database whose file appears when the block ends without error.  Raises FileExistsError, OSErrors."""
    with atomic_write(file, new=True) as stream:
        part = Path(stream.name)
        part.chmod(OWNER_FILE_MODE)
        with sqlite_engine(part).connect() as connection:
            connection.exec_driver_sql("PRAGMA synchronous=OFF").close()  # all of it is synced at the end
            create_tables(connection)
            connection.commit()
            yield connection
        os.fsync(stream.fileno())
