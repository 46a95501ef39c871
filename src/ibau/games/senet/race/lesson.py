"""The lesson of the race."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("Throw and move"),
            idea=N_("The way winds from 1 to 30. Throw, then move one of your pawns exactly that far."),
            position="2LD1L1D1DL1DL2DL12 first - - 20",
            tasks=(
                Task(
                    ask=N_("Throw the coins."),
                    right=("t3",),
                ),
                Task(
                    ask=N_("A three! Move your foremost pawn, the one on 18."),
                    right=("18-21",),
                    wrong=N_("That pawn can move as well. But now take the one that is furthest ahead, on 18."),
                ),
            ),
            done=N_("18 and 3 make 21."),
        ),
        Step(
            title=N_("Once more!"),
            idea=N_("After 1, 4 or 6 you throw again. After 2 or 3 it is the other side's turn."),
            position="1L2D1L1LD1LD2DD1L11 first - - 24",
            tasks=(
                Task(
                    ask=N_("Throw the coins."),
                    right=("t4",),
                ),
                Task(
                    ask=N_("A four. Go to 23."),
                    right=("19-23",),
                    wrong=N_("To reach 23 with a four, start on 19."),
                ),
                Task(
                    ask=N_("Throw again."),
                    right=("t2",),
                ),
                Task(
                    ask=N_("A two. Go to 25."),
                    right=("23-25",),
                    wrong=N_("To reach 25 with a two, start on 23."),
                ),
            ),
            done=N_("Six squares in one turn. After the two, Dark throws."),
        ),
        Step(
            title=N_("Changing places"),
            idea=N_("If you land on a pawn of the other side, the two change places. It falls back, you go ahead."),
            position="3L1DL2D1LL2D1D1LD9 first t4 - 28",
            tasks=(
                Task(
                    ask=N_("You have thrown a four. Land on a dark pawn."),
                    right=("12x16",),
                    wrong=N_("There is no dark pawn there. Find one that is exactly four squares ahead of you."),
                ),
            ),
            done=N_("Changed! The dark pawn stands on 12 now."),
        ),
        Step(
            title=N_("Two protect each other"),
            idea=N_(
                "Two of your pawns side by side are safe: nobody may change places with them. Three are a"
                " wall that nobody jumps."
            ),
            position="1L1D3L1D2L1D1L2DD2L6 first t3 - 32",
            tasks=(
                Task(
                    ask=N_("You have thrown a three. Move so that two of your pawns stand side by side."),
                    right=("13-16",),
                    wrong=N_("There your pawn stands alone. Look who could come to stand beside 17."),
                ),
            ),
            done=N_("16 and 17 protect each other."),
        ),
        Step(
            title=N_("The water"),
            idea=N_(
                "27 is water. Whoever lands there swims all the way back to the start. From 26 on nobody can hit you."
            ),
            position="5D1L2D4L2DD1LD1L5 first t2 - 60",
            tasks=(
                Task(
                    ask=N_("You have thrown a two. Move, but keep out of the water!"),
                    right=(
                        "8-10",
                        "16-18",
                        "22-24",
                    ),
                    wrong=N_("Splash! 25 and 2 make 27, and that is water. Move another pawn."),
                ),
            ),
            done=N_("Dry feet. Well done."),
        ),
        Step(
            title=N_("Home"),
            idea=N_("When all your pawns are in the last row, from 21 to 30, whoever reaches 30 leaves the board."),
            position="11D5D1DDL1L3L2 first t2 - 80",
            tasks=(
                Task(
                    ask=N_("You have thrown a two. Bring a pawn to 30."),
                    right=("28-30",),
                    wrong=N_("That is not 30 yet. 30 is two squares ahead of 28."),
                ),
            ),
            done=N_("Home! Only two to go."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Three pawns are left. Bring them all home before Dark does!"),
            position="19D1D1L3LL1 first - - 96",
            tasks=(
                Task(
                    ask=N_("Throw the coins."),
                    right=("t1",),
                ),
                Task(
                    ask=N_("A one. Who reaches 30?"),
                    right=("29-30",),
                    wrong=N_("Not home yet. With a one you reach 30 from 29."),
                ),
                Task(
                    ask=N_("Throw again."),
                    right=("t2",),
                ),
                Task(
                    ask=N_("A two. Who reaches 30 now?"),
                    right=("28-30",),
                    wrong=N_("Not home yet. With a two you reach 30 from 28."),
                    answer=(
                        "t3",
                        "22-25",
                    ),
                ),
                Task(
                    ask=N_("Dark has moved. Throw for the last pawn!"),
                    right=("t6",),
                ),
                Task(
                    ask=N_("A six! Home with it."),
                    right=("24-30",),
                ),
            ),
            done=N_("All home: you have won. Now you know the race."),
        ),
    )
)
