"""What no position of either Seti game can be: a sentence each."""

from ibau.core.phrase import N_, Phrase
from ibau.games.seti.ends import Standing
from ibau.games.seti.figures import goal_row
from ibau.games.seti.sentences import side


def arrived_nowhere(files: int, position: Standing, enemy: int, square: str) -> Phrase | None:
    """A figure that has to be conquered now is the other side's, and has arrived."""
    pending = position.pending
    if not pending or pending & enemy & goal_row(files, 1 - position.player):
        return None
    return Phrase(
        N_("{side} has no figure on {square} that has arrived there."),
        {"side": side(1 - position.player), "square": square},
    )


def nobody_asked(files: int, position: Standing, enemy: int) -> Phrase | None:
    """A figure that has arrived must be conquered at once."""
    arrived = enemy & goal_row(files, 1 - position.player)
    if arrived == position.pending & arrived:
        return None
    return Phrase(
        N_("A figure of {side} has arrived: it is the one to be conquered now."), {"side": side(1 - position.player)}
    )


def end_without_arrival(files: int, position: Standing) -> Phrase | None:
    """The goal is reached by a figure that has arrived and was not conquered."""
    if not position.end or position.own & goal_row(files, position.player):
        return None
    return Phrase(N_("The end is goal only when a figure of the player to act has arrived and stayed."))


def arrival_without_end(files: int, position: Standing) -> Phrase | None:
    """A figure that has arrived is conquered at once, or has won."""
    if position.end or not position.own & goal_row(files, position.player):
        return None
    return Phrase(
        N_("A figure of {side} has arrived and was not conquered, so the game is over."),
        {"side": side(position.player)},
    )
