"""Sentences as data: a text of the catalogues and the values to put in it; each screen says it in its own language."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a marked text
    """Mark a text for translation without translating it now."""
    return text


class Phrase(NamedTuple):
    """A translatable text with values for its `{names}`; a value may itself be a phrase."""

    text: str
    values: Mapping[str, object] = {}

    def said(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of `translate`, gettext's function."""
        values = {
            name: value.said(translate) if isinstance(value, Phrase) else value for name, value in self.values.items()
        }
        return translate(self.text).format(**values)

    def __str__(self) -> str:
        return self.said(str)
