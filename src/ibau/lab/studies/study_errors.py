"""What can be wrong with a study or with the folder of its results."""

from ibau.core.errors import IbauError


class StudyError(IbauError):
    """A study that makes no sense; the text names the place in it."""


class ResultsError(IbauError):
    """A folder that holds no results, those of another study, or that cannot be written to."""
