"""What was decided about the race, in a sentence each (rulings.md section 5)."""

from ibau.core.phrase import N_
from ibau.core.ruling import READING, SOURCE, Ruling
from ibau.games.senet.rulings import CAP

RULINGS = (
    Ruling("SA1-1", SOURCE, N_("A pawn moves with a 2 or a 3 too; then the turn passes.")),
    Ruling(
        "SA1-2",
        READING,
        N_(
            "Only Light’s first throw has to move the pawn on 9, and only if it can; the page says that the "
            "first move starts there."
        ),
    ),
    Ruling("SA1-3", SOURCE, N_("“One point” in the first rule is a throw of 1.")),
    Ruling("SA1-4", SOURCE, N_("The water carries a pawn to 1, or to the first empty square after it.")),
    Ruling("SA1-5", READING, N_("No pawn may land on a refuge that is occupied, since nothing can be hit there.")),
    Ruling("SA1-6", READING, N_("A pawn leaves as it arrives on 30; the page could also mean a further throw.")),
    Ruling(
        "SA1-7",
        READING,
        N_(
            "A pawn that is on 30 too early waits, and leaves by itself as soon as the others are on the last "
            "row; the page says one may take it off."
        ),
    ),
    Ruling("SA1-8", SOURCE, N_("If a pawn is sent back from the last row, the others wait for it.")),
    Ruling("SA1-9", READING, N_("No throw carries a pawn past 30; such a pawn cannot go forward.")),
    Ruling("SA1-10", READING, N_("Going back may drive a pawn into the water as well; the page does not say.")),
    Ruling(
        "SA1-11", READING, N_("If no pawn can move, the turn passes even after 1, 4 or 6: the page makes no exception.")
    ),
    Ruling("SA1-12", READING, N_("Neighbours are consecutive numbers, also around the corners: 10 and 11, 20 and 21.")),
    Ruling("SA1-13", SOURCE, N_("No pawn has to wait for the one in front of it, as it does in Jéquier’s rules.")),
    Ruling("SA1-14", SOURCE, N_("Pawns in the refuges score nothing.")),
    Ruling(
        "SA1-15",
        READING,
        N_(
            "Light starts on the odd squares, Dark on the even ones: the figure is lost, but rules 1 and 3 put "
            "Dark on 10 and Light on 9."
        ),
    ),
    CAP,
)
