"""Puzzles for the browser; the server answers attempts."""

from collections import Counter
from functools import cache
from itertools import chain

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.phrase import Phrase, Translate
from ibau.core.puzzle import Puzzle
from ibau.games import game, puzzles
from ibau.language import translator_for
from ibau.learn.puzzle_exercises import (
    answer_text,
    hardness,
    line_of_puzzle,
    praise,
    puzzle,
    task_text,
    themes_of,
    throw_text,
)
from ibau.web.api.exercises import PuzzleSummary, PuzzlesView, PuzzleView, TryRequest, TryView
from ibau.web.endpoints.bodies import body_as, json_response
from ibau.web.endpoints.exercises import attempt_view, exercise_view, join_texts
from ibau.web.services import language_of


async def list_puzzles(request: Request) -> Response:
    """The puzzles of a game."""
    return json_response(puzzles_view(game(request.path_params["ruleset"]).system.id, language_of(request)))


@cache
def puzzles_view(system: str, lang: str) -> PuzzlesView:
    """The puzzles of a system.  Raises PuzzleError if there are none."""
    found, translate = game(system).system, translator_for(lang)
    about = [themes_of(known) for known in puzzles(system)]
    themes = [theme for theme, _ in Counter(chain.from_iterable(about)).most_common()]
    listed = [
        PuzzleSummary(known.id, hardness(known)[0].to_text(translate), [themes.index(theme) for theme in its])
        for known, its in zip(puzzles(system), about, strict=True)
    ]
    return PuzzlesView(found.id, found.default_preset.id, translate(found.title), list(map(translate, themes)), listed)


async def show_puzzle(request: Request) -> Response:
    """A puzzle to solve."""
    return json_response(puzzle_view(_puzzle_of(request), translator_for(language_of(request))))


async def try_puzzle(request: Request) -> Response:
    """The answer to an action."""
    attempt = await body_as(TryRequest, request)
    return json_response(try_view(_puzzle_of(request), attempt.action, translator_for(language_of(request))))


async def show_solution(request: Request) -> Response:
    """The solution, for a player who wants to see it."""
    found, translate = _puzzle_of(request), translator_for(language_of(request))
    return json_response(continuation_view(found, found.solution, (praise(found)[1],), translate))


def _puzzle_of(request: Request) -> Puzzle:
    return puzzle(request.path_params["ruleset"], request.path_params["name"])


def puzzle_view(puzzle: Puzzle, translate: Translate) -> PuzzleView:
    """A puzzle, without its solution."""
    word, meaning = hardness(puzzle)
    words = word.to_text(translate), meaning.to_text(translate)
    return exercise_view(puzzle.id, line_of_puzzle(puzzle), words, task_text(puzzle), translate)


def try_view(puzzle: Puzzle, action: str, translate: Translate) -> TryView:
    """The answer to an action.  Raises IllegalActionError with the legal actions."""
    if action == puzzle.solution:
        return continuation_view(puzzle, action, praise(puzzle), translate)
    return continuation_view(puzzle, action, (answer_text(puzzle, action), *throw_text(puzzle)), translate)


def continuation_view(puzzle: Puzzle, action: str, text: tuple[Phrase, ...], translate: Translate) -> TryView:
    """The continuation after a legal action, with a text."""
    right = action == puzzle.solution
    known = puzzle.line if right else (action, *filter(None, [puzzle.answers.get(action)]))
    return attempt_view(line_of_puzzle(puzzle), known, join_texts(text, translate), translate, right=right)


PUZZLE_ROUTES = [
    Route("/puzzles/{ruleset}", list_puzzles),
    Route("/puzzles/{ruleset}/{name}", show_puzzle),
    Route("/puzzles/{ruleset}/{name}/solution", show_solution),
    Route("/puzzles/{ruleset}/{name}/try", try_puzzle, methods=["POST"]),
]
