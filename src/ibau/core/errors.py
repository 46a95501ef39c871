"""What can go wrong with what people give us.  Every message names what is wrong and what would be right."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from ibau.core.phrase import Phrase

LONGEST_MISSPELLED = 100  # letters; comparing takes long, and nothing that we know is half as long


class IbauError(ValueError):
    """Base of all errors about input; its text, which may be a Phrase, is meant for people."""

    def said(self, translate: Callable[[str], str]) -> str:
        """The text, in another language where it is a sentence of the catalogues."""
        what = self.args[0] if self.args else ""
        return what.said(translate) if isinstance(what, Phrase) else str(self)


class RulesetError(IbauError):
    """An unknown ruleset, option or value, or an option given twice."""


class IllegalAction(IbauError):  # noqa: N818 - an illegal action is what it is
    """An action that the rules do not allow here."""


class PositionError(IbauError):
    """A position text that is malformed or describes an impossible position."""


class RecordError(IbauError):
    """A game record that cannot be read; the text names its line."""


class NumberError(IbauError):
    """A seed, or a number of something, that makes no sense."""


class ArrayError(IbauError):
    """An array, or what is asked of a batch of games, that has a wrong shape, dtype or name."""


class TableError(IbauError):
    """A table of exact values that is damaged, foreign, or cannot be made here."""


class NotTabled(IbauError):  # noqa: N818 - that is what is so
    """No table here holds what was asked for."""


class ClusterError(IbauError):
    """A cluster that does not answer, or whose workers cannot do the work."""


def nearest(wrong: str, valid: Iterable[str]) -> str:
    """' Did you mean …?' when something valid is spelled much like it, else ''."""
    if len(wrong) > LONGEST_MISSPELLED:
        return ""
    close = get_close_matches(wrong.lower(), list(valid), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""


def or_known(wrong: str, valid: Iterable[str], rest: str = "known are") -> str:
    """How a sentence about an unknown name ends: with the one that is spelled much like it, else with all there are."""
    names = list(valid)
    near = nearest(wrong, names)
    return f".{near}" if near else f"; {rest} {listed(names)}."


def listed(valid: Iterable[str], most: int = 40) -> str:
    """Names in a sentence, cut when there are very many."""
    names = list(valid)
    shown = ", ".join(names[:most])
    return f"{shown}, … ({len(names)} in all)" if len(names) > most else shown
