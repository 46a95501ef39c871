"""What the workers of a page call: here, and nowhere else, Python meets JavaScript."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ibau.web.pocket import page_workers


async def opened(tables: Any, begin: Callable[[Any], Any]) -> Any:
    """The application over the tables of a page; `begin` makes the worker that thinks."""
    from ibau.web.pocket.application import PageApplication

    return await PageApplication.opened(tables, begin)


def think(message: memoryview, say: Callable[[bytes], object], look: Callable[[], Any]) -> None:
    """Answer a question; `look` promises to say whether it is to stop, for which not every browser can wait here."""
    ffi = import_module("pyodide.ffi")

    def is_to_stop() -> bool:
        return ffi.can_run_sync() and bool(ffi.run_sync(look()))

    page_workers.answer_message(bytes(message), say, is_to_stop)
