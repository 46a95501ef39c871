"""The game in a terminal."""

import re

from rich import _wrap
from rich.console import Console

WIDEST = 100  # columns; longer lines are hard to read

# Rich breaks lines at no-break spaces too, so that French ones would begin with a colon.
_wrap.re_word = re.compile(r"[ \t\n]*[^ \t\n]+[ \t\n]*")


def console() -> Console:
    """Standard output, no wider than is easy to read."""
    found = Console(highlight=False)
    found.width = min(found.width, WIDEST)
    return found
