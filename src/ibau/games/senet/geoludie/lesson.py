"""The lesson of Geoludie."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("Throwing"),
            idea=N_("After 1, 4 or 5 you throw again. With 2 or 3 it ends, and everything is added up."),
            position="LDLDLDLDLD1LDDL15 first throws - 0 - - 6",
            tasks=(
                Task(
                    ask=N_("Throw the sticks."),
                    right=("t4",),
                ),
                Task(
                    ask=N_("A four: you may throw again."),
                    right=("t2",),
                ),
                Task(
                    ask=N_("4 and 2 make 6. Play all of it with your foremost pawn, the one on 15."),
                    right=("15-21",),
                    wrong=N_("You may do that, too. But now go six squares at once: from 15 to 21."),
                ),
            ),
            done=N_("Six squares. Now the other side throws."),
        ),
        Step(
            title=N_("Sharing"),
            idea=N_(
                "You may share what you have thrown: some for one pawn, some for another. Each pawn gets one share."
            ),
            position="LDDLLDLDLD1LDDL15 first plays 1,2 3 - - 6",
            tasks=(
                Task(
                    ask=N_("You have 3. Play 2 of it with the pawn on 15."),
                    right=("15-17",),
                    wrong=N_("Go from 15 to 17: that takes 2 and leaves 1."),
                ),
                Task(
                    ask=N_("1 is left. Play it with another pawn."),
                    right=(
                        "5x6",
                        "7x8",
                        "9x10",
                    ),
                ),
            ),
            done=N_("All shared out. Did you see how two pawns changed places?"),
        ),
        Step(
            title=N_("Changing places"),
            idea=N_("If you land on a pawn of the other side, the two change places. It falls back, you go ahead."),
            position="2LLD1LDL1DLD1LD1L1D3D6 first plays 2 2 - - 12",
            tasks=(
                Task(
                    ask=N_("You have 2. Land on the pawn on 20."),
                    right=("18x20",),
                    wrong=N_("You may do that. But look: from 18 two squares lead right onto the pawn on 20."),
                ),
            ),
            done=N_("Changed! That pawn is back on 18."),
        ),
        Step(
            title=N_("Two protect each other"),
            idea=N_(
                "Two of your pawns side by side are safe: nobody may change places with them. Three are a"
                " wall that nobody jumps."
            ),
            position="2L1D2L1D1D2L2L3L1DD5 first plays 2 2 - - 60",
            tasks=(
                Task(
                    ask=N_("You have 2. Move so that two of your pawns stand side by side."),
                    right=("15-17",),
                    wrong=N_("There your pawn stands alone. Look who could come to stand beside 18."),
                ),
            ),
            done=N_("17 and 18 protect each other."),
        ),
        Step(
            title=N_("The beautiful house"),
            idea=N_(
                "On 26 every pawn must stop: nobody may go past. Right behind it, on 27, is water, and "
                "whoever falls in goes back to 15."
            ),
            position="7L1D1L2D1LLD3LDD5 first plays 3 3 - - 60",
            tasks=(
                Task(
                    ask=N_("You have 3. Go to the beautiful house, 26."),
                    right=("23-26",),
                    wrong=N_("That is not the way into the house. From 23 it is exactly three squares to 26."),
                ),
            ),
            done=N_("You are in the beautiful house. With a 5 you leave from here."),
        ),
        Step(
            title=N_("Leaving"),
            idea=N_("From 28 you leave with a throw of 3, from 29 with a 2, from 30 with a 1: always exactly."),
            position="8L1D2D2L2D7L2 first plays 3 3 - - 84",
            tasks=(
                Task(
                    ask=N_("You have thrown a three. Take a pawn off the board."),
                    right=("28-off",),
                    wrong=N_(
                        "That pawn stays on the board. Choose the one on 28, and then your place beside the board."
                    ),
                ),
            ),
            done=N_("One more is out."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Three pawns are left. Take them all off the board!"),
            position="21D2D2LLL first throws - 0 - - 110",
            tasks=(
                Task(
                    ask=N_("Throw the sticks."),
                    right=("t1",),
                ),
                Task(
                    ask=N_("Throw again."),
                    right=("t2",),
                ),
                Task(
                    ask=N_("A 1 and a 2. Take a pawn off with one of them."),
                    right=(
                        "29-off",
                        "30-off",
                    ),
                ),
                Task(
                    ask=N_("And another with what is left."),
                    right=(
                        "29-off",
                        "30-off",
                    ),
                    wrong=N_("What is left fits another pawn exactly: it can leave."),
                    answer=(
                        "t2",
                        "22-24",
                    ),
                ),
                Task(
                    ask=N_("The other side has moved. Throw for the last pawn!"),
                    right=("t3",),
                ),
                Task(
                    ask=N_("A three, and it stands on 28. Out with it!"),
                    right=("28-off",),
                ),
            ),
            done=N_("All out: you have won. Now you know this game."),
        ),
    )
)
