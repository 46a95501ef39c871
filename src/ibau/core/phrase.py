"""Sentences as data: a text of the catalogues and the values to put in it; each screen says it in its own language."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

Translate = Callable[[str], str]  # the function of gettext that says a text in one language


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a marked text
    """Mark a text for translation without translating it now."""
    return text


class Phrase(NamedTuple):
    """A translatable text with values for its `{names}`; a value may itself be a phrase."""

    text: str
    values: Mapping[str, object] = {}
    second_person: str = ""  # what the player it speaks of is told instead, where that differs

    @property
    def in_second_person(self) -> "Phrase":
        """The sentence as the player it speaks of is told it."""
        return self._replace(text=self.second_person or self.text)

    def with_names(self, names: Mapping[str, object]) -> "Phrase":
        """The sentence with other names in it: `names` has them by the texts that they take the place of."""
        values = {
            key: names.get(value.text, value) if isinstance(value, Phrase) else value
            for key, value in self.values.items()
        }
        return self._replace(values=values)

    def to_text(self, translate: Translate) -> str:
        """The sentence in the language of `translate`, gettext's function."""
        values = {
            name: value.to_text(translate) if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        text = translate(self.text) if self.text else ""  # gettext answers "" with a header
        return text.format(**values) if values else text

    def __str__(self) -> str:
        return self.to_text(str)


def percent(share: float, digits: int = 1) -> str:
    """A share in hundredths, with this many decimals: "52.3 %"."""
    return f"{100 * share:.{digits}f} %"


def decimal(number: str) -> Phrase:
    """A number such as `13.6` or `7 %`, to be said with the decimal point or comma of a language."""
    whole, point, digits = number.partition(".")
    return Phrase(N_("{whole}.{digits}") if point else "{whole}", {"whole": whole, "digits": digits})
