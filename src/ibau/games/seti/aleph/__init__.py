"""Seti-Aleph: three files, figures that change sides, and ships."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="seti-aleph",
    title=N_("Seti-Aleph"),
    label=N_(
        "A game of 1979 by Hartmut Witt and Andreas Steiner, with ancient Egypt in mind. Skill, about 15 minutes."
    ),
    seats=(N_("White"), N_("Brown")),
    can_cycle=True,
)
