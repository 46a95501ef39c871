"""Lines typed by a person; Tab completes them where the terminal can."""

from collections.abc import Callable, Iterable


def complete_with(words: Callable[[], Iterable[str]]) -> None:
    """Let Tab offer the words that can be typed now."""
    try:
        import readline
    except ImportError:  # not on every system
        return

    def offer(beginning: str, n: int) -> str | None:
        fitting = [word for word in words() if word.startswith(beginning)]
        return fitting[n] if n < len(fitting) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
