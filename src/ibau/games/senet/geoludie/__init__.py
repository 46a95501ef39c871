"""Senet by the Geoludie booklet: throws are added up and shared out among the pawns."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="senet-geoludie",
    title=N_("Senet, the Geoludie game"),
    label=N_(
        "Seven pawns a side share what the throws add up to, on a board some 5,000 years old: by the modern rules of "
        "a booklet by Geoludie. Luck and skill, about 50 minutes."
    ),
    seats=(N_("Odd"), N_("Even")),
    has_throws=True,
    can_cycle=True,
    shared_rulings=("C88",),
    training={"gain": 3.0},
)
