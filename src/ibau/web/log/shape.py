"""What a database of ours looks like, whatever its schema: what looks otherwise is none.

Anyone who can write a file of SQLite's can put triggers and views into it, which act when it is written or read.  So
what is in its schema is compared, word by word, with what we would have made.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from sqlalchemy import Connection, NullPool, create_engine, text

from ibau.web.log.tables import metadata

Step = Callable[[Connection], None]  # brings a file from one schema to the next
Shape = frozenset[tuple[str, str, str, str]]  # of each thing in it: its kind, its name, its table, and what made it

STATISTICS = "sqlite_stat"  # how the names begin of what ANALYZE writes, which decides nothing


def lay_out(connection: Connection, steps: Sequence[Step]) -> None:
    """Make the tables of the schema to which these steps lead, in an empty database."""
    metadata.create_all(connection)
    for step in steps:
        step(connection)


@lru_cache
def shape_after(steps: Sequence[Step]) -> Shape:
    """What a database looks like after these steps."""
    with create_engine("sqlite://", poolclass=NullPool).connect() as connection:
        lay_out(connection, steps)
        return shape_of(connection)


def shape_of(connection: Connection, database: str = "main") -> Shape:
    """What a database looks like."""
    found = connection.execute(text(f"SELECT type, name, tbl_name, sql FROM {database}.sqlite_master"))  # noqa: S608 - ours
    return frozenset(
        (kind, name, table, "".join((made or "").split()))
        for kind, name, table, made in found
        if not name.startswith(STATISTICS)
    )
