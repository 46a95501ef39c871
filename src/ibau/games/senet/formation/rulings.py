"""What was decided about the formations, in a sentence each (rulings.md section 6)."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, READING, SOURCE, Ruling

RULINGS = (
    Ruling("SA2-1", READING, N_("Pawns go down the numbers, from 30 to 1: they enter on 26 to 30 and make for 1.")),
    Ruling(
        "SA2-2",
        READING,
        N_("Pawns may move from the first turn on; another account fills the five entry squares first."),
    ),
    Ruling("SA2-3", READING, N_("A pawn enters on the square of the throw; rule 2 could also mean any empty one.")),
    Ruling("SA2-4", READING, N_("If that square is taken another pawn may move; only if none can does the turn pass.")),
    Ruling("SA2-5", READING, N_("Any pawn may move, over any others; rule 2 names only those on the entry squares.")),
    Ruling(
        "SA2-6",
        READING,
        N_("There is one throw a turn: the players throw in turn, though the numbers count as in the first version."),
    ),
    Ruling("SA2-7", SOURCE, N_("A pawn can be hit once it has passed 26.")),
    Ruling("SA2-8", READING, N_("Square 1 is safe and holds one pawn, which therefore stays for good.")),
    Ruling(
        "SA2-9",
        READING,
        N_("A player may decline a throw that could only take a pawn off one of its squares; the page does not say."),
    ),
    Ruling("SA2-10", READING, N_("Square 1 has to be reached by the exact number; the page does not say.")),
    Ruling(
        "SA2-11",
        READING,
        N_(
            "The page does not say whether a pawn on a square that it fills can be hit; if it can, games between "
            "good players do not end."
        ),
    ),
    Ruling(
        "SA2-12", READING, N_("A pawn that is stuck below its squares is not dead: the other side will hit it there.")
    ),
    Ruling("SA2-13", READING, N_("The formations are built on 1 to 20: rows are counted in the order of travel.")),
    Ruling(
        "SA2-14",
        READING,
        N_("The first formation wins; then the other side goes on alone, for points. Rules 5 and 7 differ."),
    ),
    Ruling("SA2-15", READING, N_("Every throw that the loser still needs scores a point, even if nothing could move.")),
    Ruling("SA2-16", ADDITION, N_("Who begins is decided by lot; the page does not say.")),
    Ruling("SA2-17", ADDITION, N_("After 3,000 turns the game is over, so that every game ends.")),
    Ruling(
        "SA2-18",
        ADDITION,
        N_(
            "As people play it, nobody wins at that limit; by the letter of our first reading the side with more "
            "pawns in place does."
        ),
    ),
)
