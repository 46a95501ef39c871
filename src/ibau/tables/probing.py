"""The available tables, for all who judge: what they do not tell, and what is wrong with them, stops nobody."""

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
    """Within the block no tables are available, so that what is judged without them can be held against them."""
    token = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(token)


class TableWarning(UserWarning):
    """A table that lies where tables are looked for cannot be used; the judge does without."""


def probe(state: State) -> ExactValue | None:
    """What a state is worth by the available tables; None where they do not tell."""
    tablebase = available_tables(state.game)
    if tablebase is None or not tablebase.tables.applies(state.game.rules, state.position):
        return None
    try:
        return tablebase.value(state)
    except MissingTableError:
        return None


def probe_actions(state: State) -> dict[str, ExactValue]:
    """What each legal action, throw or lot of a state is worth by the available tables; none where they do not tell."""
    tablebase = available_tables(state.game)
    if tablebase is None or not tablebase.tables.applies(state.game.rules, state.position):
        return {}
    try:
        return tablebase.actions(state)
    except MissingTableError:
        return {}


def available_tables(game: Game) -> Tablebase | None:
    """The tables of a game, new ones included; None where nobody has laid out any, or they are hidden."""
    if _hidden.get():
        return None
    try:
        folder = tables_folder(game)
    except MissingTableError:
        return None
    return _kept(game, folder, folder.stat().st_mtime_ns if folder.is_dir() else 0)


@functools.lru_cache(maxsize=16)
def _kept(game: Game, folder: Path, changed: int) -> Tablebase:  # noqa: ARG001 - a folder that changed is read again
    return Tablebase.open(game, folder, complain=warn)


def warn(error: Exception) -> None:
    """Name a table that cannot be used; the others can."""
    warnings.warn(f"{error} It is left out.", TableWarning, stacklevel=2)
