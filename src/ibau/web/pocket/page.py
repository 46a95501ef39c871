"""The functions that the workers of a page call: the only interface between JavaScript and Python."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ibau.web.pocket import page_workers


async def opened(tables: Any, begin: Callable[[Any], Any]) -> Any:
    """The application over the tables of a page; `begin` starts the worker that thinks."""
    from ibau.web.pocket.application import PageApplication

    return await PageApplication.opened(tables, begin)


def think(message: memoryview, send: Callable[[bytes], object], should_stop: Callable[[], Any]) -> None:
    """Answer a question; `should_stop()` returns a promise, for which not every browser can wait here."""
    ffi = import_module("pyodide.ffi")

    def is_to_stop() -> bool:
        return ffi.can_run_sync() and bool(ffi.run_sync(should_stop()))

    page_workers.answer_message(bytes(message), send, is_to_stop)
