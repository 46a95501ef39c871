"""What was decided about Geoludie's Senet, in a sentence each (rulings.md section 4)."""

from ibau.core.phrase import N_
from ibau.core.ruling import READING, SOURCE, Ruling
from ibau.games.senet.rulings import CAP

RULINGS = (
    Ruling(
        "SG-1",
        READING,
        N_(
            "The throws are added up and the sum is split freely; the booklet’s options speak of fractions of a result."
        ),
    ),
    Ruling("SG-2", READING, N_("The 1 that decides who begins is not played; the booklet does not say.")),
    Ruling(
        "SG-3",
        READING,
        N_("Each pawn takes one share a turn; the booklet only says that the sum is divided among several pawns."),
    ),
    Ruling(
        "SG-4",
        READING,
        N_(
            "Shares must avoid going back as far as one step ahead shows; the booklet leaves open how hard one "
            "has to try."
        ),
    ),
    Ruling(
        "SG-5",
        READING,
        N_(
            "A pawn that went forward this turn takes the whole remainder back; the booklet says “advance, then "
            "go back”, not which pawn."
        ),
    ),
    Ruling("SG-6", READING, N_("A pawn that goes back hits too, by changing places; the booklet does not say.")),
    Ruling("SG-7", READING, N_("If nothing is possible the remainder is lost; the booklet does not say.")),
    Ruling(
        "SG-8",
        READING,
        N_("Three in a row stop the enemy only; the booklet says that they cannot be passed, not by whom."),
    ),
    Ruling("SG-9", READING, N_("Pairs and walls go by the numbers, also around the corners: 10 with 11, 20 with 21.")),
    Ruling(
        "SG-10",
        READING,
        N_("Every pawn has to stop on 26 by the exact number; the booklet says that all must pass there."),
    ),
    Ruling("SG-11", SOURCE, N_("The water takes every pawn that ends on 27.")),
    Ruling("SG-12", READING, N_("Pawns in the houses can be hit like any others; the booklet does not say.")),
    Ruling("SG-13", READING, N_("A pawn may have to go back out of the houses; nothing in the booklet forbids it.")),
    Ruling(
        "SG-14",
        READING,
        N_("A whole throw of this turn takes a pawn off, not a share; the booklet asks for an exact throw."),
    ),
    Ruling("SG-15", SOURCE, N_("No pawn lands on one of its own side.")),
    Ruling("SG-16", READING, N_("1, 4 and 5 only prolong the throwing; of a further turn the booklet is silent.")),
    Ruling(
        "SG-17", READING, N_("A pawn hit on 26 goes back to where the other came from, and has to stop on 26 again.")
    ),
    Ruling("SG-18", READING, N_("A pawn on 28 or 29 may also move on: only of 30 does the booklet say “only”.")),
    Ruling("SG-19", SOURCE, N_("The last page of the rules comes before the title in our copy; that changes nothing.")),
    CAP,
)
