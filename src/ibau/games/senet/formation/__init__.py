"""Senet, the club's second version: two formations."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="senet-formation",
    title=N_("Senet, the formations"),
    label=N_(
        "A modern invention on a board some 5,000 years old: fill every other square. Luck and skill, an hour or more."
    ),
    seats=(N_("Light"), N_("Dark")),
    has_throws=True,
    can_cycle=True,
    training={"games": 4_000, "generations": 7, "pairs": 20, "final_pairs": 40},  # games of thousands of decisions
    strength={"pairs": 20},
)
