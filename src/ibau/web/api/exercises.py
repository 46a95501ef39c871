"""Lessons and puzzles."""

from msgspec import Struct

from ibau.web.protocol import BoardView, PlayerView, PlyView, Seat, StateView, Word


class RightActionView(Struct):
    """An action that does what a lesson asks, and what the lesson plays then: each ply and the state after it."""

    action: str
    plies: list[PlyView]
    states: list[StateView]
    then: "TaskView | None"  # what is asked next, None where the step is done


class TaskView(Struct):
    """Something that the learner is asked to do: any other action is answered with `wrong`."""

    right: list[RightActionView]
    wrong: str
    highlighted: list[str]  # the places that it speaks of
    shown: list[str]  # those that are lit after a wrong try: where to point
    refusals: dict[str, str]  # why nothing can be done with a place


class LessonStepView(Struct):
    """An idea, and a position in which to try it; what is asked is the situation of its states."""

    title: str
    idea: str
    state: StateView
    task: TaskView


class LessonView(Struct):
    """A lesson, which a page can give by itself."""

    system: str
    default_preset: str  # the preset that people begin with
    gentlest: Word  # the weakest level of the computer in it
    title: str
    learner: Seat
    seats: dict[Seat, PlayerView]
    board: BoardView
    steps: list[LessonStepView]
    short: int  # how many of them the short way has
    puzzles: int  # how many the game has


# --- Puzzles ---------------------------------------------------------------------------------------------------------


class PuzzleSummary(Struct):
    """A puzzle in a list; `hardness` is a word, and `themes` are numbers of those of the list."""

    id: Word
    hardness: str
    themes: list[int]


class PuzzlesView(Struct):
    """The puzzles of a game, the easiest first."""

    system: str
    default_preset: str  # the preset that people begin with
    title: str
    themes: list[str]  # what they are about, the commonest first
    puzzles: list[PuzzleSummary]


class PuzzleView(Struct):
    """A puzzle; what is asked is the situation of its state."""

    id: Word
    system: str
    title: str
    solver: Seat
    hardness: str  # in a word
    meaning: str  # what that word means
    seats: dict[Seat, PlayerView]
    board: BoardView
    state: StateView
    refusals: dict[str, str]  # why nothing can be done with a place


class MistakesView(Struct):
    """What a player can try again after a game: positions in which another action was better, in the order of play."""

    title: str
    mistakes: list[Word]  # the number of the action of each


class TryRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/puzzles/RULESET/ID/try` and of `POST /api/games/ID/mistakes/NUMBER/try`."""

    action: Word


class TryView(Struct):
    """What comes of a try: how it goes on, the action first, each ply and the state after it.

    After the solution it is played as far as is known, after another action up to the answer of the other side.
    """

    right: bool
    text: str
    plies: list[PlyView]
    states: list[StateView]
