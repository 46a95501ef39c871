"""What the workers of a page call: here, and nowhere else, Python meets JavaScript."""

from collections.abc import Callable
from typing import Any

from ibau.web.pocket import thinking


async def opened(tables: Any, begin: Callable[[Any], Any]) -> Any:
    """The application over the tables of a page; `begin` makes the worker that thinks."""
    from ibau.web.pocket.application import Asked

    return await Asked.opened(tables, begin)


def think(message: memoryview, say: Callable[[bytes], object], look: Callable[[], Any]) -> None:
    """Answer a question; `look` promises to say whether it is to stop, for which not every browser can wait here."""
    from pyodide.ffi import can_run_sync, run_sync

    def is_to_stop() -> bool:
        return can_run_sync() and bool(run_sync(look()))

    thinking.think(bytes(message), say, is_to_stop)
