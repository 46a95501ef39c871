"""Restore a backup: copy its rows into a new database, after checks.

A backup is untrusted input.  Its schema must equal that of Ibau's databases (database.py), and each value must
have the type of its column and be valid UTF-8 if it is text, which SQLite does not check.  Derived data is not
copied: it is computed again.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from ibau.web.log.database import StoreError, new_database, open_existing, schema_of
from ibau.web.log.tables import derived

WRONG_TYPE_SQL = {  # conditions that find wrong values, by the type of the column
    "VARCHAR": "typeof({0}) <> 'text' OR NOT is_utf8(CAST({0} AS BLOB))",
    "INTEGER": "typeof({0}) <> 'integer'",
}


def copy_rows(backup: Path, file: Path) -> None:
    """Copy the rows of a backup into a new database file.  Raises StoreError and OSErrors."""
    open_existing(backup).close()  # checks it
    try:
        with new_database(file) as connection:
            connection.execute(text("ATTACH :backup AS backup"), {"backup": str(backup)})
            _copy_tables(connection, backup)
    except DatabaseError as error:
        raise StoreError("Cannot read {backup}: {reason}.", backup=backup, reason=error.orig) from error


def _copy_tables(connection: Connection, backup: Path) -> None:
    """Copy all rows of the attached backup from one snapshot.  Raises StoreError."""
    driver: Any = connection.connection.driver_connection
    driver.create_function("is_utf8", 1, _is_utf8, deterministic=True)
    connection.exec_driver_sql("BEGIN")
    schema = schema_of(connection)
    if schema_of(connection, "backup") != schema:
        raise StoreError("{backup} was changed while it was being read; try again.", backup=backup)
    for table in (name for kind, name, _, _ in schema if kind == "table" and name != derived.name):
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
