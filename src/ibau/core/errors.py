"""What can go wrong with what people give us.  Every message names what is wrong and what would be right."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from ibau.core.phrase import N_, Phrase

LONGEST_MISSPELLED = 100  # letters; comparing takes long, and nothing that we know is half as long


class IbauError(ValueError):
    """Base of all errors about input; its text is meant for people: a sentence, and the values for its `{names}`.

    An error among the values is told by its own text.
    """

    def __init__(self, text: object = "", /, **values: object) -> None:
        told = {name: value.phrase if isinstance(value, IbauError) else value for name, value in values.items()}
        super().__init__(Phrase(str(text), told) if told else text)

    @property
    def phrase(self) -> Phrase:
        """The text as a sentence."""
        what = self.args[0]
        return what if isinstance(what, Phrase) else Phrase(str(self))

    def to_text(self, translate: Callable[[str], str]) -> str:
        """The text, in another language where it is a sentence of the catalogues."""
        return self.phrase.to_text(translate)


class RulesetError(IbauError):
    """An unknown ruleset, option or value, or an option given twice."""


class IllegalActionError(IbauError):
    """An action that the rules do not allow here."""


class PositionError(IbauError):
    """A position text that is malformed or describes an impossible position."""


class RecordError(IbauError):
    """A game record that cannot be read; the text names its line."""

    @classmethod
    def on_line(cls, number: int, what: object, /, **values: object) -> "RecordError":
        """What is wrong on a line: another error, or a sentence and the values for its `{names}`."""
        reason = what if isinstance(what, IbauError) else IbauError(what, **values)
        return cls(N_("line {number}: {reason}"), number=number, reason=reason)


class NumberError(IbauError):
    """A seed, or a number of something, that makes no sense."""


class ArrayError(IbauError):
    """An array, or what is asked of a batch of games, that has a wrong shape, dtype or name."""


class TableError(IbauError):
    """A table of exact values that is damaged, foreign, or cannot be made here."""


class MissingTableError(IbauError):
    """No table here holds what was asked for."""


class ClusterError(IbauError):
    """A cluster that does not answer, or whose workers cannot do the work."""


def nearest(wrong: str, valid: Iterable[str]) -> str:
    """Whatever valid is spelled much like it, '' where nothing is."""
    if len(wrong) > LONGEST_MISSPELLED:
        return ""
    return next(iter(get_close_matches(wrong.lower(), list(valid), n=1, cutoff=0.6)), "")


DID_YOU_MEAN = N_("Did you mean {name!r}?")


def did_you_mean(wrong: str, valid: Iterable[str]) -> Phrase:
    """' Did you mean …?' when something valid is spelled much like it, else ''."""
    near = nearest(wrong, valid)
    return Phrase(" {question}", {"question": Phrase(DID_YOU_MEAN, {"name": near})}) if near else Phrase("")


def suggestion_or_list(wrong: str, valid: Iterable[str]) -> Phrase:
    """How a sentence about an unknown name ends: with the one that is spelled much like it, else with all there are."""
    names = list(valid)
    if near := nearest(wrong, names):
        return Phrase(".{question}", {"question": did_you_mean(wrong, [near])})
    return Phrase(N_("; known are {names}."), {"names": join_names(names)})


def join_names(valid: Iterable[str], most: int = 40) -> Phrase:
    """Names in a sentence, cut when there are very many."""
    names = list(valid)
    values = {"names": ", ".join(names[:most]), "count": len(names)}
    return Phrase(N_("{names}, … ({count} in all)") if len(names) > most else "{names}", values)
