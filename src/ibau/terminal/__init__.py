"""The game in a terminal, and the command `ibau`."""

import re

from rich import _wrap
from rich.console import Console

WIDEST = 100  # columns; longer lines are hard to read

# Rich also breaks lines at no-break spaces, so that French ones would begin with a colon.
_wrap.re_word = re.compile(r"[ \t\n]*[^ \t\n]+[ \t\n]*")


def console() -> Console:
    """Standard output, of a width that is easy to read."""
    found = Console(highlight=False)
    found.width = min(found.width, WIDEST)
    return found
