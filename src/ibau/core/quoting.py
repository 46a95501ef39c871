"""How messages quote what others have written: not at length, and with nothing in it that a terminal would obey."""

import re

from ibau.core.phrase import N_, Phrase

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and line breaks
MOST_QUOTED = 40  # letters
MOST_REPEATED = 200  # letters of what a decoder says, which may quote


def quote(value: object) -> str:
    """A text in quotes, or any other value as Python writes it; its beginning where it is long."""
    if isinstance(value, str):
        return repr(_beginning(value))
    try:
        return shorten(repr(value))
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"


def unwritable(text: str) -> Phrase | None:
    """What in a text can be written neither to a file nor to a terminal."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return Phrase(N_("half a character (a lone surrogate)"))
    found = CONTROL.search(text)
    return Phrase(N_("the control character {letter!r}"), {"letter": found[0]}) if found else None


def decoder_message(error: Exception) -> str:
    """What a decoder says of a text, which may quote from it."""
    return shorten(str(error), MOST_REPEATED)


def shorten(text: str, most: int = MOST_QUOTED) -> str:
    """A text without quotes, its beginning where it is long."""
    return escape_controls(_beginning(text, most))


def escape_controls(text: str) -> str:
    """A whole text, its control characters written out."""
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def _beginning(text: str, most: int = MOST_QUOTED) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
