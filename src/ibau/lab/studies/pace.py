"""How long people take at a table."""

from typing import NamedTuple

SECONDS = 60  # of a minute


class Pace(NamedTuple):
    """Seconds for a decision where there is a choice to make or not, and for a throw."""

    decision: float
    throw: float


USUAL_PACE = Pace(decision=8.0, throw=4.0)
