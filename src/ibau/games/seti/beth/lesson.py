"""The lesson of Seti-Beth."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("The pharaoh"),
            idea=N_("The pharaoh wears the tall crown. He goes one square, in any direction."),
            position="h1p1h/5/1h1h1/5/5/5/5/1H1H1/5/H1P1H first - 4 -",
            tasks=(
                Task(
                    ask=N_("Move your white pharaoh."),
                    right=(
                        "c1-b1",
                        "c1-d1",
                        "c1-b2",
                        "c1-c2",
                        "c1-d2",
                    ),
                    wrong=N_("That was a priest. First try the pharaoh: he stands on c1."),
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
            position="h1p1h/5/1h1h1/5/5/5/5/1H1H1/2P2/H3H first - 4 -",
            tasks=(
                Task(
                    ask=N_("Leap to c3 with a priest from a corner."),
                    right=(
                        "a1-c3",
                        "e1-c3",
                    ),
                    wrong=N_(
                        "Take a priest from a corner, a1 or e1. He leaps two squares slantwise, right "
                        "over the pharaoh's shoulder."
                    ),
                ),
            ),
            done=N_("What a leap! Priests are the fastest on the board."),
        ),
        Step(
            title=N_("Conquering"),
            idea=N_("Go onto an enemy figure, and it leaves the game."),
            position="h1p1h/5/5/1h3/5/2H2/5/5/5/H1P1H first - 4 -",
            tasks=(
                Task(
                    ask=N_("Conquer the brown priest on b7."),
                    right=("c5xb7",),
                    wrong=N_("Nobody is conquered like that. Your priest on c5 can leap onto b7."),
                ),
            ),
            done=N_("One less for Brown."),
        ),
        Step(
            title=N_("The far row"),
            idea=N_("You win when you reach the other side's first row and nobody conquers you there at once."),
            position="2p2/4h/2H2/5/5/h4/5/5/1H3/2P2 first - 7 -",
            tasks=(
                Task(
                    ask=N_("Leap to the far row, where Brown cannot reach you."),
                    right=(
                        "c8-a10",
                        "c8-e10",
                    ),
                    wrong=N_("The brown pharaoh reaches every square beside him. Leap to a corner of the far row."),
                    answer=("c10-c9",),
                ),
            ),
            done=N_("Arrived! Brown had one move and could not reach you."),
        ),
        Step(
            title=N_("Stop!"),
            idea=N_(
                "When somebody arrives, the other side has one move to conquer the figure that came. Then it goes on."
            ),
            position="2p1h/5/5/4H/5/5/5/5/1P2H/h4 first a1 3 -",
            tasks=(
                Task(
                    ask=N_("Brown has arrived on a1. Conquer the priest there."),
                    right=("b2xa1",),
                    wrong=N_(
                        "Not so fast: Brown stands on your first row! You have just this one move. Conquer that priest."
                    ),
                ),
            ),
            done=N_("That was close. Always look back before you run."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Your priest on d6 is far ahead. Reach the far row in two moves!"),
            position="p1h2/5/5/5/3H1/2h2/5/5/2H2/P4 first - 4 -",
            tasks=(
                Task(
                    ask=N_("Leap to a square from which several ways lead to the far row."),
                    right=("d6-c8",),
                    wrong=N_("Brown can still stop you then. Look at c8: from there four leaps lead to the far row."),
                    answer=("a10-b9",),
                ),
                Task(
                    ask=N_("The pharaoh is after you. Leap to safety on the far row!"),
                    right=(
                        "c8-d10",
                        "c8-e10",
                    ),
                    wrong=N_(
                        "There the pharaoh on b9 would reach you, or you are not there yet. Leap to the "
                        "far row, away from him."
                    ),
                    answer=("b9-c9",),
                ),
            ),
            done=N_("You have won! Now you know Seti-Beth."),
        ),
    )
)
