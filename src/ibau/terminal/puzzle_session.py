"""`ibau play --puzzle`: a game's puzzles at a terminal, one after the other."""

from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.puzzle import Puzzle, PuzzleError
from ibau.games import puzzles
from ibau.language import translator_for
from ibau.learn.hints import hint_at
from ibau.learn.puzzle_exercises import answer_text, hardness, line_of_puzzle, praise, task_text
from ibau.terminal import console
from ibau.terminal.board_session import BoardSession
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.lesson_session import farewell, learner_labels


def solve_puzzles(game: Game, number: int, lang: str) -> None:
    """Run a game's puzzles from `number` on until one is left.  Raises PuzzleError."""
    book = puzzles(str(game.ruleset))
    if number > len(book):
        raise PuzzleError(
            N_("There are {count} puzzles for {game}; there is no number {number}."),
            count=len(book),
            game=game.system.id,
            number=number,
        )
    out, translate = console(), translator_for(lang)
    with farewell(out, translate):
        for at, puzzle in enumerate(book[number - 1 :], number):
            seat = line_of_puzzle(puzzle).state.turn
            screen = GameScreen(out, translate, learner_labels(seat), seat)
            PuzzleSession(puzzle, screen, lang).run(Phrase(N_("Puzzle {n} of {all}"), {"n": at, "all": len(book)}))


class PuzzleSession(BoardSession):
    """One puzzle, until its solution is played or shown."""

    def __init__(self, puzzle: Puzzle, screen: GameScreen, lang: str) -> None:
        super().__init__(
            line_of_puzzle(puzzle),
            screen,
            lang,
            {
                "hint": (self._hint, N_("where to look")),
                "solution": (self._solution, N_("show the solution")),
                "next": (self._next, N_("the next puzzle")),
            },
        )
        self._puzzle = puzzle
        self._over = False

    def run(self, heading: Phrase) -> None:
        """Run the puzzle until it is solved or skipped.  Raises EOFError on leaving."""
        screen = self._screen
        screen.console.print()
        word, meaning = hardness(self._puzzle)
        screen.show_text(heading, style="bold")
        screen.show_text(Phrase(N_("{hardness}: {meaning}."), {"hardness": word, "meaning": meaning}))
        screen.show_text(Phrase(N_("Type hint, solution or next; help lists all commands.")))
        while not self._over:
            screen.show(self.line)
            screen.show_text(*task_text(self._puzzle), style="bold")
            self._run_command(screen.ask(self._question()))

    def _play(self, action: str) -> None:
        if action != self._puzzle.solution:
            self._screen.show_text(answer_text(self._puzzle, action))
            return
        self._screen.show_text(*praise(self._puzzle), style="bold")
        self._show_line()

    def _throw(self) -> None:
        """Do nothing: puzzles begin with a move."""

    def _show_line(self) -> None:
        """Show the best continuation, and the board after it."""
        for action in self._puzzle.line:
            self.line = self.line.play(action)
            self._screen.show_ply(self.line.last)
        self._screen.show(self.line)
        self._wait_for_enter()
        self._over = True

    def _hint(self, _: str) -> None:
        self._screen.show_text(hint_at(self.state, self.state.action(self._puzzle.solution)).where)

    def _solution(self, _: str) -> None:
        self._screen.show_text(praise(self._puzzle)[1])
        self._show_line()

    def _next(self, _: str) -> None:
        self._over = True
