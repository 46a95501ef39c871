"""Files of puzzles that are being looked for: what has been found, and where, so that the search can go on."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.puzzle import PuzzleError, json_of, read_puzzle
from ibau.lab.puzzle_finder import Found, Place

PLACE = "found"  # what a line says of the place, beside what it says of the puzzle


def found_line(found: Found) -> str:
    """The line of a puzzle, with where it was found."""
    return json_of(found.puzzle, {PLACE: found.place._asdict()})


def read_found(file: Path, game: Game, seed: int | None) -> list[Found]:
    """What a file holds of an earlier search in a game, in the order in which it was found; nothing without a file.

    A last line that was cut short is left out.  Raises PuzzleError for a file of something else, and for one of another
    game or seed.
    """
    lines = whole_lines(file.read_bytes()) if file.exists() else []
    return [_read(line, f"{file}, line {n}", game, seed) for n, line in enumerate(lines, 1)]


def whole_lines(content: bytes) -> list[bytes]:
    """The lines that have an end."""
    return content[: content.rfind(b"\n") + 1].splitlines()


def _read(line: bytes, where: str, game: Game, seed: int | None) -> Found:
    try:
        fields = json.loads(line)
        place = Place(**fields.pop(PLACE))
        found = Found(read_puzzle(fields), place)
        game.state(found.puzzle.position)
    except (ValueError, TypeError, KeyError, AttributeError, IbauError) as error:
        raise PuzzleError(f"{where}: this is no puzzle that `ibau puzzles` has found in {game.ruleset}.") from error
    if found.puzzle.ruleset != str(game.ruleset) or (seed is not None and seed != place.seed):
        begun = f"ibau puzzles {found.puzzle.ruleset} --seed {place.seed}"
        raise PuzzleError(f"{where}: this file was begun with `{begun}`; go on with that, or name another file.")
    return found


@contextmanager
def going_on(file: Path) -> Generator[TextIO]:
    """A stream that adds to the whole lines of a file, which need not exist."""
    with file.open("ab") as stream:
        stream.truncate(file.read_bytes().rfind(b"\n") + 1)
        yield TextIOWrapper(stream, "utf-8", write_through=True)
