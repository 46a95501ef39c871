"""What was decided about Seneti, in a sentence each (rulings.md section 3)."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, READING, SOURCE, Ruling

RULINGS = (
    Ruling(
        "SENETI-1",
        READING,
        N_(
            "The signs are those of the museum’s board; which sign is which number is inferred, for the "
            "leaflet’s pictures are lost."
        ),
    ),
    Ruling(
        "SENETI-2",
        READING,
        N_("A step goes up, down or sideways, never diagonally: only then is the leaflet’s remark on rosettes true."),
    ),
    Ruling(
        "SENETI-3",
        READING,
        N_("A stone may turn corners, but crosses no square twice; the leaflet says nothing about the path."),
    ),
    Ruling(
        "SENETI-4",
        READING,
        N_("The access square is the first of the five steps; counted otherwise, entries would end on rosettes."),
    ),
    Ruling(
        "SENETI-5",
        READING,
        N_("Leaving is the mirror image of entering: four steps to an access square, the fifth leads out."),
    ),
    Ruling(
        "SENETI-6",
        READING,
        N_(
            "Only a walk from a three is doubled, as the leaflet’s second sentence has it; elsewhere a walk may "
            "not end on a rosette."
        ),
    ),
    Ruling("SENETI-7", SOURCE, N_("No doubled walk ends on a rosette: from a three it cannot.")),
    Ruling("SENETI-8", READING, N_("A stone on a three may choose between three steps and six over a rosette.")),
    Ruling("SENETI-9", SOURCE, N_("The whole number has to be walked.")),
    Ruling(
        "SENETI-10",
        SOURCE,
        N_(
            "Closed stones of either colour bar the way, on the access square too; how full a stack is does not "
            "matter to a stone that passes."
        ),
    ),
    Ruling("SENETI-11", SOURCE, N_("Stones of both colours fill a square together.")),
    Ruling("SENETI-12", SOURCE, N_("Both players begin by bringing in a stone: there is nothing else to do.")),
    Ruling("SENETI-13", SOURCE, N_("A stone is turned over by every move, also when it enters or leaves.")),
    Ruling(
        "SENETI-14",
        READING,
        N_("Whether a player can move is decided when that player’s turn comes; the leaflet does not say when."),
    ),
    Ruling(
        "SENETI-15",
        ADDITION,
        N_("A position for the third time, or 1,000 moves, is a draw; in the leaflet a game could go on for ever."),
    ),
    Ruling("SENETI-16", SOURCE, N_("A covered stone cannot move, not even under one of its own side.")),
)
