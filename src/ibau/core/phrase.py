"""Sentences as data: a text of the catalogues with values to insert, which each screen translates into its language."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

Translate = Callable[[str], str]  # the function gettext of one language


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a marked text
    """Mark a text for translation without translating it now."""
    return text


class Phrase(NamedTuple):
    """A translatable text with values for its `{names}`; a value may itself be a phrase."""

    text: str  # in English, with `{names}`
    values: Mapping[str, object] = {}  # by name
    second_person: str = ""  # the text for the player whom it is about, if that differs

    @property
    def in_second_person(self) -> "Phrase":
        """The sentence for the player whom it is about."""
        return self._replace(text=self.second_person or self.text)

    def with_names(self, names: Mapping[str, object]) -> "Phrase":
        """The sentence with names in place of the values whose texts are the keys of `names`."""
        phrases = {name: value for name, value in self.values.items() if isinstance(value, Phrase)}
        return self._replace(
            values={**self.values, **{name: names.get(value.text, value) for name, value in phrases.items()}}
        )

    def to_text(self, translate: Translate) -> str:
        """The sentence translated by `translate`, a function such as gettext."""
        values = {
            name: value.to_text(translate) if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        text = translate(self.text) if self.text else ""  # gettext's translation of "" is the catalogue's header
        return text.format(**values) if values else text

    def __str__(self) -> str:
        return self.to_text(str)


def percent(share: float, digits: int = 1) -> str:
    """A share (0..1) as a percentage with a number of decimals: "52.3 %"."""
    return f"{100 * share:.{digits}f} %"


def decimal(number: str) -> Phrase:
    """A number such as `13.6` or `7 %`, to be written with the decimal point or comma of a language."""
    whole, point, digits = number.partition(".")
    return Phrase(N_("{whole}.{digits}") if point else "{whole}", {"whole": whole, "digits": digits})
