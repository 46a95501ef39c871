"""What can go wrong with a tournament."""

from ibau.core.errors import IbauError


class ArenaError(IbauError):
    """A contestant, a tournament or a file of results that makes no sense."""


class ContestantError(ArenaError):
    """A contestant that makes no sense: what is wrong is what was asked for, not what came of it."""
