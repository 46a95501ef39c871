"""The game in a terminal."""

from rich.console import Console

WIDEST = 100  # columns; longer lines are hard to read


def console() -> Console:
    """Standard output, no wider than is easy to read."""
    found = Console(highlight=False)
    found.width = min(found.width, WIDEST)
    return found
