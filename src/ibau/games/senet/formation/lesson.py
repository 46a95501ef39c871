"""The lesson of the formations."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("Coming in"),
            idea=N_(
                "Your pawns wait beside the board. The throw says where one comes in: a 1 on 30, a 2 on 29, a 3 on 28."
            ),
            position="19D3L1D2L1 first - open - - 0 10",
            tasks=(
                Task(
                    ask=N_("Throw the coins."),
                    right=("t3",),
                ),
                Task(
                    ask=N_("A three. Bring a pawn in on 28."),
                    right=("+28",),
                    wrong=N_("You may move as well. But now bring a new pawn in, on 28."),
                ),
            ),
            done=N_("It has come in."),
        ),
        Step(
            title=N_("Downwards"),
            idea=N_("In this game the numbers go down: from 30 to 1."),
            position="15D2L1D2L1D1L2 first t2 open - - 0 20",
            tasks=(
                Task(
                    ask=N_("You have thrown a two. Move the pawn on 19."),
                    right=("19-17",),
                    wrong=N_("That is allowed, too. Now take the pawn on 19: two squares down, to 17."),
                ),
            ),
            done=N_("19 less 2 is 17."),
        ),
        Step(
            title=N_("Hitting"),
            idea=N_(
                "If you land on a dark pawn, it goes off the board and has to come in again. On 26 to 30 "
                "and on 1 everybody is safe."
            ),
            position="9D3L3D2L4DL3 first t4 open - - 0 30",
            tasks=(
                Task(
                    ask=N_("You have thrown a four. Hit a dark pawn."),
                    right=("14x10",),
                    wrong=N_("Nobody is hit there. Count four squares down from each of your pawns."),
                ),
            ),
            done=N_("Hit! The dark pawn has to begin anew."),
        ),
        Step(
            title=N_("First on 1"),
            idea=N_(
                "Whoever reaches 1 first leads. From then on you fill the odd squares 1, 3, 5 … 19, and "
                "Dark the even ones."
            ),
            position="2L1D2LD2L3DL2L2D7 first t2 open - - 0 50",
            tasks=(
                Task(
                    ask=N_("You have thrown a two. Be first on 1!"),
                    right=("3-1",),
                    wrong=N_("Dark might be first then. Your pawn on 3 is two squares from 1."),
                ),
            ),
            done=N_("You lead, and that is worth five points."),
        ),
        Step(
            title=N_("Filling squares"),
            idea=N_("The squares that you have to fill are marked. Whoever has filled all ten first wins."),
            position="LDL2DL2D1L1DLD3L1L1D6 first t3 open first - 0 90",
            tasks=(
                Task(
                    ask=N_("You have thrown a three. Fill a free odd square up to 19."),
                    right=(
                        "12-9",
                        "20-17",
                        "22-19",
                    ),
                    wrong=N_("That fills no odd square, or leaves one. Look who reaches 9, 17 or 19 with a three."),
                ),
            ),
            done=N_("One more square is filled."),
        ),
        Step(
            title=N_("Staying"),
            idea=N_("If you could only move pawns that already stand right, you may stay."),
            position="LDLDL1LD1DL1LD14D1 first t2 open first - 0 130",
            tasks=(
                Task(
                    ask=N_("You have thrown a two, and all your pawns stand right. Stay."),
                    right=("stay",),
                    wrong=N_("That pawn already stood right. You may stay: press the button below."),
                ),
            ),
            done=N_("Everything stays where it is, and Dark throws."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Three odd squares are still free: 9, 15 and 17. Fill them!"),
            position="LDLDLDLD1DLLLD1L1LLD1D8 first - open first - 0 230",
            tasks=(
                Task(
                    ask=N_("Throw the coins."),
                    right=("t1",),
                ),
                Task(
                    ask=N_("A one. Fill 15 or 17."),
                    right=(
                        "16-15",
                        "18-17",
                    ),
                    wrong=N_("That is not one of the three. With a one you reach 15 from 16, and 17 from 18."),
                    answer=(
                        "t3",
                        "+28",
                    ),
                ),
                Task(
                    ask=N_("Dark has brought a pawn in. Throw!"),
                    right=("t1",),
                ),
                Task(
                    ask=N_("Another one! Fill the next square."),
                    right=(
                        "16-15",
                        "18-17",
                    ),
                    wrong=N_("That is not one of the free odd squares. 15 and 17 are both to be filled."),
                    answer=(
                        "t2",
                        "+29",
                    ),
                ),
                Task(
                    ask=N_("Only 9 is free now. Throw!"),
                    right=("t3",),
                ),
                Task(
                    ask=N_("A three. Fill 9!"),
                    right=("12-9",),
                    wrong=N_("9 is still free. From 12 it is three squares down."),
                ),
            ),
            done=N_("All ten squares are filled: you have won. Now you know this game."),
        ),
    )
)
