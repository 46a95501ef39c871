"""Connect to PostgreSQL, check the server and the schema, and create the tables.

docs/scale.md describes which data, such as deleted names, stays in PostgreSQL's log files.  The tables `attendance`
and `notes` are unlogged: they are empty after a crash, and on a standby.
"""

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError
from sqlalchemy.pool import NullPool

from ibau.core.quoting import quote
from ibau.web.log.database import SCHEMA_VERSION, StoreError
from ibau.web.log.tables import Key, metadata

OLDEST_VERSION = 14
COMMENT = "Ibau, schema "  # on the table of streams
CREATING = 0x49424157  # key of the advisory lock for creating tables, "IBAW"
WRITING = 0x49424158  # key of the advisory lock for writing: shared by servers, exclusive for a migration
RELEASE_SECONDS = 1.0  # in which the lock of a closed connection is freed

CONNECTION = {  # parameters of libpq; those of the address take precedence
    "application_name": "ibau",
    "connect_timeout": "5",
    "keepalives_idle": "5",  # a server that has gone is noticed within seconds
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
SETTINGS = {  # parameters of PostgreSQL
    "synchronous_commit": "on",  # what is acknowledged is on the disk, and on a synchronous standby
    "lock_timeout": "15s",  # longer than a transaction may be idle:
    "idle_in_transaction_session_timeout": "5s",  # a suspended process blocks no other
    "client_encoding": "UTF8",
}
COMMAND_SETTINGS = {**SETTINGS, "idle_in_transaction_session_timeout": "0"}  # for commands other than servers
STATEMENT_TIMEOUT = {"statement_timeout": "15s"}  # not for writers: commits wait for a standby without limit

# SQLSTATE prefixes of transient errors: the database is unavailable, or another transaction is in the way.
TRANSIENT_ERRORS = ("08", "25006", "25P03", "40", "53300", "57P")

unlogged = MetaData()

attendance = Table(
    "attendance",
    unlogged,
    Column("stream", Key, primary_key=True),  # NO_STREAM for the process itself
    Column("seat", Integer, primary_key=True),
    Column("process", String, primary_key=True),
    Column("until", BigInteger, nullable=False),  # in milliseconds since 1970, UTC
    prefixes=["UNLOGGED"],
)

notes = Table(
    "notes",
    unlogged,
    Column("key", Key, primary_key=True),
    Column("text", String, nullable=False),
    Column("until", BigInteger, nullable=False),
    prefixes=["UNLOGGED"],
)

NO_DRIVER = "A PostgreSQL database needs another package: pip install 'ibau[postgres]'."
NO_ADDRESS = (
    "This is not the address of a PostgreSQL database; one looks like postgresql://ibau@db.example.org/ibau (the "
    "password belongs in a file, which PGPASSFILE names)."
)
NO_CONNECTION = "Cannot connect to {database}: {reason}"
TOO_OLD = "{database} is served by PostgreSQL {version}; Ibau needs {oldest} or newer."
WRONG_ENCODING = "{database} is encoded in {encoding}; create one with ENCODING 'UTF8'."
NO_RIGHT = "The user of {database} lacks a right: {reason}. Let the user own the database, or grant the right."
FOREIGN = "{database} has tables of another program; create a database for Ibau alone."
OTHER_SCHEMA = (
    "{database} was written by another version of Ibau (its schema is {schema}, this one knows {known}); use that "
    "version, or another database."
)
NO_TABLES = "{database} has no games of Ibau; look whether the address is right."
IN_USE = "{database} is in use by a server; end all of its servers, and try again."
IS_MOVED = "The games of {database} are just being moved; once that has ended, start servers with the new place."


def connect(address: str, settings: dict[str, str] = SETTINGS, **more: Any) -> Any:
    """Connect with psycopg to a database at `address` (any connection string of libpq).

    Raises StoreError for an invalid address, and psycopg.Error.
    """
    given = parse_address(address)
    options = " ".join([*(f"-c {name}={value}" for name, value in settings.items()), str(given.get("options", ""))])
    import psycopg

    return psycopg.connect(**{**CONNECTION, **given, "options": options}, **more)


def postgres_engine(address: str, settings: dict[str, str] = SETTINGS, **pool: Any) -> Engine:
    """Create an SQLAlchemy engine for a database; to connect raises StoreError for an invalid address."""
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store logs lost connections
    return create_engine("postgresql+psycopg://", creator=lambda: connect(address, settings), **pool)


def parse_address(address: str) -> dict[str, Any]:
    """Parse an address into connection parameters.  Raises StoreError, whose message never contains a password."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        raise StoreError(NO_DRIVER) from error
    try:
        return dict(conninfo_to_dict(address))
    except psycopg.ProgrammingError:
        raise StoreError(NO_ADDRESS) from None


def is_address(place: str) -> bool:
    """Is this the address of a database, rather than a path?"""
    return place.startswith(("postgresql://", "postgres://"))


def database_name(address: str) -> str:
    """Return the name of a database for messages, without its password."""
    given = parse_address(address)
    name = given.get("dbname") or given.get("service") or given.get("user") or ""
    return f"the database {quote(name)} at {given.get('host', 'localhost')}"


def open_database(engine: Engine, address: str, *, makes_tables: bool = True) -> Connection:
    """Connect to a database, check it, and create the tables where there are none.

    Raises StoreError.
    """
    database = database_name(address)
    try:
        with ExitStack() as failing:
            connection = failing.enter_context(engine.connect())
            _check_server(connection, database)
            connection.execute(select(func.pg_advisory_xact_lock(CREATING)))  # one server at a time creates them
            _check_or_create(connection, database, makes_tables=makes_tables)
            connection.commit()
            failing.pop_all()
    except ProgrammingError as error:
        raise StoreError(NO_RIGHT, database=database, reason=reason_of(error)) from error
    except DBAPIError as error:
        raise StoreError(NO_CONNECTION, database=database, reason=reason_of(error)) from error
    return connection


def open_for_command(address: str, *, makes_tables: bool = False) -> Connection:
    """Open a database for a command other than a server, without a limit on idle transactions.  Raises StoreError."""
    engine = postgres_engine(address, COMMAND_SETTINGS, poolclass=NullPool)
    return open_database(engine, address, makes_tables=makes_tables)


def _check_server(connection: Connection, database: str) -> None:
    """Reject a server that is too old, and a database that is not encoded in UTF-8."""
    version, encoding = (
        connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in ("server_version_num", "server_encoding")
    )
    if int(version) < OLDEST_VERSION * 10_000:
        raise StoreError(TOO_OLD, database=database, version=int(version) // 10_000, oldest=OLDEST_VERSION)
    if encoding != "UTF8":
        raise StoreError(WRONG_ENCODING, database=database, encoding=encoding)


def lock_shared(engine: Engine, address: str) -> None:
    """Take the shared advisory lock on each connection of an engine, which excludes migrations.

    A connection raises StoreError while a migration has the lock.
    """

    def lock(connection: Any, _record: object) -> None:
        if not _is_locked(connection.execute, "pg_try_advisory_lock_shared"):
            raise StoreError(IS_MOVED, database=database_name(address))
        connection.commit()

    event.listen(engine, "connect", lock)


def lock_exclusively(connection: Connection, address: str) -> None:
    """Take the exclusive advisory lock until the connection closes.  Raises StoreError where a server is connected.

    Tries for a second, as PostgreSQL frees the lock of a connection a moment after the connection was closed.
    """
    until = time.monotonic() + RELEASE_SECONDS
    while not _is_locked(connection.exec_driver_sql, "pg_try_advisory_lock"):
        if time.monotonic() > until:
            raise StoreError(IN_USE, database=database_name(address))
        time.sleep(0.05)
    connection.commit()


def _is_locked(execute: Callable[[str], Any], function: str) -> bool:
    """Try to take the advisory lock of the current schema; was it taken?"""
    asked = f"SELECT {function}({WRITING}, hashtext(coalesce(current_schema(), '')))"
    return bool(execute(asked).fetchone()[0])


def _check_or_create(connection: Connection, database: str, *, makes_tables: bool) -> None:
    """Create missing tables; reject those of another program or schema version, and missing privileges."""
    asked = "SELECT to_regclass('streams') IS NOT NULL, obj_description(to_regclass('streams'), 'pg_class')"
    exists, comment = connection.exec_driver_sql(asked).one()
    if not exists and not makes_tables:
        raise StoreError(NO_TABLES, database=database)
    if not exists:
        metadata.create_all(connection)
        unlogged.create_all(connection)
        connection.exec_driver_sql(f"COMMENT ON TABLE streams IS '{COMMENT}{SCHEMA_VERSION}'")
    elif not (comment or "").startswith(COMMENT):
        raise StoreError(FOREIGN, database=database)
    elif comment != f"{COMMENT}{SCHEMA_VERSION}":
        raise StoreError(OTHER_SCHEMA, database=database, schema=comment.removeprefix(COMMENT), known=SCHEMA_VERSION)
    asked = "SELECT bool_and(has_table_privilege(t, p)) FROM unnest(%s::text[]) t, unnest(%s::text[]) p"
    tables, rights = [*metadata.tables, *unlogged.tables], ["SELECT", "INSERT", "UPDATE", "DELETE"]
    if not connection.exec_driver_sql(asked, (tables, rights)).scalar_one():
        raise StoreError(NO_RIGHT, database=database, reason="permission denied for its tables")


def reason_of(error: DBAPIError) -> str:
    """Return the first line of PostgreSQL's error message."""
    return str(error.orig).strip().partition("\n")[0].rstrip(".")


def is_transient(error: DBAPIError) -> bool:
    """Is the error transient, so that a retry can succeed?"""
    code = getattr(error.orig, "sqlstate", None)
    is_lost = error.connection_invalidated or (code is None and isinstance(error, OperationalError))
    return is_lost or str(code).startswith(TRANSIENT_ERRORS)
