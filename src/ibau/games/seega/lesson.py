"""The lesson of Seega."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("Placing"),
            idea=N_(
                "The board begins empty. You and Dark take turns to place your pieces, two at a time. The"
                " middle stays free."
            ),
            position="LDLD1/DLDLD/LD2L/DLDLD/1LLDL first 21 - - 0 10 -",
            tasks=(
                Task(
                    ask=N_("Place your last piece right beside the middle."),
                    right=("d3",),
                    wrong=N_(
                        "You may place there. But from there it cannot reach the middle. Find the square "
                        "right beside it!"
                    ),
                ),
            ),
            done=N_("A good spot. When all are placed, only the middle is free, and your piece stands beside it."),
        ),
        Step(
            title=N_("One step"),
            idea=N_("A piece goes one square: up, down or to the side. Never slantwise."),
            position="5/1D1D1/5/2L2/1L3 first 24 - - 3 31 -",
            tasks=(
                Task(
                    ask=N_("Step onto the middle."),
                    right=("c2-c3",),
                    wrong=N_("That is a step, too. Now try the one onto the middle: it is just one square away."),
                ),
            ),
            done=N_("You stand on the middle. Here nobody can catch your piece."),
        ),
        Step(
            title=N_("Catching"),
            idea=N_("You catch a piece by taking it between two of yours. If you can catch, you must."),
            position="2D2/5/4D/LD3/2L1L first 24 - - 3 31 -",
            tasks=(
                Task(
                    ask=N_("Catch the dark piece on b2."),
                    right=("c1-c2",),
                ),
            ),
            done=N_("Caught! You had one piece on its left, and now one on its right."),
        ),
        Step(
            title=N_("Stepping between"),
            idea=N_("Only a step of the other side can catch you. You may step between two of its pieces yourself."),
            position="5/1D1D1/2L2/5/L4 first 24 - - 3 31 -",
            tasks=(
                Task(
                    ask=N_("Step between the two dark pieces."),
                    right=("c3-c4",),
                    wrong=N_("Not there: go between the two dark pieces. Be brave, nothing will happen!"),
                ),
            ),
            done=N_("See? You went there yourself, so you are safe."),
        ),
        Step(
            title=N_("On and on"),
            idea=N_("If the piece that has just caught can catch again, it goes on at once."),
            position="5/3DL/LD1L1/3L1/DLD2 first 24 - - 3 31 -",
            tasks=(
                Task(
                    ask=N_("Catch with the piece that can go on afterwards."),
                    right=("d3-c3",),
                    wrong=N_("That catches one, and then it is over. The other piece can catch two!"),
                ),
                Task(
                    ask=N_("Go on with the same piece."),
                    right=("c3-c4",),
                ),
            ),
            done=N_("Two in one turn!"),
        ),
        Step(
            title=N_("A wall"),
            idea=N_(
                "You also win with a wall: a whole line of your pieces across the board, with nobody of "
                "Dark on one side of it. Then more pieces win."
            ),
            position="1L2D/1L3/L4/1L1D1/1L2D first 24 - - 8 51 -",
            tasks=(
                Task(
                    ask=N_("Close the wall."),
                    right=("a3-b3",),
                    wrong=N_("The wall still has a gap. Look at the line from b1 to b5."),
                ),
            ),
            done=N_("The wall stands. You have five pieces, Dark has three: you have won."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Dark has only two pieces left. Catch them both, in three moves!"),
            position="5/5/LL3/3L1/DDL2 first 24 - - 4 51 -",
            tasks=(
                Task(
                    ask=N_("Shut in the piece in the corner."),
                    right=("a3-a2",),
                    wrong=N_("Then Dark slips away. Shut the way up from the corner, on a2."),
                    answer=("b1-b2",),
                ),
                Task(
                    ask=N_("Dark came out. Catch it, but keep your piece on c1."),
                    right=("d2-c2",),
                    wrong=N_(
                        "That catches it, too. But you need your piece on c1 for the last one. Use the piece on d2."
                    ),
                    answer=("a1-b1",),
                ),
                Task(
                    ask=N_("And now the last one!"),
                    right=("a2-a1",),
                ),
            ),
            done=N_("All caught: you have won. Now you know Seega."),
        ),
    )
)
