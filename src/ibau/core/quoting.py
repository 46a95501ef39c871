"""How messages quote what others have written: not at length, and with nothing in it that a terminal would obey."""

import re

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and line breaks
MOST_QUOTED = 40  # letters


def quoted(text: str) -> str:
    """A text in quotes, its beginning where it is long."""
    return repr(_beginning(text))


def shortened(text: str) -> str:
    """A text without quotes, its beginning where it is long."""
    return visible(_beginning(text))


def visible(text: str) -> str:
    """A whole text, its control characters written out."""
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def _beginning(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
