"""Errors about input.  Every message names what is wrong and what would be right."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from ibau.core.phrase import N_, Phrase

LONGEST_MISSPELLED = 100  # characters; comparing takes long, and no valid name is half as long


class IbauError(ValueError):
    """Base of all errors about input: a message for people, with values for the `{names}` in its text.

    An error among the values is replaced by its message.
    """

    def __init__(self, text: object = "", /, **values: object) -> None:
        phrases = {name: value.phrase if isinstance(value, IbauError) else value for name, value in values.items()}
        super().__init__(Phrase(str(text), phrases) if phrases else text)

    @property
    def phrase(self) -> Phrase:
        """The message as a Phrase, which can be translated."""
        text = self.args[0]
        return text if isinstance(text, Phrase) else Phrase(str(self))

    def to_text(self, translate: Callable[[str], str]) -> str:
        """The message, translated if it is in the catalogues."""
        return self.phrase.to_text(translate)


class RulesetError(IbauError):
    """An unknown ruleset, option or value, or an option given twice."""


class IllegalActionError(IbauError):
    """An action that the rules do not allow here."""


class PositionError(IbauError):
    """A position text that is malformed or describes an impossible position."""


class RecordError(IbauError):
    """A game record that cannot be read; the message names its line."""

    @classmethod
    def on_line(cls, number: int, reason: object, /, **values: object) -> "RecordError":
        """The error on a line: `reason` is another error, or a text with values for its `{names}`."""
        reason = reason if isinstance(reason, IbauError) else IbauError(reason, **values)
        return cls(N_("line {number}: {reason}"), number=number, reason=reason)


class NumberError(IbauError):
    """A seed, count or other number that is out of range."""


class ArrayError(IbauError):
    """An array of a wrong shape or dtype, or an unknown name of a batch."""


class TableError(IbauError):
    """A table of exact values that is damaged, belongs to other rules, or cannot be made."""


class MissingTableError(IbauError):
    """No available table contains a position."""


class ClusterError(IbauError):
    """A cluster that does not respond, or whose workers cannot do the work."""


def nearest(wrong: str, valid: Iterable[str]) -> str:
    """The valid name that is spelled most like `wrong`, '' if none is close."""
    if len(wrong) > LONGEST_MISSPELLED:
        return ""
    return next(iter(get_close_matches(wrong.lower(), list(valid), n=1, cutoff=0.6)), "")


DID_YOU_MEAN = N_("Did you mean {name!r}?")


def did_you_mean(wrong: str, valid: Iterable[str]) -> Phrase:
    """' Did you mean …?' with the nearest valid name, '' if none is close."""
    near = nearest(wrong, valid)
    return Phrase(" {question}", {"question": Phrase(DID_YOU_MEAN, {"name": near})}) if near else Phrase("")


def suggestion_or_list(wrong: str, valid: Iterable[str]) -> Phrase:
    """The end of a message about an unknown name: the nearest valid name, else all valid names."""
    names = list(valid)
    if near := nearest(wrong, names):
        return Phrase(".{question}", {"question": did_you_mean(wrong, [near])})
    return Phrase(N_("; known are {names}."), {"names": join_names(names)})


def join_names(valid: Iterable[str], most: int = 40) -> Phrase:
    """Names with commas between, cut after `most` with the number of all."""
    names = list(valid)
    values = {"names": ", ".join(names[:most]), "count": len(names)}
    return Phrase(N_("{names}, … ({count} in all)") if len(names) > most else "{names}", values)
