"""Look-ups in the available tables for evaluators: a missing or damaged table is skipped with a warning."""

import functools
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from ibau.core.errors import MissingTableError
from ibau.core.game import Game, State
from ibau.tables.tablebase import ExactValue, Tablebase, tables_folder

_hidden: ContextVar[bool] = ContextVar("hidden", default=False)


@contextmanager
def tables_hidden() -> Generator[None]:
    """Within the block no tables are available, as when evaluations are compared with exact values."""
    token = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(token)


class TableWarning(UserWarning):
    """An available table cannot be used and is skipped."""


def probe(state: State) -> ExactValue | None:
    """The exact value of a state by the available tables; None if they do not have it."""
    tablebase = available_tables(state.game)
    if tablebase is None or not tablebase.tables.applies(state.game.rules, state.position):
        return None
    try:
        return tablebase.value(state)
    except MissingTableError:
        return None


def probe_actions(state: State) -> dict[str, ExactValue]:
    """The exact value of each legal action, throw or lot of a state; empty if the tables lack one."""
    tablebase = available_tables(state.game)
    if tablebase is None or not tablebase.tables.applies(state.game.rules, state.position):
        return {}
    try:
        return tablebase.actions(state)
    except MissingTableError:
        return {}


def available_tables(game: Game) -> Tablebase | None:
    """The available tables of a game, new files included; None if it has no table layout, or tables are hidden."""
    if _hidden.get():
        return None
    try:
        folder = tables_folder(game)
    except MissingTableError:
        return None
    return _kept(game, folder, folder.stat().st_mtime_ns if folder.is_dir() else 0)


@functools.lru_cache(maxsize=16)
def _kept(game: Game, folder: Path, changed: int) -> Tablebase:  # noqa: ARG001 - a changed folder is read again
    return Tablebase.open(game, folder, on_error=warn)


def warn(error: Exception) -> None:
    """Warn of a table that cannot be used; the others can."""
    warnings.warn(f"{error} It is left out.", TableWarning, stacklevel=2)
