"""Seega, 5x5: custodial capture on a board that the players fill themselves."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEMS = (
    System.of(
        __name__,
        id="seega",
        title=N_("Seega"),
        label=N_(
            "Played in nineteenth-century Egypt in hollows in the sand; its age is unknown. Skill, about 15 minutes."
        ),
        seats=(N_("Light"), N_("Dark")),
        can_cycle=True,
    ),
)
