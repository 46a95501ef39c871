"""What a worker of a cluster keeps from one task to the next: the tool of the work that it is at.

Each of its threads has one of its own, since tools are not made to be shared.  It is closed when the work is over, or
where that is never said, since whoever began it has died, when the thread turns to another work.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple


class Work(NamedTuple):
    """A work that has many pieces."""

    name: str  # no other work has the same
    open_tool: Callable[[], AbstractContextManager[Any]]


class _Kept(NamedTuple):
    work: str
    tool: Any
    closing: ExitStack


_kept: dict[int, _Kept] = {}  # by thread


def tool_for(work: Work) -> Any:
    """The tool of this thread for a work, opened where there is none yet.  Raises what opening it does."""
    thread = threading.get_ident()
    kept = _kept.get(thread)
    if kept is None or kept.work != work.name:
        _close(thread)
        with ExitStack() as stack:
            tool = stack.enter_context(work.open_tool())
            kept = _kept[thread] = _Kept(work.name, tool, stack.pop_all())
    return kept.tool


def put_away(name: str) -> None:
    """Close all tools of a work."""
    for thread in [thread for thread, kept in list(_kept.items()) if kept.work == name]:
        _close(thread)


def _close(thread: int) -> None:
    kept = _kept.pop(thread, None)
    if kept:
        kept.closing.close()
