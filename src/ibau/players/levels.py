"""The strengths that people choose from."""

from typing import NamedTuple

from ibau.core.phrase import N_


class Level(NamedTuple):
    """A strength: `name` and `text` are texts of the catalogues."""

    id: str  # also the name of its player
    name: str
    text: str


LEVELS = (
    Level("easy", N_("Easy"), N_("Looks one move ahead and overlooks much.")),
    Level("medium", N_("Medium"), N_("Thinks ahead for a moment and seldom misses what is near.")),
    Level("strong", N_("Strong"), N_("Thinks for a second about each move.")),
)
