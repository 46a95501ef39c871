"""What was decided about Seega, in a sentence each (rulings.md section 7)."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, READING, SOURCE, Ruling

RULINGS = (
    Ruling("SEEGA-1", ADDITION, N_("Who places first is decided by lot; the booklet does not say.")),
    Ruling("SEEGA-2", SOURCE, N_("The player who placed the last two pieces moves first.")),
    Ruling("SEEGA-3", SOURCE, N_("A first mover who cannot move passes, like any player who is blocked.")),
    Ruling(
        "SEEGA-4",
        READING,
        N_("Capturing is compulsory, but any capture will do; the booklet does not ask for the largest."),
    ),
    Ruling(
        "SEEGA-5",
        READING,
        N_("Going on with the same piece is compulsory; the booklet’s words could also make it optional."),
    ),
    Ruling("SEEGA-6", SOURCE, N_("Only the same piece goes on capturing.")),
    Ruling(
        "SEEGA-7",
        READING,
        N_("A piece may step between two enemies unharmed: the booklet is silent, other accounts agree."),
    ),
    Ruling(
        "SEEGA-8", READING, N_("A piece on the centre helps to capture; the booklet is silent, published rules say so.")
    ),
    Ruling("SEEGA-9", READING, N_("The other side must make room in one turn; the booklet can also mean several.")),
    Ruling(
        "SEEGA-10",
        READING,
        N_("The duty to make room would come before the duty to capture; the two never arise together."),
    ),
    Ruling(
        "SEEGA-11", READING, N_("Nothing is captured while pieces are placed; the booklet leaves it to the players.")
    ),
    Ruling(
        "SEEGA-12",
        READING,
        N_(
            "A line is a whole row or column; the booklet speaks of a line of defence that divides the board, "
            "which could be any."
        ),
    ),
    Ruling("SEEGA-13", READING, N_("A line along the edge does not count: it divides nothing.")),
    Ruling(
        "SEEGA-14",
        READING,
        N_(
            "The side with more pieces wins the small victory, even if it did not build the line: that is what "
            "the booklet says, taken literally."
        ),
    ),
    Ruling("SEEGA-15", READING, N_("A line that is complete when placing ends counts only after a move.")),
    Ruling(
        "SEEGA-15a",
        READING,
        N_("A line counts at the end of any move of its owner; the booklet speaks of creating it."),
    ),
    Ruling(
        "SEEGA-16",
        ADDITION,
        N_(
            "Nobody can decide when the game “cannot evolve”, as the booklet puts it; so we count after forty "
            "quiet moves, at a third repetition, and at one piece each."
        ),
    ),
    Ruling("SEEGA-17", READING, N_("The victories rank major, grand, small; the booklet only names them.")),
    Ruling("SEEGA-18", READING, N_("Equal numbers make a draw; the booklet does not say.")),
    Ruling("SEEGA-19", READING, N_("The two pieces of a turn go on two different squares; the booklet does not say.")),
)
