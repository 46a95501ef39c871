"""The lesson of Seneti."""

from ibau.core.lesson import Lesson, Step, Task
from ibau.core.phrase import N_

LESSON = Lesson(
    (
        Step(
            title=N_("Coming in"),
            idea=N_(
                "Your stones wait beside the board. A stone comes in over a square with eyes and takes "
                "five steps in all. Then its dotted side is up."
            ),
            position=".,.,.,.,.,.,.,W,.,.,.,.,.,B,.,.,.,.,.,. first 6,6 2",
            tasks=(
                Task(
                    ask=N_("Bring a stone in to 13, on the bridge."),
                    right=("+13",),
                    wrong=N_("That is a move, too. Now try 13: it is the first square of the bridge."),
                ),
            ),
            done=N_("There it is, with its dots up. A stone with dots is called open."),
        ),
        Step(
            title=N_("Every square is a number"),
            idea=N_(
                "The picture on a square says how far a stone goes from there: five dots 1, eyes 3, four "
                "panels 4. Each time it moves, it is turned over."
            ),
            position=".,.,.,.,.,.,W,.,.,.,.,.,.,.,.,.,.,B,.,. first 6,6 2",
            tasks=(
                Task(
                    ask=N_("Your stone lies on five dots. Move it one step."),
                    right=(
                        "7-4",
                        "7-8",
                        "7-10",
                    ),
                    wrong=N_("No new stone this time. Move the one on 7, one step."),
                ),
            ),
            done=N_("One step, and it was turned over. Now its blank side is up: it is closed."),
        ),
        Step(
            title=N_("Closed is a wall"),
            idea=N_("Nobody may go over a closed stone. So you can shut a way."),
            position=".,.,.,.,.,B,.,.,.,.,.,.,W,.,.,.,.,W,.,B first 5,5 6",
            tasks=(
                Task(
                    ask=N_("Shut the eyes on 16: move a stone there."),
                    right=("18-16",),
                    wrong=N_("Then 16 stays open. Your stone on 18 lies on a 2: it can go two steps, to 16."),
                ),
            ),
            done=N_("Closed. Here Black can no longer come in."),
        ),
        Step(
            title=N_("On top"),
            idea=N_("You may stop on an open stone, also on one of Black's. Whoever lies underneath cannot move."),
            position=".,.,.,.,.,.,.,B,.,w,.,.,.,.,.,.,.,.,.,. first 6,6 8",
            tasks=(
                Task(
                    ask=N_("Lay your stone on 10 on top of the black one."),
                    right=("10-8",),
                    wrong=N_("The black stone is on 8. From the eyes on 10 you go exactly three steps."),
                ),
            ),
            done=N_("Now the black stone has to wait until you move away."),
        ),
        Step(
            title=N_("Rosettes"),
            idea=N_("Nobody stops on a rosette. If three steps would end on one, go three steps more."),
            position=".,.,.,w,.,.,.,.,.,.,.,B,.,.,.,.,.,.,.,. first 6,6 12",
            tasks=(
                Task(
                    ask=N_("Go six steps over a rosette, as far as 16."),
                    right=("4-16",),
                    wrong=N_(
                        "Look further: three steps lead to the rosette on 11, and three more over the bridge to 16."
                    ),
                ),
            ),
            done=N_("Six steps at once!"),
        ),
        Step(
            title=N_("Going out"),
            idea=N_("An open stone may go out again: four steps to a square with eyes, and the fifth off the board."),
            position=".,.,.,.,.,B,.,W,.,.,.,.,.,.,.,.,.,.,.,. first 6,6 12",
            tasks=(
                Task(
                    ask=N_("Take your stone on 8 out."),
                    right=("8-off",),
                    wrong=N_("Choose the stone on 8, and then your place beside the board."),
                ),
            ),
            done=N_("Out. It can come in again somewhere else."),
        ),
        Step(
            title=N_("A small game"),
            idea=N_("Whoever cannot move has lost. Black has few ways left. Take the last ones away, in two moves!"),
            position=".,.,.,BB,.,w,w,.,W,.,.,w,w,.,.,b,.,b,.,w first 1,3 40",
            tasks=(
                Task(
                    ask=N_("Cover the black stones on 4 with your last stone."),
                    right=("+4",),
                    wrong=N_("Then the black stones on 4 run free. Bring your last stone in, on top of them."),
                    answer=("+2",),
                ),
                Task(
                    ask=N_("Now Black comes and goes over 4. Move so that nothing is left."),
                    right=(
                        "4-5",
                        "9-8",
                    ),
                    wrong=N_("Black can still move then. Put a closed stone in the way: on 5 or on 8."),
                ),
            ),
            done=N_("Black cannot move: you have won. Now you know Seneti."),
        ),
    )
)
