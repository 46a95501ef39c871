"""Themes of puzzles, texts of the catalogues.

REASONS in a game's `words.py` maps its reasons to themes, "" to none.
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
QUIET = N_("Quiet move")  # none of the game's reasons applies
