"""What was decided about Seti, in a sentence each (rulings.md section 1)."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, READING, SOURCE, Ruling

RULINGS = (
    Ruling(
        "SETI-1",
        READING,
        N_("The pharaoh also steps diagonally: the German and the French text say so, the English one leaves it out."),
    ),
    Ruling(
        "SETI-2",
        SOURCE,
        N_("A high priest leaps two squares diagonally or like a knight, never two squares straight ahead."),
    ),
    Ruling("SETI-3", SOURCE, N_("A priest always goes exactly two squares; what is in between does not matter.")),
    Ruling(
        "SETI-4",
        READING,
        N_("A ship goes only under a figure of one’s own; the leaflet does not say whose figure it may be."),
    ),
    Ruling(
        "SETI-5",
        READING,
        N_(
            "No ship may lie on the row that its owner wants to reach; the leaflet does not say whose goal row "
            "it means."
        ),
    ),
    Ruling(
        "SETI-6",
        READING,
        N_("A figure may step onto a lone ship of its own side, and is then safe; the leaflet does not say."),
    ),
    Ruling("SETI-7", READING, N_("A figure on any ship is safe; the leaflet does not say whose ship it has to be.")),
    Ruling(
        "SETI-8",
        READING,
        N_(
            "A conquered figure comes back on any empty square of the conqueror’s start row; only the French "
            "text says whose row it is."
        ),
    ),
    Ruling(
        "SETI-9",
        READING,
        N_(
            "If the start row is full, the next row takes it: the middle if it is empty, else any empty square. "
            "The texts name only the middle."
        ),
    ),
    Ruling(
        "SETI-10",
        READING,
        N_("A conquered figure is put down at once, as part of the move, and can move from the next turn on."),
    ),
    Ruling("SETI-11", READING, N_("It comes back on an empty square, never onto a ship; the leaflet does not say.")),
    Ruling(
        "SETI-12",
        READING,
        N_(
            "A conquered ship goes to the conqueror’s reserve, which may hold more than three, and can be placed "
            "from the next turn on."
        ),
    ),
    Ruling(
        "SETI-13",
        READING,
        N_(
            "Any move may be played against an arrival, but only conquering the figure saves the game; of two "
            "arrivals the first wins."
        ),
    ),
    Ruling(
        "SETI-14",
        ADDITION,
        N_("A player who has no figure left, or no legal move, has lost; the leaflet does not mention either."),
    ),
    Ruling(
        "SETI-15",
        SOURCE,
        N_("Pharaohs and high priests can arrive; a ship cannot, nor can a figure that only comes back."),
    ),
    Ruling("SETI-16", SOURCE, N_("Ships may be placed and lifted as often as you like.")),
    Ruling(
        "SETI-17",
        READING,
        N_("The colours are called white and brown, as in German and English; the French text says white and black."),
    ),
    Ruling(
        "C8",
        ADDITION,
        N_(
            "A hundred moves in a row without a conquest, or the third occurrence of a position, make a draw; "
            "the leaflet has no draws."
        ),
    ),
)
