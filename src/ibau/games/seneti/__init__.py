"""Seneti: stones are stacked and turned on the twenty squares of the board of Ur."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEMS = (
    System.of(
        __name__,
        id="seneti",
        title=N_("Seneti"),
        label=N_(
            "A modern game by Horst Alexander Renz on the board from Ur, some 4,500 years old. Skill, about 10 minutes."
        ),
        age=12,
        seats=(N_("White"), N_("Black")),
        can_cycle=True,
        training={  # with noise, as games without it are long and drawn, and show no difference
            "hidden": 32,
            "generations": 4,
            "games": 6_000,
            "noise": 0.3,
            "pairs": 10,
            "final_pairs": 30,
            "final_seconds": 0.005,
        },
        strength={"seconds": 0.02, "aim": 0.8},
    ),
)
