"""Lines typed by a person; Tab completes them where the terminal can."""

import sys
from collections.abc import Callable, Iterable


def complete_with(words: Callable[[], Iterable[str]]) -> None:
    """Let Tab offer the words that can be typed now."""
    if sys.platform == "win32":
        return
    try:
        import readline
    except ImportError:  # some builds of Python have none
        return

    def offer(beginning: str, n: int) -> str | None:
        fitting = [word for word in words() if word.startswith(beginning)]
        return fitting[n] if n < len(fitting) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
