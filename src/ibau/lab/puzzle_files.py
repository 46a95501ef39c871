"""Files of puzzles that are being looked for: what has been found, and where, so that the search can go on."""

import json

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.puzzle import PuzzleError, json_of, read_puzzle
from ibau.lab.journal import Journal
from ibau.lab.puzzle_finder import Found, PuzzleOrigin

PLACE = "found"  # what a line says of the place, beside what it says of the puzzle


def found_line(found: Found) -> str:
    """The line of a puzzle, with where it was found."""
    return json_of(found.puzzle, {PLACE: found.place._asdict()})


def read_found(journal: Journal, game: Game, seed: int | None) -> list[Found]:
    """What a journal holds of an earlier search in a game, in the order in which it was found.

    A last line that was cut short is cut off.  Raises PuzzleError for a file of something else, and for one of another
    game or seed.
    """
    found = [_read(line, f"{journal.path}, line {n}", game, seed) for n, line in enumerate(journal.lines, 1)]
    journal.keep(len(found))
    return found


def _read(line: bytes, where: str, game: Game, seed: int | None) -> Found:
    try:
        fields = json.loads(line)
        place = PuzzleOrigin(**fields.pop(PLACE))
        found = Found(read_puzzle(fields), place)
        game.state(found.puzzle.position)
    except (ValueError, TypeError, KeyError, AttributeError, IbauError) as error:
        raise PuzzleError(f"{where}: this is no puzzle that `ibau puzzles` has found in {game.ruleset}.") from error
    if found.puzzle.ruleset != str(game.ruleset) or (seed is not None and seed != place.seed):
        begun = f"ibau puzzles {found.puzzle.ruleset} --seed {place.seed}"
        raise PuzzleError(f"{where}: this file was begun with `{begun}`; go on with that, or name another file.")
    return found
