"""Ends of a game by its players: resignation, agreed draw, abandonment (rulings.md section 0.8)."""

from typing import Literal, NamedTuple, get_args

from ibau.core.errors import IllegalActionError, RecordError
from ibau.core.game import State
from ibau.core.outcome import DRAW, FIRST, SECOND, other
from ibau.core.phrase import N_
from ibau.core.quoting import quote
from ibau.core.result import Result

PlayerEndKind = Literal["resigned", "agreed", "abandoned"]
PLAYER_END_KINDS: tuple[PlayerEndKind, ...] = get_args(PlayerEndKind)

WINNER_OF = {"p1win": FIRST, "p2win": SECOND, "draw": DRAW}  # by result word
RETURNS = {FIRST: (1, -1), SECOND: (-1, 1), DRAW: (0, 0)}


class PlayerEnd(NamedTuple):
    """The end of a game by its players rather than by its rules."""

    kind: PlayerEndKind  # "resigned", "agreed" or "abandoned"
    winner: int  # FIRST, SECOND or DRAW (0, 1, 2)
    score: tuple[int, int] | None  # the points of the first and second seat; None if the rules give none

    @property
    def result(self) -> Result:
        """The result of the game."""
        return Result(RETURNS[self.winner], self.kind, self.score)


def by_resignation(state: State, loser: int) -> PlayerEnd:
    """The seat `loser` has resigned (C90).  Raises IllegalActionError after the end."""
    return _player_end(state, "resigned", other(loser))


def by_agreement(state: State) -> PlayerEnd:
    """Both players have agreed on a draw (C90).  Raises IllegalActionError after the end."""
    return _player_end(state, "agreed", DRAW)


def by_abandonment(state: State, loser: int) -> PlayerEnd:
    """The seat `loser` has left, and the other one claims the win (C90).  Raises IllegalActionError after the end."""
    return _player_end(state, "abandoned", other(loser))


def read_claim(state: State, kind: str, word: str) -> PlayerEnd | None:
    """The end by the players that a record claims by kind and result word; None if it claims another kind or none.

    Raises RecordError if the game cannot have ended like this.
    """
    if kind not in PLAYER_END_KINDS:
        return None
    if word not in WINNER_OF:
        raise RecordError(N_("a game that was {kind} has a result, not {word}"), kind=kind, word=quote(word))
    proposed = DRAW if kind == "agreed" else WINNER_OF[word]
    if kind != "agreed" and proposed == DRAW:
        raise RecordError(N_("a game that was {kind} has a winner"), kind=kind)
    try:
        return _player_end(state, kind, proposed)
    except IllegalActionError as error:
        raise RecordError(error.args[0]) from error


def _player_end(state: State, kind: PlayerEndKind, winner: int) -> PlayerEnd:
    if state.result:
        raise IllegalActionError(N_("{action}: the game is over ({kind})."), action=kind, kind=state.result.kind)
    system, rules = state.game.system, state.game.rules
    winner, score = system.result_by_players(rules, state.position, winner)
    return PlayerEnd(kind, winner, score if system.gives_points(rules) else None)
