"""Backups that are put back: what comes over is rows, into a file that we make.

A backup may come from anywhere.  So it has to look exactly like one of our databases (database.py),
each value has to be of the type that its column says, and a text has to be one, for which SQLite does not look.  What
was derived is left behind: it is worked out again.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from ibau.web.log.database import StoreError, new_database, open_existing, schema_of
from ibau.web.log.tables import derived

WRONG_TYPE_SQL = {  # what is stored in a column of a type
    "VARCHAR": "typeof({0}) <> 'text' OR NOT is_utf8(CAST({0} AS BLOB))",
    "INTEGER": "typeof({0}) <> 'integer'",
}


def copy_rows(backup: Path, file: Path) -> None:
    """Put the rows of a backup into a new file of its schema.  Raises StoreError and OSErrors."""
    open_existing(backup).close()  # it is one of ours
    try:
        with new_database(file) as connection:
            connection.execute(text("ATTACH :backup AS backup"), {"backup": str(backup)})
            _copy_tables(connection, backup)
    except DatabaseError as error:
        raise StoreError("Cannot read {backup}: {reason}.", backup=backup, reason=error.orig) from error


def _copy_tables(connection: Connection, backup: Path) -> None:
    """Copy all rows of what is attached, as it is at one moment.  Raises StoreError."""
    driver: Any = connection.connection.driver_connection
    driver.create_function("is_utf8", 1, _is_utf8, deterministic=True)
    connection.exec_driver_sql("BEGIN")
    ours = schema_of(connection)
    if schema_of(connection, "backup") != ours:
        raise StoreError("{backup} was changed while it was being read; try again.", backup=backup)
    for table in (name for kind, name, _, _ in ours if kind == "table" and name != derived.name):
        found = connection.exec_driver_sql(f"PRAGMA main.table_info({table})")
        columns = [(column.type, column.name) for column in found]
        wrong = " OR ".join(WRONG_TYPE_SQL[kind].format(name) for kind, name in columns)
        if connection.exec_driver_sql(f"SELECT 1 FROM backup.{table} WHERE {wrong} LIMIT 1").first():  # noqa: S608 - ours
            raise StoreError(
                "{backup} has something in its table {table} that Ibau has not written.", backup=backup, table=table
            )
        names = ", ".join(name for _, name in columns)
        connection.exec_driver_sql(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM backup.{table}")  # noqa: S608
    connection.commit()


def _is_utf8(stored: bytes) -> bool:
    try:
        stored.decode()
    except UnicodeDecodeError:
        return False
    return True
