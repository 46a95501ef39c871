"""Sources of the Senet games, and options that several of them share (rulings.md sections 4 and 5)."""

from ibau.core.options import Source, switch, whole_number
from ibau.core.phrase import N_

BOOKLET = Source("S2", N_("Senet, booklet of Geoludie"), "fr")
CLUB = Source("S3", N_("Senet, page of a board game association"), "fr")

CORNER_ADJACENCY = switch(
    N_("Across the corners, 10 and 11 as well as 20 and 21 are neighbours."), "SA1-12, SG-9, C69", default=True
)

MAX_TURNS = whole_number(
    N_("The game is a draw after this many turns; 0 means never."),
    "C88",
    default="2000",
    sample_values=("60", "0"),
    is_addition=True,
)
