"""The database of several servers: how PostgreSQL is connected to, what it has to be like, and the tables in it.

What is kept in files of PostgreSQL's log, such as names that were deleted, docs/scale.md says.  The tables `attendance`
and `notes` are not logged: they are empty after a crash, and on a standby.
"""

from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, String, Table, create_engine, func, insert, select, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, ProgrammingError
from sqlalchemy.pool import NullPool

from ibau.core.phrase import Phrase
from ibau.core.quoting import quoted
from ibau.web.log.database import SCHEMA, StoreError
from ibau.web.log.tables import Key, metadata

OLDEST_VERSION = 14
COMMENT = "Ibau, schema "  # on the table of streams
LAYING_OUT = 0x49424157  # the number of a lock, "IBAW"
EVERY_PROCESS = ""  # in the place of a process: since when attendance is known

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
READ_TIMEOUT = "SET statement_timeout = '15s'"  # none for what writes: a commit that waits for a standby must not end

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
NO_RIGHT = "The user {user} lacks a right in {database}: {reason}. Let the user own the database, or grant the right."
FOREIGN = "{database} has tables of another program; create a database for Ibau alone."
OTHER_SCHEMA = (
    "{database} was written by another version of Ibau (its schema is {schema}, this one knows {known}); use that "
    "version, or another database."
)


def postgres_engine(address: str, **pool: Any) -> Engine:
    """Connections to a database, to which `address` leads (all that libpq understands).  Raises StoreError."""
    given = parse_address(address)
    options = " ".join([f"-c {name}={value}" for name, value in SETTINGS.items()])

    def connect() -> Any:
        import psycopg

        return psycopg.connect(**{**CONNECTION, **given, "options": f"{options} {given.get('options', '')}"})

    return create_engine("postgresql+psycopg://", creator=connect, **(pool or {"poolclass": NullPool}))


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


def database_name(address: str) -> Phrase:
    """What a database is called in messages, without its password."""
    given = parse_address(address)
    where = {"name": quoted(str(given.get("dbname", given.get("service", "")))), "host": given.get("host", "localhost")}
    return Phrase("the database {name} at {host}", where)


def open_database(address: str, connection: Connection) -> None:
    """Check what is connected to, and make our tables where there are none.  Raises StoreError."""
    database = database_name(address)
    try:
        version = connection.dialect.server_version_info or (0,)
        if version[0] < OLDEST_VERSION:
            raise StoreError(TOO_OLD, database=database, version=".".join(map(str, version)), oldest=OLDEST_VERSION)
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != "UTF8":
            raise StoreError(WRONG_ENCODING, database=database, encoding=encoding)
        connection.execute(select(func.pg_advisory_xact_lock(LAYING_OUT)))  # of two servers that start, one waits
        _check_or_create(connection, database)
        connection.commit()
    except ProgrammingError as error:
        user = connection.connection.info.get("user", parse_address(address).get("user", ""))
        raise StoreError(NO_RIGHT, user=user, database=database, reason=reason_of(error)) from error


def _check_or_create(connection: Connection, database: Phrase) -> None:
    found = connection.exec_driver_sql("SELECT obj_description(to_regclass('streams'))").scalar()
    has_tables = connection.exec_driver_sql("SELECT to_regclass('streams') IS NOT NULL").scalar()
    if not has_tables:
        for tables in (metadata, unlogged):
            tables.create_all(connection)
        connection.execute(text(f"COMMENT ON TABLE streams IS '{COMMENT}{SCHEMA}'"))
    elif not (found or "").startswith(COMMENT):
        raise StoreError(FOREIGN, database=database)
    elif found != f"{COMMENT}{SCHEMA}":
        raise StoreError(OTHER_SCHEMA, database=database, schema=found.removeprefix(COMMENT), known=SCHEMA)
    for table in ("streams", "events", "private", "derived", "attendance", "notes"):
        connection.exec_driver_sql(f"SELECT FROM {table} LIMIT 0 FOR UPDATE")  # it may be read and changed


def reason_of(error: DBAPIError) -> str:
    """What PostgreSQL says is the matter, in its first line."""
    return str(error.orig).strip().partition("\n")[0].rstrip(".")


def is_passing(error: DBAPIError) -> bool:
    """Is this over once the database is back, or another transaction has ended?"""
    state = str(getattr(error.orig, "sqlstate", None) or "")
    is_connection = isinstance(error.orig, _operational()) and (not state or state[:2] in LOST)
    return error.connection_invalidated or is_connection or state in PASSING
