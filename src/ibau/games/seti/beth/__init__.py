"""Seti-Beth: five files, no ships; conquered figures leave the game."""

from ibau.core.contract import System
from ibau.core.phrase import N_

SYSTEM = System.of(
    __name__,
    id="seti-beth",
    title=N_("Seti-Beth"),
    label=N_("Seti of 1979 on its wider board, with more priests and no ships. Skill, about 10 minutes."),
    seats=(N_("White"), N_("Brown")),
    can_cycle=True,
    shared_rulings=("SETI-1", "SETI-2", "SETI-3", "SETI-13", "SETI-14", "SETI-15", "SETI-17", "C8"),
)
