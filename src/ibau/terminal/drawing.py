"""`ibau draw`: a position as a picture."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ibau import svg
from ibau.core.errors import IbauError
from ibau.core.face import Travel
from ibau.core.game import Game, State
from ibau.drawing.picture import check_suffix

STANDARD_OUTPUT = Path("-")


def draw(game: Game, position: str | None, moves: Iterable[str], out: Path, **look: Any) -> None:
    """Draw what a game comes to by some moves from a position, into a file or to standard output."""
    try:
        if out != STANDARD_OUTPUT:
            check_suffix(out)
        state, last = played(game.initial() if position is None else game.state(position), moves)
    except IbauError as error:
        raise click.UsageError(str(error)) from error
    picture = svg.board(state, last, **look)
    if out == STANDARD_OUTPUT:
        click.echo(picture)
    else:
        picture.save(out)


def played(state: State, moves: Iterable[str]) -> tuple[State, tuple[Travel, ...]]:
    """The state after some moves, and what moved last.  Raises IllegalAction."""
    last: tuple[Travel, ...] = ()
    face, rules = state.game.system.face, state.game.rules
    for move in moves:
        action = state.action(move)
        last = face.travels(rules, state.position, action) or last
        state = state.after(action)
    return state, last
