"""Senet, first version of the club: the race."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="senet-race",
    title=N_("Senet, the race"),
    label=N_(
        "Five pawns a side throw and run, on a board some 5,000 years old: by the rules on a French games "
        "association’s web page; the reconstruction goes back to Gustave Jéquier, 1930. "
        "Luck and skill, about 50 minutes."
    ),
    seats=(N_("Light"), N_("Dark")),
    has_throws=True,
    throws_alternate=True,
    can_cycle=True,
    shared_rulings=("C88",),
    puzzle_lead=0.04,  # small, as a choice matters little with many throws to come
)
