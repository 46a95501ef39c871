"""The kind of end of the Senet games in which pawns leave the board."""

from enum import IntEnum

from ibau.core.phrase import N_


class End(IntEnum):
    """Kinds of ends."""

    ALL_OFF = 10


ENDS: dict[IntEnum, str] = {End.ALL_OFF: N_("all pawns are off the board")}
