"""What both Seti games say of figures that move, for their uses."""

from typing import Any

from ibau.core.bits import index
from ibau.machine.rule import rule


@rule
def is_diagonal(files: int, source: int, target: int) -> bool:
    """One step to the side and one along?"""
    one, other = index(source), index(target)
    return abs(one % files - other % files) == 1 and abs(one // files - other // files) == 1


@rule
def is_straight(files: int, source: int, target: int) -> bool:
    """Two steps straight on?"""
    one, other = index(source), index(target)
    return abs(one % files - other % files) + abs(one // files - other // files) == 2 and not is_diagonal(
        files, source, target
    )


@rule
def conquers(rules: Any, before: Any, deed: Any, after: Any) -> bool:
    """A figure is conquered (SETI-8, BETH-4)."""
    return int(deed.taken) != 0


@rule
def answers(rules: Any, before: Any, deed: Any, after: Any) -> bool:
    """A figure that has arrived is conquered (SETI-13)."""
    return int(before.pending & deed.taken) != 0


@rule
def arrives(rules: Any, before: Any, deed: Any, after: Any) -> bool:
    """A figure arrives on the last row (1.3.1)."""
    return int(after.pending) != 0
