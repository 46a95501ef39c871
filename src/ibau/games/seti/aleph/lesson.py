"""The lesson of Seti-Aleph."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("The pharaoh"),
            idea=N_("The pharaoh wears the tall crown. He goes one square, in any direction."),
            position="hph/3/3/3/3/3/3/3/3/HPH first 3,3 - 0 -",
            tasks=(
                Task(
                    ask=N_("Move your white pharaoh."),
                    right=(
                        "b1-a2",
                        "b1-b2",
                        "b1-c2",
                    ),
                    wrong=N_("That would be another move. First try the pharaoh: he stands in the middle of your row."),
                ),
            ),
            done=N_("Just so: straight or slantwise, one square at a time."),
        ),
        Step(
            title=N_("The priests"),
            idea=N_(
                "A priest leaps: two squares slantwise, or two straight ahead and one to the side. It "
                "does not matter who stands between."
            ),
            position="hph/3/3/3/3/3/3/3/1P1/H1H first 3,3 - 0 -",
            tasks=(
                Task(
                    ask=N_("Leap with one of your priests."),
                    right=(
                        "a1-c2",
                        "a1-b3",
                        "a1-c3",
                        "c1-a2",
                        "c1-a3",
                        "c1-b3",
                    ),
                    wrong=N_("Now it is a priest's turn to leap. They stand in the corners."),
                ),
            ),
            done=N_("What a leap! Priests are the fastest on the board."),
        ),
        Step(
            title=N_("Conquering"),
            idea=N_(
                "Go onto an enemy figure, and it is yours. It is turned over and begins again on your own first row."
            ),
            position="1ph/3/3/3/1h1/3/H2/3/3/1PH first 3,3 - 4 -",
            tasks=(
                Task(
                    ask=N_("Conquer the brown priest on b6."),
                    right=("a4xb6=a1",),
                    wrong=N_("Nobody is conquered like that. Your priest on a4 can leap onto b6."),
                ),
            ),
            done=N_("Now there are four of you: the brown priest has turned white."),
        ),
        Step(
            title=N_("The ship"),
            idea=N_("A figure on a ship is safe: nobody may conquer it. Your ships wait beside the board."),
            position="h1h/3/3/3/1p1/1H1/3/3/3/1PH first 3,3 - 4 -",
            tasks=(
                Task(
                    ask=N_("The brown pharaoh threatens your priest on b5. Place a ship under the priest."),
                    right=("+b5",),
                    wrong=N_("That is allowed. But now try a ship: point at b5, where your priest stands."),
                ),
            ),
            done=N_("Safe! The ship stays where it is when your priest leaps on."),
        ),
        Step(
            title=N_("The far row"),
            idea=N_("You win when you reach the other side's first row and nobody conquers you there at once."),
            position="3/p2/1H1/3/3/h2/2h/3/3/1PH first 3,3 - 9 -",
            tasks=(
                Task(
                    ask=N_("Leap to the far row, where the brown pharaoh cannot reach you."),
                    right=("b8-c10",),
                    wrong=N_(
                        "Look at the brown pharaoh on a9: he reaches every square around him. Leap to the"
                        " far row on the other side."
                    ),
                    answer=("a9-b9",),
                ),
            ),
            done=N_("Arrived! Brown had one move and could not reach you."),
        ),
        Step(
            title=N_("Stop!"),
            idea=N_(
                "When somebody arrives, the other side has one move to conquer the figure that came. Then it goes on."
            ),
            position="1ph/3/3/3/2h/3/2H/3/1P1/h2 first 3,3 a1 7 -",
            tasks=(
                Task(
                    ask=N_("Brown has arrived on a1. Conquer the priest there."),
                    right=(
                        "b2xa1=b1",
                        "b2xa1=c1",
                    ),
                    wrong=N_(
                        "Not so fast: Brown stands on your first row! You have just this one move. Conquer that priest."
                    ),
                ),
            ),
            done=N_("That was close. And now the priest plays for you."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Your pharaoh is nearly there. Reach the far row in two moves!"),
            position="1h1/3/P2/pH1/3/1h1/H2/3/3/3 first 3,3 - 4 -",
            tasks=(
                Task(
                    ask=N_("Move him where he has several ways to go."),
                    right=("a8-b9",),
                    wrong=N_(
                        "Brown can still stop you then. Move the pharaoh right in front of the brown "
                        "priest: a priest cannot reach the square beside him."
                    ),
                    answer=("b10-c8",),
                ),
                Task(
                    ask=N_("Now step onto the far row, where nobody reaches you."),
                    right=("b9-c10",),
                    wrong=N_("Look where the priest on c8 can leap. Choose a square that he cannot reach."),
                    answer=("a7-a6",),
                ),
            ),
            done=N_("You have won! Now you know Seti-Aleph."),
        ),
    )
)
