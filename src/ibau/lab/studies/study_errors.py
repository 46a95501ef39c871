"""The errors of studies and their results."""

from ibau.core.errors import IbauError


class StudyError(IbauError):
    """An invalid study; the message names the place in it."""


class ResultsError(IbauError):
    """A folder without results, or with other content than this study's."""
