"""What a puzzle can be about: the names by which people choose, texts of the catalogues.

A game's `words.py` declares in REASONS which of its reasons belong to which; "" is none.
"""

from ibau.core.phrase import N_

CAPTURE = N_("Capture")
HIT = N_("Hit")
CHAIN = N_("Chain of captures")
BLOCK = N_("Block")
COVER = N_("Cover a stone")
DEFENCE = N_("Defence")
THREAT = N_("Threat")
ROOM = N_("Room to move")
HOME = N_("Take a pawn home")
HOUSES = N_("The last houses")
PLACING = N_("Placing")
ENTRY = N_("Coming in")
SQUARES = N_("Fill the squares")
ARRIVAL = N_("Arrival")
SHIPS = N_("Death ships")
WIN = N_("Win by force")
QUIET = N_("Quiet move")  # nothing that the game's reasons name
