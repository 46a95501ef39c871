"""What both Seti games say of figures that move, for their uses."""

from ibau.core.bits import index
from ibau.core.rule import rule


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
