"""What speaks for an action in both Seti games: the sentences, each from what a game has found on its board."""

from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.sentences import figure, side


def said(text: str, **values: object) -> Phrase:
    """A sentence with its values."""
    return Phrase(text, values)


def answer(square: str) -> Phrase:
    """It conquers an arrival."""
    return said(
        N_("This move conquers the figure that has arrived on {square}; otherwise the game is lost."), square=square
    )


def arrival(square: str, player: int) -> Phrase:
    """It arrives and stays."""
    return said(
        N_("The figure arrives on {square}, where {other} cannot conquer it."), square=square, other=side(other(player))
    )


def conquest(pharaohs: int, target: int, square: str) -> Phrase:
    """It conquers a figure."""
    return said(N_("This move conquers the {figure} on {square}."), figure=figure(pharaohs, target), square=square)


def defence(player: int) -> Phrase:
    """It stops an arrival."""
    return said(
        N_("This keeps {other} from arriving next where nobody could conquer the figure."), other=side(other(player))
    )


def threat(square: str) -> Phrase:
    """It prepares an arrival."""
    return said(N_("This threatens to arrive on {square}, where nobody could conquer the figure."), square=square)


def escape(pharaohs: int, source: int, square: str) -> Phrase:
    """A figure leaves a danger."""
    return said(
        N_("The {figure} could be conquered; on {square} it cannot be."), figure=figure(pharaohs, source), square=square
    )


def cover(squares: str) -> Phrase:
    """A threatened figure is covered."""
    return said(N_("A figure that conquers on {square} now can be conquered in return."), square=squares)


def attack(pharaohs: int, target: int, square: str) -> Phrase:
    """It attacks a figure, and cannot be conquered itself."""
    return said(N_("This move attacks the {figure} on {square}."), figure=figure(pharaohs, target), square=square)


def advance(ranks: int) -> Phrase:
    """It goes forward, and cannot be conquered there."""
    if ranks == 1:
        return said(N_("The figure comes a row forward, to where nobody can conquer it."))
    return said(N_("The figure comes {ranks} rows forward, to where nobody can conquer it."), ranks=ranks)


def ranks_forward(files: int, player: int, source: int, target: int) -> int:
    """How many ranks a move goes towards the far row; both are sets of one."""
    ranks = (target.bit_length() - 1) // files - (source.bit_length() - 1) // files
    return ranks if player == FIRST else -ranks
