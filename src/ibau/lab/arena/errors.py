"""What can go wrong with a tournament."""

from ibau.core.errors import IbauError


class ArenaError(IbauError):
    """A contestant, a tournament or a file of results that makes no sense."""


class ContestantError(ArenaError):
    """A contestant that makes no sense: the fault lies in what was asked for, not in what came of it."""
