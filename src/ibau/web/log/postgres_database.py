"""The database of several servers: how PostgreSQL is connected to, what it has to be like, and the tables in it.

What is kept in files of PostgreSQL's log, such as names that were deleted, docs/scale.md says.  The tables `attendance`
and `notes` are not logged: they are empty after a crash, and on a standby.
"""

import logging
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
CREATING = 0x49424157  # the number of a lock, "IBAW"
WRITING = 0x49424158  # of another one, of these streams: servers share it, and what moves them has it alone

CONNECTION = {  # as libpq calls it; what is asked for otherwise counts
    "application_name": "ibau",
    "connect_timeout": "5",
    "keepalives_idle": "5",  # a server that has gone is noticed within seconds
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
SETTINGS = {  # as PostgreSQL calls them
    "synchronous_commit": "on",  # what is acknowledged is on the disk, and on a synchronous standby
    "lock_timeout": "15s",  # longer than a transaction may stand still:
    "idle_in_transaction_session_timeout": "5s",  # a process that has been stopped holds up no other
    "client_encoding": "UTF8",
}
PATIENT_SETTINGS = {**SETTINGS, "idle_in_transaction_session_timeout": "0"}  # of what does not serve
STATEMENT_TIMEOUT = {"statement_timeout": "15s"}  # not for what writes: a commit that waits for a standby must not end

# Errors that are over once the database is back, or another transaction has ended, by the beginnings of their codes.
PASSING = ("08", "25006", "25P03", "40", "53300", "57P")

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
    """A connection of psycopg's to a database, to which `address` leads (all that libpq understands).

    Raises StoreError where it is no address, and psycopg.Error.
    """
    given = parse_address(address)
    options = " ".join([*(f"-c {name}={value}" for name, value in settings.items()), str(given.get("options", ""))])
    import psycopg

    return psycopg.connect(**{**CONNECTION, **given, "options": options}, **more)


def postgres_engine(address: str, settings: dict[str, str] = SETTINGS, **pool: Any) -> Engine:
    """Connections to a database for SQLAlchemy.  Raises StoreError where it is no address."""
    parse_address(address)
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # of connections that were lost, the store speaks
    return create_engine("postgresql+psycopg://", creator=lambda: connect(address, settings), **pool)


def parse_address(address: str) -> dict[str, Any]:
    """The parameters of a connection.  Raises StoreError, which never repeats the address: a password may be in it."""
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
    """What a database is called in messages, without its password."""
    given = parse_address(address)
    name = given.get("dbname") or given.get("service") or given.get("user") or ""
    return f"the database {quote(name)} at {given.get('host', 'localhost')}"


def open_database(engine: Engine, address: str, *, makes_tables: bool = True) -> Connection:
    """A connection to a database that was checked, with our tables, which are made where there are none.

    Raises StoreError.
    """
    database = database_name(address)
    try:
        with ExitStack() as failing:
            connection = failing.enter_context(engine.connect())
            _check_server(connection, database)
            connection.execute(select(func.pg_advisory_xact_lock(CREATING)))  # of two servers that start, one waits
            _check_or_create(connection, database, makes_tables=makes_tables)
            connection.commit()
            failing.pop_all()
    except ProgrammingError as error:
        raise StoreError(NO_RIGHT, database=database, reason=reason_of(error)) from error
    except DBAPIError as error:
        raise StoreError(NO_CONNECTION, database=database, reason=reason_of(error)) from error
    return connection


def open_patiently(address: str, *, makes_tables: bool = False) -> Connection:
    """The same for what does not serve: a transaction may stand still as long as it likes.  Raises StoreError."""
    engine = postgres_engine(address, PATIENT_SETTINGS, poolclass=NullPool)
    return open_database(engine, address, makes_tables=makes_tables)


def _check_server(connection: Connection, database: str) -> None:
    """Refuse a server that is too old, and a database that cannot keep every text."""
    version, encoding = (
        connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in ("server_version_num", "server_encoding")
    )
    if int(version) < OLDEST_VERSION * 10_000:
        raise StoreError(TOO_OLD, database=database, version=int(version) // 10_000, oldest=OLDEST_VERSION)
    if encoding != "UTF8":
        raise StoreError(WRONG_ENCODING, database=database, encoding=encoding)


def lock_shared(engine: Engine, address: str) -> None:
    """Have each connection refused while what is in the database is being moved, and refuse that as long as it lasts.

    Such a connection raises StoreError.
    """

    def lock(connection: Any, _record: object) -> None:
        if not _is_locked(connection.execute, "pg_try_advisory_lock_shared"):
            raise StoreError(IS_MOVED, database=database_name(address))
        connection.commit()

    event.listen(engine, "connect", lock)


def lock_alone(connection: Connection, address: str) -> None:
    """Let no server write as long as the connection lasts.  Raises StoreError where one is connected."""
    if not _is_locked(connection.exec_driver_sql, "pg_try_advisory_lock"):
        raise StoreError(IN_USE, database=database_name(address))
    connection.commit()


def _is_locked(execute: Callable[[str], Any], function: str) -> bool:
    """Was the lock taken, which is that of our tables' schema?"""
    asked = f"SELECT {function}({WRITING}, hashtext(coalesce(current_schema(), '')))"
    return bool(execute(asked).fetchone()[0])


def _check_or_create(connection: Connection, database: str, *, makes_tables: bool) -> None:
    """Make the tables where there are none; refuse those of another program, and those of another schema."""
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
    """What PostgreSQL says is the matter, in its first line."""
    return str(error.orig).strip().partition("\n")[0].rstrip(".")


def is_passing(error: DBAPIError) -> bool:
    """Is this over once the database is back, or another transaction has ended?"""
    code = getattr(error.orig, "sqlstate", None)
    is_lost = error.connection_invalidated or (code is None and isinstance(error, OperationalError))
    return is_lost or str(code).startswith(PASSING)
