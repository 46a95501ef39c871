"""What a worker of a cluster keeps from one task to the next: the tool of the work it is doing.

Each of its threads has its own, since tools are not made to be shared.  A tool is closed when its work is over.
Nobody says so if whoever began the work has died; then the thread closes the tool when it turns to other work.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple


class Work(NamedTuple):
    """Work that is done piece by piece."""

    name: str  # no other work has it
    open_tool: Callable[[], AbstractContextManager[Any]]


class _Kept(NamedTuple):
    work: str
    tool: Any
    closing: ExitStack


_kept: dict[int, _Kept] = {}  # by thread


def tool_for(work: Work) -> Any:
    """This thread's tool for a work, opened if there is none yet.  Raises whatever opening it raises."""
    thread = threading.get_ident()
    kept = _kept.get(thread)
    if kept is None or kept.work != work.name:
        _close(thread)
        with ExitStack() as stack:
            tool = stack.enter_context(work.open_tool())
            kept = _kept[thread] = _Kept(work.name, tool, stack.pop_all())
    return kept.tool


def put_away(name: str) -> None:
    """Close the tools of a work that is over, in all threads.

    A thread may still be using its tool, in a task that began before the work was over.  That task may fail; nobody
    waits for it.
    """
    for thread in [thread for thread, kept in list(_kept.items()) if kept.work == name]:
        _close(thread)


def _close(thread: int) -> None:
    kept = _kept.pop(thread, None)
    if kept:
        kept.closing.close()
