"""Quote input in messages: shortened, and without control characters, which a terminal would obey."""

import re

from ibau.core.phrase import N_, Phrase

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and line breaks
MOST_QUOTED = 40  # characters
MOST_REPEATED = 200  # characters of a decoder's message


def quote(value: object) -> str:
    """The repr of a value, shortened."""
    if isinstance(value, str):
        return repr(_beginning(value))
    try:
        return shorten(repr(value))
    except ValueError:  # Python converts no number of more than 4,300 digits to text
        return "a number of thousands of digits"


def unwritable(text: str) -> Phrase | None:
    """The first character of a text that cannot be written to a file or terminal, in words; None if there is none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return Phrase(N_("half a character (a lone surrogate)"))
    found = CONTROL.search(text)
    return Phrase(N_("the control character {letter!r}"), {"letter": found[0]}) if found else None


def decoder_message(error: Exception) -> str:
    """The message of a decoder's error, which may quote its input, shortened."""
    return shorten(str(error), MOST_REPEATED)


def shorten(text: str, most: int = MOST_QUOTED) -> str:
    """A text cut after `most` characters, its control characters escaped."""
    return escape_controls(_beginning(text, most))


def escape_controls(text: str) -> str:
    """A text with its control characters escaped."""
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def _beginning(text: str, most: int = MOST_QUOTED) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
