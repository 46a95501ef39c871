"""Puzzles as exercises, and the replies to attempts at solving one."""

from ibau.core import puzzle_themes
from ibau.core.contract import DEFAULT_LEAD
from ibau.core.line import Line
from ibau.core.phrase import N_, Phrase
from ibau.core.puzzle import Puzzle, PuzzleError
from ibau.core.quoting import quote
from ibau.games import game, puzzles
from ibau.learn.hints import why
from ibau.players import stored_level

HARDNESS = {3: N_("Easy"), 5: N_("Not so easy"), 7: N_("Hard"), 8: N_("Very hard")}  # by the highest level of each

WINS = N_("You play {side} and can win. Find the one move that does it!")
IS_BEST = N_("You play {side}. One move is far better than every other: find it!")
IS_BETTER = N_("You play {side}. One move is better than every other: find it!")  # not far, as luck levels values
FOUND = N_("of the computer's eight levels, level {level} and those above find it")
RIGHT = N_("That's it!")
WRONG = N_("Not that one. Look again!")
ANSWERED = N_("Not that one. This would be the answer: {answer}")


def puzzle(ruleset: str, name: str) -> Puzzle:
    """The puzzle of a ruleset text with an id.  Raises RulesetError or PuzzleError."""
    found = next((puzzle for puzzle in puzzles(ruleset) if puzzle.id == name), None)
    if not found:
        raise PuzzleError(N_("There is no puzzle {name} for {ruleset}."), name=quote(name), ruleset=ruleset)
    return found


def line_of_puzzle(puzzle: Puzzle) -> Line:
    """The line at the beginning of a puzzle."""
    return Line(game(puzzle.ruleset).state(puzzle.position))


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle: "Win by force" if its solution does, and that of the weightiest reason for it."""
    state = line_of_puzzle(puzzle).state
    system, found = state.game.system, state.reasons(state.action(puzzle.solution))
    themes = (theme for theme, phrase in zip(system.reasons.values(), found, strict=True) if phrase and theme)
    theme = next(themes, puzzle_themes.QUIET)
    return (puzzle_themes.WIN, theme) if puzzle.value == 1 else (theme,)


# --- Texts -----------------------------------------------------------------------------------------------------------


def task_text(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """The task, and the throw in games with throws."""
    state = line_of_puzzle(puzzle).state
    side = Phrase(state.game.system.seats[state.turn])
    return Phrase(task_of(puzzle), {"side": side}), *throw_text(puzzle)


def throw_text(puzzle: Puzzle) -> tuple[Phrase, ...]:
    """The sentences about the throw; none in games without throws."""
    state = line_of_puzzle(puzzle).state
    return tuple(phrase.in_second_person for phrase in state.situation) if state.game.system.has_throws else ()


def task_of(puzzle: Puzzle) -> str:
    """The text of the task: to win, or to find the move that is better, or far better."""
    if puzzle.value == 1:
        return WINS
    return IS_BEST if puzzle.threshold >= DEFAULT_LEAD else IS_BETTER


def hardness(puzzle: Puzzle) -> tuple[Phrase, Phrase]:
    """The difficulty of a puzzle: a word, and its explanation."""
    level = stored_level(game(puzzle.ruleset).system, puzzle.level).number
    word = next(word for most, word in HARDNESS.items() if level <= most)
    return Phrase(word), Phrase(FOUND, {"level": level})


def praise(puzzle: Puzzle) -> tuple[Phrase, Phrase]:
    """The reply to the solution, and the reason for it."""
    state = line_of_puzzle(puzzle).state
    return Phrase(RIGHT), why(state, state.action(puzzle.solution))


def answer_text(puzzle: Puzzle, action: str) -> Phrase:
    """The reply to another legal action, with the other side's answer if it has the next move."""
    if action not in puzzle.answers:
        return Phrase(WRONG)
    after = line_of_puzzle(puzzle).play(action).state
    return Phrase(ANSWERED, {"answer": after.describe(after.action(puzzle.answers[action]))})
