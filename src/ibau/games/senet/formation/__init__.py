"""Senet, second version of the club: the formations."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="senet-formation",
    title=N_("Senet, the formations"),
    label=N_(
        "Ten pawns a side build a pattern, on every other square: a modern invention on a board some 5,000 years old. "
        "Luck and skill, an hour or more."
    ),
    seats=(N_("Light"), N_("Dark")),
    has_throws=True,
    throws_alternate=True,
    can_cycle=True,
    training={"games": 20_000, "generations": 6, "pairs": 5, "final_pairs": 40},
    strength={"pairs": 20},
)
