"""Lessons, puzzles, and mistakes to try again."""

from msgspec import Struct

from ibau.web.protocol import BoardView, PlayerView, PlyView, Seat, StateView, Word


class RightActionView(Struct):
    """A right action of a task, and the plies that the lesson plays after it: each ply and the state after it."""

    action: str  # in notation
    plies: list[PlyView]
    states: list[StateView]  # after each of `plies`
    then: "TaskView | None"  # the next task, None if the step is done


class TaskView(Struct):
    """A task for the learner; any other action than the right ones is answered with `wrong`."""

    right: list[RightActionView]
    wrong: str  # a sentence
    highlighted: list[str]  # the places in its text
    shown: list[str]  # the places highlighted after a wrong action
    refusals: dict[str, str]  # why nothing can be done with a place, by its name


class LessonStepView(Struct):
    """An idea, and a position in which to try it; the task is the situation of its states."""

    title: str  # a heading
    idea: str  # a paragraph
    state: StateView  # the position of the first task
    task: TaskView  # the first task


class LessonView(Struct):
    """A whole lesson, for which the page needs no further requests."""

    system: str  # the id of the game
    default_preset: str  # the one offered first
    gentlest: Word  # the weakest level of the computer
    title: str  # the name of the game
    learner: Seat  # the seat of the person
    seats: dict[Seat, PlayerView]
    board: BoardView
    steps: list[LessonStepView]
    short: int  # the number of steps in the short version
    puzzles: int  # the number of the game's puzzles


# --- Puzzles ---------------------------------------------------------------------------------------------------------


class PuzzleSummary(Struct):
    """A puzzle in a list; `hardness` is a word, and `themes` are indices into the themes of the list."""

    id: Word  # eight hexadecimal digits
    hardness: str  # in a word
    themes: list[int]  # indices into the themes of the list


class PuzzlesView(Struct):
    """The puzzles of a game, the easiest first."""

    system: str  # the id of the game
    default_preset: str  # the one offered first
    title: str  # the name of the game
    themes: list[str]  # the most frequent first
    puzzles: list[PuzzleSummary]


class PuzzleView(Struct):
    """A puzzle; the task is the situation of its state."""

    id: Word  # eight hexadecimal digits
    system: str  # the id of the game
    title: str  # the name of the game
    solver: Seat  # the seat of the person
    hardness: str  # in a word
    meaning: str  # of that word
    seats: dict[Seat, PlayerView]
    board: BoardView
    state: StateView
    refusals: dict[str, str]  # why nothing can be done with a place


class MistakesView(Struct):
    """The mistakes of a player in a game, to try again: positions in the order of play."""

    title: str  # the name of the game
    mistakes: list[Word]  # the number of each action


class TryRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/puzzles/RULESET/ID/try` and of `POST /api/games/ID/mistakes/NUMBER/try`."""

    action: Word  # in notation


class TryView(Struct):
    """The answer to an attempt: its continuation, the action first, each ply and the state after it.

    After the solution it contains all known plies, after another action those up to the other side's answer.
    """

    right: bool  # does it solve the exercise?
    text: str  # sentences
    plies: list[PlyView]
    states: list[StateView]  # after each of `plies`
